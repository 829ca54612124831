import FixedPoint
import Lamps
import Testing

@testable import Lines

/// The board of lamps played on lines, with a clock that the test moves.
@Suite struct LampPlayerTests {
  private let fake = FakeLines()

  private func player(_ options: LampOptions = .four) -> LampPlayer {
    LampPlayer(sink: LampLines(options: options, source: fake, report: { _, _ in }))
  }

  /// Plays from `start` until `end`, stepping at each deadline and no more often; "#" for each 100 ms lit.
  private func play(
    _ player: LampPlayer, _ offset: UInt32, from start: Milliseconds, to end: Milliseconds
  ) -> String {
    var drawing = ""
    for now in stride(from: start, to: end, by: 100) {
      if let deadline = player.deadline, deadline <= now { player.step(now: now) }
      drawing += fake.isLit(offset) ? "#" : "."
    }
    return drawing
  }

  private let fine = LampConditions(mode: .tracking, radio: .works, hears: true, network: .connected)

  @Test func aPatternIsPlayedByStepsAtTheDeadlineAlone() {
    let player = player()
    player.open(now: 0)
    #expect(player.deadline == nil, "dark until there is something to show")
    player.show(LampConditions(mode: .starting), now: 1_000)
    #expect(player.deadline == 1_300)
    #expect(play(player, 1, from: 1_000, to: 2_300) == "###...###...#")
    player.show(fine, now: 2_300)
    #expect(play(player, 1, from: 2_300, to: 4_500) == "###################.##")
    #expect(fake.isLit(3))
  }

  @Test func aFlashIsPlayedOnItsLamp() {
    let player = player()
    player.open(now: 0)
    player.show(fine, now: 0)
    player.flash(.zoneEntered, now: 1_000)
    #expect(play(player, 4, from: 1_000, to: 2_800) == "...#.#.#.#.#.#....")
    #expect(player.droppedFlashes == 0)
  }

  /// What a busy line's lamp can't tell, the status lamp tells, until the line is free.
  @Test func aLampThatIsMissingFallsToTheStatusLamp() {
    fake.troubles[2] = .busy(consumer: "x", place: "y")
    let player = player()
    player.open(now: 0)
    player.show(LampConditions(mode: .tracking, radio: .blocked, network: .connected), now: 0)
    #expect(play(player, 1, from: 0, to: 3_000) == "#######..##..##..##..........#")
    fake.troubles = [:]
    #expect(play(player, 1, from: 3_000, to: 29_000).count == 260)
    let drawing = play(player, 2, from: 29_000, to: 33_000)
    #expect(drawing == "..........#######..##..##..##..........#")
    // The status lamp is back to its own since 30,000.
    #expect(play(player, 1, from: 33_000, to: 34_000) == "#########.")
  }

  @Test func aLampThatIsLostFallsToTheStatusLampAtOnce() {
    let player = player()
    player.open(now: 0)
    player.show(LampConditions(mode: .tracking, radio: .dead, hears: true), now: 0)
    #expect(play(player, 1, from: 0, to: 700) == "#######")
    fake.lines[2]?.failure = LineError(.fake(2), .failed(code: 19))
    fake.troubles[2] = .noSuchChip
    // The radio's lamp is to go dark at 700, which fails; with the next step the status lamp takes its code over.
    #expect(play(player, 1, from: 700, to: 3_000) == "########..##..........#")
    #expect(fake.lines[2]?.isOpen == false)
  }

  @Test func theDeadlineNeverStandsStill() {
    fake.troubles[3] = .noSuchChip
    let player = player()
    player.open(now: 0)
    player.show(fine, now: 0)
    var now: Milliseconds = 0
    var steps = 0
    while now < 60_000, let deadline = player.deadline {
      if deadline <= now { Issue.record("deadline \(deadline) at \(now)") }
      now = deadline
      player.step(now: now)
      steps += 1
      if steps > 1_000 { break }
    }
    #expect(now >= 60_000)
    // 4 changes a second on the radio's lamp and 1 on the status lamp, most of them together.
    #expect(steps >= 240 && steps <= 310)
  }

  @Test func closingPutsAllOut() {
    let player = player()
    player.open(now: 0)
    player.show(fine, now: 0)
    player.close()
    #expect(fake.lines.values.allSatisfy { !$0.isActive && !$0.isOpen } && player.deadline == nil)
  }

  @Test func stoppedIsDarkAndAsksForNothing() {
    let player = player()
    player.open(now: 0)
    player.show(fine, now: 0)
    player.show(LampConditions(mode: .stopped), now: 50)
    #expect(fake.lines.values.allSatisfy { !$0.isActive } && player.deadline == nil)
  }
}
