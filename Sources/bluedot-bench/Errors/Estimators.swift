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

  /// The agent under the name `name`, driven through `driver`.
  init<Driver: AgentDriver & SendableMetatype>(_ name: String, agent driver: Driver.Type) {
    self.name = name
    track = { session in
      var positioner = AgentPositioner<Driver>(session: session)
      return session.play(to: &positioner)
    }
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
  ]
}
