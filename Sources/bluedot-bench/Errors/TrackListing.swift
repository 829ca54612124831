import Foundation

/// What one estimator says on one session, as CSV: seconds, metres in the session's frame, accuracy in metres.
enum TrackListing {
  static func text(estimator name: String, sessions: [Session]) throws(Failure) -> String {
    guard let estimator = Estimator.all.first(where: { $0.name == name }) else {
      let names = Estimator.all.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw .usage("track \"\(name)\": no such estimator, expected one of \(names)")
    }
    guard let session = sessions.first, sessions.count == 1 else {
      let names = sessions.map(\.name).joined(separator: ", ")
      throw .usage("track takes one recording, found \(names); name it with --only")
    }
    var text = "t,x,y,accuracy\n"
    for (time, fix) in estimator.track(session) {
      text += String(format: "%.3f,%.3f,%.3f,", Double(time) / 1000, fix.x, fix.y)
      text += fix.accuracy.map { String(format: "%.3f", $0) } ?? ""
      text += "\n"
    }
    return text
  }
}
