import Advertisement
import FixedPoint

/// placeholder of the state machine
public final class LocationAgent {
  public init() {}
}
