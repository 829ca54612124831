import Lines
import Regions
import Testing

@testable import Broker
@testable import Configuration

@Suite struct BrokerTests {
  @Test func everythingIsPutTogether() throws {
    let load = Scene(
      """
      [broker]
      host = broker.example.org
      port = 8883
      username = cart
      password = a ;#b= "c"
      client-id = me
      keep-alive = 2 min
      [device]
      name = cart-7
      """
    ).load()
    #expect(load.problems == [])
    let broker = try #require(load.configuration.broker)
    #expect(broker.address == BrokerAddress(host: "broker.example.org", port: 8_883))
    #expect(broker.username == "cart" && broker.clientId == "me" && broker.keepAlive == 120)
    #expect(broker.device == "cart-7" && broker.password?.text == #"a ;#b= "c""#)
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("[fe80::1%eth0]", "fe80::1%eth0"), ("b", "b"),
  ])
  func hosts(text: String, host: String) throws {
    let broker = try #require(Scene("[broker]\nhost = \(text)\n").load().configuration.broker)
    #expect(broker.address == BrokerAddress(host: host, port: 1_883) && broker.clientId == "bluedot-board-1")
    #expect(broker.keepAlive == 30 && broker.password == nil)
  }

  @Test func aPasswordNeedsAUserAndIsNeverShown() {
    let scene = Scene("[broker]\nhost = b\npassword = hunter2\n")
    #expect(scene.report() == ["bluedot.conf:3: error: [broker]: password: needs a user name beside it"])
    let load = Scene("[broker]\nhost = b\nusername = u\npassword = hunter2\n").load()
    #expect(load.values["broker.password"] == "(secret)")
    #expect(!configurationText(load.configuration).contains("hunter2"))
    let tooLong = Scene("[broker]\nhost = b\nusername = u\npassword = hunter2\u{7}\n").report().joined()
    #expect(tooLong.contains("control character") && !tooLong.contains("hunter2"))
  }

  @Test func aPasswordThatEverybodyMayReadIsAWarning() {
    var scene = Scene("[log]\n", "[broker]\nhost = b\nusername = u\npassword = x\n")
    #expect(scene.report() == [])
    scene.readableByAll = ["conf.d/1.conf"]
    #expect(
      scene.report() == [
        "conf.d/1.conf:4: warning: everybody on this machine can read the password; chmod o-r conf.d/1.conf, or use"
          + " password-file"
      ])
    #expect(!scene.load().hasErrors)
  }

  @Test func aPasswordInAFile() throws {
    var scene = Scene("[broker]\nhost = b\nusername = u\npassword-file = /etc/bluedot/password\n")
    #expect(
      scene.report() == [
        "bluedot.conf:4: error: the password cannot be read: cannot open /etc/bluedot/password: No such file or directory"
      ])
    for (content, password) in [("x y\n", "x y"), ("x\r\n", "x"), ("x", "x"), ("x\n\n", nil)] as [(String, String?)] {
      scene.files = ["/etc/bluedot/password": content]
      let load = scene.load()
      // A second line is no password's end: MQTT takes no control characters.
      #expect(load.hasErrors == (password == nil))
      if let password { #expect(load.configuration.broker?.password?.text == password) }
    }
    scene.files = ["/etc/bluedot/password": "\n"]
    #expect(
      scene.report() == ["bluedot.conf:4: error: /etc/bluedot/password is empty; expected the password in it"])
    scene.files = ["/etc/bluedot/password": "x"]
    scene.readableByAll = ["/etc/bluedot/password"]
    #expect(
      scene.report() == [
        "bluedot.conf:4: warning: everybody on this machine can read the password; chmod o-r /etc/bluedot/password"
      ])
  }

  @Test func aPasswordFromSystemd() {
    var scene = Scene("[broker]\nhost = b\nusername = u\npassword-credential = mqtt\n")
    let missing =
      "there are no credentials here ($CREDENTIALS_DIRECTORY is not set): the unit needs LoadCredential=mqtt:PATH"
    #expect(scene.report() == ["bluedot.conf:4: error: \(missing)"])
    scene.isCheck = true
    #expect(scene.report() == ["bluedot.conf:4: warning: \(missing)"])
    scene.credentials = "/run/credentials/bluedot.service"
    scene.files = ["/run/credentials/bluedot.service/mqtt": "x\n"]
    #expect(scene.report() == [] && scene.load().configuration.broker?.password?.text == "x")
  }

  @Test func onePasswordPerFileAndTheLastFilesCounts() {
    let both = "[broker]\nhost = b\nusername = u\npassword = x\npassword-file = /p\n"
    #expect(
      Scene(both).report() == [
        "bluedot.conf:5: error: the password is given in line 4 already; keep one of password, password-file and"
          + " password-credential"
      ])
    var scene = Scene("[broker]\nhost = b\nusername = u\npassword = x\n", "[broker]\npassword-file = /p\n")
    scene.files = ["/p": "y\n"]
    #expect(scene.report() == [] && scene.load().configuration.broker?.password?.text == "y")
  }
}

@Suite struct LineTests {
  @Test func lampsTakeTheCommonChipUnlessTheyHaveTheirOwn() {
    let load = Scene(
      """
      [lamps]
      chip = pinctrl-bcm2711
      active-low = yes
      status = 17
      radio = LED_R
      radio-chip = gpiochip1
      radio-active-low = no
      """
    ).load()
    #expect(load.problems == [])
    let lamps = load.configuration.lamps
    #expect(lamps.status == LineAddress(chip: "pinctrl-bcm2711", line: .offset(17), isActiveLow: true))
    #expect(lamps.radio == LineAddress(chip: "gpiochip1", line: .name("LED_R"), isActiveLow: false))
    #expect(lamps.network == nil && lamps.event == nil)
  }

  @Test(arguments: [
    (
      "[lamps]\nstatus = 17",
      "2: error: status in [lamps] is a line's number, and its chip is not told; expected chip or status-chip"
    ),
    (
      "[motion]\nline = 4",
      "2: error: line in [motion] is a line's number, and its chip is not told; expected line-chip"
    ),
    (
      "[motion]\nline-active-low = yes",
      "2: error: line-active-low in [motion] means nothing without line; expected line beside it"
    ),
    (
      "[lamps]\nchip = c\nstatus = 17\nradio = 17",
      "4: error: radio in [lamps] is the line that status in [lamps] has; expected a line of its own"
    ),
    (
      "[lamps]\nchip = c\nevent = 4\n[motion]\nline = 4\nline-chip = c",
      "5: error: line in [motion] is the line that event in [lamps] has; expected a line of its own"
    ),
    (
      "[lamps]\nstatus = \(String(repeating: "x", count: 32))",
      "2: error: status in [lamps] is \"\(String(repeating: "x", count: 32))\"; expected a GPIO line's name, or its number on the chip, of 1 to 31 bytes"
    ),
  ])
  func contradictionsAreErrors(text: String, message: String) {
    #expect(Scene(text).report() == ["bluedot.conf:" + message])
  }
}

@Suite struct RegionTests {
  private let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
  private let high: UInt64 = 0xF782_6DA6_4FA2_4E98
  private let low: UInt64 = 0x8024_BC5B_71E0_893E

  @Test func everyKindOfRegion() {
    let load = Scene(
      """
      [region all]
      uuid = F7826DA64FA24E988024BC5B71E0893E
      [region  Main hall ]
      uuid = \(uuid)
      major = 0
      minor = 65535
      sightings = 255
      exit-after = 90 s
      range = yes
      [region floor]
      uuid = \(uuid)
      major = 7
      [region museum]
      namespace = 00112233445566778899
      instance = AABBCCDDEEFF
      [region chain]
      namespace = 00112233445566778899
      [region campus]
      organisation = \(uuid)
      """
    ).load()
    #expect(load.problems == [])
    #expect(
      load.configuration.regions.map(Self.withoutRanging) == [
        Region(uuidHigh: high, uuidLow: low),
        Region(uuidHigh: high, uuidLow: low, major: 0, minor: 65_535, entrySightings: 255, exitAfter: 90_000),
        Region(uuidHigh: high, uuidLow: low, major: 7),
        Region(namespaceHigh: 0x0011_2233_4455_6677, namespaceLow: 0x8899, instance: 0xAABB_CCDD_EEFF),
        Region(namespaceHigh: 0x0011_2233_4455_6677, namespaceLow: 0x8899),
        Region(organisationHigh: high, organisationLow: low),
      ])
    #expect(load.configuration.regionNames == ["all", "Main hall", "floor", "museum", "chain", "campus"])
    #expect(load.configuration.regions.map(\.ranges) == [false, true, false, false, false, false])
    // What is shown of them makes the same regions.
    let again = Scene(configurationText(load.configuration)).load()
    #expect(again.problems == [] && again.configuration.regions == load.configuration.regions)
  }

  private static func withoutRanging(_ region: Region) -> Region {
    var region = region
    region.ranges = false
    return region
  }

  @Test(arguments: [
    ("uuid = x", "2: error: uuid in [region R] is \"x\"; expected a UUID: 32 hexadecimal digits"),
    ("uuid = f7826da6-4fa2-4e98-8024-bc5b71e0893e\nminor = 1", "1: error: [region R] has a minor and no major"),
    ("organisation = f7826da6-4fa2-4e98-8024-bc5b71e0893e\nmajor = 1", "1: error: [region R] has a major and no uuid"),
    (
      "organisation = f7826da6-4fa2-4e98-8024-bc5b71e0893e\ninstance = aabbccddeeff",
      "1: error: [region R] has an instance and no namespace"
    ),
    (
      "organisation = f7826da6-4fa2-4e98-8024-bc5b71e0893e\nnamespace = 00112233445566778899",
      "1: error: [region R] has more than one of uuid, namespace and organisation; expected one of them"
    ),
    (
      "namespace = 0011223344556677889",
      "2: error: namespace in [region R] is \"0011223344556677889\"; expected an Eddystone namespace: 20 hexadecimal digits"
    ),
  ])
  func badRegions(keys: String, message: String) {
    #expect(
      Scene("[region R]\n\(keys)\n").report().filter { !$0.contains("does not say") } == ["bluedot.conf:" + message])
  }

  @Test func twinsAreAWarning() {
    let load = Scene("[region A]\nuuid = \(uuid)\n[region B]\nuuid = \(uuid)\nexit-after = 5 s\n").load()
    #expect(
      load.problems.map { $0.message } == ["bluedot.conf:3: warning: [region B] has the same beacons as [region A]"])
    #expect(load.configuration.regions.count == 2 && !load.hasErrors)
  }

  @Test func thereIsAnEndToThem() {
    let text = (0..<65).map { "[region \($0)]\norganisation = \(uuid.dropLast(2))\(String($0 + 16, radix: 16))\n" }
      .joined()
    let load = Scene(text).load()
    #expect(
      load.problems.map { $0.message } == [
        "bluedot.conf:129: error: there are more than 64 regions; expected at most so many"
      ])
    #expect(load.configuration.regions.count == 64)
  }

  @Test func aHookThatIsNotThereIsAWarning() {
    var scene = Scene("[wake]\nhook = /usr/local/bin/wake up\n")
    #expect(
      scene.report() == [
        "bluedot.conf:2: warning: the hook \"/usr/local/bin/wake\" is not there; a wake-up will find no program"
      ])
    scene.files = ["/usr/local/bin/wake": ""]
    #expect(scene.report() == [])
  }
}
