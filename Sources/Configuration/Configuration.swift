import Agent
import Broker
import FixedPoint
import Host
import Lines
import Motion
import Radio
import Regions

/// All that an operator can set: what `bluedot run` works with. Every value has a default that works.
public struct Configuration: Sendable {
  /// The device's name in topics; by default the host's name.
  public var device: String = ""
  /// The site's directory; empty: none, only regions are watched.
  public var site: String = ""
  /// Where state is kept over a restart; empty: nowhere.
  public var stateDirectory = "/var/lib/bluedot"
  /// `nil`: nothing is published.
  public var broker: BrokerOptions?
  public var radio = RadioOptions()
  public var lamps = LampOptions()
  public var motion = MotionOptions()
  public var agent = AgentSettings()
  /// Watched regions and their names, in the order of the files.
  public var regions: [Region] = []
  public var regionNames: [String] = []
  /// What a wake-up starts: the program and its arguments; empty: nothing.
  public var hook: [String] = []
  /// After this time the hook is ended, ms.
  public var hookTimeLimit: Milliseconds = 30_000
  /// Where to record what the radio hears, as btsnoop; empty: nowhere.
  public var recordFile = ""
  /// Bytes after which the recording ends.
  public var recordLimit = 64_000_000
  public var logLevel = LogLevel.info

  public init() {}
}
