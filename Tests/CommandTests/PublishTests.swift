import Foundation
import Testing

/// `bluedot replay --publish` with a real broker, and with none.
@Suite struct PublishTests {
  @Test func subscribersGetWhatIsPrintedOnceAndInOrder() throws {
    let broker = try LoopbackBroker()
    let subscriber = try broker.subscriber("bluedot/#")
    let run = try bluedot(
      "replay", Demo.walk, "--site", Demo.site, "--format", "jsonl", "--publish", "--broker",
      "127.0.0.1:\(broker.port)",
      "--device", "cart-7")
    #expect(run.code == 0)
    #expect(run.errors.hasPrefix("bluedot replay: connected to the broker at 127.0.0.1:\(broker.port)\n"))
    func received() -> [String] { subscriber.output.split(separator: "\n").map(String.init) }
    #expect(subscriber.wait { received().count >= run.lines.count + 3 })
    let messages = received().compactMap { line -> (topic: String, payload: String)? in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("bluedot/cart-7/") else { return nil }
      return (String(parts[0].dropFirst("bluedot/cart-7/".count)), String(parts[1]))
    }
    // QoS 0 and 1 may overtake each other on their way; each by itself keeps its order.
    for isLocation in [true, false] {
      let told = run.lines.filter { $0.hasPrefix("{\"topic\":\"location\"") == isLocation }
      let got = messages.filter { $0.topic != "status" && ($0.topic == "location") == isLocation }
        .map { "{\"topic\":\"\($0.topic)\",\"payload\":\($0.payload)}" }
      #expect(told.count > 100 && got.count == told.count)
      #expect(got == told)
    }
    let states = messages.filter { $0.topic == "status" }.map { status($0.payload) }
    #expect(states == ["online", "offline stopped"])
    // One who comes later learns that we stopped.
    let late = try broker.subscriber("bluedot/cart-7/status")
    #expect(late.wait { late.output.contains("bluedot/cart-7/status ") })
    let payload = late.output.split(separator: "\n").first { $0.hasPrefix("bluedot/cart-7/status ") }?
      .dropFirst("bluedot/cart-7/status ".count)
    #expect(status(String(payload ?? "")) == "offline stopped")
  }

  /// State and reason of a status message.
  private func status(_ payload: String) -> String {
    let object = (try? JSONSerialization.jsonObject(with: Data(payload.utf8))) as? [String: Any] ?? [:]
    return [object["state"], object["reason"]].compactMap { $0 as? String }.joined(separator: " ")
  }

  @Test func noBroker() throws {
    try withFiles(["walk": try Demo.walk(first: 3_000)]) { folder in
      let arguments = ["replay", folder.path + "/walk", "--site", Demo.site]
      let port = try LoopbackBroker.freePort()
      let run = try bluedot(arguments + ["--publish", "--broker", "127.0.0.1:\(port)"])
      #expect(run.code == 1)
      #expect(try run.output == bluedot(arguments).output && run.lines.count >= 7)
      #expect(
        run.errors.hasPrefix(
          "bluedot replay: cannot connect to 127.0.0.1:\(port): Connection refused; trying again\n"))
      #expect(
        run.errors.hasSuffix(
          "bluedot replay: nothing was published: no connection to the broker at 127.0.0.1:\(port)\n"))
      #expect(run.seconds < 12)
    }
  }

  /// A position is never delivered late: those of an outage are dropped by design, and that is no failure. Events wait.
  @Test func positionsOfAnOutageAreNoFailure() throws {
    try withFiles(["walk": try Demo.walk(first: 120_000)]) { folder in
      let arguments = ["replay", folder.path + "/walk", "--site", Demo.site, "--format", "jsonl"]
      var broker: LoopbackBroker? = try LoopbackBroker()
      let port = try #require(broker?.port)
      let program = try Program(arguments + ["--speed", "15", "--publish", "--broker", "127.0.0.1:\(port)"])
      #expect(program.wait { program.errors.contains("connected to the broker") })
      broker = nil
      #expect(program.wait { program.errors.contains("lost the broker") })
      broker = try LoopbackBroker(port: port)
      let run = program.finish()
      withExtendedLifetime(broker) {}
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.errors.contains(" positions were not published: the link was down\n"))
      #expect(!run.errors.contains("did not reach"))
    }
  }

  /// A server that takes the connection and says nothing.
  @Test func aBrokerThatIsSilent() throws {
    try withFiles(["walk": try Demo.walk(first: 3_000)]) { folder in
      let (descriptor, port) = try LoopbackBroker.listeningSocket()
      defer { close(descriptor) }
      let run = try bluedot(
        "replay", folder.path + "/walk", "--site", Demo.site, "--publish", "--broker", "127.0.0.1:\(port)")
      #expect(run.code == 1 && run.lines.count >= 7)
      #expect(
        run.errors.hasSuffix(
          "bluedot replay: nothing was published: no connection to the broker at 127.0.0.1:\(port)\n"))
      #expect(run.seconds < 12)
    }
  }

  @Test func anInterruptWhileTheBrokerIsAwaited() throws {
    let port = try LoopbackBroker.freePort()
    let program = try Program(
      ["replay", Demo.walk, "--site", Demo.site, "--publish", "--broker", "127.0.0.1:\(port)"])
    #expect(program.wait { program.errors.contains("cannot connect") })
    program.send(signal: SIGINT)
    let sent = Date()
    let run = program.finish(within: 20)
    #expect(run.code == 130)
    #expect(Date().timeIntervalSince(sent) < 4)
  }

  @Test func aBrokerThatRefuses() throws {
    let broker = try LoopbackBroker(settings: "allow_anonymous false")
    try withFiles(["walk": try Demo.walk(first: 3_000)]) { folder in
      let run = try bluedot(
        "replay", folder.path + "/walk", "--site", Demo.site, "--publish", "--broker", "127.0.0.1:\(broker.port)")
      #expect(run.code == 1 && run.lines.count >= 7)
      #expect(run.errors.hasPrefix("bluedot replay: 127.0.0.1:\(broker.port) refused the connection: "))
      #expect(run.seconds < 12)
    }
  }
}
