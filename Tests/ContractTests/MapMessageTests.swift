import Agent
import FixedPoint
import Testing

@testable import Contract

@Suite struct MapMessageTests {
  @Test func tellsTheCurrentMap() {
    var encoder = encoder()
    let message = encoder.encode(.map(index: 0, time: 5), stamp: stamp)
    #expect(message?.topic == "map")
    #expect(message?.retain == true)
    #expect(message?.qos == 1)
    #expect(
      text(message) == """
        {"time":"2026-01-05T08:00:00.005Z","timeEpoch":1767600000005,"clockSynced":true,\
        "id":"m-0","name":"Ground \\"A\\"","siteId":"s-1","orgId":"o-1","level":0,"width":820,"height":523,\
        "ppm":20.500000,"widthM":40.000,"heightM":25.500,"orientation":90,\
        "latlngTl":{"lat":48.137154000,"lng":11.576124000},"latlngBr":{"lat":-0.000000001,"lng":-179.999999999}}
        """)
  }

  @Test func whatTheDocumentDoesNotStateIsNull() {
    var encoder = encoder()
    let message = encoder.encode(.map(index: 1, time: 5), stamp: stamp)
    #expect(
      text(message) == """
        {"time":"2026-01-05T08:00:00.005Z","timeEpoch":1767600000005,"clockSynced":true,\
        "id":"m-1","name":null,"siteId":null,"orgId":null,"level":null,"width":null,"height":null,\
        "ppm":null,"widthM":10.000,"heightM":10.000,"orientation":0,"latlngTl":null,"latlngBr":null}
        """)
  }

  @Test func anAbsurdScaleOrIndexDoesNotTrap() throws {
    var site = demoSite()
    site.maps[0].microPixelsPerMetre = .max
    site.maps[1].microPixelsPerMetre = .min
    var encoder = MessageEncoder(site: site, sessionSeed: seed)
    #expect(text(encoder.encode(.map(index: 0, time: 5), stamp: stamp)).contains(#""width":null"#))
    #expect(text(encoder.encode(.map(index: 1, time: 5), stamp: stamp)).contains(#""ppm":null"#))
    #expect(text(encoder.encode(.map(index: 2, time: 5), stamp: stamp)).contains(#""id":null"#))
  }
}
