import CHost
import Foundation
import Testing

@testable import Host

/// The threads that tests run on block signals.
private func unblockSignals() {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// A stop signal ends whatever waits. Each in a process of its own: the signal stays.
@Suite struct StopTests {
  /// With an event loop the signal is not taken yet, and the write is not its only taker.
  @Test func aStuckWriteEndsWhileTheLoopHasTheSignal() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      let output = OutputStream(descriptor: ends[1], capacity: 0)
      output.write(String(repeating: "x", count: 65_536))
      #expect(output.failure == nil)
      raise(SIGTERM)
      output.write("y")
      #expect(output.failure?.code == EINTR)
      #expect(!StopSignal.isRaised)
      #expect(loop.wait(until: nil) == 0)
      #expect(loop.takeSignal() == .terminate && loop.takeSignal() == nil)
      #expect(StopSignal.isRaised && StopSignal.exitCode == 143)
      // From here on half a second is all that a reader gets.
      let late = OutputStream(descriptor: ends[1], capacity: 0)
      late.write("z")
      #expect(late.failure?.code == EINTR)
    }
  }

  /// Other signals are none of a write's business.
  @Test func aWriteGoesOnThroughOtherSignals() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      let reader = ends[0]
      raise(SIGHUP)
      raise(SIGCHLD)
      let output = OutputStream(descriptor: ends[1])
      let thread = Thread {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var left = 200_000
        usleep(100_000)
        while left > 0 { left -= read(reader, &bytes, min(bytes.count, left)) }
      }
      thread.start()
      output.write(String(repeating: "x", count: 200_000))
      output.flush()
      #expect(output.failure == nil)
      #expect(loop.wait(until: nil) == 0 && loop.takeSignal() == .hangup)
    }
  }

  @Test func withoutALoopItIsAFlagThatNoWaitMisses() async {
    await #expect(processExitsWith: .success) {
      StopSignal.catchSignals()
      unblockSignals()
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      raise(SIGINT)
      #expect(StopSignal.isRaised && StopSignal.exitCode == 130)
      // Nobody ever writes, and an hour is no sleep for a program that shall stop.
      var byte: UInt8 = 0
      #expect(bd_read(ends[0], &byte, 1) == Int64(-EINTR))
      Clock.sleep(milliseconds: 3_600_000)
    }
  }

  /// What could still be written is written.
  @Test func anOutputThatIsReadLosesNothing() async {
    await #expect(processExitsWith: .success) {
      StopSignal.catchSignals()
      unblockSignals()
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      let output = OutputStream(descriptor: ends[1])
      output.writeLine("the last words")
      raise(SIGTERM)
      output.flush()
      #expect(output.failure == nil)
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = read(ends[0], &bytes, bytes.count)
      #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "the last words\n")
    }
  }

  /// A descriptor of our own on the same pipe: the one that others share stays as it was.
  @Test func thePipeOfOthersStaysBlocking() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = bd_open_writer(ends[1])
    #expect(writer != ends[1])
    #expect(fcntl(writer, F_GETFL) & O_NONBLOCK != 0 && fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
    bd_close(writer)
    // Opened for reading, it must not become writable.
    #expect(bd_open_writer(ends[0]) == ends[0])
    #expect(bd_open_writer(-1) == -1)
  }

  @Test func theJournalIsKnownByItsPipe() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      var status = stat()
      try #require(fstat(ends[1], &status) == 0)
      func isJournal(_ stream: String?) -> Bool {
        if let stream { setenv("JOURNAL_STREAM", stream, 1) } else { unsetenv("JOURNAL_STREAM") }
        if case .journal = Log.Style.suiting(ends[1]) { return true }
        return false
      }
      #expect(isJournal("\(status.st_dev):\(status.st_ino)"))
      #expect(!isJournal("\(status.st_dev):\(status.st_ino + 1)") && !isJournal("\(status.st_dev)"))
      #expect(!isJournal(nil) && !isJournal("") && !isJournal("x:y"))
    }
  }
}
