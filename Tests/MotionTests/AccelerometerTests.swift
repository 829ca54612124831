import FixedPoint
import Testing

@testable import Motion

@Suite struct AccelerometerTests {
  private static let aScale = "expected 0.000000001 to 1000 (m/s² for one step)"
  private let log = Log()
  private let folder: SensorFolder

  init() throws { folder = try SensorFolder() }

  private func driver(_ directory: String = "iio:device0", threshold: Int32 = 500) -> Driver {
    Driver(
      AccelerometerMotion(
        directory == "auto" ? directory : "\(folder.path)/\(directory)", threshold: threshold,
        iioDirectory: folder.path, log: log.report))
  }

  @Test func aBoardAtRestRests() throws {
    try folder.addSensor()
    let driver = driver()
    // Noise of ±2 steps: 19 mm/s².
    try driver.run(until: 60_000) { now in
      try folder.write("iio:device0/in_accel_x_raw", "\(3 + now / 125 % 5 - 2)\n")
    }
    #expect(driver.take() == ["0: accelerometer resting"])
    #expect(log.take() == ["info: accelerometer: \(folder.path)/iio:device0"])
    #expect(driver.input.deadline == 60_125 && driver.input.descriptor == nil)
  }

  @Test func aShakeIsMotionUntilTwoSecondsAfterIt() throws {
    try folder.addSensor()
    let driver = driver()
    try driver.run(until: 20_000) { now in
      // 100 steps are 958 mm/s².
      let isShaken = now >= 5_000 && now < 8_000
      try folder.write("iio:device0/in_accel_y_raw", isShaken && now / 125 % 2 == 0 ? "93" : "-7")
    }
    #expect(driver.take() == ["0: accelerometer resting", "5000: accelerometer moving", "9750: accelerometer resting"])
  }

  /// Gravity on another axis is motion while it changes, and rest again when the board lies still.
  @Test func turningTheBoardIsMotionThatEnds() throws {
    try folder.addSensor()
    let driver = driver()
    try driver.run(until: 5_000) { now in
      if now == 1_000 {
        try folder.write("iio:device0/in_accel_x_raw", "1023")
        try folder.write("iio:device0/in_accel_z_raw", "3")
      }
    }
    #expect(driver.take() == ["0: accelerometer resting", "1000: accelerometer moving"])
    driver.run(until: 60_000)
    let end = try #require(driver.take().first)
    // 13.8 m/s² of difference, less by 1/16 with each reading, are above 0.5 until the 51st after the turn, at 7,375 ms.
    #expect(end == "9375: accelerometer resting")
  }

  @Test(arguments: [(Int32(950), true), (960, false), (0, true), (-5, true), (.max, false)])
  func theThresholdIsInMillimetres(threshold: Int32, isMotion: Bool) throws {
    try folder.addSensor()
    let driver = driver(threshold: threshold)
    try driver.run(until: 1_000) { now in
      if now == 500 { try folder.write("iio:device0/in_accel_y_raw", "93") }  // 958.2 mm/s² more
    }
    #expect(driver.reports.contains("500: accelerometer moving") == isMotion)
  }

  /// A change on three axes counts by its length: 60 steps on each are 996 mm/s².
  @Test func theChangeOfAllAxesCounts() throws {
    try folder.addSensor()
    let driver = driver(threshold: 990)
    try driver.run(until: 1_000) { now in
      guard now == 500 else { return }
      for (axis, raw) in [("x", 63), ("y", -67), ("z", 963)] {
        try folder.write("iio:device0/in_accel_\(axis)_raw", "\(raw)")
      }
    }
    #expect(driver.reports.contains("500: accelerometer moving"))
  }

  @Test func axesMayHaveTheirOwnScalesAndBeFewer() throws {
    try folder.write("iio:device0/in_accel_x_raw", "10")
    try folder.write("iio:device0/in_accel_x_scale", "0.5")
    let sensor = try Accelerometer(directory: "\(folder.path)/iio:device0")
    #expect(sensor.axisCount == 1)
    #expect(try sensor.read(axis: 0) == 5_000_000)
    #expect(try sensor.read(axis: 1) == 0)
    try folder.write("iio:device0/in_accel_x_raw", "-999999999999999")
    #expect(try sensor.read(axis: 0) == -1_000_000_000, "held at 100 g")
  }

  @Test func autoTakesTheFirstAccelerometer() throws {
    try folder.write("iio:device0/in_temp_raw", "21")
    try folder.addSensor("iio:device3")
    try folder.addSensor("iio:device5")
    let driver = driver("auto")
    driver.run(until: 0)
    #expect(log.take() == ["info: accelerometer: \(folder.path)/iio:device3"])
  }

  @Test func autoWithoutAnAccelerometerWaitsForOne() throws {
    let driver = driver("auto")
    driver.run(until: 65_000)
    #expect(log.take() == ["info: accelerometer: there is none in \(folder.path); looked for again every 30 s"])
    #expect(driver.take().isEmpty && driver.input.deadline == 90_000)
    try folder.addSensor()
    driver.run(until: 90_000)
    #expect(driver.take() == ["90000: accelerometer resting"])
    #expect(log.take() == ["info: accelerometer: \(folder.path)/iio:device0"])
  }

  @Test(arguments: [
    ("in_accel_x_raw", "garbage", "in_accel_x_raw is \"garbage\"; expected a whole number"),
    ("in_accel_z_raw", "", "in_accel_z_raw is \"\"; expected a whole number"),
    ("in_accel_y_raw", "1\u{1B}[2J\n2", "in_accel_y_raw is \"1?[2J2\"; expected a whole number"),
    (
      "in_accel_x_raw", String(repeating: "1", count: 70),
      "in_accel_x_raw is \"111111111111111111111111\"; expected a whole number"
    ),
    ("in_accel_scale", "x", "in_accel_scale is \"x\"; \(aScale)"),
    ("in_accel_scale", "0.000000\n", "in_accel_scale is \"0.000000\"; \(aScale)"),
    ("in_accel_scale", "-1", "in_accel_scale is \"-1\"; \(aScale)"),
    ("in_accel_scale", "1000.1", "in_accel_scale is \"1000.1\"; \(aScale)"),
  ])
  func badFilesAreToldOnceAndTriedAgain(file: String, text: String, message: String) throws {
    try folder.addSensor()
    try folder.write("iio:device0/\(file)", text)
    let driver = driver()
    driver.run(until: 95_000)
    #expect(log.take() == ["warning: accelerometer: \(folder.path)/iio:device0/\(message); tried again every 30 s"])
    #expect(driver.take().isEmpty && driver.input.deadline == 120_000)
    try folder.addSensor()
    driver.run(until: 121_000)
    #expect(driver.take() == ["120000: accelerometer resting"] && log.take().count == 1)
  }

  @Test func missingFiles() throws {
    let driver = driver()
    driver.run(until: 35_000)
    let place = "\(folder.path)/iio:device0"
    #expect(
      log.take() == [
        "warning: accelerometer: \(place) is no accelerometer: it has no in_accel_x_raw, in_accel_y_raw or"
          + " in_accel_z_raw; tried again every 30 s"
      ])
    try folder.write("iio:device0/in_accel_x_raw", "1")
    driver.run(until: 65_000)
    #expect(
      log.take() == [
        "warning: accelerometer: \(place) has no in_accel_scale, which tells what its numbers mean; tried again every 30 s"
      ])
  }

  /// Readings that fail for less than a second are a bus's glitches; more, and the sensor is lost.
  @Test func glitchesAreToleratedAndFailuresAreNot() throws {
    try folder.addSensor()
    let driver = driver()
    driver.run(until: 1_000)
    _ = log.take()
    try driver.run(until: 3_000) { now in
      try folder.write("iio:device0/in_accel_x_raw", now <= 2_000 ? "?" : "3")
    }
    #expect(driver.take() == ["0: accelerometer resting"] && log.lines.isEmpty)
    try folder.write("iio:device0/in_accel_x_raw", "?")
    driver.run(until: 5_000)
    #expect(driver.take() == ["4125: accelerometer lost"])
    #expect(
      log.take() == [
        "warning: accelerometer: \(folder.path)/iio:device0/in_accel_x_raw is \"?\"; expected a whole number; tried again"
          + " every 30 s"
      ])
    driver.run(until: 70_000)
    #expect(driver.take().isEmpty && log.lines.isEmpty)
    try folder.write("iio:device0/in_accel_x_raw", "3")
    driver.run(until: 100_000)
    #expect(driver.take() == ["94125: accelerometer resting"] && log.take().count == 1)
  }

  @Test func closingEndsIt() throws {
    try folder.addSensor()
    let driver = driver()
    driver.run(until: 0)
    driver.input.close()
    #expect(driver.input.deadline == nil)
    driver.now = 1_000
    driver.step()
    #expect(driver.take().count == 1)
  }
}
