// modules: FixedPoint Advertisement Ranging Positioning Places Regions Agent
// seeds: memories
// Any bytes as a state file, as they are and with the checksum that fits them: they are refused, or they are what the
// memory that they give encodes to, and the agent takes it up.
import Advertisement
import Agent
import FixedPoint
import Regions

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  take(bytes)
  let checked = bytes.dropLast(4)
  let check = crc32(checked)
  take(checked + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> UInt32($0)) })
  return 0
}

private func take(_ bytes: [UInt8]) {
  do throws(StateMemoryError) {
    let memory = try StateMemory.decode(bytes)
    check(memory.encode() == bytes, "what is read is what was written")
    use(memory)
  } catch {
    check(!error.message.isEmpty, "a refusal says why")
  }
}

private func use(_ memory: StateMemory) {
  guard case .restored(let restored) = memory.restored(at: memory.moment) else { return }
  let regions = memory.entries.prefix(64).map(\.region)
  for time in [Milliseconds.min, 0, memory.moment.time] {
    var agent = EdgeAgent(site: Site(), regions: Array(regions), memory: restored)
    agent.advance(to: time)
    check(agent.takeEvents().count <= 1, "a restart tells of no region")
    agent.advance(to: time.addingSaturating(60_000))
    for event in agent.takeEvents() {
      if case .regionEnter = event { check(false, "nothing is entered that was not heard") }
    }
  }
}
