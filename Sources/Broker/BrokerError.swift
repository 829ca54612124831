/// Options that no broker could be reached with, in words for the person who set them.
public struct BrokerError: Error, Equatable {
  public var message: String

  public init(_ message: String) {
    self.message = message
  }
}
