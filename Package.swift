// swift-tools-version: 6.2
import PackageDescription

// One source, two modes. `swift build` makes the normal build for development and tests;
// BLUEDOT_EMBEDDED=1 makes the one that ships: Embedded Swift, whole module, optimised for size.
let isEmbedded = Context.environment["BLUEDOT_EMBEDDED"] == "1"

/// Settings of every target that ships.
///
/// A section for each function lets the linker drop what nobody calls: half of the program's size.
///
/// The object outliner must stay off. It turns array literals into constants that it numbers within their function; a
/// function is compiled in each module that calls it, and the numbers come out in another order there. The linker then
/// joins constants by name that differ in content, and an array literal holds another one's elements (Swift 6.3).
let shipped: [SwiftSetting] = isEmbedded
  ? [
    .enableExperimentalFeature("Embedded"),
    .unsafeFlags([
      "-wmo", "-Osize", "-Xfrontend", "-function-sections", "-Xllvm", "-sil-disable-pass=object-outliner",
    ]),
  ] : []

/// Settings of the core: in Embedded mode the compiler rejects anything that would allocate.
let core: [SwiftSetting] = shipped + (isEmbedded ? [.unsafeFlags(["-no-allocations"])] : [])

// Every target names all modules below it, those that it does not import included. SwiftPM rebuilds a target when a
// module that it names has changed; a value whose layout changed two modules further down would otherwise be read by
// code that was compiled for the old layout, and that is a crash.
let belowPositioning: [Target.Dependency] = ["FixedPoint", "Advertisement", "Ranging"]
let belowAgent: [Target.Dependency] = belowPositioning + ["Positioning", "Places", "Regions"]
let belowShells: [Target.Dependency] = belowAgent + ["Agent"]
let belowConfiguration: [Target.Dependency] =
  belowShells + ["CHost", "Host", "CBroker", "Broker", "CRadio", "Radio", "Lamps", "CLines", "Lines", "Motion"]
let belowDaemon: [Target.Dependency] =
  belowConfiguration + [
    "Wire", "Recording", "CDocument", "Site", "Contract", "CConfiguration", "Configuration", "CService", "Service",
  ]
let belowProgram: [Target.Dependency] = belowDaemon + ["Daemon"]

let package = Package(
  name: "bluedot",
  products: [.executable(name: "bluedot", targets: ["bluedot"])],
  targets: [
    // The core, in the order of the data flow. No heap, no I/O, no clock, no floating point.
    .target(name: "FixedPoint", swiftSettings: core),
    .target(name: "Advertisement", swiftSettings: core),
    .target(name: "Ranging", dependencies: ["FixedPoint", "Advertisement"], swiftSettings: core),
    .target(name: "Positioning", dependencies: belowPositioning, swiftSettings: core),
    .target(name: "Places", dependencies: belowPositioning, swiftSettings: core),
    .target(name: "Regions", dependencies: belowPositioning, swiftSettings: core),
    .target(name: "Lamps", dependencies: ["FixedPoint"], swiftSettings: core),

    // The agent: owns the memory the core works in and turns inputs into events.
    .target(name: "Agent", dependencies: belowAgent, swiftSettings: shipped),

    // The shells, one per thing outside.
    .target(name: "CHost", cSettings: isEmbedded ? [.define("BLUEDOT_EMBEDDED")] : []),
    .target(name: "Host", dependencies: ["CHost"], swiftSettings: shipped),
    .target(name: "Wire", dependencies: ["FixedPoint"], swiftSettings: shipped),
    .target(name: "Recording", dependencies: ["CHost", "Host"], swiftSettings: shipped),
    .target(name: "CDocument", linkerSettings: [.linkedLibrary("cjson")]),
    .target(
      name: "Site", dependencies: belowShells + ["CHost", "CDocument", "Host", "Wire"], swiftSettings: shipped),
    .target(name: "Contract", dependencies: belowShells + ["Wire"], swiftSettings: shipped),
    .target(name: "CBroker", linkerSettings: [.linkedLibrary("mosquitto")]),
    .target(name: "Broker", dependencies: ["CBroker", "CHost", "Host"], swiftSettings: shipped),
    .target(name: "CRadio", linkerSettings: [.linkedLibrary("bluetooth")]),
    .target(name: "Radio", dependencies: belowShells + ["CHost", "Host", "CRadio"], swiftSettings: shipped),
    .target(name: "CLines", linkerSettings: [.linkedLibrary("gpiod")]),
    .target(
      name: "Lines", dependencies: ["FixedPoint", "Lamps", "CHost", "Host", "CLines"], swiftSettings: shipped),
    .target(
      name: "Motion", dependencies: belowShells + ["Lamps", "CHost", "Host", "CLines", "Lines"],
      swiftSettings: shipped),
    .target(name: "CConfiguration", linkerSettings: [.linkedLibrary("inih")]),
    .target(name: "Configuration", dependencies: belowConfiguration + ["CConfiguration"], swiftSettings: shipped),
    .target(name: "CService", linkerSettings: [.linkedLibrary("systemd")]),
    .target(name: "Service", dependencies: ["FixedPoint", "CHost", "Host", "CService"], swiftSettings: shipped),

    // The live agent: the event loop that joins the agent to the shells.
    .target(name: "Daemon", dependencies: belowDaemon, swiftSettings: shipped),

    // The program.
    .executableTarget(
      name: "bluedot",
      dependencies: belowProgram,
      swiftSettings: shipped,
      linkerSettings: isEmbedded ? [.unsafeFlags(["-Xlinker", "--gc-sections"])] : []),

    // Measures cost and error; its floating-point baselines ship nowhere. Normal mode only.
  ] + (isEmbedded ? [] : [
    .executableTarget(
      name: "bluedot-bench",
      dependencies: belowProgram,
      path: "Sources/bluedot-bench"),
  ]) + [

    // Tests, one target beside each module.
    .testTarget(name: "FixedPointTests", dependencies: ["FixedPoint"]),
    .testTarget(name: "AdvertisementTests", dependencies: ["Advertisement"]),
    .testTarget(name: "RangingTests", dependencies: belowPositioning),
    .testTarget(name: "PositioningTests", dependencies: belowPositioning + ["Positioning"]),
    .testTarget(name: "PlacesTests", dependencies: belowPositioning + ["Places"]),
    .testTarget(name: "RegionsTests", dependencies: belowPositioning + ["Regions"]),
    .testTarget(name: "AgentTests", dependencies: belowShells),
    .testTarget(name: "HostTests", dependencies: ["CHost", "Host"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "FixedPoint"]),
    .testTarget(name: "RecordingTests", dependencies: ["CHost", "Host", "Recording"]),
    .testTarget(name: "SiteTests", dependencies: belowShells + ["CHost", "CDocument", "Host", "Wire", "Site"]),
    .testTarget(name: "ContractTests", dependencies: belowShells + ["Wire", "Contract"]),
    .testTarget(name: "BrokerTests", dependencies: ["CBroker", "CHost", "Host", "Broker"]),
    // A Bluetooth controller in software, for tests of the radio and for the emulated board.
    .target(name: "VirtualController", path: "Tests/VirtualController"),
    .testTarget(
      name: "RadioTests", dependencies: belowShells + ["CHost", "Host", "CRadio", "Radio", "VirtualController"]),
    .testTarget(name: "LampsTests", dependencies: ["FixedPoint", "Lamps"]),
    .testTarget(name: "LinesTests", dependencies: ["FixedPoint", "Lamps", "CHost", "Host", "CLines", "Lines"]),
    .testTarget(
      name: "MotionTests", dependencies: belowShells + ["Lamps", "CHost", "Host", "CLines", "Lines", "Motion"]),
    .testTarget(
      name: "ConfigurationTests", dependencies: belowConfiguration + ["CConfiguration", "Configuration"]),
    .testTarget(name: "ServiceTests", dependencies: ["FixedPoint", "CHost", "Host", "CService", "Service"]),
    .testTarget(name: "DaemonTests", dependencies: belowProgram + ["VirtualController"]),
    .testTarget(name: "CommandTests", dependencies: belowProgram + ["VirtualController"]),
  ],
  swiftLanguageModes: [.v6]
)
