import Foundation
import Testing

/// `bluedot run` with a controller in software and a real broker: what it publishes, survives and leaves behind.
@Suite(.serialized) struct RunTests {
  /// The board stands in the demo site's west room, beside the beacon a2.
  private static let westRoom = [
    AirController.Beacon(minor: 2, rssi: -50, interval: 50), AirController.Beacon(minor: 4, rssi: -74, interval: 90),
    AirController.Beacon(minor: 3, rssi: -80, interval: 90),
  ]

  /// A folder with a configuration, a controller and a broker.
  private final class Board {
    let folder: URL
    let broker: LoopbackBroker
    private(set) var air: AirController?

    init() throws {
      folder = try TestFolder.make()
      broker = try LoopbackBroker()
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("state"), withIntermediateDirectories: true)
      try configure()
    }

    deinit {
      air?.end()
      try? FileManager.default.removeItem(at: folder)
    }

    var configuration: String { folder.appendingPathComponent("bluedot.conf").path }

    func configure(site: String = Demo.site, more: String = "") throws {
      let text = """
        [device]
        name = cart-7
        site = \(site)
        state-directory = \(folder.path)/state
        [radio]
        adapter = unix:\(folder.path)/hci
        [broker]
        host = 127.0.0.1
        port = \(broker.port)
        [region lobby]
        uuid = fb43fa7b-6a76-5b5d-a665-6078f5b7f0ac
        major = 1
        \(more)
        """
      try text.write(toFile: configuration, atomically: true, encoding: .utf8)
    }

    func goOnAir(_ beacons: [AirController.Beacon] = RunTests.westRoom) throws {
      air = try AirController(path: folder.path + "/hci", beacons: beacons)
    }

    func goOffAir() {
      air?.end()
      air = nil
    }

    func run(_ more: String...) throws -> Program { try Program(["run", "--config", configuration] + more) }
  }

  private func count(_ text: String, in output: String) -> Int { output.components(separatedBy: text).count - 1 }

  @Test func publishesWhereItIsAndStopsInGoodOrder() throws {
    let board = try Board()
    try board.goOnAir()
    let subscriber = try board.broker.subscriber("bluedot/cart-7/#")
    let program = try board.run()
    #expect(program.wait { subscriber.output.contains("event/zone/enter") })
    program.send(signal: SIGTERM)
    let run = program.finish()
    #expect(run.code == 0 && run.output.isEmpty)
    #expect(subscriber.wait { subscriber.output.contains("\"reason\":\"stopped\"") })
    let lines = subscriber.output.split(separator: "\n").map(String.init)
    func first(_ topic: String) -> String { lines.first { $0.hasPrefix("bluedot/cart-7/\(topic) ") } ?? "" }
    #expect(first("status").contains("\"state\":\"online\""))
    #expect(first("event/region/enter").contains("\"identifier\":\"lobby\""))
    #expect(first("event/floor/enter").contains("\"mapName\":\"Flat\""))
    #expect(first("event/zone/enter").contains("\"name\":\"West room\""))
    #expect(first("location").contains("\"source\":\"beacons\""))
    #expect(lines.last?.contains("\"state\":\"offline\"") == true)
    #expect(count("event/zone/exit", in: subscriber.output) == 0)
    // The controller is left as it should be, and the log tells each change once.
    #expect(board.air?.isScanned == false)
    #expect(count("listening with the controller", in: run.errors) == 1)
    #expect(count("connected to the broker", in: run.errors) == 1)
    #expect(run.errors.contains("entered the zone West room"))
  }

  @Test func aReplayOfTheRecordingTellsTheSameEvents() throws {
    let board = try Board()
    try board.goOnAir()
    let subscriber = try board.broker.subscriber("bluedot/cart-7/event/#")
    let recording = board.folder.path + "/run.btsnoop"
    let program = try board.run("--record", recording)
    #expect(program.wait { subscriber.output.contains("event/zone/enter") })
    board.goOffAir()
    usleep(1_500_000)
    try board.goOnAir()
    #expect(program.wait { count("event/vbeacon", in: subscriber.output) >= 4 })
    program.send(signal: SIGTERM)
    #expect(program.finish().code == 0)
    let live = subscriber.output.split(separator: "\n").filter { $0.hasPrefix("bluedot/") }
      .map { $0.dropFirst("bluedot/cart-7/".count).split(separator: " ", maxSplits: 1) }
      .map { "{\"topic\":\"\($0[0])\",\"payload\":\($0[1])}" }
    let replay = try bluedot("replay", recording, "--config", board.configuration, "--format", "jsonl")
    #expect(replay.code == 0)
    let replayed = replay.lines.filter { $0.hasPrefix("{\"topic\":\"event/") }
    #expect(live.count >= 6)
    #expect(replayed == live)
  }

  @Test func aKilledRunIsFollowedWithoutAFalsePair() throws {
    let board = try Board()
    try board.goOnAir()
    let subscriber = try board.broker.subscriber("bluedot/cart-7/event/region/#")
    let first = try board.run()
    #expect(first.wait { subscriber.output.contains("event/region/enter") })
    // The memory is written some seconds after the change, to spare flash.
    let state = board.folder.path + "/state/state"
    #expect(first.wait { FileManager.default.fileExists(atPath: state) })
    first.send(signal: SIGKILL)
    #expect(first.finish().code == 128 + SIGKILL)
    #expect(board.air?.isScanned == true)
    let second = try board.run()
    #expect(second.wait { second.errors.contains("on the map Flat") })
    second.send(signal: SIGTERM)
    #expect(second.finish().code == 0)
    #expect(count("event/region/", in: subscriber.output) == 1)

    // A damaged file is told and not used.
    try "garbage".write(toFile: state, atomically: true, encoding: .utf8)
    let third = try board.run()
    #expect(third.wait { count("event/region/enter", in: subscriber.output) == 2 })
    third.send(signal: SIGTERM)
    #expect(third.finish().errors.contains("the kept file is damaged"))
  }

  @Test func errorsInTheConfigurationAreWaitedOut() throws {
    let board = try Board()
    try board.goOnAir()
    try board.configure(more: "colour = blue\n[radoi]\nadapter = hci0")
    let subscriber = try board.broker.subscriber("bluedot/cart-7/status")
    let program = try board.run()
    #expect(program.wait { subscriber.output.contains("the configuration has errors") })
    #expect(program.errors.contains("bluedot.conf:13: ") && program.errors.contains("bluedot.conf:14: "))
    #expect(board.air?.isScanned == false)
    try board.configure()
    program.send(signal: SIGHUP)
    #expect(program.wait { board.air?.isScanned == true })
    #expect(subscriber.wait { subscriber.output.contains("\"faults\":[]") })
    program.send(signal: SIGINT)
    let run = program.finish()
    #expect(run.code == 0)
    #expect(count("bluedot.conf:14: ", in: run.errors) == 1)
  }

  @Test func aBadReloadIsRefusedAndTheOldStaysInUse() throws {
    let board = try Board()
    try board.goOnAir()
    let subscriber = try board.broker.subscriber("bluedot/cart-7/#")
    let program = try board.run()
    #expect(program.wait { subscriber.output.contains("event/zone/enter") })
    try board.configure(site: "/nowhere", more: "exit-after = soon")
    program.send(signal: SIGHUP)
    #expect(program.wait { program.errors.contains("was refused; the old one stays in use") })
    #expect(subscriber.wait { subscriber.output.contains("the last reload was refused") })
    let positions = count("cart-7/location ", in: subscriber.output)
    #expect(subscriber.wait { count("cart-7/location ", in: subscriber.output) > positions + 2 })

    // A good one is taken up: the region's new name is told of, nobody leaves the zone.
    try board.configure(more: "[region hall]\nuuid = fb43fa7b-6a76-5b5d-a665-6078f5b7f0ac")
    program.send(signal: SIGHUP)
    #expect(subscriber.wait { subscriber.output.contains("\"identifier\":\"hall\"") })
    program.send(signal: SIGTERM)
    #expect(program.finish().code == 0)
    #expect(count("event/region/enter", in: subscriber.output) == 2)
  }

  @Test func withoutAControllerItWaitsAndSaysSo() throws {
    let board = try Board()
    let subscriber = try board.broker.subscriber("bluedot/cart-7/#")
    let program = try board.run()
    #expect(subscriber.wait { subscriber.output.contains("\"radio\":{\"state\":\"noAdapter\"") })
    try board.goOnAir()
    #expect(subscriber.wait { subscriber.output.contains("event/zone/enter") })
    // Deaf is not gone: nobody leaves a zone or a region while there is no controller.
    board.goOffAir()
    #expect(subscriber.wait { count("\"radio\":{\"state\":\"noAdapter\"", in: subscriber.output) >= 2 })
    try board.goOnAir()
    #expect(subscriber.wait { count("\"radio\":{\"state\":\"scanning\"", in: subscriber.output) >= 2 })
    program.send(signal: SIGTERM)
    #expect(program.finish().code == 0)
    #expect(count("/exit ", in: subscriber.output) == 0)
    #expect(count("event/zone/enter", in: subscriber.output) == 1)
  }

  @Test func aDirectoryThatCannotBeWrittenIsAFaultAndNotAnEnd() throws {
    let board = try Board()
    try board.goOnAir()
    try FileManager.default.removeItem(atPath: board.folder.path + "/state")
    // A file where the directory should be: nothing can be kept, whoever runs it.
    try "".write(toFile: board.folder.path + "/state", atomically: true, encoding: .utf8)
    let subscriber = try board.broker.subscriber("bluedot/cart-7/#")
    let program = try board.run("--record", "/nowhere/run.btsnoop")
    #expect(subscriber.wait { subscriber.output.contains("regions will not be remembered over a restart") })
    #expect(subscriber.output.contains("event/zone/enter"))
    #expect(program.errors.contains("the run goes on without"))
    program.send(signal: SIGTERM)
    #expect(program.finish().code == 0)
  }

  @Test func wrongUsage() throws {
    let run = try bluedot("run", "--log-level", "loud")
    #expect(run.code == 2 && run.errors.contains("--log-level is \"loud\"; expected verbose, debug"))
    #expect(try bluedot("run", "something").code == 2)
  }
}
