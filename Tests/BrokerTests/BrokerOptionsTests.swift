import Testing

@testable import Broker

@Suite struct BrokerAddressTests {
  @Test(arguments: [
    ("localhost", "localhost", 1_883), ("broker.example:8884", "broker.example", 8_884), ("10.0.0.1:1", "10.0.0.1", 1),
    ("[::1]", "::1", 1_883), ("[fe80::1%eth0]:65535", "fe80::1%eth0", 65_535), ("my_host-2", "my_host-2", 1_883),
  ])
  func readsHostAndPort(text: String, host: String, port: Int) throws {
    #expect(try BrokerAddress.parse(text) == BrokerAddress(host: host, port: port))
  }

  @Test(arguments: [
    ("", "broker address '': the host is missing; write HOST:PORT"),
    (":1883", "broker address ':1883': the host is missing; write HOST:PORT"),
    ("[]:1", "broker address '[]:1': the host is missing; write HOST:PORT"),
    ("h:", "broker address 'h:': the port must be a number from 1 to 65535"),
    ("h:0", "broker address 'h:0': the port must be a number from 1 to 65535"),
    ("h:65536", "broker address 'h:65536': the port must be a number from 1 to 65535"),
    ("h:99999999999999999999", "broker address 'h:99999999999999999999': the port must be a number from 1 to 65535"),
    ("h:+1", "broker address 'h:+1': the port must be a number from 1 to 65535"),
    ("::1", "broker address '::1': an IPv6 address needs brackets: [IPV6]:PORT"),
    ("[::1", "broker address '[::1': the bracket isn't closed; write [IPV6]:PORT"),
    ("[::1]1883", "broker address '[::1]1883': behind ']' only :PORT may follow"),
    ("mqtt://h", "broker address 'mqtt://h': the port must be a number from 1 to 65535"),
    ("a b", "broker address 'a b': the host may not contain the byte 0x20"),
    ("h/x", "broker address 'h/x': the host may not contain '/'"),
  ])
  func saysWhatIsWrong(text: String, message: String) {
    #expect(throws: BrokerError(message)) { try BrokerAddress.parse(text) }
  }

  @Test func writesItselfAsItIsRead() throws {
    for text in ["h:1", "[::1]:1883"] { #expect(try BrokerAddress.parse(text).text == text) }
    #expect(throws: BrokerError.self) { try BrokerAddress.parse(String(repeating: "a", count: 254)) }
  }
}

@Suite struct BrokerOptionsTests {
  private func failure(_ change: (inout BrokerOptions) -> Void) -> String? {
    var options = BrokerOptions(address: BrokerAddress(host: "localhost"), device: "cart-7")
    change(&options)
    do throws(BrokerError) {
      try options.validate()
      return nil
    } catch {
      return error.message
    }
  }

  @Test func acceptsWhatIsSensible() {
    #expect(failure { _ in } == nil)
    #expect(failure { $0.device = String(repeating: "ä", count: 32) } == nil)
    #expect(failure { ($0.username, $0.password) = ("u", Secret("")) } == nil)
  }

  @Test func aDeviceIsOneLevelOfATopic() {
    #expect(failure { $0.device = "" } == "device name: is empty; give 1 to 64 bytes, such as cart-7")
    for bad in ["/", "+", "#"] {
      #expect(
        failure { $0.device = "a\(bad)b" }
          == "device name 'a\(bad)b': may not contain '\(bad)', which has a meaning in topics")
    }
    #expect(
      failure { $0.device = String(repeating: "a", count: 65) } == "device name: has 65 bytes; at most 64 are allowed")
    for bad in ["\0", "\n", "\u{1B}", "\u{7F}", "\u{85}"] {
      #expect(failure { $0.device = "a\(bad)" }?.hasPrefix("device name: may not contain control characters") == true)
    }
  }

  @Test func namesTheOptionThatIsWrong() {
    #expect(failure { $0.clientId = "" }?.hasPrefix("client id") == true)
    #expect(failure { $0.username = "\u{1}" }?.hasPrefix("user name") == true)
    #expect(failure { $0.password = Secret("x") } == "password: needs a user name beside it")
    #expect(failure { $0.keepAlive = 4 } == "keep-alive: 4 s; expected 5 to 65535")
    #expect(failure { $0.address.port = 0 } == "port: 0; expected 1 to 65535")
    #expect(failure { $0.address.host = "" } == "host: is empty")
  }

  @Test func aPasswordNeverShows() {
    var options = BrokerOptions(address: BrokerAddress(host: "h"), device: "d", username: "u")
    options.password = Secret("hunter2")
    #expect(!"\(options)".contains("hunter2"))
    #expect(!String(reflecting: options).contains("hunter2"))
    let message = failure { ($0.username, $0.password) = ("u", Secret("hunter2\n")) }
    #expect(message == "password: may not contain control characters (U+a)")
  }
}
