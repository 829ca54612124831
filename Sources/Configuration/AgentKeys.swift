import Agent
import Broker
import FixedPoint
import Host

// The keys of the device, its agent, its log and its recordings.

extension Section {
  static func deviceSettings() -> [Setting] {
    [
      Setting("name", isFreeText: true) { draft, text, place throws(ValueFault) in
        do throws(BrokerError) {
          try BrokerOptions.validateDevice(text)
        } catch {
          throw .other("\(error.message)")
        }
        draft.configuration.device = text
        draft.devicePlace = place
      } text: { configuration, _ in
        configuration.device
      },
      Setting("site", isFreeText: true) { draft, text, _ throws(ValueFault) in
        draft.configuration.site = try text.isEmpty ? "" : Values.path(text)
      } text: { configuration, _ in
        configuration.site
      },
      Setting("state-directory", isFreeText: true) { draft, text, _ throws(ValueFault) in
        draft.configuration.stateDirectory = try text.isEmpty ? "" : Values.path(text)
      } text: { configuration, _ in
        configuration.stateDirectory
      },
    ]
  }

  static func agentSettings() -> [Setting] {
    [
      Setting("location-interval") { draft, text, _ throws(ValueFault) in
        draft.configuration.agent.locationInterval = try Values.duration(text, in: 500...3_600_000)
      } text: { configuration, _ in
        Values.durationText(configuration.agent.locationInterval)
      },
      Setting("lost-after") { draft, text, _ throws(ValueFault) in
        draft.configuration.agent.lostAfter = try Values.duration(text, in: 2_000...3_600_000)
      } text: { configuration, _ in
        Values.durationText(configuration.agent.lostAfter)
      },
    ]
  }

  /// From 5 s: a beacon may be silent for as long without being gone. To a day.
  private static var idleRange: ClosedRange<Milliseconds> { 5_000...86_400_000 }

  static func idleSettings() -> [Setting] {
    [
      Setting("after") { draft, text, _ throws(ValueFault) in
        draft.configuration.agent.idleAfterSilence = try Values.duration(text, in: idleRange, orNever: true)
      } text: { configuration, _ in
        Values.durationText(configuration.agent.idleAfterSilence, orNever: true)
      },
      Setting("without-motion") { draft, text, _ throws(ValueFault) in
        draft.configuration.agent.idleWithoutMotion = try Values.duration(text, in: idleRange, orNever: true)
      } text: { configuration, _ in
        Values.durationText(configuration.agent.idleWithoutMotion, orNever: true)
      },
    ]
  }

  static func wakeSettings() -> [Setting] {
    [
      Setting("hook") { draft, text, place throws(ValueFault) in
        draft.configuration.hook = try HookArguments.split(text)
        draft.hookPlace = place
      } text: { configuration, _ in
        HookArguments.text(configuration.hook)
      },
      Setting("time-limit") { draft, text, _ throws(ValueFault) in
        draft.configuration.hookTimeLimit = try Values.duration(text, in: 1_000...3_600_000)
      } text: { configuration, _ in
        Values.durationText(configuration.hookTimeLimit)
      },
    ]
  }

  static func logSettings() -> [Setting] {
    [
      Setting("level") { draft, text, _ throws(ValueFault) in
        guard let level = LogLevel(text: text) else {
          throw .expected("\(Values.alternatives(LogLevel.allCases.map { $0.text }))")
        }
        draft.configuration.logLevel = level
      } text: { configuration, _ in
        configuration.logLevel.text
      }
    ]
  }

  static func recordSettings() -> [Setting] {
    [
      Setting("file", isFreeText: true) { draft, text, _ throws(ValueFault) in
        draft.configuration.recordFile = try text.isEmpty ? "" : Values.path(text)
      } text: { configuration, _ in
        configuration.recordFile
      },
      // A packet of advertisements takes 70 bytes: 1 MB is a minute or two of a crowded hall.
      Setting("max-size") { draft, text, _ throws(ValueFault) in
        draft.configuration.recordLimit = try Values.size(text, in: 1_000_000...1_000_000_000_000)
      } text: { configuration, _ in
        Values.sizeText(configuration.recordLimit)
      },
    ]
  }
}
