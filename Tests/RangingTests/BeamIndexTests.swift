import Advertisement
import Testing

@testable import Ranging

/// Spans cannot pass through `#expect`, so the function under test is called behind this.
private func find(_ identity: BeaconIdentity, _ identities: [BeaconIdentity], _ slots: [UInt16]) -> Int? {
  BeamIndex.find(identity, identities: identities.span, slots: slots.span)
}

@Suite struct BeamIndexTests {
  private func identity(_ number: Int) -> BeaconIdentity {
    BeaconIdentity(
      iBeaconUUIDHigh: 0x6C1F_6A4E_6A0D_4E0C, uuidLow: 0x9D59_6C0A_3C2F_1E11, major: UInt16(number / 1_000),
      minor: UInt16(number % 1_000))
  }

  private func makeSlots(_ identities: [BeaconIdentity]) -> [UInt16] {
    var slots = [UInt16](repeating: 0, count: BeamIndex.slotCount(for: identities.count))
    var span = slots.mutableSpan
    let isBuilt = BeamIndex.build(identities: identities.span, into: &span)
    #expect(isBuilt)
    return slots
  }

  @Test(arguments: [0, 1, 2, 8, 64, 5_000]) func findsEveryBeamAndNoOther(count: Int) {
    let identities = (0..<count).map(identity)
    let slots = makeSlots(identities)
    for index in 0..<count {
      #expect(find(identities[index], identities, slots) == index)
    }
    for index in count..<(count + 200) {
      #expect(find(identity(index), identities, slots) == nil)
    }
  }

  @Test func firstOfTwoEqualIdentitiesCounts() {
    let identities = [identity(1), identity(2), identity(1)]
    let slots = makeSlots(identities)
    #expect(find(identity(1), identities, slots) == 0)
  }

  @Test func kindsAreToldApart() {
    let uid = BeaconIdentity(kind: .eddystoneUID, length: 16, high: 1, low: 2, tail: 0)
    let estimote = BeaconIdentity(kind: .estimote, length: 16, high: 1, low: 2, tail: 0)
    let slots = makeSlots([uid])
    #expect(find(uid, [uid], slots) == 0)
    #expect(find(estimote, [uid], slots) == nil)
  }

  @Test func refusesATableThatIsTooSmall() {
    let identities = (0..<20).map(identity)
    var slots = [UInt16](repeating: 0, count: 32)
    var span = slots.mutableSpan
    let isBuilt = BeamIndex.build(identities: identities.span, into: &span)
    #expect(!isBuilt)
  }
}
