import CService
import FixedPoint
import Host

/// Runs a program of the operator's when something happens, without waiting for it.
///
/// One runs at a time. A start that comes meanwhile waits, a further one takes its place (what happened last is what
/// counts) and the one before is counted as skipped. What runs beyond the time limit is told to end, with all that it
/// started in its process group, and killed two seconds later. Every failure is one line for the log.
public final class Hook {
  /// Variables that are added to the agent's own environment: name and value.
  public typealias Environment = [(String, String)]

  /// Time between SIGTERM and SIGKILL, ms.
  private static let grace: Milliseconds = 2_000

  private struct Run {
    var process: Int32
    var began: Milliseconds
    /// When it is told to end, or once it was, when it is killed.
    var deadline: Milliseconds
    var isEnding = false
  }

  private let arguments: [String]
  private let timeLimit: Milliseconds
  private let report: (LogLevel, String) -> Void
  private var run: Run?
  private var waiting: Environment?
  /// A child has ended and nobody has looked yet.
  private var shallLook = false

  /// Starts that took place.
  public private(set) var started = 0
  /// Starts that did not, because one ran and another waited.
  public private(set) var skipped = 0

  /// - Parameters:
  ///   - arguments: the program's path and its arguments; empty: no hook, and every start is nothing.
  ///   - timeLimit: ms.
  ///   - report: takes the lines for the log.
  public init(
    arguments: [String], timeLimit: Milliseconds, report: @escaping (LogLevel, String) -> Void
  ) {
    self.arguments = arguments
    self.timeLimit = max(timeLimit, 1)
    self.report = report
  }

  deinit {
    guard let run else { return }
    bd_child_signal_group(run.process, 9)
    bd_child_reap(run.process)
  }

  public var isRunning: Bool { run != nil }

  /// When `step(now:)` has something to do, ms; `nil`: when a child ended.
  public var deadline: Milliseconds? { shallLook ? .min : run?.deadline }

  /// Runs the program with these variables, now or when the one that runs is through.
  public func start(environment: Environment, now: Milliseconds) {
    guard let path = arguments.first else { return }
    guard run != nil else { return launch(environment, now: now) }
    if waiting != nil {
      skipped += 1
      report(.warning, "hook \(path): is still running; a start was skipped (\(skipped) so far)")
    }
    waiting = environment
  }

  /// SIGCHLD came; the next `step(now:)` looks whose it is.
  public func childEnded() { shallLook = true }

  /// Takes an ended program's result, ends one that is late, starts one that waits.
  public func step(now: Milliseconds) {
    guard let current = run else {
      shallLook = false
      return
    }
    if shallLook || now >= current.deadline {
      shallLook = false
      look(current, now: now)
    }
    if let current = run, now >= current.deadline { end(current, now: now) }
  }

  /// Ends what runs, and starts nothing any more; go on with `step(now:)` until `isRunning` is false.
  public func stop(now: Milliseconds) {
    waiting = nil
    guard let current = run, !current.isEnding else { return }
    tellToEnd(current, now: now)
  }

  // MARK: One run

  private func launch(_ environment: Environment, now: Milliseconds) {
    let process = Self.spawn(arguments, environment)
    guard process > 0 else {
      report(.error, "hook \(arguments[0]): \(Self.reason(-process, arguments[0]))")
      return
    }
    started += 1
    run = Run(process: process, began: now, deadline: now.addingSaturating(timeLimit))
    report(.debug, "hook \(arguments[0]): runs as process \(process)")
  }

  private func look(_ current: Run, now: Milliseconds) {
    var state = bd_child_state()
    let result = bd_child_look(current.process, &state)
    guard result < 0 || state.has_ended else { return }
    // What it started and left behind goes with it only when its time was over: it may have started something to stay.
    if current.isEnding { bd_child_signal_group(current.process, 9) }
    bd_child_reap(current.process)
    run = nil
    let duration = "\(Self.seconds(now.subtractingSaturating(current.began))) s"
    if result < 0 {
      report(.warning, "hook \(arguments[0]): ended after \(duration), nobody knows how")
    } else if current.isEnding {
      report(.info, "hook \(arguments[0]): ended after \(duration), as told")
    } else if state.was_killed {
      let name = String(cString: bd_signal_text(state.code))
      report(.warning, "hook \(arguments[0]): was ended by signal \(state.code) (\(name)) after \(duration)")
    } else if state.code != 0 {
      report(.warning, "hook \(arguments[0]): ended with exit code \(state.code) after \(duration)")
    } else {
      report(.info, "hook \(arguments[0]): done in \(duration)")
    }
    guard let environment = waiting else { return }
    waiting = nil
    launch(environment, now: now)
  }

  private func end(_ current: Run, now: Milliseconds) {
    guard current.isEnding else {
      report(.warning, "hook \(arguments[0]): still runs after \(Self.seconds(timeLimit)) s; told to end")
      return tellToEnd(current, now: now)
    }
    report(.warning, "hook \(arguments[0]): did not end when told to; killed")
    bd_child_signal_group(current.process, 9)
    run?.deadline = now.addingSaturating(Self.grace)
  }

  private func tellToEnd(_ current: Run, now: Milliseconds) {
    bd_child_signal_group(current.process, 15)
    run?.isEnding = true
    run?.deadline = now.addingSaturating(Self.grace)
  }

  // MARK: Starting

  /// The process id, or -errno.
  private static func spawn(_ arguments: [String], _ environment: Environment) -> Int32 {
    guard let command = bd_command_create() else { return -12 /* ENOMEM on Linux */ }
    defer { bd_command_destroy(command) }
    for argument in arguments {
      let result = bd_command_add_argument(command, argument)
      guard result == 0 else { return result }
    }
    for (name, value) in environment {
      let result = bd_command_set_variable(command, name, value)
      guard result == 0 else { return result }
    }
    return bd_command_start(command)
  }

  /// What is wrong and what to do, for an errno of Linux.
  private static func reason(_ code: Int32, _ path: String) -> String {
    let isThere = (try? isRegularFile(path: path)) ?? false
    switch code {
    case 2 where isThere: return "cannot be started: the interpreter that its first line names is missing"
    case 2: return "there is no such program; correct the path in the configuration"
    case 8: return "cannot be started: a script needs its interpreter in the first line, such as #!/bin/sh"
    case 13 where isThere: return "may not be executed; chmod +x \(path), and the agent's user needs a way to it"
    default: return HostError(action: "be started", code: code).message
    }
  }

  /// A duration in seconds with one decimal.
  private static func seconds(_ duration: Milliseconds) -> String {
    let tenths = (max(duration, 0) / 100)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
