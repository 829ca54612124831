import FixedPoint
import Regions

/// A moment as it must be written down to tell later how long ago it was.
public struct Moment: Sendable, Equatable {
  /// The kernel's id of this boot (/proc/sys/kernel/random/boot_id), big-endian; times since boot compare only with
  /// others of the same boot. Both 0 when it is not known.
  public var bootHigh: UInt64
  public var bootLow: UInt64
  /// The agent's clock (CLOCK_BOOTTIME), ms.
  public var time: Milliseconds
  /// Unix time, ms; `nil` while nobody has set the system's clock, so that it may be anything.
  public var wallTime: Milliseconds?

  public init(bootHigh: UInt64, bootLow: UInt64, time: Milliseconds, wallTime: Milliseconds?) {
    self.bootHigh = bootHigh
    self.bootLow = bootLow
    self.time = time
    self.wallTime = wallTime
  }

  /// How long before `later` this moment was, ms; `nil` when no clock can tell.
  public func age(at later: Moment) -> Milliseconds? {
    let isBootKnown = bootHigh != 0 || bootLow != 0
    if isBootKnown, bootHigh == later.bootHigh, bootLow == later.bootLow {
      let age = later.time.subtractingSaturating(time)
      return age >= 0 ? age : nil
    }
    guard let wallTime, let laterWallTime = later.wallTime else { return nil }
    // Before: one of the two clocks was wrong.
    let age = laterWallTime.subtractingSaturating(wallTime)
    return age >= 0 ? age : nil
  }
}

/// What the agent remembers over a restart: how it stands to its regions.
///
/// Regions are known by what they are made of, not by their place in the configuration, which may change meanwhile.
public struct StateMemory: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    /// The region; how it is watched is not remembered.
    public var region: Region
    public var presence: RegionState.Presence
    /// How long it had been so when the memory was saved, ms.
    public var duration: Milliseconds

    public init(region: Region, presence: RegionState.Presence, duration: Milliseconds) {
      self.region = region
      self.presence = presence
      self.duration = duration
    }
  }

  /// When it was saved.
  public var moment: Moment
  public var entries: [Entry]

  /// After this time without the agent, what it knew is worth nothing, ms: 15 minutes.
  public static let lifetime: Milliseconds = 900_000

  public init(moment: Moment, entries: [Entry]) {
    self.moment = moment
    self.entries = entries
  }

  /// What becomes of a memory.
  public enum Restoration: Sendable, Equatable {
    case restored(RestoredMemory)
    case tooOld(age: Milliseconds)
    /// The machine was booted meanwhile and one of the two times of day is unknown or wrong.
    case ageUnknown
  }

  /// Judges the memory at the start of the program: only a fresh one is taken up.
  public func restored(at moment: Moment) -> Restoration {
    guard let age = self.moment.age(at: moment) else { return .ageUnknown }
    guard age <= Self.lifetime else { return .tooOld(age: age) }
    return .restored(RestoredMemory(age: age, entries: entries))
  }
}

/// A memory that is fresh enough to go on from.
public struct RestoredMemory: Sendable, Equatable {
  /// Time between saving and restoring, ms, in which nobody listened.
  public var age: Milliseconds
  public var entries: [StateMemory.Entry]

  public init(age: Milliseconds, entries: [StateMemory.Entry]) {
    self.age = age
    self.entries = entries
  }

  /// The entries as of the restoration.
  var agedEntries: [StateMemory.Entry] {
    entries.map { entry in
      var entry = entry
      entry.duration = entry.duration.addingSaturating(age)
      return entry
    }
  }

  func entry(for region: Region) -> StateMemory.Entry? {
    for entry in entries where entry.region.hasSameBeacons(as: region) { return entry }
    return nil
  }
}
