import Foundation
import Testing

/// `bluedot adapters` on whatever machine the tests run: most have no Bluetooth.
@Suite struct AdaptersTests {
  private func adapters(_ arguments: String...) throws -> Run { try bluedot(["adapters"] + arguments) }

  @Test func jsonIsOneObjectAndTheCodeFollowsFromIt() throws {
    let run = try adapters("--json")
    #expect(run.lines.count == 1 && run.errors.isEmpty)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let list = try #require(object["adapters"] as? [[String: Any]])
    #expect(run.code == (list.isEmpty ? 1 : 0))
    #expect((object["problem"] as? String ?? "").isEmpty == !list.isEmpty)
    for adapter in list { #expect((adapter["name"] as? String ?? "").hasPrefix("hci")) }
  }

  @Test func textSaysTheSame() throws {
    let run = try adapters()
    if run.code == 0 {
      #expect(run.output.hasPrefix("hci") && run.errors.isEmpty)
    } else {
      #expect(run.code == 1 && run.output.isEmpty && run.errors.hasPrefix("bluedot adapters: "))
      // What to do is always there.
      #expect(run.errors.contains("modprobe") || run.errors.contains("plug") || run.errors.contains("rfkill"))
    }
  }

  @Test(arguments: [["x"], ["--what"], ["--json", "x"]])
  func wrongUsage(arguments: [String]) throws {
    let run = try bluedot(["adapters"] + arguments)
    #expect(run.code == 2 && run.output.isEmpty && run.errors.hasPrefix("bluedot adapters: "))
  }
}
