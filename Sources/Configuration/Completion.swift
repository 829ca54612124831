import Broker
import Host
import Lines
import Motion
import Regions

/// Makes a configuration of a draft: puts together what was spread over lines, fetches what it refers to, and notes
/// what is missing or contradicts.
struct Completion {
  private let draft: Draft
  private let surroundings: Surroundings
  /// The check of a person, who is not the agent: what only the agent's service is given may be missing.
  private let isCheck: Bool
  private(set) var problems: ProblemList
  private(set) var configuration: Configuration

  init(_ draft: Draft, _ problems: ProblemList, _ surroundings: Surroundings, isCheck: Bool) {
    self.draft = draft
    self.surroundings = surroundings
    self.isCheck = isCheck
    self.problems = problems
    configuration = draft.configuration
    completeDevice()
    completeBroker()
    completeLines()
    completeRegions()
    checkHook()
  }

  private mutating func completeDevice() {
    guard draft.devicePlace == nil else { return }
    configuration.device = surroundings.hostName
    do throws(BrokerError) {
      try BrokerOptions.validateDevice(configuration.device)
    } catch {
      problems.error(
        Place(file: 0, line: 0),
        "the host's name, \(quoted(configuration.device)), is no name for the device; expected name in [device]")
    }
  }

  // MARK: Broker

  private mutating func completeBroker() {
    guard let place = draft.broker.place else { return }
    guard var address = draft.broker.host else {
      return problems.error(place, "[broker] has no host; expected host = NAME, or no key of [broker] at all")
    }
    if let port = draft.broker.port { address.port = port }
    var options = BrokerOptions(
      address: address, device: configuration.device, clientId: draft.broker.clientId,
      username: draft.broker.username, password: password())
    if let keepAlive = draft.broker.keepAlive { options.keepAlive = keepAlive }
    configuration.broker = options
    // Its own complaint about the device's name would be a second one.
    guard configuration.device.utf8.count > 0 else { return }
    do throws(BrokerError) {
      try options.validate()
    } catch {
      problems.error(draft.broker.password?.place ?? place, "[broker]: \(error.message)")
    }
  }

  private mutating func password() -> Secret? {
    guard let (source, place) = draft.broker.password else { return nil }
    switch source {
    case .text(let text):
      let file = problems.files.indices.contains(place.file) ? problems.files[place.file] : ""
      if surroundings.isReadableByAll(file) {
        problems.warning(
          place, "everybody on this machine can read the password; chmod o-r \(file), or use password-file")
      }
      return Secret(text)
    case .file(let path):
      if surroundings.isReadableByAll(path) {
        problems.warning(place, "everybody on this machine can read the password; chmod o-r \(path)")
      }
      return secret(in: path, place)
    case .credential(let name):
      if let directory = surroundings.credentialsDirectory { return secret(in: directory + "/" + name, place) }
      let text: Phrase =
        "there are no credentials here ($CREDENTIALS_DIRECTORY is not set): the unit needs LoadCredential=\(name):PATH"
      if isCheck { problems.warning(place, text) } else { problems.error(place, text) }
      return nil
    }
  }

  /// The first line of a file.
  private mutating func secret(in path: String, _ place: Place) -> Secret? {
    do throws(HostError) {
      var bytes = try surroundings.read(path)
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
      guard !bytes.isEmpty else {
        problems.error(place, "\(path) is empty; expected the password in it")
        return nil
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard !text.unicodeScalars.contains("\u{FFFD}") else {
        problems.error(place, "\(path) is not UTF-8 text; MQTT takes no other password")
        return nil
      }
      return Secret(text)
    } catch {
      problems.error(place, "the password cannot be read: \(error.message)")
      return nil
    }
  }

  // MARK: GPIO lines

  private mutating func completeLines() {
    var taken: [(address: LineAddress, name: String)] = []
    for (index, role) in LampsDraft.roles.enumerated() {
      let line = draft.lamps.lines[index]
      let address = line.address(chip: draft.lamps.chip, isActiveLow: draft.lamps.isActiveLow)
      let name = LampsDraft.name(of: role)
      check(line, address, key: name, prefix: name, section: "lamps", &taken)
      switch role {
      case .status: configuration.lamps.status = address
      case .radio: configuration.lamps.radio = address
      case .network: configuration.lamps.network = address
      case .event: configuration.lamps.event = address
      }
    }
    let motion = draft.motion.address()
    check(draft.motion, motion, key: "line", prefix: "line", section: "motion", &taken)
    configuration.motion.line = motion
  }

  private mutating func check(
    _ line: LineDraft, _ address: LineAddress?, key: String, prefix: String, section: String,
    _ taken: inout [(address: LineAddress, name: String)]
  ) {
    guard let address, let place = line.line?.1 else {
      if let place = line.chip?.1 {
        problems.error(place, "\(prefix)-chip in [\(section)] means nothing without \(key); expected \(key) beside it")
      }
      if let place = line.isActiveLow?.1 {
        problems.error(
          place, "\(prefix)-active-low in [\(section)] means nothing without \(key); expected \(key) beside it")
      }
      return
    }
    if case .offset = address.line, address.chip == nil {
      let common = section == "lamps" ? "chip or " : ""
      problems.error(
        place, "\(key) in [\(section)] is a line's number, and its chip is not told; expected \(common)\(prefix)-chip")
    }
    if let other = taken.first(where: { $0.address.chip == address.chip && $0.address.line == address.line }) {
      problems.error(place, "\(key) in [\(section)] is the line that \(other.name) has; expected a line of its own")
    }
    taken.append((address, key + " in [" + section + "]"))
  }

  // MARK: Regions and hook

  private mutating func completeRegions() {
    for draft in draft.regions {
      do throws(ValueFault) {
        var region = try draft.region()
        region.ranges = draft.isRanged
        if let twin = configuration.regions.firstIndex(where: { $0.hasSameBeacons(as: region) }) {
          problems.warning(
            draft.place, "[region \(draft.name)] has the same beacons as [region \(configuration.regionNames[twin])]")
        }
        configuration.regions.append(region)
        configuration.regionNames.append(draft.name)
      } catch {
        problems.error(draft.place, "\(error.text)")
      }
    }
  }

  private mutating func checkHook() {
    guard let place = draft.hookPlace, let path = configuration.hook.first, !surroundings.isFile(path) else { return }
    problems.warning(place, "the hook \(quoted(path)) is not there; a wake-up will find no program")
  }
}
