import Host
import Lamps
import Lines

/// What `bluedot leds` was asked to do.
struct LedsOptions {
  enum Action {
    case list
    case table
    /// Play on lines.
    case play(LampOptions)
    /// Play on the lines of this configuration; without one on those of the configuration that `run` reads, if there are.
    case playConfigured(path: String?)
    /// Draw in the terminal.
    case simulate
  }

  var action = Action.list
  /// What to play, one after the other.
  var patterns: [LampPattern] = []
  /// How long each is played; `nil`: until a stop signal.
  var seconds: Int?

  static let help = """
    usage: bluedot leds [--pattern NAME] [--seconds N] [--status LINE] [--radio LINE] [--network LINE] [--event LINE]
                        [--chip CHIP] [--active-low]
           bluedot leds [--config FILE] [--pattern NAME] [--seconds N]
           bluedot leds --simulate [--pattern NAME] [--seconds N]
           bluedot leds --list | --table

    Plays the patterns by which the status lamps tell how the agent is doing: all of them, one after the other, or one.
    Without a line it takes the lamps of the configuration, and without these it draws the lamp in the terminal. Ctrl-C
    ends it and switches the lamps off. A running agent holds its lines: stop it before (systemctl stop bluedot).

      --pattern NAME   only this pattern, until Ctrl-C; --list has the names
      --seconds N      how long each pattern is played, 1 to 3600 (default 4)
      --status LINE    GPIO line of the status lamp, by name (GPIO17) or number (17)
      --radio LINE     the radio lamp's, likewise
      --network LINE   the network lamp's
      --event LINE     the event lamp's
      --chip CHIP      the GPIO chip by label (pinctrl-bcm2711), name (gpiochip0) or path; "leds" for LEDs that belong to
                       the kernel (LINE is then a name in /sys/class/leds); by default any chip that has the line
      --active-low     the lamps are lit when their line is low
      --config FILE    take the lines from this configuration (default \(defaultConfigurationPath))
      --simulate       draw the lamp in the terminal
      --list           print the patterns and what they mean
      --table          print the same as a table in Markdown
      --help           print this

    `gpioinfo` (package gpiod) lists chips and lines. A pattern of a lamp that isn't given is played on the status lamp.

    Exit code: 0 when all was played, 1 when a lamp's line could not be had, 2 for wrong usage.

    """

  init(_ arguments: inout Arguments) throws(UsageError) {
    let lamps = try Self.lamps(&arguments)
    let name = try arguments.value("--pattern")
    seconds = try arguments.number("--seconds", in: 1...3_600)
    let configuration = try arguments.value("--config")
    let isSimulated = arguments.flag("--simulate")
    let isList = arguments.flag("--list")
    let isTable = arguments.flag("--table")
    _ = try arguments.positionals([])

    if let name {
      guard let pattern = LedsTable.pattern(named: name) else {
        throw UsageError(message: "there is no pattern \"\(name)\"; `bluedot leds --list` has them")
      }
      patterns = [pattern]
    } else {
      patterns = LedsTable.patterns
      seconds = seconds ?? 4
    }
    guard isList || isTable else {
      guard (lamps == nil ? 0 : 1) + (configuration == nil ? 0 : 1) + (isSimulated ? 1 : 0) <= 1 else {
        throw UsageError(message: "lines, --config and --simulate all say where to play; give one of them")
      }
      if configuration == "" { throw UsageError(message: "--config is empty; expected a configuration file") }
      action = isSimulated ? .simulate : lamps.map { .play($0) } ?? .playConfigured(path: configuration)
      return
    }
    guard !(isList && isTable), !isSimulated, lamps == nil, name == nil, configuration == nil else {
      throw UsageError(message: "\(isList ? "--list" : "--table") prints all patterns and takes no other option")
    }
    action = isList ? .list : .table
  }

  /// The lamps' lines; `nil` when none is given.
  private static func lamps(_ arguments: inout Arguments) throws(UsageError) -> LampOptions? {
    let chip = try arguments.value("--chip")
    let isActiveLow = arguments.flag("--active-low")
    if chip == "" { throw UsageError(message: "--chip is empty; expected a chip's label, name or path") }
    func address(_ option: String) throws(UsageError) -> LineAddress? {
      guard let text = try arguments.value(option) else { return nil }
      guard let line = LineAddress.Line(text: text) else {
        throw UsageError(message: "\(option) is \"\(text)\"; expected a line's name or number")
      }
      return LineAddress(chip: chip, line: line, isActiveLow: isActiveLow)
    }
    var lamps = LampOptions()
    lamps.status = try address("--status")
    lamps.radio = try address("--radio")
    lamps.network = try address("--network")
    lamps.event = try address("--event")
    if lamps.status != nil || lamps.radio != nil || lamps.network != nil || lamps.event != nil { return lamps }
    if chip != nil { throw UsageError(message: "--chip means nothing without a line, as in --status 17") }
    if isActiveLow { throw UsageError(message: "--active-low means nothing without a line, as in --status 17") }
    return nil
  }
}
