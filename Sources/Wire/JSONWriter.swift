import FixedPoint

/// Writes compact JSON (RFC 8259) into a byte buffer that is kept from one document to the next.
///
/// Commas are placed by the writer; the caller keeps `begin…` and `end…` balanced and gives each value in an object its
/// key. Numbers are written from integers, so that no floating point is needed and equal input gives equal bytes.
///
///     writer.beginObject()
///     writer.key("x")
///     writer.fixed(1_250, decimals: 2)
///     writer.endObject()               // {"x":12.50}
public struct JSONWriter {
  /// The document so far, UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// True when a value precedes the next one within the same object or array.
  private var followsValue = false

  public init() {}

  /// Room for `capacity` bytes at once, so that documents up to that size never grow the buffer.
  public init(capacity: Int) {
    bytes.reserveCapacity(max(capacity, 0))
  }

  /// Begins a new document; the buffer keeps its room.
  public mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    followsValue = false
  }

  public mutating func beginObject() { open(0x7B) }
  public mutating func endObject() { close(0x7D) }
  public mutating func beginArray() { open(0x5B) }
  public mutating func endArray() { close(0x5D) }

  /// The name of the value that comes next.
  public mutating func key(_ name: String) {
    separate()
    bytes.appendJSONString(name)
    bytes.append(0x3A)
    followsValue = false
  }

  /// A string, or null for `nil`.
  public mutating func value(_ text: String?) {
    guard let text else { return null() }
    separate()
    bytes.appendJSONString(text)
  }

  public mutating func value(_ number: Int) {
    separate()
    bytes.appendDecimal(number)
  }

  /// A whole number, or null for `nil`.
  public mutating func value(_ number: Int?) {
    guard let number else { return null() }
    value(number)
  }

  public mutating func value(_ flag: Bool) {
    write(flag ? "true" : "false")
  }

  public mutating func null() {
    write("null")
  }

  /// `raw` / 10^`decimals` with exactly `decimals` digits behind the point: -5 with 2 decimals is -0.05.
  ///
  /// - Parameter decimals: 0…20; held within.
  public mutating func fixed(_ raw: Int, decimals: Int) {
    separate()
    bytes.appendDecimal(raw, decimals: decimals)
  }

  /// A fixed-point quantity in its unit, rounded to `decimals` digits behind the point (0…9; held within).
  ///
  /// What does not fit 64 bits when scaled saturates; no format with 32 raw bits comes near.
  public mutating func value<Quantity: FixedPointFormat>(_ quantity: Quantity, decimals: Int) {
    let places = min(max(decimals, 0), 9)
    var perUnit = 1
    for _ in 0..<places { perUnit *= 10 }
    fixed(quantity.scaled(perUnit: perUnit), decimals: places)
  }

  /// A time as a string, such as "2026-01-05T08:00:00.000Z"; see `iso8601(unixMilliseconds:)`.
  public mutating func value(iso8601 unixMilliseconds: Milliseconds) {
    separate()
    bytes.append(0x22)
    bytes.appendISO8601(unixMilliseconds: unixMilliseconds)
    bytes.append(0x22)
  }

  /// A UUID as a string; see `uuidText(high:low:)`.
  public mutating func value(uuidHigh high: UInt64, low: UInt64) {
    separate()
    bytes.append(0x22)
    bytes.appendUUID(high: high, low: low)
    bytes.append(0x22)
  }

  /// A value that is JSON already, such as another writer's `bytes`; taken as it is.
  public mutating func value(json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func write(_ literal: StaticString) {
    separate()
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    followsValue = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    followsValue = true
  }

  /// Puts the comma before a value or key that isn't the first; what is written next counts as a value.
  private mutating func separate() {
    if followsValue { bytes.append(0x2C) }
    followsValue = true
  }
}
