/// A time or an interval in milliseconds.
///
/// Times of the core are read from a clock that never jumps (CLOCK_BOOTTIME, or a recording's own time line) and passed
/// in; the core has no clock.
public typealias Milliseconds = Int64
