import Host

/// One key of the configuration: how its value is read, and how it is written again.
struct Setting {
  var name: String
  /// Its value is told to nobody.
  var isSecret = false
  /// A text of the operator's, in which anything may stand: what looks like a comment or a quotation mark gets a
  /// warning.
  var isFreeText = false
  /// Takes the value; throws what is expected in its place.
  var take: (inout Draft, String, Place) throws(ValueFault) -> Void
  /// The value as it would stand in a file; `nil` when there is none. The index is the region's, for a region's keys.
  var text: (Configuration, Int) -> String?

  init(
    _ name: String, isSecret: Bool = false, isFreeText: Bool = false,
    take: @escaping (inout Draft, String, Place) throws(ValueFault) -> Void,
    text: @escaping (Configuration, Int) -> String?
  ) {
    self.name = name
    self.isSecret = isSecret
    self.isFreeText = isFreeText
    self.take = take
    self.text = text
  }
}

/// One section of the configuration and its keys.
struct Section {
  var name: String
  /// There may be several, each with a name of its own: [region NAME].
  var isNamed = false
  var settings: [Setting]

  /// Every section there is, in the order of the example file.
  static func all() -> [Section] {
    [
      Section(name: "device", settings: deviceSettings()), Section(name: "broker", settings: brokerSettings()),
      Section(name: "radio", settings: radioSettings()), Section(name: "agent", settings: agentSettings()),
      Section(name: "idle", settings: idleSettings()), Section(name: "wake", settings: wakeSettings()),
      Section(name: "region", isNamed: true, settings: regionSettings()),
      Section(name: "motion", settings: motionSettings()), Section(name: "lamps", settings: lampSettings()),
      Section(name: "log", settings: logSettings()), Section(name: "record", settings: recordSettings()),
    ]
  }
}
