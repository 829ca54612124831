import Agent
import Regions

extension Configuration {
  /// The agent's settings, with what is said of idling.
  public var agentSettings: AgentSettings {
    var settings = agent
    settings.idleAfterSilence = idleAfterSilence
    settings.idleWithoutMotion = idleWithoutMotion
    return settings
  }

  /// The watched regions, each with whether its beacons are ranged.
  public var watchedRegions: [Region] {
    var watched = regions
    for index in watched.indices where rangedRegions.indices.contains(index) {
      watched[index].ranges = rangedRegions[index]
    }
    return watched
  }
}
