import CHost
import Foundation
import Testing

@testable import Host

/// Two connected sockets, closed with the value.
private final class SocketPair {
  private(set) var near: Int32 = -1
  private(set) var far: Int32 = -1

  init() throws {
    var pair: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    near = pair[0]
    far = pair[1]
  }

  deinit {
    closeFar()
    close(near)
  }

  func closeFar() {
    if far >= 0 { close(far) }
    far = -1
  }

  func send(_ text: String) { _ = text.withCString { Foundation.write(far, $0, strlen($0)) } }
}

/// Serialised: a process has its signals once, and these tests raise some on their own thread.
@Suite(.serialized) struct EventLoopTests {
  @Test func tellsWhoIsReadyAndForWhat() throws {
    let loop = try EventLoop()
    let (quiet, talking) = (try SocketPair(), try SocketPair())
    try loop.watch(quiet.near, token: 7)
    try loop.watch(talking.near, token: 2_147_483_647)
    #expect(loop.wait(until: 0) == 0)
    talking.send("x")
    #expect(loop.wait(until: nil) == 1)
    #expect(loop.token(at: 0) == 2_147_483_647)
    #expect(loop.isReadable(at: 0) && !loop.isWritable(at: 0) && !loop.isClosed(at: 0))
    // Level-triggered: what is not read is told again.
    #expect(loop.wait(until: nil) == 1)
    #expect(loop.token(at: 1) == -1 && loop.token(at: -1) == -1 && loop.token(at: .max) == -1)
  }

  @Test func watchingAgainChangesTokenAndDirection() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    try loop.watch(pair.near, writing: true, token: 1)
    #expect(loop.wait(until: nil) == 1)
    #expect(loop.token(at: 0) == 1 && loop.isWritable(at: 0) && !loop.isReadable(at: 0))
    try loop.watch(pair.near, writing: false, token: 2)
    #expect(loop.wait(until: 0) == 0)
    pair.send("x")
    #expect(loop.wait(until: nil) == 1)
    #expect(loop.token(at: 0) == 2 && loop.isReadable(at: 0))
  }

  @Test func aClosedEndIsTold() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    try loop.watch(pair.near, token: 1)
    pair.send("x")
    pair.closeFar()
    #expect(loop.wait(until: nil) == 1)
    #expect(loop.isClosed(at: 0) && loop.isReadable(at: 0))
  }

  /// Two are ready, and handling the first takes the other away; its descriptor's number may belong to another by now.
  @Test func whatIsForgottenIsNotHandled() throws {
    let loop = try EventLoop()
    let (first, second) = (try SocketPair(), try SocketPair())
    try loop.watch(first.near, token: 1)
    try loop.watch(second.near, token: 2)
    first.send("x")
    second.send("x")
    #expect(loop.wait(until: nil) == 2)
    #expect(Set([loop.token(at: 0), loop.token(at: 1)]) == [1, 2])
    loop.forget(second.near)
    #expect(Set([loop.token(at: 0), loop.token(at: 1)]) == [1, -1])
    let gone = loop.token(at: 0) == -1 ? 0 : 1
    #expect(!loop.isReadable(at: gone))
    #expect(loop.wait(until: nil) == 1 && loop.token(at: 0) == 1)
    loop.forget(second.near)
    loop.forget(99_999)
    loop.forget(-1)
  }

  @Test func aClosedDescriptorIsForgotten() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    try loop.watch(pair.far, token: 1)
    let number = pair.far
    pair.closeFar()
    loop.forget(number)
    #expect(loop.wait(until: 0) == 0)
  }

  @Test(arguments: [-1, 2_147_483_648, Int.min]) func tokensOutOfRangeAreRefused(token: Int) throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    #expect(throws: HostError.self) { try loop.watch(pair.near, token: token) }
  }

  @Test func aRegularFileIsRefusedByName() throws {
    let loop = try EventLoop()
    let file = try #require(fopen("/proc/self/exe", "r"))
    defer { fclose(file) }
    do throws(HostError) {
      try loop.watch(fileno(file), token: 1)
      Issue.record("a regular file is watched")
    } catch {
      #expect(error.message == "cannot watch descriptor \(fileno(file)): Operation not permitted")
    }
  }

  /// Never before it: what is due at a time finds itself due. How late is the machine's business.
  @Test func theDeadlineIsNeverEarly() throws {
    let loop = try EventLoop()
    for delay in [1, 2, 5, 20] as [Int64] { expectIdle(loop, until: Clock.bootMilliseconds + delay) }
  }

  /// Nothing is ready until the deadline. The end of a child of a test beside this one ends a wait, too: once for each,
  /// not over and over.
  private func expectIdle(_ loop: EventLoop, until deadline: Int64) {
    for _ in 1...10 {
      #expect(loop.wait(until: deadline) == 0)
      if Clock.bootMilliseconds >= deadline { return }
    }
    Issue.record("ten waits ended before their deadline")
  }

  /// An earlier deadline replaces a later one, a later one an earlier one, and none both.
  @Test func theLastDeadlineCounts() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    try loop.watch(pair.near, token: 1)
    pair.send("x")
    let now = Clock.bootMilliseconds
    #expect(loop.wait(until: now + 1) == 1)
    #expect(loop.wait(until: now + 3_600_000) == 1)
    loop.forget(pair.near)
    expectIdle(loop, until: Clock.bootMilliseconds + 30)
    try loop.watch(pair.near, token: 1)
    #expect(loop.wait(until: now + 3_600_000) == 1)
    #expect(loop.wait(until: nil) == 1)
  }

  @Test(arguments: [Int64.min, -1, 0, 1]) func aDeadlineInThePastReturnsAtOnce(deadline: Int64) throws {
    #expect(try EventLoop().wait(until: deadline) == 0)
  }

  @Test func aDeadlineAtTheEndOfTimeIsNone() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    try loop.watch(pair.near, token: 1)
    pair.send("x")
    #expect(loop.wait(until: .max) == 1)
  }

  @Test func signalsBeforeTheFirstWaitAreNotLost() throws {
    let loop = try EventLoop()
    #expect(loop.takeSignal() == nil)
    for signal in [SIGHUP, SIGCHLD, SIGCHLD, SIGHUP] { raise(signal) }
    #expect(loop.wait(until: nil) == 0)
    // The next wait does not wait either, as long as one is left.
    #expect(loop.takeSignal() == .hangup)
    #expect(loop.wait(until: nil) == 0)
    #expect(loop.takeSignal() == .child)
    #expect(loop.takeSignal() == nil)
  }

  @Test func aBrokenPipeIsAnErrorAndNotTheEnd() throws {
    _ = try EventLoop()
    let pair = try SocketPair()
    pair.closeFar()
    #expect(Foundation.write(pair.near, "x", 1) == -1 && errno == EPIPE)
  }

  /// The kernel hands out 64 at a time; the others come in the next rounds.
  @Test func manyReadyDescriptorsAllGetTheirTurn() throws {
    let loop = try EventLoop()
    let pairs = try (0..<150).map { _ in try SocketPair() }
    for (token, pair) in pairs.enumerated() {
      try loop.watch(pair.near, token: token)
      pair.send("x")
    }
    var seen: Set<Int> = []
    for _ in 0..<10 {
      let count = loop.wait(until: nil)
      #expect((1...64).contains(count))
      for index in 0..<count { seen.insert(loop.token(at: index)) }
    }
    #expect(seen == Set(0..<150))
  }
}
