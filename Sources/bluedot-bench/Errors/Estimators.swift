/// An estimator of the error table: its name and how it walks through a session.
struct Estimator: Sendable {
  let name: String
  let track: @Sendable (Session) -> Track

  init<B: Baseline>(_ baseline: B.Type) {
    name = B.name
    track = { session in
      var positioner = B(surroundings: Surroundings(session), settings: B.tuned)
      return session.play(to: &positioner)
    }
  }

  /// The agent itself.
  static let agent = Estimator(name: "bluedot") { session in
    var positioner = AgentPositioner(session: session)
    return session.play(to: &positioner)
  }

  private init(name: String, track: @escaping @Sendable (Session) -> Track) {
    self.name = name
    self.track = track
  }
}

extension Estimator {
  /// Every estimator of the table, in its order.
  static let all: [Estimator] = [
    Estimator(NearestBeacon.self),
    Estimator(WeightedCentroid.self),
    Estimator(LeastSquares.self),
    Estimator(PlainKalmanFilter.self),
    Estimator(OffsetKalmanFilter.self),
    Estimator(PlainParticleFilter.self),
    Estimator(OffsetParticleFilter.self),
    agent,
  ]
}
