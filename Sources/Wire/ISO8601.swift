import FixedPoint

/// A Unix time in ISO 8601 (RFC 3339), UTC: "2026-01-05T08:00:00.000Z".
///
/// Proleptic Gregorian calendar. Times before the year 1 or after 9999 have no such form; they become its first or last
/// millisecond.
public func iso8601(unixMilliseconds: Milliseconds) -> String {
  var bytes: [UInt8] = []
  bytes.appendISO8601(unixMilliseconds: unixMilliseconds)
  return String(decoding: bytes, as: UTF8.self)
}

extension [UInt8] {
  mutating func appendISO8601(unixMilliseconds: Milliseconds) {
    let time = Swift.min(Swift.max(unixMilliseconds, CalendarDate.firstMillisecond), CalendarDate.lastMillisecond)
    let day = time.dividedRounding(by: CalendarDate.millisecondsPerDay, .down)
    let date = CalendarDate(daysSince1970: day)
    let millisecond = Int(time - day * CalendarDate.millisecondsPerDay)

    appendPadded(date.year, digits: 4)
    append(0x2D)
    appendPadded(date.month, digits: 2)
    append(0x2D)
    appendPadded(date.day, digits: 2)
    append(0x54)
    appendPadded(millisecond / 3_600_000, digits: 2)
    append(0x3A)
    appendPadded(millisecond / 60_000 % 60, digits: 2)
    append(0x3A)
    appendPadded(millisecond / 1_000 % 60, digits: 2)
    append(0x2E)
    appendPadded(millisecond % 1_000, digits: 3)
    append(0x5A)
  }
}

/// A day of the proleptic Gregorian calendar, years 1…9999.
struct CalendarDate: Equatable {
  var year: Int
  /// 1…12.
  var month: Int
  /// 1…31.
  var day: Int

  static let millisecondsPerDay: Milliseconds = 86_400_000
  /// 0001-01-01T00:00:00.000Z.
  static let firstMillisecond: Milliseconds = -62_135_596_800_000
  /// 9999-12-31T23:59:59.999Z.
  static let lastMillisecond: Milliseconds = 253_402_300_799_999

  /// Counts in years that begin on 1 March, so that the leap day is a year's last day and every cycle of the calendar
  /// (400, 100, 4 and 1 years) ends with the day that may be missing.
  init(daysSince1970: Int64) {
    // From 0000-03-01 to 1970-01-01 there are 719,468 days.
    var rest = Int(daysSince1970) + 719_468
    let fourCenturies = rest / 146_097
    rest -= fourCenturies * 146_097
    // The last century of four and the last year of four are the long ones, hence `min`.
    let centuries = min(rest / 36_524, 3)
    rest -= centuries * 36_524
    let fourYears = rest / 1_461
    rest -= fourYears * 1_461
    let years = min(rest / 365, 3)
    rest -= years * 365

    // From March on, months have 31, 30, 31, 30, 31 days, again and again: 153 days in five months.
    let monthFromMarch = (5 * rest + 2) / 153
    let isNextYear = monthFromMarch >= 10
    year = 400 * fourCenturies + 100 * centuries + 4 * fourYears + years + (isNextYear ? 1 : 0)
    month = isNextYear ? monthFromMarch - 9 : monthFromMarch + 3
    day = rest - (153 * monthFromMarch + 2) / 5 + 1
  }
}
