import Foundation
import Testing

/// Standard streams that are full, stuck, closed or non-blocking.
@Suite struct StreamTests {
  @Test(arguments: ["--help", "--version", "help", "version", "help replay", "decode --help", "check -h"])
  func aFullDiskIsToldByHelpToo(arguments: String) throws {
    let run = try shell("$BLUEDOT \(arguments) > /dev/full")
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("bluedot"))
    #expect(run.errors.hasSuffix(": cannot write the output: No space left on device\n"))
    #expect(run.lines.count == 0 && run.errors.split(separator: "\n").count == 1)
  }

  /// Nobody reads, so that the output is stuck in the midst of it; the descriptor is opened for both ends by the shell.
  @Test(arguments: [("TERM", 143), ("INT", 130)])
  func aStopSignalEndsAStuckOutput(signal: String, code: Int) throws {
    let run = try shell(
      """
      pipe=$(mktemp -u); mkfifo $pipe; exec 3<>$pipe
      (trap - INT; exec $BLUEDOT replay '\(Demo.walk)' --site '\(Demo.site)' --format jsonl >&3 3>&-) &
      until [ "$(cat /proc/$!/wchan 2>/dev/null)" != "" ] && grep -q '^State:.S' /proc/$!/status; do sleep 0.01; done
      sleep 0.5; kill -\(signal) $!; wait $!; echo $?; rm $pipe
      """)
    #expect(run.output == "\(code)\n")
    #expect(run.errors.contains(" positions worked out, ") && !run.errors.contains("bluedot"))
    #expect(run.seconds < 10)
  }

  /// Another program may have left the pipe non-blocking; a full one is waited for then, too.
  @Test func aNonBlockingOutputLosesNothing() throws {
    let arguments = "replay '\(Demo.walk)' --site '\(Demo.site)' --format jsonl"
    let run = try shell(
      """
      perl -MFcntl -e 'fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK); exec @ARGV' $BLUEDOT \(arguments) |
        (sleep 0.5; cat); exit ${PIPESTATUS[0]}
      """)
    let usual = try shell("$BLUEDOT \(arguments)")
    #expect(run.code == 0 && run.output == usual.output && run.errors == usual.errors)
    #expect(usual.output.utf8.count > 65_536, "more than a pipe holds")
  }

  @Test func aNonBlockingInputIsWaitedFor() throws {
    let run = try shell(
      """
      (sleep 0.3; cat '\(Demo.walk)') |
        perl -MFcntl -e 'fcntl(STDIN, F_SETFL, O_NONBLOCK); exec @ARGV' $BLUEDOT decode --stats -
      """)
    #expect(run.code == 0 && run.lines.count == 4_315)
  }

  /// A pipe by name whose writer comes later, or never.
  @Test func aNamedPipeIsWaitedFor() throws {
    let run = try shell(
      """
      pipe=$(mktemp -u); mkfifo $pipe
      $BLUEDOT replay $pipe --site '\(Demo.site)' --format jsonl > /dev/null 2>&1 & sleep 0.3; cat '\(Demo.walk)' > $pipe
      wait $!; echo $?
      $BLUEDOT replay $pipe --site '\(Demo.site)' 2> /dev/null & sleep 0.3; kill -TERM $!; wait $!; echo $?; rm $pipe
      """)
    #expect(run.lines == ["0", "143"])
  }

  @Test func closedStreamsAreErrorsAndNobodyElseGetsThem() throws {
    let output = try shell("$BLUEDOT decode '\(Demo.walk)' >&-")
    #expect(output.code == 1)
    #expect(output.errors == "bluedot decode: cannot write the output: Bad file descriptor\n")
    let input = try shell("$BLUEDOT decode - <&-")
    #expect(input.code == 1 && input.errors == "bluedot decode: standard input: cannot read it: Bad file descriptor\n")
    let taken = try shell(
      """
      $BLUEDOT replay '\(Demo.walk)' --site '\(Demo.site)' --speed 1 <&- >&- 2>&- &
      sleep 0.5; for number in 0 1 2; do readlink /proc/$!/fd/$number; done; kill -TERM $!; wait $!; echo $?
      """)
    #expect(taken.lines == ["/dev/null", "/dev/null", "/dev/null", "1"])
  }
}
