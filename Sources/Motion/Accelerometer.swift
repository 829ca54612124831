import FixedPoint
import Host

/// What keeps an accelerometer from being read, in words.
struct AccelerometerError: Error, Equatable {
  var message: String
}

/// An accelerometer of the kernel's Industrial I/O: one file for each axis, and the scale that their numbers have.
///
/// https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-bus-iio: `in_accel_x_raw` times `in_accel_x_scale` (or the
/// `in_accel_scale` of all axes) is in m/s². An offset is the same at rest and in motion, and therefore not read.
final class Accelerometer {
  private struct Axis {
    var file: Attribute
    /// nm/s² for one step of the file.
    var scale: Int64
  }

  /// 100 g in µm/s²: more than sensors for boards measure, and sums of squares don't overflow.
  static let limit: Int64 = 1_000_000_000

  let directory: String
  private var axes: [Axis] = []
  private var buffer = [UInt8](repeating: 0, count: 64)

  /// Opens the axes that there are; one is enough.
  init(directory: String) throws(AccelerometerError) {
    self.directory = directory
    for axis in ["x", "y", "z"] {
      guard let file = try open("\(directory)/in_accel_\(axis)_raw") else { continue }
      let ownScale = try open("\(directory)/in_accel_\(axis)_scale")
      let commonScale = try open("\(directory)/in_accel_scale")
      guard let scaleFile = ownScale ?? commonScale else {
        throw AccelerometerError(message: "\(directory) has no in_accel_scale, which tells what its numbers mean")
      }
      let scale = try number(
        scaleFile, fractionDigits: 9, in: 1...1_000_000_000_000, expected: "0.000000001 to 1000 (m/s² for one step)")
      axes.append(Axis(file: file, scale: scale))
    }
    guard !axes.isEmpty else {
      throw AccelerometerError(
        message: "\(directory) is no accelerometer: it has no in_accel_x_raw, in_accel_y_raw or in_accel_z_raw")
    }
  }

  var axisCount: Int { axes.count }

  /// The acceleration along an axis in µm/s², within ±`limit`.
  func read(axis index: Int) throws(AccelerometerError) -> Int64 {
    guard index >= 0 && index < axes.count else { return 0 }
    let raw = try number(axes[index].file, fractionDigits: 0, in: .min ... .max, expected: "a whole number")
    let acceleration = raw.multipliedSaturating(by: axes[index].scale) / 1_000
    return min(max(acceleration, -Self.limit), Self.limit)
  }

  /// The file; `nil` when there is none.
  private func open(_ path: String) throws(AccelerometerError) -> Attribute? {
    do throws(HostError) {
      return try Attribute(path: path)
    } catch {
      if error.code == 2 /* ENOENT on Linux */ { return nil }
      throw AccelerometerError(message: error.message)
    }
  }

  private func number(
    _ file: Attribute, fractionDigits: Int, in range: ClosedRange<Int64>, expected: String
  ) throws(AccelerometerError) -> Int64 {
    let count: Int
    do throws(HostError) {
      count = try file.read(into: &buffer)
    } catch {
      throw AccelerometerError(message: error.message)
    }
    guard let value = DecimalText.parse(buffer[..<count], fractionDigits: fractionDigits), range.contains(value) else {
      throw AccelerometerError(message: "\(file.path) is \"\(printable(count))\"; expected \(expected)")
    }
    return value
  }

  /// What the buffer holds, for a message: on one line and short.
  private func printable(_ count: Int) -> String {
    var text = ""
    for byte in buffer[..<min(count, 24)] where byte != 0x0A {
      text.append(byte >= 0x20 && byte < 0x7F ? Character(UnicodeScalar(byte)) : "?")
    }
    return text
  }
}
