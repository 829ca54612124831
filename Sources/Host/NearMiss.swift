/// The word that somebody probably meant.
public enum NearMiss {
  /// Longer ones are no slip of a finger.
  private static let longest = 32

  /// The nearest of the words within two slips (a third of the word at most), if there is one.
  public static func nearest<Words: Sequence<String>>(_ text: String, among words: Words) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let typed = folded(text)
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = distance(typed, folded(word))
      guard distance <= min(2, max(typed.count, word.utf8.count) / 3), distance < best?.distance ?? 3 else { continue }
      best = (word, distance)
    }
    return best?.word
  }

  /// Capitals, blanks and underscores are no slips.
  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { byte in
      switch byte {
      case 0x41...0x5A: byte + 0x20
      case 0x20, 0x5F: 0x2D
      default: byte
      }
    }
  }

  /// Letters put in, left out, exchanged for another or for their neighbour (optimal string alignment).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for row in a.indices {
      var current = [row + 1]
      for column in b.indices {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (a[row] == b[column] ? 0 : 1))
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
