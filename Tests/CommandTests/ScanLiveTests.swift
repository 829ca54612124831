import Foundation
import Testing

/// `bluedot scan` with a controller in software: what it shows, records and says, and how it ends.
@Suite struct ScanLiveTests {
  private let beacons = [
    AirController.Beacon(minor: 1, rssi: -59, interval: 40), AirController.Beacon(minor: 2, rssi: -75, interval: 100),
  ]

  /// A controller on a socket in a folder of its own.
  private func onAir(_ body: (AirController, String, URL) throws -> Void) throws {
    try withFiles([:]) { folder in
      let socket = folder.path + "/hci"
      let air = try AirController(path: socket, beacons: beacons)
      defer { air.end() }
      try body(air, "unix:\(socket)", folder)
    }
  }

  @Test func tablesWhereNobodyWatches() throws {
    try onAir { air, adapter, _ in
      let program = try Program(["scan", "--adapter", adapter, "--site", Demo.site])
      #expect(program.wait { air.reportCount > 20 })
      program.send(signal: SIGINT)
      let run = program.finish()
      #expect(run.code == 0)
      let lines = run.lines
      let last = try #require(lines.firstIndex { $0.hasPrefix("beacon ") })
      #expect(lines[last + 1].hasPrefix("fb43fa7b… 1/1   ibeacon  a1         -59   -59.0  █████▌         1.0 ± 0."))
      #expect(lines[last + 2].hasPrefix("fb43fa7b… 1/2   ibeacon  a2         -75   -75.0  "))
      #expect(run.output.contains("\n\n2 beacons (2 of the site), "))
      #expect(!run.output.contains("\u{1B}"))
      #expect(run.errors.contains("bluedot scan: listening with"))
      // It leaves the controller as it should be left.
      #expect(program.wait { !air.isScanned })
    }
  }

  @Test func anEndThatWasAskedFor() throws {
    try onAir { _, adapter, _ in
      let run = try bluedot("scan", "--adapter", adapter, "--duration", "1")
      #expect(run.code == 0 && run.seconds >= 1)
      #expect(run.output.contains("\n2 beacons, "))
    }
  }

  /// What was recorded is what was heard: the recording gives the same lines, byte for byte.
  @Test func aRecordingReadsAsItWasHeard() throws {
    try onAir { air, adapter, folder in
      let path = folder.path + "/air.btsnoop"
      let program = try Program(["scan", "--adapter", adapter, "--site", Demo.site, "--json", "--record", path])
      #expect(program.wait { program.output.split(separator: "\n").count > 30 })
      program.send(signal: SIGTERM)
      let live = program.finish()
      #expect(live.code == 0 && live.errors.contains(" packets recorded in \(path)\n"))
      #expect(live.lines.count > 30)
      let read = try bluedot("scan", "--from", path, "--site", Demo.site, "--json")
      #expect(read.code == 0 && read.output == live.output)
      // A replay finds a position in it; commands are in it for those who look at it with btmon.
      let replay = try bluedot("replay", path, "--site", Demo.site)
      #expect(replay.code == 0 && !replay.errors.contains("not understood"))
      let stats = try bluedot("decode", path, "--stats").lines.last ?? ""
      #expect(stats.contains(#"{"stats":{"packets":{"command":"#) && stats.contains(#""note":"#))
    }
  }

  /// No controller yet: it is told once with its cause, and waited for.
  @Test func aControllerThatComesLater() throws {
    try withFiles([:]) { folder in
      let socket = folder.path + "/hci"
      let program = try Program(["scan", "--adapter", "unix:\(socket)", "--json"])
      #expect(
        program.wait { program.errors.contains("cannot connect to \(socket): No such file or directory; a controller") }
      )
      let air = try AirController(path: socket, beacons: beacons)
      defer { air.end() }
      #expect(program.wait { program.output.contains("\n") })
      program.send(signal: SIGINT)
      let run = program.finish()
      #expect(run.code == 0 && run.errors.contains("bluedot scan: listening with"))
      #expect(run.errors.components(separatedBy: "cannot connect").count == 2)
    }
  }

  @Test func aControllerThatNeverComes() throws {
    let run = try bluedot("scan", "--adapter", "unix:/nonexistent/hci", "--duration", "1")
    #expect(run.code == 1)
    #expect(run.output == "0 beacons, 0 advertising reports in 1.0 s, 0.0 a second\n")
    #expect(
      run.errors.contains(
        "bluedot scan: the radio never listened: cannot connect to /nonexistent/hci: No such file or directory; "))
  }

  @Test func aRecordingThatCannotBeWritten() throws {
    let run = try bluedot("scan", "--adapter", "unix:/nonexistent/hci", "--record", "/nonexistent/a.btsnoop")
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(
      run.errors == "bluedot scan: /nonexistent/a.btsnoop: cannot create the recording: No such file or directory\n")
  }

  /// On a terminal: one picture after the other in place, within its size also after a change, and all given back.
  @Test func picturesOnATerminal() throws {
    try onAir { air, adapter, folder in
      // The size changes, and an interrupt comes, when the files for it are there.
      func after(_ name: String, _ command: String) -> String {
        "while [ ! -e \(folder.path)/\(name) ]; do sleep 0.05; done; \(command); "
      }
      let later = after("small", "stty rows 4 cols 34 </dev/tty") + after("end", "kill -INT $$")
      let line = "stty rows 8 cols 50; (\(later)) & exec $BLUEDOT scan --adapter \(adapter) --site \(Demo.site)"
      let program = try Program(
        ["-c", "export BLUEDOT='\(try Program.path())' TERM=xterm; exec script -qefc '\(line)' /dev/null"],
        executable: "/bin/bash")
      #expect(program.wait { program.output.contains("-59.0") })
      try Data().write(to: folder.appendingPathComponent("small"))
      #expect(program.wait { program.output.contains("… and ") })
      try Data().write(to: folder.appendingPathComponent("end"))
      let run = program.finish()
      #expect(run.code == 0)
      let parts = run.output.components(separatedBy: "\u{1B}[?1049l")
      try #require(parts.count == 2)
      #expect(parts[0].hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"))
      #expect(parts[0].hasSuffix("\u{1B}[?7h\u{1B}[?25h"))
      let pictures = parts[0].components(separatedBy: "\u{1B}[H").dropFirst().map { picture in
        // Without colours and what ends a picture; the terminal adds a carriage return to each line feed.
        picture.replacing(/\u{1B}\[[0-9?;]*[a-zA-Z]/, with: "").utf8.filter { $0 != 0x0D }
          .split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      }
      func fits(_ picture: [String], _ rows: Int, _ columns: Int) -> Bool {
        picture.count <= rows && picture.allSatisfy { $0.count <= columns }
      }
      // Whenever the change came: before it all fit the large size, after it all fit the small one.
      let change = try #require(pictures.firstIndex { fits($0, 4, 34) })
      #expect(pictures[..<change].allSatisfy { fits($0, 8, 50) } && pictures[change...].allSatisfy { fits($0, 4, 34) })
      let large = pictures[..<change].map { $0.joined(separator: "\n") }
      #expect(
        large.contains {
          $0.contains("bluedot scan: listening with") && $0.contains("\n2 beacons (2 of the site), ")
            && $0.contains("\nfb43fa7b… 1/1  ") && $0.contains("-59.0")
        })
      // Four lines hold the state in one, the counts, the titles, and how much is not shown.
      #expect(pictures.last?.contains { $0.hasPrefix("… and ") } == true)
      #expect(parts[1].contains("fb43fa7b… 1/1") && parts[1].contains("\r\n2 beacons (2 of the site), "))
    }
  }
}
