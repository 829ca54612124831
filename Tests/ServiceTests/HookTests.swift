import Foundation
import Host
import Testing

@testable import Service

/// A hook in a folder of its own, with the lines that it reported. The clock is the test's; the programs are real.
private final class HookStage {
  let folder: String
  private(set) var lines: [String] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a program; its path.
  ///
  /// By another process: a descriptor of ours, open for writing, would be seen for a moment in a child that another test
  /// starts, and a program that is being written cannot be started (ETXTBSY).
  func program(_ text: String, mode: mode_t = 0o755, name: String = "hook") throws -> String {
    let path = folder + "/" + name
    let writer = try #require(popen("cat > '\(path)' && chmod \(String(mode, radix: 8)) '\(path)'", "we"))
    fputs(text, writer)
    try #require(pclose(writer) == 0)
    return path
  }

  func hook(_ arguments: [String], timeLimit: Int64 = 30_000) -> Hook {
    Hook(arguments: arguments, timeLimit: timeLimit) { [self] level, text in
      lines.append("\(level.text) \(text.replacing(folder, with: "DIR"))")
    }
  }

  /// What was reported, without the process id.
  func take() -> [String] {
    defer { lines = [] }
    return lines.map { $0.replacing(/runs as process \d+/, with: "runs") }
  }

  /// Lets real time go by until the hook has ended, 20 s at most, with the test's clock standing.
  func finish(_ hook: Hook, now: Int64) -> Bool { wait { step(hook, now: now) } }

  private func step(_ hook: Hook, now: Int64) -> Bool {
    hook.childEnded()
    hook.step(now: now)
    return !hook.isRunning
  }

  func wait(until condition: () -> Bool) -> Bool {
    let limit = Date() + 20
    while Date() < limit {
      if condition() { return true }
      usleep(5_000)
    }
    return false
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) }
}

@Suite struct HookTests {
  @Test func argumentsAndEnvironmentArriveAsTheyAre() throws {
    let stage = try HookStage()
    let path = try stage.program(
      """
      #!/bin/sh
      printf '%s|' "$@" "$REGION" "$BEACON" > "\(stage.folder)/seen"
      """)
    let hook = stage.hook([path, "a b", "$HOME; `id`", "*"])
    hook.start(environment: [("REGION", "Lobby \"1\"; rm -rf $x"), ("BEACON", "")], now: 0)
    #expect(hook.isRunning && hook.deadline == 30_000)
    #expect(stage.finish(hook, now: 1_250))
    #expect(stage.text("seen") == "a b|$HOME; `id`|*|Lobby \"1\"; rm -rf $x||")
    #expect(stage.take() == ["debug hook DIR/hook: runs", "info hook DIR/hook: done in 1.2 s"])
    #expect(hook.deadline == nil && hook.started == 1)
  }

  /// The agent's own channels and secrets are not the hook's, and neither are its descriptors and its signal mask.
  @Test func theProgramGetsNothingThatIsOurs() async {
    await #expect(processExitsWith: .success) {
      let stage = try HookStage()
      let path = try stage.program(
        """
        #!/bin/sh
        env > "\(stage.folder)/environment"
        ls -l /proc/self/fd > "\(stage.folder)/descriptors"
        grep -E '^Sig(Blk|Ign)' /proc/self/status > "\(stage.folder)/signals"
        [ "$(cut -d' ' -f5 /proc/$$/stat)" = $$ ]
        """)
      for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "CREDENTIALS_DIRECTORY", "BLUEDOT_PASSWORD"] {
        setenv(name, "1-is-not-for-it", 1)
      }
      setenv("KEPT", "old", 1)
      setenv("REPLACED", "old", 1)
      let loop = try EventLoop()
      let open = try #require(fopen("/dev/zero", "r"))
      defer { fclose(open) }
      let hook = stage.hook([path])
      hook.start(environment: [("REPLACED", "new")], now: 0)
      #expect(stage.finish(hook, now: 0) && stage.take().last == "info hook DIR/hook: done in 0.0 s")
      // Alive until here: the signals that it blocks on this thread must not be blocked in the child.
      #expect(loop.takeSignal() == nil)
      let environment = try #require(stage.text("environment")).split(separator: "\n")
      #expect(environment.contains("KEPT=old") && environment.contains("REPLACED=new"))
      #expect(!environment.contains { $0.contains("1-is-not-for-it") || $0 == "REPLACED=old" })
      let descriptors = try #require(stage.text("descriptors")).split(separator: "\n").filter { $0.contains(" -> ") }
      #expect(descriptors.contains { $0.hasSuffix(" 0 -> /dev/null") })
      #expect(!descriptors.contains { $0.contains("/dev/zero") || $0.contains("anon_inode") })
      // Beyond the first 31 are the C library's own two.
      let signals = try #require(stage.text("signals"))
      #expect(signals.contains("SigBlk:\t0000000000000000") && signals.contains(/SigIgn:\t[0-9a-f]{8}[08]0000000/))
    }
  }

  @Test func aMissingProgramIsNamedWithWhatToDo() throws {
    let stage = try HookStage()
    let hook = stage.hook([stage.folder + "/nothing"])
    hook.start(environment: [], now: 0)
    #expect(!hook.isRunning && hook.started == 0 && hook.deadline == nil)
    #expect(stage.take() == ["error hook DIR/nothing: there is no such program; correct the path in the configuration"])
  }

  @Test(
    arguments: [
      ("#!/bin/sh\n", 0o644, "may not be executed; chmod +x DIR/hook, and the agent's user needs a way to it"),
      ("#!/nowhere/sh\n", 0o755, "cannot be started: the interpreter that its first line names is missing"),
      ("echo hello\n", 0o755, "cannot be started: a script needs its interpreter in the first line, such as #!/bin/sh"),
    ] as [(String, mode_t, String)])
  func aProgramThatCannotStart(text: String, mode: mode_t, reason: String) throws {
    let stage = try HookStage()
    let hook = stage.hook([try stage.program(text, mode: mode)])
    hook.start(environment: [], now: 0)
    #expect(!hook.isRunning)
    #expect(stage.take() == ["error hook DIR/hook: \(reason)"])
  }

  @Test(arguments: [
    ("exit 3", "ended with exit code 3 after 0.5 s"),
    ("kill -SEGV $$", "was ended by signal 11 (Segmentation fault) after 0.5 s"),
    ("kill -TERM $$", "was ended by signal 15 (Terminated) after 0.5 s"),
  ])
  func aFailureIsOneWarning(text: String, reason: String) throws {
    let stage = try HookStage()
    let hook = stage.hook([try stage.program("#!/bin/sh\n\(text)\n")])
    hook.start(environment: [], now: 1_000)
    #expect(stage.finish(hook, now: 1_500))
    #expect(stage.take() == ["debug hook DIR/hook: runs", "warning hook DIR/hook: \(reason)"])
  }

  @Test func noHookIsNoError() throws {
    let stage = try HookStage()
    let hook = stage.hook([])
    hook.start(environment: [("A", "b")], now: 0)
    hook.childEnded()
    hook.step(now: 1)
    hook.stop(now: 2)
    #expect(!hook.isRunning && stage.take() == [] && hook.deadline == nil)
  }

  /// SIGTERM goes to all that the hook started; nothing is taken for ended before it is.
  @Test func whatRunsTooLongIsToldToEnd() throws {
    let stage = try HookStage()
    let path = try stage.program(
      """
      #!/bin/sh
      (trap 'echo told >> "\(stage.folder)/child"; exit' TERM; echo > "\(stage.folder)/ready"; while :; do sleep 0.01; done) &
      wait
      """)
    let hook = stage.hook([path], timeLimit: 5_000)
    hook.start(environment: [], now: 0)
    #expect(stage.wait { stage.text("ready") != nil })
    hook.step(now: 4_999)
    #expect(stage.take() == ["debug hook DIR/hook: runs"])
    hook.step(now: 5_000)
    #expect(stage.take() == ["warning hook DIR/hook: still runs after 5.0 s; told to end"] && hook.deadline == 7_000)
    #expect(stage.finish(hook, now: 5_100))
    #expect(stage.take() == ["info hook DIR/hook: ended after 5.1 s, as told"])
  }

  @Test func whatDoesNotEndIsKilledWithItsChildren() throws {
    let stage = try HookStage()
    let path = try stage.program(
      """
      #!/bin/sh
      trap '' TERM
      sleep 60 & echo $! > "\(stage.folder)/child.new"; mv "\(stage.folder)/child.new" "\(stage.folder)/child"
      while :; do sleep 0.01; done
      """)
    let hook = stage.hook([path], timeLimit: 1_000)
    hook.start(environment: [], now: 0)
    #expect(stage.wait { stage.text("child") != nil })
    let child = try #require(pid_t(stage.text("child")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""))
    hook.step(now: 1_000)
    hook.step(now: 2_999)
    #expect(hook.isRunning)
    hook.step(now: 3_000)
    #expect(stage.finish(hook, now: 3_050))
    #expect(
      stage.take() == [
        "debug hook DIR/hook: runs", "warning hook DIR/hook: still runs after 1.0 s; told to end",
        "warning hook DIR/hook: did not end when told to; killed", "info hook DIR/hook: ended after 3.0 s, as told",
      ])
    // A child that was killed and whose parent is gone is a zombie until init takes it: it runs no more either way.
    #expect(stage.wait { !Self.isAlive(child) })
  }

  private static func isAlive(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return false }
    return !status.contains("State:\tZ")
  }

  /// What a hook starts to stay, such as a program on the screen, stays.
  @Test func aBackgroundProgramOutlivesAHookThatEndsInTime() throws {
    let stage = try HookStage()
    let path = try stage.program("#!/bin/sh\nsleep 60 & echo $! > \"\(stage.folder)/child\"\n")
    let hook = stage.hook([path])
    hook.start(environment: [], now: 0)
    #expect(stage.finish(hook, now: 10))
    let child = try #require(pid_t(stage.text("child")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""))
    #expect(Self.isAlive(child))
    kill(child, SIGKILL)
  }

  @Test func oneRunsOneWaitsTheOthersAreCounted() throws {
    let stage = try HookStage()
    let path = try stage.program(
      """
      #!/bin/sh
      echo $NUMBER >> "\(stage.folder)/seen"
      while [ ! -e "\(stage.folder)/go" ]; do sleep 0.01; done
      """)
    let hook = stage.hook([path])
    for number in 1...4 { hook.start(environment: [("NUMBER", "\(number)")], now: Int64(number)) }
    #expect(hook.started == 1 && hook.skipped == 2)
    _ = try stage.program("", name: "go")
    #expect(stage.finish(hook, now: 100))
    #expect(stage.text("seen") == "1\n4\n" && hook.started == 2)
    #expect(
      stage.take() == [
        "debug hook DIR/hook: runs", "warning hook DIR/hook: is still running; a start was skipped (1 so far)",
        "warning hook DIR/hook: is still running; a start was skipped (2 so far)", "info hook DIR/hook: done in 0.0 s",
        "debug hook DIR/hook: runs", "info hook DIR/hook: done in 0.0 s",
      ])
  }

  @Test func aStopEndsWhatRunsAndForgetsWhatWaits() throws {
    let stage = try HookStage()
    let path = try stage.program("#!/bin/sh\nexec sleep 60\n")
    let hook = stage.hook([path], timeLimit: 100_000)
    hook.start(environment: [], now: 0)
    hook.start(environment: [], now: 0)
    hook.stop(now: 500)
    #expect(hook.deadline == 2_500)
    hook.stop(now: 600)
    #expect(stage.finish(hook, now: 700) && hook.started == 1)
    #expect(stage.take() == ["debug hook DIR/hook: runs", "info hook DIR/hook: ended after 0.7 s, as told"])
  }

  /// Another child's end (or none) is not taken for the hook's.
  @Test func aSignalForNothingChangesNothing() throws {
    let stage = try HookStage()
    let hook = stage.hook([try stage.program("#!/bin/sh\nexec sleep 60\n")])
    hook.start(environment: [], now: 0)
    hook.childEnded()
    #expect(hook.deadline == .min, "there is something to look after at once")
    hook.step(now: 0)
    #expect(hook.isRunning && hook.deadline == 30_000)
    hook.stop(now: 0)
    #expect(stage.finish(hook, now: 1))
  }
}
