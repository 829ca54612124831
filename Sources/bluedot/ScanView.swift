import FixedPoint
import Host
import Ranging
import Wire

/// Lays the table of `bluedot scan` out as lines for a terminal of a given size, or of any size.
struct ScanView {
  var order: ScanTable.Order
  var isColoured: Bool
  /// Whether there are names to show.
  var hasSite: Bool

  private struct Column {
    var title: String
    var isRight = false
    /// Columns with the highest numbers go first where the terminal is too narrow.
    var expendability: Int
    /// Never cut below this.
    var least: Int
    /// Longest text that is of use.
    var most: Int
  }

  private static let columns = [
    Column(title: "beacon", expendability: 0, least: 14, most: 32),
    Column(title: "kind", expendability: 8, least: 7, most: 18),
    Column(title: "name", expendability: 6, least: 8, most: 32),
    Column(title: "rssi", isRight: true, expendability: 2, least: 4, most: 4),
    Column(title: "mean", isRight: true, expendability: 0, least: 6, most: 6),
    Column(title: "level", expendability: 7, least: 10, most: 10),
    Column(title: "distance", isRight: true, expendability: 3, least: 14, most: 14),
    Column(title: "proximity", expendability: 5, least: 9, most: 9),
    Column(title: "adv/s", isRight: true, expendability: 4, least: 5, most: 5),
    Column(title: "seen", isRight: true, expendability: 1, least: 6, most: 6),
  ]
  private static let gap = 2
  private static let nameColumn = 2

  /// The titles and a line for each beacon.
  ///
  /// - Parameters:
  ///   - size: of the terminal, less the lines that others need; `nil` where there is none: nothing is left out.
  func lines(_ table: borrowing ScanTable, at now: Milliseconds, size: TerminalSize?) -> [String] {
    guard !table.entries.isEmpty else { return [] }
    let sorted = table.sorted(by: order, at: now)
    var shown = sorted.count
    // The titles need one line, and what is left out another.
    if let rows = size?.rows, shown > rows - 1 { shown = max(0, rows - 2) }
    var cells: [[String]] = []
    for index in sorted.prefix(shown) { cells.append(self.cells(table, index, at: now)) }
    let widths = widths(cells, within: size?.columns)
    var lines = [title(widths)]
    for (row, index) in sorted.prefix(shown).enumerated() {
      lines.append(coloured(line(cells[row], widths), table.entries[index], at: now))
    }
    if shown < sorted.count { lines.append(dim("… and \(sorted.count - shown) more")) }
    return lines
  }

  private func cells(_ table: borrowing ScanTable, _ index: Int, at now: Milliseconds) -> [String] {
    let entry = table.entries[index]
    let range = entry.range
    return [
      scanIdentityText(entry.key), scanKindText(entry), table.siteName(entry).map { printable($0) } ?? "",
      entry.rssi.map { "\($0)" } ?? "–", entry.level.map { decimal($0, 1) } ?? "–", bar(entry.level),
      range.map { distanceText($0) } ?? "–",
      proximityText(range?.proximity ?? .unknown), decimalText(entry.rate.tenths(at: now), decimals: 1),
      age(now.subtractingSaturating(entry.lastSeen)),
    ]
  }

  // MARK: Columns

  /// Width of each column; 0 for one that is left out.
  private func widths(_ cells: [[String]], within limit: Int?) -> [Int] {
    var widths: [Int] = []
    for (index, column) in Self.columns.enumerated() {
      guard hasSite || index != Self.nameColumn else {
        widths.append(0)
        continue
      }
      var width = max(column.least, displayWidth(column.title))
      for row in cells { width = max(width, displayWidth(row[index])) }
      widths.append(min(width, column.most))
    }
    guard let limit else { return widths }
    // Columns go, the least needed first; then long texts are cut.
    for rank in stride(from: 8, through: 1, by: -1) where excess(leastWidths(widths), limit) > 0 {
      for index in widths.indices where Self.columns[index].expendability == rank { widths[index] = 0 }
    }
    for index in widths.indices.reversed() where widths[index] > 0 {
      let over = excess(widths, limit)
      if over > 0 { widths[index] = max(Self.columns[index].least, widths[index] - over) }
    }
    return widths
  }

  private func leastWidths(_ widths: [Int]) -> [Int] {
    var least: [Int] = []
    for (index, width) in widths.enumerated() { least.append(width == 0 ? 0 : Self.columns[index].least) }
    return least
  }

  private func excess(_ widths: [Int], _ limit: Int) -> Int {
    var sum = -Self.gap
    for width in widths where width > 0 { sum += width + Self.gap }
    return sum - limit
  }

  private func line(_ texts: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, width) in widths.enumerated() where width > 0 {
      if !line.isEmpty { line += String(repeating: " ", count: Self.gap) }
      line += padded(texts[index], to: width, isRight: Self.columns[index].isRight)
    }
    while line.utf8.last == 0x20 { line.removeLast() }
    return line
  }

  private func title(_ widths: [Int]) -> String {
    let text = line(Self.columns.map { $0.title }, widths)
    return isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  // MARK: Texts

  private func coloured(_ line: String, _ entry: ScanEntry, at now: Milliseconds) -> String {
    guard isColoured else { return line }
    // Beyond this gap the level says nothing about now.
    if now.subtractingSaturating(entry.lastSeen) > RSSIFilter.gap { return dim(line) }
    switch entry.range?.proximity {
    case .immediate: return "\u{1B}[32m\(line)\u{1B}[0m"
    case .near: return "\u{1B}[36m\(line)\u{1B}[0m"
    default: return line
    }
  }

  private func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  /// -100…-30 dBm on ten places, in halves.
  private func bar(_ level: Decibels?) -> String {
    guard let level else { return "" }
    let halves = min(max((level.scaled(perUnit: 10) + 1_000) * 20 / 700, 0), 20)
    return String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
  }

  private func decimal<Quantity: FixedPointFormat>(_ value: Quantity, _ decimals: Int) -> String {
    decimalText(value.scaled(perUnit: decimals == 0 ? 1 : decimals == 1 ? 10 : 100), decimals: decimals)
  }

  /// Centimetres below 1 m, decimetres below 10 m, metres beyond: nobody hears a beacon more exactly.
  private func distanceText(_ range: RangeEstimate) -> String {
    let decimals = range.distance < Metres(1) ? 2 : range.distance < Metres(10) ? 1 : 0
    return "\(decimal(range.distance, decimals)) ± \(decimal(range.uncertainty, decimals)) m"
  }

  private func age(_ age: Milliseconds) -> String {
    switch max(age, 0) {
    case 0..<10_000: decimalText(Int(max(age, 0) / 100), decimals: 1) + " s"
    case 10_000..<120_000: "\(age / 1_000) s"
    case 120_000..<7_200_000: "\(age / 60_000) min"
    default: "\(age / 3_600_000) h"
    }
  }
}

/// The class in a word.
func proximityText(_ proximity: Proximity) -> String {
  switch proximity {
  case .unknown: "unknown"
  case .immediate: "immediate"
  case .near: "near"
  case .far: "far"
  }
}
