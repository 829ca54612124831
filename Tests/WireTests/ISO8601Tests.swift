import Foundation
import Testing

@testable import Wire

@Suite struct ISO8601Tests {
  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00.000Z"), (1_767_600_000_000, "2026-01-05T08:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (1_709_251_199_123, "2024-02-29T23:59:59.123Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (-62_135_596_800_001, "0001-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (253_402_300_800_000, "9999-12-31T23:59:59.999Z"),
    (Int64.min, "0001-01-01T00:00:00.000Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
  ])
  func writesKnownTimes(time: Int64, expected: String) {
    #expect(iso8601(unixMilliseconds: time) == expected)
    #expect(written { $0.value(iso8601: time) } == "\"\(expected)\"")
  }

  /// Every day of the years 1…9999 has the date that follows from counting month lengths, one day at a time.
  @Test func everyDayFollowsThePreviousOne() {
    var year = 1
    var month = 1
    var day = 1
    let first = CalendarDate.firstMillisecond / CalendarDate.millisecondsPerDay
    let last = (CalendarDate.lastMillisecond + 1) / CalendarDate.millisecondsPerDay - 1
    var wrong = 0
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for count in first...last {
      let date = CalendarDate(daysSince1970: count)
      if date.year != year || date.month != month || date.day != day { wrong += 1 }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      day += 1
      if day > lengths[month - 1] + (isLeap && month == 2 ? 1 : 0) {
        day = 1
        month += 1
      }
      if month > 12 {
        month = 1
        year += 1
      }
    }
    #expect(wrong == 0)
    #expect(year == 10_000)
  }

  /// Foundation agrees where its calendar is Gregorian (it is Julian before October 1582).
  @Test func agreesWithFoundation() {
    let formatter = ISO8601DateFormatter()
    let first: Int64 = -12_000_000_000_000
    // A stride that is no whole number of days, so that all times of day occur too.
    for time in stride(from: first, through: CalendarDate.lastMillisecond, by: 9_876_543_217) {
      let seconds = (time - ((time % 1_000) + 1_000) % 1_000) / 1_000
      let text = iso8601(unixMilliseconds: time)
      #expect(text.prefix(19) == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))).prefix(19))
      #expect(Int64(text.dropFirst(20).prefix(3)) == time - seconds * 1_000)
    }
  }
}
