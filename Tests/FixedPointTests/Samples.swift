/// Values that cover the 64-bit domain: all around each power of two, and a dense stride between any two of them.
enum Samples {
  static let unsigned: [UInt64] = {
    var values: [UInt64] = Array(0...4_096)
    for exponent in 12..<64 {
      let power: UInt64 = 1 << UInt64(exponent)
      for offset: UInt64 in 0...600 {
        values.append(power - 300 + offset)
      }
      // An odd stride, so that the low bits vary too.
      let step = (power >> 11) | 1
      var value = power
      while value > step, value >= power, value < power &* 2 || power == 1 << 63 {
        values.append(value)
        let (next, overflow) = value.addingReportingOverflow(step)
        if overflow { break }
        value = next
      }
    }
    values += (0...600).map { UInt64.max - $0 }
    return values
  }()
}
