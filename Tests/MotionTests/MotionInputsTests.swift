import FixedPoint
import Lines
import Testing

@testable import Motion

@Suite struct MotionInputsTests {
  @Test func bothInputsTogether() throws {
    let folder = try SensorFolder()
    try folder.addSensor()
    let lines = FakeInput()
    var options = MotionOptions()
    options.line = LineAddress(chip: nil, line: .name("GPIO5"))
    options.accelerometer = "auto"
    let inputs = MotionInputs(options: options, lines: lines, iioDirectory: folder.path, log: { _, _ in })
    #expect(!inputs.isEmpty && inputs.descriptors.isEmpty && inputs.deadline == .min)
    var reports: [String] = []
    inputs.step(now: 0) { reports.append("\($0.text) \($1)") }
    #expect(reports == ["line resting", "accelerometer resting"])
    #expect(inputs.descriptors == [7] && inputs.deadline == 125)
    inputs.close()
    #expect(inputs.deadline == nil && inputs.descriptors.isEmpty && lines.line?.isOpen == false)
  }

  @Test func noneAtAll() {
    let inputs = MotionInputs(options: MotionOptions(), log: { _, _ in })
    #expect(inputs.isEmpty && inputs.deadline == nil && inputs.descriptors.isEmpty)
  }
}
