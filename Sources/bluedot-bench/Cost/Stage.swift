/// A stage of the path from packet to position, alone and over packets in memory.
protocol Stage {
  /// One word, for the command line.
  static var name: String { get }

  /// Prepares everything that the agent prepares once, when it loads a site.
  init(trace: PacketTrace) throws(Failure)

  /// Takes `count` advertisements through the stage, over the trace again and again, going on where the last call ended.
  ///
  /// - Returns: a value that depends on every result, so that no work can be optimised away.
  mutating func run(count: Int) throws(Failure) -> UInt64
}

enum Stages {
  /// Every stage that runs, in the order of the data flow; `ReadLoop` comes first since all others are compared with it.
  static var all: [any Stage.Type] {
    [
      ReadLoop.self, PacketReadLoop.self, ParseStage.self, RangingStage.self, SurfaceStage.self, AgentStage.self,
      PathStage.self, EdgeStage.self, IdleForeignStage.self, IdleSiteStage.self, IdleRegionStage.self,
    ]
  }

  static func make(_ name: String, trace: PacketTrace) throws(Failure) -> any Stage {
    for stage in all where stage.name == name { return try stage.init(trace: trace) }
    throw .usage("stage \"\(name)\": expected one of \(all.map { $0.name }.joined(separator: ", "))")
  }

  /// Of several sessions, the one that asks most of the agent: the most beacons, then the most events.
  static func trace(of sessions: [Session]) throws(Failure) -> PacketTrace {
    let densest = sessions.max { ($0.beacons.count, $0.events.count) < ($1.beacons.count, $1.events.count) }
    guard let densest else { throw .input("no session to take packets from") }
    return PacketTrace(densest)
  }
}
