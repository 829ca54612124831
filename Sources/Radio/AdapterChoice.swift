/// The controller that the configuration means; `nil` when there is none, or when a socket is meant.
func chooseAdapter(_ wanted: RadioOptions.Adapter, from adapters: [AdapterInfo]) -> AdapterInfo? {
  var lowest: AdapterInfo?
  for adapter in adapters {
    switch wanted {
    case .first:
      if adapter.isPrimary && (lowest.map { adapter.index < $0.index } ?? true) { lowest = adapter }
    case .index(let index):
      if adapter.index == index { return adapter }
    case .address(let address):
      if adapter.address == address { return adapter }
    case .socket: break
    }
  }
  return lowest
}
