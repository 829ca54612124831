import Agent
import FixedPoint
import Testing

@testable import Contract

@Suite struct MessageEncoderTests {
  @Test func onlyEventsTakeASequenceNumber() throws {
    var encoder = encoder()
    let visit = FloorVisit(time: 0, since: 0, map: 0)
    let first = try parsed(encoder.encode(.floorEnter(visit), stamp: stamp))
    let state = try parsed(encoder.encode(.map(index: 0, time: 0), stamp: stamp))
    let second = try parsed(encoder.encode(.floorExit(visit), stamp: stamp))
    #expect(first["sequence"] as? Int == 1)
    #expect(state["sequence"] == nil)
    #expect(second["sequence"] as? Int == 2)
    #expect([first, second].map { $0["id"] as? String } == [ids[0], ids[1]])
  }

  @Test func theSameSeedGivesTheSameBytesAndAnotherSeedOtherIds() {
    let event = AgentEvent.floorEnter(FloorVisit(time: 0, since: 0, map: 0))
    var one = encoder()
    var same = encoder()
    var other = MessageEncoder(site: demoSite(), sessionSeed: seed + 1)
    let message = text(one.encode(event, stamp: stamp))
    #expect(message == text(same.encode(event, stamp: stamp)))
    #expect(message != text(other.encode(event, stamp: stamp)))
  }

  @Test func idsDoNotRepeatWithinOrAcrossRuns() {
    var seen: Set<String> = []
    for seed in [UInt64(0), 1, 42, .max] {
      for number in 0..<20_000 as Range<UInt64> {
        let id = EventIDs.uuid(seed: seed, number: number)
        #expect((id.high >> 12) & 0xF == 8)
        #expect(id.low >> 62 == 0b10)
        seen.insert("\(id.high) \(id.low)")
      }
    }
    #expect(seen.count == 80_000)
  }

  @Test func aMessageOutlivesTheNextOne() {
    var encoder = encoder()
    let map = encoder.encode(.map(index: 1, time: 5), stamp: stamp)
    let before = text(map)
    _ = encoder.encode(.map(index: 0, time: 6), stamp: stamp)
    #expect(text(map) == before)
  }

  @Test func aReplayLineHoldsTopicAndPayload() {
    let message = Message(topic: "event/zone/enter", retain: false, qos: 1, payload: Array(#"{"a":[1]}"#.utf8))
    #expect(
      String(decoding: message.replayLine, as: UTF8.self)
        == "{\"topic\":\"event/zone/enter\",\"payload\":{\"a\":[1]}}\n")
  }
}
