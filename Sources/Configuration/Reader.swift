import Host

/// Takes the lines of the files, in their order, into a draft; notes every problem and goes on.
struct Reader {
  private enum Heading {
    /// Before the first.
    case none
    /// One that is wrong itself: its keys would be wrong for no reason of their own.
    case unknown
    case section(Int)
  }

  private let sections = Section.all()
  private(set) var draft = Draft()
  var problems: ProblemList
  private var file = 0
  private var heading = Heading.none
  /// The lines of this file in which each key was set, 0 for not: by section, for a region by its index.
  private var seen: [[Int]] = []
  private var seenInRegions: [[Int]] = []

  init(files: [String]) {
    problems = ProblemList(files: files)
  }

  mutating func read(_ bytes: [UInt8], file index: Int) {
    file = index
    heading = .none
    seen = sections.map { [Int](repeating: 0, count: $0.settings.count) }
    seenInRegions = []
    guard let content = ConfigurationFile(bytes: bytes) else {
      return problems.error(Place(file: index, line: 0), "there is no memory to read the file")
    }
    for (line, item) in content.items {
      let place = Place(file: index, line: line)
      switch item {
      case .section(let name): enter(name, place)
      case .value(let key, let text): take(key, text, place)
      case .fault(let text, let isHeading):
        problems.error(place, text)
        if isHeading { heading = .unknown }
      }
    }
  }

  // MARK: Headings

  private mutating func enter(_ text: String, _ place: Place) {
    heading = .unknown
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? bytes.count
    let word = String(decoding: bytes[..<end], as: UTF8.self)
    let name = Values.trimmed(String(decoding: bytes[end...], as: UTF8.self))
    guard let index = sections.firstIndex(where: { $0.name == word }) else {
      return problems.error(place, "[\(quotedHeading(text))] is no section; \(sectionHint(word))")
    }
    guard sections[index].isNamed else {
      guard name.isEmpty else {
        return problems.error(place, "[\(quotedHeading(text))] is no section; expected [\(word)]")
      }
      heading = .section(index)
      return
    }
    guard (1...64).contains(name.utf8.count) else {
      return problems.error(place, "[\(quotedHeading(text))] needs a name of 1 to 64 bytes; expected [\(word) NAME]")
    }
    enterRegion(name, place)
    if draft.regions.indices.contains(draft.region) { heading = .section(index) }
  }

  private mutating func enterRegion(_ name: String, _ place: Place) {
    draft.region = draft.regions.firstIndex { $0.name == name } ?? draft.regions.count
    if draft.region == draft.regions.count {
      guard draft.regions.count < RegionDraft.limit else {
        return problems.error(place, "there are more than \(RegionDraft.limit) regions; expected at most so many")
      }
      draft.regions.append(RegionDraft(name: name, place: place))
    }
  }

  private func sectionHint(_ word: String) -> String {
    let names = sections.map { $0.name }
    if let near = NearMiss.nearest(word, among: names) { return "did you mean [" + near + "]?" }
    return "expected " + Values.alternatives(names)
  }

  private func quotedHeading(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }

  // MARK: Values

  private mutating func take(_ key: String, _ text: String, _ place: Place) {
    switch heading {
    case .unknown: return
    case .none:
      return problems.error(
        place, "\(quoted(key)) stands before the first section; expected a heading such as [broker]")
    case .section(let index):
      guard let setting = sections[index].settings.firstIndex(where: { $0.name == key }) else {
        return problems.error(place, "\(quoted(key)) is no key of [\(title(index))]; \(keyHint(key, index))")
      }
      let earlier = note(index, setting, place.line)
      guard earlier == 0 else {
        return problems.error(
          place, "\(key) in [\(title(index))] is set in line \(earlier) already; expected each key once in a file")
      }
      apply(sections[index].settings[setting], index, text, place)
    }
  }

  private mutating func apply(_ setting: Setting, _ section: Int, _ text: String, _ place: Place) {
    let name = setting.name + " in [" + title(section) + "]"
    let looksCommented = !setting.isSecret && Self.hasComment(text)
    do throws(ValueFault) {
      try setting.take(&draft, text, place)
      guard setting.isFreeText else { return }
      if looksCommented {
        problems.warning(place, "\(name) is \(quoted(text)) with all that follows # or ;; a comment needs its own line")
      } else if text.utf8.count > 1, text.utf8.first == 0x22, text.utf8.last == 0x22 {
        problems.warning(place, "\(name) is \(quoted(text)): the quotation marks are part of the value")
      }
    } catch {
      guard error.kind == .expected else { return problems.error(place, "\(error.text)") }
      let found = text.isEmpty ? "is empty" : setting.isSecret ? "cannot be taken" : "is " + quoted(text)
      let hint = looksCommented ? " (a comment needs its own line)" : ""
      problems.error(place, "\(name) \(found); expected \(error.text)\(hint)")
    }
  }

  /// Notes that the key is set in this line; returns the line of this file in which it was set before, or 0.
  private mutating func note(_ section: Int, _ setting: Int, _ line: Int) -> Int {
    guard sections[section].isNamed else {
      let earlier = seen[section][setting]
      if earlier == 0 { seen[section][setting] = line }
      return earlier
    }
    while seenInRegions.count <= draft.region {
      seenInRegions.append([Int](repeating: 0, count: sections[section].settings.count))
    }
    let earlier = seenInRegions[draft.region][setting]
    if earlier == 0 { seenInRegions[draft.region][setting] = line }
    return earlier
  }

  private func title(_ section: Int) -> String {
    guard sections[section].isNamed, draft.regions.indices.contains(draft.region) else { return sections[section].name }
    return sections[section].name + " " + draft.regions[draft.region].name
  }

  private func keyHint(_ key: String, _ section: Int) -> String {
    let names = sections[section].settings.map { $0.name }
    if let near = NearMiss.nearest(key, among: names) { return "did you mean " + near + "?" }
    if let other = sections.first(where: { $0.settings.contains { $0.name == key } }) {
      return "it belongs into [" + other.name + (other.isNamed ? " NAME]" : "]")
    }
    return "expected " + Values.alternatives(names)
  }

  /// What looks like a comment behind the value: inih's usual way, and not ours, because a text may have it in it.
  private static func hasComment(_ text: String) -> Bool {
    var previous: UInt8 = 0x20
    for byte in text.utf8 {
      if byte == 0x23 || byte == 0x3B, previous == 0x20 || previous == 0x09 { return true }
      previous = byte
    }
    return false
  }
}
