import Configuration
import FixedPoint
import Host
import Lamps
import Lines

extension Command {
  static var leds: Command {
    Command(name: "leds", summary: "play the patterns of the status lamps", help: LedsOptions.help) {
      arguments throws(UsageError) in
      let options = try LedsOptions(&arguments)
      let output = OutputStream.standardOutput()
      let code: Int32
      switch options.action {
      case .list:
        output.write(LedsTable.list)
        code = ExitCode.success
      case .table:
        output.write(LedsTable.markdown)
        code = ExitCode.success
      case .play(let lamps):
        StopSignal.catchSignals()
        code = playOnLines(lamps, options, output)
      case .playConfigured(let path):
        StopSignal.catchSignals()
        code = playConfigured(path, options, output)
      case .simulate:
        StopSignal.catchSignals()
        code = simulate(options, output)
      }
      output.flush()
      if let failure = output.failure {
        OutputStream.standardError().writeLine("bluedot leds: \(failure.message)")
        return ExitCode.failure
      }
      return code
    }
  }
}

// MARK: On lines

private func playConfigured(_ chosen: String?, _ options: LedsOptions, _ output: OutputStream) -> Int32 {
  let errors = OutputStream.standardError()
  let path = chosen ?? defaultConfigurationPath
  guard chosen != nil || ((try? isRegularFile(path: path)) ?? false) else {
    errors.writeLine("no line is given (--status LINE …) and there is no \(path): drawing the lamp here")
    return simulate(options, output)
  }
  guard let configuration = loadConfigurationForUse(path) else { return ExitCode.failure }
  if configuration.lamps != LampOptions() { return playOnLines(configuration.lamps, options, output) }
  errors.writeLine("\(path) has no lamps ([lamps] status = LINE): drawing the lamp here")
  return simulate(options, output)
}

private func playOnLines(_ lamps: LampOptions, _ options: LedsOptions, _ output: OutputStream) -> Int32 {
  let errors = OutputStream.standardError()
  let lines = LampLines(options: lamps, retries: false) { _, text in errors.writeLine("bluedot leds: \(text)") }
  lines.open(now: Clock.bootMilliseconds)
  if lines.openRoles.isEmpty {
    errors.writeLine("bluedot leds: `bluedot leds --simulate` draws the lamp in the terminal")
  }
  for pattern in options.patterns where !StopSignal.isRaised {
    guard let role = lines.openRoles.home(of: pattern.role) else { break }
    output.writeLine(LedsTable.title(pattern) + " (\(role.name) lamp)")
    output.flush()
    play(pattern, seconds: options.seconds) { isLit in lines.set(role, lit: isLit) }
    lines.set(role, lit: false)
  }
  let hasAll = lines.roles.allSatisfy { lines.openRoles.contains($0) }
  lines.close()
  if StopSignal.isRaised { return StopSignal.exitCode }
  return hasAll ? ExitCode.success : ExitCode.failure
}

// MARK: In the terminal

private func simulate(_ options: LedsOptions, _ output: OutputStream) -> Int32 {
  guard output.isTerminal else {
    // Nobody watches; the drawing tells as much.
    for pattern in options.patterns { output.writeLine(LedsTable.row(pattern)) }
    return ExitCode.success
  }
  let isColoured = Process.environment("NO_COLOR") == nil
  output.write("\u{1B}[?25l")
  for pattern in options.patterns where !StopSignal.isRaised {
    let title = LedsTable.title(pattern)
    play(pattern, seconds: options.seconds) { isLit in
      output.write("\r\(isLit ? isColoured ? "\u{1B}[93m●\u{1B}[0m" : "●" : "○") \(title)")
      output.flush()
    }
    output.write("\r  \(title)\n")
  }
  output.write("\u{1B}[?25h")
  return StopSignal.isRaised ? StopSignal.exitCode : ExitCode.success
}

// MARK: Playing

/// A flash is played again after this time, ms.
private let flashInterval: Milliseconds = 4_000
/// A signal that comes just before a sleep ends it no sooner, ms.
private let longestSleep: Milliseconds = 200

/// Plays a pattern in real time; `light` is told when the lamp goes on or off, and how it is at first.
private func play(_ pattern: LampPattern, seconds: Int?, light: (Bool) -> Void) {
  let rhythm = pattern.rhythm
  let start = Clock.bootMilliseconds
  let end = seconds.map { Milliseconds($0) * 1_000 }
  var shown: Bool?
  while !StopSignal.isRaised {
    let elapsed = Clock.bootMilliseconds - start
    if let end, elapsed >= end { return }
    let place = rhythm.repeats ? elapsed : elapsed % flashInterval
    let isLit = rhythm.isLit(after: place)
    if isLit != shown { light(isLit) }
    shown = isLit
    let wait = min((rhythm.nextEdge(after: place) ?? place + longestSleep) - place, longestSleep)
    Clock.sleep(milliseconds: max(min(wait, (end ?? .max) - elapsed), 1))
  }
}
