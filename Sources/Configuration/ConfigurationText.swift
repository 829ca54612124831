/// One value of a configuration as it is in effect.
public struct ConfigurationEntry: Sendable, Equatable {
  /// The section's heading, such as "broker" or "region Lobby".
  public var section: String
  public var key: String
  /// As it would stand in a file; "(secret)" for a secret.
  public var value: String
  public var isSecret: Bool
}

/// Everything that a configuration sets or leaves at its default, in the order of the example file; what there is none
/// of (no broker, no lamp) is left out. Secrets are masked.
public func configurationEntries(_ configuration: Configuration) -> [ConfigurationEntry] {
  var entries: [ConfigurationEntry] = []
  for section in Section.all() {
    for index in 0..<(section.isNamed ? configuration.regions.count : 1) {
      let names = configuration.regionNames
      let heading =
        section.isNamed ? section.name + " " + (names.indices.contains(index) ? names[index] : "") : section.name
      for setting in section.settings {
        guard let value = setting.text(configuration, index) else { continue }
        entries.append(
          ConfigurationEntry(section: heading, key: setting.name, value: value, isSecret: setting.isSecret))
      }
    }
  }
  return entries
}

/// The same as the text of a configuration file. It can be loaded again; only the secrets, which are comments, are
/// missing.
public func configurationText(_ configuration: Configuration) -> String {
  var text = ""
  var section = ""
  for entry in configurationEntries(configuration) {
    if entry.section != section {
      text += (text.isEmpty ? "[" : "\n[") + entry.section + "]\n"
      section = entry.section
    }
    text += (entry.isSecret ? "# " : "") + entry.key + (entry.value.isEmpty ? " =" : " = ") + entry.value + "\n"
  }
  return text
}
