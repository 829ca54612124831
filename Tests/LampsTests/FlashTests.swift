import FixedPoint
import Testing

@testable import Lamps

@Suite struct FlashTests {
  @Test func aFlashOnItsOwnLamp() {
    var board = LampBoard(roles: .all)
    board.show(.fine, at: 0)
    board.flash(.zoneEntered, at: 1_000)
    #expect(board.drawing(.event, from: 900, 20) == "....#.#.#.#.#.#.....")
    #expect(board.pattern(of: .event, at: 999) == .dark)
    #expect(board.pattern(of: .event, at: 1_000) == .zoneEntered)
    #expect(board.pattern(of: .event, at: 2_699) == .zoneEntered)
    #expect(board.pattern(of: .event, at: 2_700) == .dark)
    #expect(board.pattern(of: .status, at: 1_500) == .tracking)
  }

  /// On the only lamp a flash takes the place of the pattern, which goes on afterwards where it would have been.
  @Test func aFlashOverAPattern() {
    var board = LampBoard(roles: LampRoles(status: true))
    board.show(.fine, at: 0)
    let without = board.drawing(.status, from: 0, 60)
    #expect(without.prefix(21) == "###################.#")
    board.flash(.zoneExited, at: 1_000)
    let with = board.drawing(.status, from: 0, 60)
    #expect(with.prefix(32) == "##########...######..######...##")
    #expect(with.dropFirst(30) == without.dropFirst(30))
  }

  @Test func flashesWaitForEachOther() {
    var board = LampBoard(roles: .all)
    board.show(LampConditions(mode: .idle), at: 0)
    board.flash(.zoneExited, at: 0)
    board.flash(.zoneEntered, at: 100)
    board.flash(.wakeUp, at: 100)
    #expect(board.drawing(.event, from: 0, 53) == "...######..######......#.#.#.#.#.#......#.#.#.######.")
    #expect(board.nextChange(after: 100) == 300)
    #expect(board.nextChange(after: 1_700) == 2_000)
    // One that comes after the others begins at once.
    board.flash(.zoneExited, at: 9_000)
    #expect(board.drawing(.event, from: 9_000, 11) == "...######..")
  }

  @Test func tooManyFlashesAreCountedAndNotShown() {
    var board = LampBoard(roles: .all)
    board.show(.fine, at: 0)
    for _ in 0..<8 { board.flash(.zoneExited, at: 0) }
    #expect(board.droppedFlashes == 0)
    for _ in 0..<3 { board.flash(.zoneEntered, at: 0) }
    #expect(board.droppedFlashes == 3)
    // Each takes 2 s; when the first is over there is room again.
    board.flash(.zoneEntered, at: 1_999)
    #expect(board.droppedFlashes == 4)
    board.flash(.zoneEntered, at: 2_000)
    #expect(board.droppedFlashes == 4)
    #expect(board.pattern(of: .event, at: 8 * 2_000 - 1) == .zoneExited)
    #expect(board.pattern(of: .event, at: 8 * 2_000) == .zoneEntered)
    #expect(board.pattern(of: .event, at: 8 * 2_000 + 1_700) == .dark)
  }

  @Test func aStoppedBoardStaysDark() {
    var board = LampBoard(roles: LampRoles(status: true, event: true))
    board.show(.fine, at: 0)
    board.flash(.wakeUp, at: 0)
    board.show(.fine.with { $0.mode = .stopped }, at: 100)
    board.flash(.wakeUp, at: 200)
    #expect(board.drawing(.event, from: 100, 40) == String(repeating: ".", count: 40))
    #expect(board.drawing(.status, from: 100, 40) == String(repeating: ".", count: 40))
    #expect(board.nextChange(after: 100) == nil && board.droppedFlashes == 0)
  }

  @Test func withoutLampsFlashesGoNowhere() {
    var board = LampBoard(roles: LampRoles())
    board.show(.fine, at: 0)
    for _ in 0..<20 { board.flash(.wakeUp, at: 0) }
    #expect(board.droppedFlashes == 0 && board.nextChange(after: 0) == nil)
  }
}
