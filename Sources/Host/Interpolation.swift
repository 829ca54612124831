// Text in one place. The standard library's interpolation is inlined wherever a message is put together, and each of the
// hundreds of messages then carries the whole of a string's growth: a quarter of the shipping program. These take its
// place wherever Host is imported (a module's own declaration shadows the standard library's) and are called instead.
extension DefaultStringInterpolation {
  @inline(never) public mutating func appendLiteral(_ literal: String) { literal.write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: String) { value.write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: Int) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: Int64) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: UInt64) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: Int32) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: UInt32) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: UInt16) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: UInt8) { String(value).write(to: &self) }
  @inline(never) public mutating func appendInterpolation(_ value: Int8) { String(value).write(to: &self) }
}
