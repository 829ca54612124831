import Host

/// The state in words for people, with what to do about it.
///
/// - Parameters:
///   - adapter: the controller in use or meant, if there is one.
///   - name: what it is called where there is no adapter.
///   - detail: what the state alone does not tell, such as why there is no adapter.
public func radioText(
  _ state: RadioState, adapter: AdapterInfo? = nil, name: String = "the radio", detail: String = ""
) -> String {
  let name = adapter?.name ?? name
  switch state {
  case .off: return "not listening: it was not asked for"
  case .noAdapter: return detail.isEmpty ? "no Bluetooth adapter; \(RadioAdvice.plugIn)" : detail
  case .noPermission(let capability):
    return "\(name): \(capability) is missing\(detail.isEmpty ? "" : " (\(detail))"); \(RadioAdvice.capability)"
  case .blocked:
    if adapter?.block == .hard {
      return "\(name) is held down by a hardware switch or key (rfkill); switch the radio on there"
    }
    return "\(name) is held down by rfkill; end it with `rfkill unblock bluetooth`"
  case .starting: return "\(adapter?.text ?? name): being set up"
  case .scanning(let isExtended):
    return "listening with \(adapter?.text ?? name), \(isExtended ? "extended" : "legacy") scanning"
  case .recovering(let rung, let reason):
    let remedy =
      switch rung {
      case 1: "switching the scan on again"
      case 2: "resetting it"
      default: "bringing it up anew"
      }
    return "\(name): \(reason); \(remedy)"
  }
}

/// What to do about troubles that people have to end.
enum RadioAdvice {
  static let capability =
    "give the unit AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN (without PrivateUsers=), or run "
    + "`setcap cap_net_raw,cap_net_admin+ep` on the program"
  static let plugIn = "plug one in, or see `dmesg | grep -i bluetooth` for a driver or firmware that is missing"
  static let noBluetooth =
    "this kernel has no Bluetooth; load it with `modprobe bluetooth`, or if it is there, allow AF_BLUETOOTH in the "
    + "unit's RestrictAddressFamilies="
  static let foreign = "stop bluetooth.service or give us our own adapter"
}

extension RadioState {
  /// How grave a line about it is.
  var level: LogLevel {
    switch self {
    case .off, .scanning: .info
    case .starting: .debug
    case .recovering: .warning
    case .noAdapter, .noPermission, .blocked: .error
    }
  }

  var isGood: Bool {
    switch self {
    case .off, .scanning: true
    default: false
    }
  }
}

/// Why there is no adapter at all, with what to do.
public func radioText(noAdapterWith port: any RadioPort) -> String {
  noAdapterText(.first, among: [], anyBlock: port.blockOfAnyRadio())
}

/// Why adapters can't even be listed, with what to do.
public func radioText(cannotList error: HostError) -> String {
  if ErrorCode.isNoBluetooth(error.code) { return RadioAdvice.noBluetooth }
  return ErrorCode.isPermission(error.code) ? "\(error.message); \(RadioAdvice.capability)" : error.message
}

/// Why no adapter can be used: what is wanted, what is there, what to do.
func noAdapterText(_ wanted: RadioOptions.Adapter, among adapters: [AdapterInfo], anyBlock: AdapterBlock) -> String {
  let missing: String
  switch wanted {
  case .first: missing = "no Bluetooth adapter"
  case .index(let index): missing = "there is no adapter hci\(index)"
  case .address(let address):
    let text = AdapterInfo(index: 0, name: "", address: address, isUp: false, bus: "").addressText
    missing = "no adapter has the address \(text)"
  case .socket(let path): missing = "no controller answers at \(path)"
  }
  if adapters.isEmpty {
    // A radio that is blocked may be off its bus altogether.
    switch anyBlock {
    case .soft: return "\(missing); rfkill holds Bluetooth: end it with `rfkill unblock bluetooth`"
    case .hard: return "\(missing); a hardware switch or key holds Bluetooth (rfkill): switch the radio on there"
    case .none, .unknown: return "\(missing); \(RadioAdvice.plugIn)"
    }
  }
  var present = ""
  for adapter in adapters { present += (present.isEmpty ? "" : ", ") + adapter.text }
  return "\(missing); present: \(present)"
}
