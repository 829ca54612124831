import Broker
import FixedPoint
import Host

extension Section {
  static func brokerSettings() -> [Setting] {
    [
      brokerSetting("host") { broker, text, _ throws(ValueFault) in
        broker.host = try brokerHost(text)
      } text: {
        $0.address.host
      },
      brokerSetting("port") { broker, text, _ throws(ValueFault) in
        broker.port = try Values.number(text, in: 1...65_535)
      } text: {
        String($0.address.port)
      },
      brokerSetting("username", isFreeText: true) { broker, text, _ throws(ValueFault) in
        broker.username = try Values.text(text, limit: 65_535, "a name")
      } text: {
        $0.username
      },
      brokerSetting("password", isSecret: true) { broker, text, place throws(ValueFault) in
        try takePassword(&broker, .text(Values.text(text, limit: 65_535, "a password")), place)
      } text: {
        $0.password == nil ? nil : secretText
      },
      brokerSetting("password-file", isFreeText: true) { broker, text, place throws(ValueFault) in
        try takePassword(&broker, .file(path: Values.path(text)), place)
      } text: { _ in
        nil
      },
      brokerSetting("password-credential") { broker, text, place throws(ValueFault) in
        guard isCredentialName(text) else {
          throw .expected("the name of a systemd credential (LoadCredential= in the unit): letters, digits, and - . _")
        }
        try takePassword(&broker, .credential(name: text), place)
      } text: { _ in
        nil
      },
      brokerSetting("client-id", isFreeText: true) { broker, text, _ throws(ValueFault) in
        broker.clientId = try Values.text(text, limit: 256, "a name")
      } text: {
        $0.clientId
      },
      brokerSetting("keep-alive") { broker, text, _ throws(ValueFault) in
        let duration = try Values.duration(text, in: 5_000...65_535_000)
        guard duration % 1_000 == 0 else { throw .expected("a whole number of seconds, such as 30 s") }
        broker.keepAlive = Int(duration / 1_000)
      } text: {
        Values.durationText(Int64($0.keepAlive) * 1_000)
      },
    ]
  }

  /// What stands for a secret where the configuration is shown.
  static var secretText: String { "(secret)" }

  /// A key of the broker; the first one of them says that there shall be a broker.
  private static func brokerSetting(
    _ name: String, isSecret: Bool = false, isFreeText: Bool = false,
    take: @escaping (inout BrokerDraft, String, Place) throws(ValueFault) -> Void,
    text: @escaping (BrokerOptions) -> String?
  ) -> Setting {
    Setting(name, isSecret: isSecret, isFreeText: isFreeText) { draft, value, place throws(ValueFault) in
      if draft.broker.place == nil { draft.broker.place = place }
      try take(&draft.broker, value, place)
    } text: { configuration, _ in
      configuration.broker.flatMap(text)
    }
  }

  /// A host name or address; an IPv6 address with or without its brackets.
  private static func brokerHost(_ text: String) throws(ValueFault) -> BrokerAddress {
    let colons = text.utf8.count { $0 == 0x3A }
    if colons == 1 || text.utf8.first == 0x5B && text.utf8.last != 0x5D {
      throw .expected("a host name or an address alone; the port has a key of its own, port")
    }
    do throws(BrokerError) {
      return try BrokerAddress.parse(colons > 1 && text.utf8.first != 0x5B ? "[\(text)]" : text)
    } catch {
      throw .expected("a host name or an address: letters, digits, and - . _")
    }
  }

  /// A later file's password takes the place of an earlier one's; in one file there is one.
  private static func takePassword(
    _ broker: inout BrokerDraft, _ source: BrokerDraft.Password, _ place: Place
  ) throws(ValueFault) {
    if let other = broker.password, other.place.file == place.file {
      throw .other(
        """
        the password is given in line \(other.place.line) already; keep one of password, password-file and \
        password-credential
        """)
    }
    broker.password = (source, place)
  }

  /// What systemd takes for a credential's name, without what could lead to another directory.
  private static func isCredentialName(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count), text.utf8.first != 0x2E else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }
}
