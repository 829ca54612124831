import Host

/// A terminal that shows one picture, refreshed in place, and is given back as it was.
///
/// It uses the alternate screen, so that what stood on the terminal before is there again afterwards.
final class ScanScreen {
  private let output: OutputStream
  private let descriptor: Int32
  private var isOpen = false

  init(output: OutputStream, descriptor: Int32) {
    self.output = output
    self.descriptor = descriptor
  }

  deinit { close() }

  /// The size now; asked anew each time, since people resize windows.
  var size: TerminalSize { TerminalSize(descriptor: descriptor) }

  /// Shows the lines; what is beyond the terminal's edges is cut by whoever made them.
  func show(_ lines: [String]) {
    // Alternate screen, no cursor, no wrapping at the right edge.
    if !isOpen { output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l") }
    isOpen = true
    output.write("\u{1B}[H")
    for (index, line) in lines.enumerated() {
      output.write(line)
      output.write("\u{1B}[K")
      // A line feed at the end would scroll the first line away.
      if index + 1 < lines.count { output.write("\r\n") }
    }
    output.write("\u{1B}[J")
    output.flush()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    output.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    output.flush()
  }
}

/// The text in lines of at most `width` places, broken at spaces; a word that is longer is cut.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.utf8.split(separator: UInt8(ascii: " ")) {
    let word = String(decoding: word, as: UTF8.self)
    if line.isEmpty {
      line = word
    } else if displayWidth(line) + 1 + displayWidth(word) <= width {
      line += " " + word
    } else {
      lines.append(cut(line, to: width))
      line = word
    }
  }
  if !line.isEmpty { lines.append(cut(line, to: width)) }
  return lines
}
