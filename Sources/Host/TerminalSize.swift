import CHost

/// How many characters a terminal shows.
public struct TerminalSize: Sendable, Equatable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size that the terminal has now; 80 x 24, as terminals once were, where it does not say (a serial console).
  public init(descriptor: Int32) {
    var (width, height): (Int32, Int32) = (80, 24)
    _ = bd_terminal_size(descriptor, &width, &height)
    self.init(columns: Int(width), rows: Int(height))
  }
}
