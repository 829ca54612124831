import Foundation
import Testing

@testable import Wire

@Suite struct UUIDTextTests {
  @Test func formatsBothHalves() {
    #expect(
      uuidText(high: 0x6c1f_6a4e_6a0d_4c3b, low: 0x9d57_0f3b_6f0a_2c11) == "6c1f6a4e-6a0d-4c3b-9d57-0f3b6f0a2c11")
    #expect(uuidText(high: 0, low: 0x1) == "00000000-0000-0000-0000-000000000001")
    #expect(uuidText(high: .max, low: .max) == "ffffffff-ffff-ffff-ffff-ffffffffffff")
    #expect(written { $0.value(uuidHigh: 0xA, low: 0) } == "\"00000000-0000-000a-0000-000000000000\"")
  }

  @Test func agreesWithFoundation() throws {
    for _ in 0..<100 {
      let high = UInt64.random(in: .min ... .max)
      let low = UInt64.random(in: .min ... .max)
      let parsed = try #require(UUID(uuidString: uuidText(high: high, low: low)))
      let bytes = withUnsafeBytes(of: parsed.uuid) { Array($0) }
      #expect(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } == high)
      #expect(bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } == low)
    }
  }
}
