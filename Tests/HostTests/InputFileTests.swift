import Foundation
import Testing

@testable import Host

/// A file with these bytes, removed with the value.
private final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

private func bytes(_ span: RawSpan) -> [UInt8] {
  span.byteOffsets.map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
}

@Suite struct InputFileTests {
  /// Pieces of every size through a buffer that is smaller than the file, with refills in the midst of a piece.
  @Test(arguments: [1, 2, 7, 63, 64]) func handsOutEveryByteOnce(piece: Int) throws {
    let content = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let source = try TemporaryFile(content)
    var file = try InputFile(path: source.path, bufferSize: 64)
    #expect(file.size == 1_000)
    var read: [UInt8] = []
    while true {
      let part = try file.peek(piece) { bytes($0) }
      if part.isEmpty { break }
      #expect(part.count == min(piece, 1_000 - read.count))
      read += part
      file.consume(part.count)
    }
    #expect(read == content)
    #expect(file.position == 1_000)
  }

  @Test func peekingTwiceSeesTheSame() throws {
    let source = try TemporaryFile([1, 2, 3, 4])
    var file = try InputFile(path: source.path)
    #expect(try file.peek(2) { bytes($0) } == [1, 2])
    #expect(try file.peek(3) { bytes($0) } == [1, 2, 3])
    file.consume(1)
    #expect(try file.peek(9) { bytes($0) } == [2, 3, 4])
  }

  @Test func consumesNoMoreThanWasPeeked() throws {
    let source = try TemporaryFile([1, 2, 3])
    var file = try InputFile(path: source.path)
    file.consume(5)
    #expect(file.position == 0)
    _ = try file.peek(2) { $0.byteCount }
    file.consume(-1)
    #expect(try file.peek(1) { bytes($0) } == [1])
    file.consume(.max)
    #expect(try file.peek(1) { $0.byteCount } == 0)
  }

  @Test func aMissingFileIsNamedWithItsReason() {
    #expect(throws: HostError.self) { _ = try readWholeFile(path: "/nowhere/walk.btsnoop") }
    do throws(HostError) {
      _ = try readWholeFile(path: "/nowhere/walk.btsnoop")
    } catch {
      #expect(error.message == "cannot open /nowhere/walk.btsnoop: No such file or directory")
    }
  }

  @Test func aDirectoryIsAnErrorAndNotAnEmptyFile() {
    do throws(HostError) {
      _ = try readWholeFile(path: "/tmp")
      Issue.record("a directory was read")
    } catch {
      #expect(error.message == "cannot read /tmp: Is a directory")
    }
  }

  @Test func aFileBeyondTheLimitIsRefused() throws {
    let source = try TemporaryFile([UInt8](repeating: 7, count: 200_000))
    #expect(try readWholeFile(path: source.path, limit: 200_000).count == 200_000)
    do throws(HostError) {
      _ = try readWholeFile(path: source.path, limit: 199_999)
      Issue.record("too large a file was read")
    } catch {
      #expect(error.message.hasSuffix("File too large"))
    }
  }

  /// It never ends: the limit must end it.
  @Test func anEndlessFileIsRefused() {
    #expect(throws: HostError.self) { _ = try readWholeFile(path: "/dev/zero", limit: 1 << 20) }
  }
}

@Suite struct OutputStreamTests {
  @Test func afterAFailedWriteTheRestIsDroppedAndTheReasonKept() throws {
    let full = try #require(fopen("/dev/full", "w"))
    defer { fclose(full) }
    let stream = OutputStream(descriptor: fileno(full), capacity: 8)
    stream.write("short")
    #expect(stream.failure == nil)
    stream.writeLine("long enough to be written")
    #expect(stream.failure?.message == "cannot write the output: No space left on device")
    stream.writeLine("nothing more happens")
    stream.flush()
    #expect(!stream.isTerminal)
  }
}
