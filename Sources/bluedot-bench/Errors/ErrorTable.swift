import Foundation

/// The error table: one block per set, one row per estimator, and a last block with the mean over the sets.
struct ErrorTable {
  private struct Block {
    var title: String
    var rows: [(name: String, cells: [String])]
  }

  private static let columns = ["mean", "median", "p75", "p95", "inside68"]

  private var blocks: [Block] = []
  /// Why a set has no block.
  private(set) var notes: [String] = []

  /// Runs every estimator over every session that has positions to compare with.
  ///
  /// Throws when no session has.
  init(sessions: [Session]) throws(Failure) {
    var sums: [[Double]] = Estimator.all.map { _ in [0, 0, 0, 0] }
    for session in sessions {
      guard !session.truth.isEmpty else {
        notes.append("\(session.name): left out, its ground truth states no position with a time")
        continue
      }
      if session.foreignEventCount > 0 {
        notes.append("\(session.name): \(session.foreignEventCount) events of beacons that beacons.csv does not list")
      }
      var rows: [(String, [String])] = []
      var count = 0
      for (index, estimator) in Estimator.all.enumerated() {
        guard let score = Score(track: estimator.track(session), truth: session.truth) else {
          throw .input("\(session.name): \(estimator.name) gave no position at any point of the ground truth")
        }
        count = score.count
        if score.missing > 0 {
          notes.append("\(session.name): \(estimator.name) had no position yet at \(score.missing) points")
        }
        let errors = [score.mean, score.median, score.p75, score.p95]
        for column in errors.indices { sums[index][column] += errors[column] }
        let inside = score.inside.map { Self.text($0) } ?? "-"
        rows.append((estimator.name, errors.map(Self.text) + [inside]))
      }
      blocks.append(Block(title: "\(session.name) (\(count) points)", rows: rows))
    }
    guard !blocks.isEmpty else {
      throw .input("no session has ground truth to compare with: \(notes.joined(separator: "; "))")
    }
    if blocks.count > 1 {
      let count = Double(blocks.count)
      let rows = zip(Estimator.all, sums).map { ($0.name, $1.map { Self.text($0 / count) } + ["-"]) }
      blocks.append(Block(title: "mean over the \(blocks.count) sets", rows: rows))
    }
  }

  /// The table in columns for a terminal.
  var plainText: String {
    let width = (Estimator.all.map(\.name.count).max() ?? 0) + 2
    var text = ""
    for block in blocks {
      text += "\(block.title), error in m\n"
      text += Self.line("", Self.columns, width: width)
      for row in block.rows { text += Self.line(row.name, row.cells, width: width) }
      text += "\n"
    }
    return text
  }

  /// The table in Markdown.
  var markdown: String {
    var text = "| set | estimator | \(Self.columns.joined(separator: " | ")) |\n"
    text += "|---|---|" + String(repeating: "--:|", count: Self.columns.count) + "\n"
    for block in blocks {
      for row in block.rows { text += "| \(block.title) | \(row.name) | \(row.cells.joined(separator: " | ")) |\n" }
    }
    return text
  }

  private static func text(_ value: Double) -> String { String(format: "%.2f", value) }

  private static func line(_ name: String, _ cells: [String], width: Int) -> String {
    var text = "  " + name + String(repeating: " ", count: max(width - name.count, 0))
    for cell in cells { text += String(repeating: " ", count: max(9 - cell.count, 1)) + cell }
    return text + "\n"
  }
}
