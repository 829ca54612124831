import Testing

@testable import Contract

@Suite struct StatusMessageTests {
  let status = StatusMessage(version: "1.2.3", startTime: 1_000)

  @Test func onlineTellsVersionAndUptime() {
    let message = status.message(.online, time: 61_000, stamp: stamp)
    #expect(message.topic == "status")
    #expect(message.retain)
    #expect(message.qos == 1)
    #expect(
      text(message) == """
        {"state":"online","reason":null,"version":"1.2.3",\
        "time":"2026-01-05T08:01:01.000Z","timeEpoch":1767600061000,"clockSynced":true,\
        "startTime":"2026-01-05T08:00:01.000Z","startTimeEpoch":1767600001000,"uptime":60000}
        """)
  }

  @Test func stoppedIsOfflineInGoodOrder() throws {
    let payload = try parsed(status.message(.stopped, time: 2_000, stamp: stamp))
    #expect(payload["state"] as? String == "offline")
    #expect(payload["reason"] as? String == "stopped")
    #expect(payload["uptime"] as? Int == 1_000)
  }

  @Test func aWillDoesNotInventWhenItIsSent() {
    let message = status.message(.lost, time: 61_000, stamp: stamp)
    #expect(
      text(message) == """
        {"state":"offline","reason":"connectionLost","version":"1.2.3",\
        "time":null,"timeEpoch":null,"clockSynced":true,\
        "startTime":"2026-01-05T08:00:01.000Z","startTimeEpoch":1767600001000,"uptime":null}
        """)
  }

  private let health = AgentHealth(
    mode: .deadReckoning, radio: "recovering", adapter: "hci0", lastAdvertisementAge: 91_000,
    faults: ["hci0 is silent", "no \"site\""])

  @Test func aLiveAgentTellsHowItIs() {
    let message = status.message(.online, health: health, time: 61_000, stamp: stamp)
    #expect(
      text(message) == """
        {"state":"online","reason":null,"version":"1.2.3",\
        "time":"2026-01-05T08:01:01.000Z","timeEpoch":1767600061000,"clockSynced":true,\
        "startTime":"2026-01-05T08:00:01.000Z","startTimeEpoch":1767600001000,"uptime":60000,\
        "mode":"deadReckoning",\
        "radio":{"state":"recovering","adapter":"hci0","lastAdvertisementAge":91000},\
        "faults":["hci0 is silent","no \\"site\\""]}
        """)
  }

  @Test func whatIsNotThereIsNull() {
    let health = AgentHealth(mode: .starting, radio: "noAdapter")
    let message = status.message(.online, health: health, time: 1_000, stamp: stamp)
    #expect(
      text(message).hasSuffix(
        #""mode":"starting","radio":{"state":"noAdapter","adapter":null,"lastAdvertisementAge":null},"faults":[]}"#))
  }

  @Test func aWillKnowsNothingOfHealth() {
    let message = status.message(.lost, health: health, time: 61_000, stamp: stamp)
    #expect(text(message).hasSuffix(#""uptime":null,"mode":null,"radio":null,"faults":null}"#))
  }
}
