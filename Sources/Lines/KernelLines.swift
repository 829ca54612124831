import CLines

/// Lines of the machine's GPIO chips, and its LEDs.
public final class KernelLines: LineSource {
  private let ledDirectory: String

  /// - Parameter ledDirectory: where the kernel's LEDs are; another directory for tests.
  public init(ledDirectory: String = "/sys/class/leds") {
    self.ledDirectory = ledDirectory
  }

  public func openOutput(_ address: LineAddress) throws(LineError) -> any OutputLine {
    try open(address, flags: Int32(BD_LINE_OUTPUT.rawValue))
  }

  public func openInput(_ address: LineAddress) throws(LineError) -> any InputLine {
    try open(address, flags: 0)
  }

  private func open(_ address: LineAddress, flags: Int32) throws(LineError) -> KernelLine {
    let flags = flags | (address.isActiveLow ? Int32(BD_LINE_ACTIVE_LOW.rawValue) : 0)
    var handle: OpaquePointer?
    var place = bd_line_place()
    let result: Int32
    if address.isKernelLED {
      // An LED has a name only.
      guard case .name(let name) = address.line else {
        throw LineError(address, .noSuchLine(chip: "", lineCount: 0))
      }
      result = bd_led_open(ledDirectory, name, flags, &handle, &place)
    } else {
      switch address.line {
      case .name(let name): result = bd_line_open(address.chip, name, 0, flags, &handle, &place)
      case .offset(let offset): result = bd_line_open(address.chip, nil, offset, flags, &handle, &place)
      }
    }
    guard result == 0, let handle else {
      throw LineError(address, LineError.Reason(result: result, place: place))
    }
    return KernelLine(handle, address: address, place: LinePlace(place))
  }
}

/// One line that is held.
private final class KernelLine: OutputLine, InputLine {
  let place: LinePlace
  let descriptor: Int32?
  private let address: LineAddress
  private var handle: OpaquePointer?

  init(_ handle: OpaquePointer, address: LineAddress, place: LinePlace) {
    self.handle = handle
    self.address = address
    self.place = place
    let descriptor = bd_line_descriptor(handle)
    self.descriptor = descriptor < 0 ? nil : descriptor
  }

  deinit { close() }

  func set(active: Bool) throws(LineError) {
    guard let handle else { return }
    let result = bd_line_set(handle, active ? 1 : 0)
    guard result >= 0 else { throw LineError(address, .failed(code: -result)) }
  }

  func read() throws(LineError) -> Bool {
    guard let handle else { return false }
    let result = bd_line_get(handle)
    guard result >= 0 else { throw LineError(address, .failed(code: -result)) }
    return result == 1
  }

  func close() {
    guard let handle else { return }
    self.handle = nil
    bd_line_close(handle)
  }
}

extension LineError.Reason {
  /// What a negative result of the shim means. The values are Linux's.
  init(result: Int32, place: bd_line_place) {
    let found = LinePlace(place)
    switch -result {
    case 19 /* ENODEV */: self = .noChips
    case 6 /* ENXIO */: self = .noSuchChip
    case 25 /* ENOTTY */: self = .notAChip
    case 2 /* ENOENT */: self = .noSuchLine(chip: found.chip, lineCount: place.line_count)
    case 76 /* ENOTUNIQ */: self = .ambiguous(first: found.text)
    case 16 /* EBUSY */: self = .busy(consumer: decoded(place.consumer), place: found.text)
    case 1 /* EPERM */, 13 /* EACCES */: self = .denied
    default: self = .failed(code: -result)
    }
  }
}

extension LinePlace {
  fileprivate init(_ place: bd_line_place) {
    self.init(
      chip: decoded(place.chip), label: decoded(place.label), name: decoded(place.name), offset: place.offset)
  }
}

/// The text in an array of C characters, up to its zero.
private func decoded<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
