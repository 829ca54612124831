// swift-tools-version: 6.2
import PackageDescription

// One source, two modes. `swift build` makes the normal build for development and tests;
// BLUEDOT_EMBEDDED=1 makes the one that ships: Embedded Swift, whole module, optimised for size.
let isEmbedded = Context.environment["BLUEDOT_EMBEDDED"] == "1"

/// Settings of every target that ships.
///
/// A section for each function lets the linker drop what nobody calls: half of the program's size.
let shipped: [SwiftSetting] = isEmbedded
  ? [.enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo", "-Osize", "-Xfrontend", "-function-sections"])]
  : []

/// Settings of the core: in Embedded mode the compiler rejects anything that would allocate.
let core: [SwiftSetting] = shipped + (isEmbedded ? [.unsafeFlags(["-no-allocations"])] : [])

let package = Package(
  name: "bluedot",
  products: [.executable(name: "bluedot", targets: ["bluedot"])],
  targets: [
    // The core, in the order of the data flow. No heap, no I/O, no clock, no floating point.
    .target(name: "FixedPoint", swiftSettings: core),
    .target(name: "Advertisement", swiftSettings: core),
    .target(name: "Ranging", dependencies: ["FixedPoint", "Advertisement"], swiftSettings: core),
    .target(name: "Positioning", dependencies: ["FixedPoint", "Ranging"], swiftSettings: core),
    .target(name: "Places", dependencies: ["FixedPoint", "Ranging"], swiftSettings: core),

    // The agent: owns the memory the core works in and turns inputs into events.
    .target(
      name: "Agent",
      dependencies: ["FixedPoint", "Advertisement", "Ranging", "Positioning", "Places"],
      swiftSettings: shipped),

    // The shells, one per thing outside.
    .target(name: "CHost"),
    .target(name: "Host", dependencies: ["CHost"], swiftSettings: shipped),
    .target(name: "Wire", dependencies: ["FixedPoint"], swiftSettings: shipped),
    .target(name: "Recording", dependencies: ["Host"], swiftSettings: shipped),
    .target(name: "CDocument", linkerSettings: [.linkedLibrary("cjson")]),
    .target(
      name: "Site", dependencies: ["Agent", "CDocument", "Host", "Wire"], swiftSettings: shipped),
    .target(name: "Contract", dependencies: ["Agent", "Wire"], swiftSettings: shipped),
    .target(name: "CBroker", linkerSettings: [.linkedLibrary("mosquitto")]),
    .target(name: "Broker", dependencies: ["CBroker", "Host"], swiftSettings: shipped),

    // The program.
    .executableTarget(
      name: "bluedot",
      dependencies: ["Agent", "Broker", "Contract", "Host", "Recording", "Site", "Wire"],
      swiftSettings: shipped,
      linkerSettings: isEmbedded ? [.unsafeFlags(["-Xlinker", "--gc-sections"])] : []),

    // Measures cost and error; its floating-point baselines ship nowhere. Normal mode only.
  ] + (isEmbedded ? [] : [
    .executableTarget(
      name: "bluedot-bench",
      dependencies: ["Advertisement", "Agent", "Contract", "Host", "Positioning", "Ranging", "Site", "Wire"],
      path: "Sources/bluedot-bench"),
  ]) + [

    // Tests, one target beside each module.
    .testTarget(name: "FixedPointTests", dependencies: ["FixedPoint"]),
    .testTarget(name: "AdvertisementTests", dependencies: ["Advertisement"]),
    .testTarget(name: "RangingTests", dependencies: ["Ranging"]),
    .testTarget(name: "PositioningTests", dependencies: ["Positioning"]),
    .testTarget(name: "PlacesTests", dependencies: ["Places"]),
    .testTarget(name: "AgentTests", dependencies: ["Agent"]),
    .testTarget(name: "HostTests", dependencies: ["Host"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "FixedPoint"]),
    .testTarget(name: "RecordingTests", dependencies: ["Recording"]),
    .testTarget(name: "SiteTests", dependencies: ["Site", "Agent", "FixedPoint", "Advertisement"]),
    .testTarget(name: "ContractTests", dependencies: ["Contract", "Agent"]),
    .testTarget(name: "BrokerTests", dependencies: ["Broker", "Host"]),
    .testTarget(name: "CommandTests", dependencies: ["Host"]),
  ],
  swiftLanguageModes: [.v6]
)
