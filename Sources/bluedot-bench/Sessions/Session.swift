import FixedPoint

/// One recording with ground truth: who was heard when, and where the receiver really was.
struct Session {
  struct Beacon {
    var id: String
    /// Metres in the session's own frame.
    var x, y: Double
    /// Height in metres, where the set states it.
    var z: Double?
  }

  struct Event {
    var time: Milliseconds
    /// Index into `beacons`.
    var beacon: Int
    /// Whole dBm, as a controller reports it: sets that hold means of several receptions are rounded.
    var rssi: Int8
  }

  struct TruthPoint {
    var time: Milliseconds
    var x, y: Double
  }

  /// Path below the data directory, such as "flat/test_robot".
  let name: String
  let beacons: [Beacon]
  /// By time; simultaneous ones as in the file.
  let events: [Event]
  /// As in the file; empty when the set states no position with a time.
  let truth: [TruthPoint]
  /// Events of beacons that beacons.csv does not list; they are left out.
  let foreignEventCount: Int

  /// Reads the session of folder `path`: beacons.csv and events.csv, and truth.csv where there is one.
  init(name: String, path: String, hasTruth: Bool) throws(Failure) {
    self.name = name

    var beacons: [Beacon] = []
    var indices: [String: Int] = [:]
    let beaconTable = try Table(path: path + "/beacons.csv")
    let hasHeight = beaconTable.has("z")
    try beaconTable.forEachRow { row throws(Failure) in
      let id = try row.text("id")
      guard indices[id] == nil else { throw .input("\(row.place): beacon \"\(id)\" is listed twice") }
      indices[id] = beacons.count
      beacons.append(
        Beacon(
          id: id, x: try row.number("x"), y: try row.number("y"), z: hasHeight ? try row.numberIfAny("z") : nil))
    }
    guard !beacons.isEmpty else { throw .input("\(path)/beacons.csv: lists no beacon") }

    var events: [Event] = []
    var foreign = 0
    try Table(path: path + "/events.csv").forEachRow { row throws(Failure) in
      let time = try row.number("t")
      let rssi = try row.number("rssi")
      guard let beacon = indices[try row.text("id")] else {
        foreign += 1
        return
      }
      let level = Int8(min(max(rssi.rounded(.toNearestOrEven), -127), 20))
      events.append(Event(time: Self.milliseconds(time), beacon: beacon, rssi: level))
    }
    guard !events.isEmpty else { throw .input("\(path)/events.csv: holds no event of a listed beacon") }

    var truth: [TruthPoint] = []
    if hasTruth {
      let table = try Table(path: path + "/truth.csv")
      // Sets about zones hold labels and no positions; they cannot be scored in metres.
      if table.has("x") && table.has("y") {
        try table.forEachRow { row throws(Failure) in
          guard let x = try row.numberIfAny("x") else { return }
          truth.append(TruthPoint(time: Self.milliseconds(try row.number("t")), x: x, y: try row.number("y")))
        }
      }
    }

    self.beacons = beacons
    self.events = events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map { $0.element }
    self.truth = truth
    foreignEventCount = foreign
  }

  private static func milliseconds(_ seconds: Double) -> Milliseconds {
    Milliseconds((seconds * 1000).rounded(.toNearestOrEven))
  }
}
