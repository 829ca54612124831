import FixedPoint
import Ranging
import Site
import Testing

/// One wrong document in an otherwise good site, and the one line that it must give.
@Suite struct BadSiteTests {
  private static let map = #""id":"m","width":100,"height":100"#
  private static func beacon(_ fields: String) -> String {
    #"[{"id":"b","map_id":"m1","type":"ibeacon","ibeacon_uuid":"f7826da64fa24e988024bc5b71e0893e","x":1,"y":1,"#
      + #""ibeacon_major":1,"ibeacon_minor":1"# + (fields.isEmpty ? "" : "," + fields) + "}]"
  }
  private static func zone(_ vertices: String) -> String { #"[{"id":"z","map_id":"m1","vertices":[\#(vertices)]}]"# }

  @Test(arguments: [
    // Not JSON.
    ("zones.json", "", "S/zones.json: 1:1: error: found an empty file; expected a JSON array"),
    ("zones.json", " \n\n", "S/zones.json: 1:1: error: found an empty file; expected a JSON array"),
    ("zones.json", "[\n {\"id\": ],", "S/zones.json: 2:9: error: found ']'; expected valid JSON"),
    ("zones.json", "[{\"name\":\"é\", x}]", "S/zones.json: 1:15: error: found 'x'; expected valid JSON"),
    (
      "zones.json", "[{\"id\":\"z\"",
      "S/zones.json: 1:11: error: found the end of the file inside a value; expected the rest of the document"
    ),
    ("zones.json", "[{,", "S/zones.json: 1:3: error: found ','; expected valid JSON"),
    ("zones.json", "[1, x]", "S/zones.json: 1:5: error: found 'x'; expected valid JSON"),
    ("zones.json", "[{\"a\": 1,\n}]", "S/zones.json: 2:1: error: found '}'; expected valid JSON"),
    ("zones.json", "[\"a,b\\q\"]", "S/zones.json: 1:6: error: found '\\'; expected valid JSON"),
    (
      "zones.json", "[{\"id\": \"z1}]",
      "S/zones.json: 1:9: error: found a string that does not end; expected a closing quotation mark"
    ),
    ("zones.json", "[] []", "S/zones.json: 1:4: error: found '[' after the array's end; expected the end of the file"),
    ("zones.json", "[\"a\\u0000b\"]", "S/zones.json: 1:4: error: found a NUL character; expected text without NUL"),
    ("zones.json", "[\"a\0b\"]", "S/zones.json: 1:4: error: found a NUL character; expected text without NUL"),
    (
      "zones.json", String(repeating: "[", count: 100_000),
      "S/zones.json: 1:65: error: found arrays and objects nested too deeply; expected at most 64 levels"
    ),
    // Not the expected structure.
    ("zones.json", "{\"results\":[]}", "S/zones.json: error: found an object; expected an array of objects"),
    ("zones.json", "[7]", "S/zones.json: [0]: error: found 7; expected an object"),
    ("maps.json", "[]", "S/maps.json: error: found an empty array; expected one map or more"),
    (
      "zones.json", #"[{"id":"z","id":"y","map_id":"m1","vertices_m":[{"x":1,"y":1},{"x":2,"y":1},{"x":2,"y":2}]}]"#,
      #"S/zones.json: [0] ("z"): error: found the key "id" more than once; expected each key once"#
    ),
    // Maps.
    (
      "maps.json", "[{\(map)}]",
      #"S/maps.json: [0].ppm ("m"): error: found nothing; expected pixels per metre, or both width (pixels) and width_m (metres)"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":0}]"#,
      #"S/maps.json: [0].ppm ("m"): error: found 0; expected pixels per metre, from 0.001 to 100000"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":-20}]"#,
      #"S/maps.json: [0].ppm ("m"): error: found -20; expected pixels per metre, from 0.001 to 100000"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":1e999}]"#,
      #"S/maps.json: [0].ppm ("m"): error: found inf; expected pixels per metre, from 0.001 to 100000"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":"20"}]"#,
      #"S/maps.json: [0].ppm ("m"): error: found "20"; expected pixels per metre, from 0.001 to 100000"#
    ),
    (
      "maps.json", #"[{"id":"m","width":100,"ppm":20}]"#,
      #"S/maps.json: [0].height ("m"): error: found nothing; expected the image's size in pixels, or height_m in metres"#
    ),
    (
      "maps.json", #"[{"id":"m","width":100,"height":1000000,"ppm":20}]"#,
      #"S/maps.json: [0].height ("m"): error: found a side that comes to less than 0.01 m or more than 10000 m; expected width and height in pixels that fit ppm"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20,"level":1.5}]"#,
      #"S/maps.json: [0].level ("m"): error: found 1.5; expected a whole number from -100 to 1000"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20,"latlng_tl":{"lat":91,"lng":0},"latlng_br":{"lat":0,"lng":0}}]"#,
      #"S/maps.json: [0].latlng_tl.lat ("m"): error: found 91; expected a number from -90 to 90"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20},{\#(map),"ppm":20}]"#,
      #"S/maps.json: [1].id ("m"): error: found the same id as [0], "m"; expected an id of its own"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20,"level":3},{"id":"n","width":9,"height":9,"ppm":1,"level":3}]"#,
      #"S/maps.json: [1].level ("n"): warning: found 3, as "m" has it; expected a level of its own: subscribers tell floors by it"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20,"orientation":-90}]"#,
      #"S/maps.json: [0].orientation ("m"): warning: found -90; expected degrees from 0 to 359 (it is taken as 270)"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20,"orientation":360}]"#,
      #"S/maps.json: [0].orientation ("m"): warning: found 360; expected degrees from 0 to 359 (it is taken as 0)"#
    ),
    (
      "maps.json", #"[{\#(map),"ppm":20,"orientation":720.5}]"#,
      #"S/maps.json: [0].orientation ("m"): error: found 720.5; expected a number from -360 to 720"#
    ),
    // Zones.
    (
      "zones.json", #"[{"id":"z","map_id":"m1"}]"#,
      #"S/zones.json: [0].vertices ("z"): error: found nothing; expected an array"#
    ),
    (
      "zones.json", #"[{"name":"Hall","id":"z","map_id":"m9","vertices":[]}]"#,
      #"S/zones.json: [0].map_id ("Hall"): error: found "m9", which is no map's id; expected the id of a map in maps.json"#
    ),
    (
      "zones.json", zone(#"{"x":1,"y":1},{"x":9,"y":1},{"x":1,"y":1}"#),
      #"S/zones.json: [0].vertices ("z"): error: found 2 different vertices; expected 3 or more"#
    ),
    (
      "zones.json", zone(#"{"x":1,"y":1},{"x":9,"y":9},{"x":5,"y":5}"#),
      #"S/zones.json: [0].vertices ("z"): error: found a polygon without area; expected vertices around an area"#
    ),
    (
      "zones.json", zone(#"{"x":1,"y":1},{"x":9,"y":null},{"x":5,"y":5}"#),
      #"S/zones.json: [0].vertices[1].y ("z"): error: found nothing; expected a number from -10000000 to 10000000"#
    ),
    (
      "zones.json", zone(#"{"x":1,"y":1},{"x":9000000,"y":1},{"x":5,"y":5}"#),
      #"S/zones.json: [0].vertices[1].x ("z"): error: found 9000000; expected a place within 15000 m"#
    ),
    (
      "zones.json", zone(Array(repeating: #"{"x":1,"y":1}"#, count: 513).joined(separator: ",")),
      #"S/zones.json: [0].vertices ("z"): error: found more than 512 vertices; expected at most 512"#
    ),
    (
      "zones.json", zone(#"{"x":0,"y":0},{"x":40,"y":40},{"x":40,"y":0},{"x":0,"y":90}"#),
      #"S/zones.json: [0].vertices ("z"): warning: found edges 0 and 2 that cross or touch; expected a polygon that does not cross itself"#
    ),
    (
      "zones.json", zone(#"{"x":0,"y":0},{"x":440,"y":0},{"x":440,"y":20}"#),
      #"S/zones.json: [0].vertices[1] ("z"): warning: found a place outside the map, (22.00 m, 0.00 m); expected within 20.00 m x 10.00 m"#
    ),
    // Beacons.
    (
      "beacons.json", beacon(#""power":-12"#),
      #"S/beacons.json: [0].power ("b"): warning: found -12; expected the level at 1 m, from -90 to -30 dBm (the advertised one is used)"#
    ),
    // The ends of what ranging uses.
    (
      "beacons.json", beacon(#""power":-91"#),
      #"S/beacons.json: [0].power ("b"): warning: found -91; expected the level at 1 m, from -90 to -30 dBm (the advertised one is used)"#
    ),
    (
      "beacons.json", beacon(#""power":-29"#),
      #"S/beacons.json: [0].power ("b"): warning: found -29; expected the level at 1 m, from -90 to -30 dBm (the advertised one is used)"#
    ),
    (
      "beacons.json", beacon("").replacing("\"x\":1", with: "\"x\":-50"),
      #"S/beacons.json: [0] ("b"): warning: found a place outside the map, (-2.50 m, 0.05 m); expected within 20.00 m x 10.00 m"#
    ),
    (
      "beacons.json", beacon("").replacing("893e", with: "893"),
      #"S/beacons.json: [0].ibeacon_uuid ("b"): error: found "f7826da64fa24e988024bc5b71e0893"; expected a UUID (32 hexadecimal digits)"#
    ),
    (
      "beacons.json", beacon("").replacing("major\":1", with: "major\":65536"),
      #"S/beacons.json: [0].ibeacon_major ("b"): error: found 65536; expected a whole number from 0 to 65535"#
    ),
    (
      "beacons.json", beacon("").replacing("\"ibeacon\",", with: "\"uwb\","),
      #"S/beacons.json: [0].type ("b"): error: found "uwb"; expected "ibeacon", "eddystone-uid" or "eddystone-url""#
    ),
    (
      "beacons.json", beacon("").dropLast() + "," + beacon("").replacing("\"b\"", with: "\"c\"").dropFirst(),
      #"S/beacons.json: [1] ("c"): error: found the same identity as beacons.json [0]; expected an identity of its own"#
    ),
    (
      "beacons.json", beacon(#""x_m":4,"y_m":0.05"#),
      #"S/beacons.json: [0].x_m ("b"): warning: found (4.00 m, 0.05 m) by x_m and y_m, (0.05 m, 0.05 m) by x, y and ppm; expected the same place by both (x_m and y_m are used)"#
    ),
    (
      "beacons.json",
      #"[{"id":"b","map_id":"m1","type":"eddystone-url","x":1,"y":1,"eddystone_url":"https://example.com/far-too-long-for-a-frame"}]"#,
      #"S/beacons.json: [0].eddystone_url ("b"): error: found "https://example.com/far-too-long-for-a-frame"; expected http:// or https:// and text that encodes to 17 bytes or fewer"#
    ),
    // Virtual beacons.
    (
      "vbeacons.json", #"[{"id":"v","map_id":"m1","x":1,"y":1,"power":101}]"#,
      #"S/vbeacons.json: [0].power ("v"): error: found 101; expected a whole number from -30 to 100"#
    ),
    (
      "vbeacons.json", #"[{"id":"v","map_id":"m1","x":1,"y":1,"power_mode":"custom"}]"#,
      #"S/vbeacons.json: [0].power ("v"): error: found nothing; expected a whole number from -30 to 100"#
    ),
    (
      "vbeacons.json", #"[{"id":"v","map_id":"m1","x":1,"y":1,"url":["u"]}]"#,
      #"S/vbeacons.json: [0].url ("v"): error: found an array; expected a string"#
    ),
    // Access points.
    (
      "devices.json",
      #"[{"id":"a","map_id":"m1","x":1,"y":1,"ble_stat":{"uuid":"f7826da64fa24e988024bc5b71e0893e","major":1,"minors":[1,2,70000]}}]"#,
      #"S/devices.json: [0].ble_stat.minors[2] ("a"): error: found 70000; expected a whole number from 0 to 65535, or -1 for a beam that is off"#
    ),
    (
      "devices.json",
      #"[{"id":"a","map_id":"m1","x":1,"y":1,"ble_stat":{"uuid":"f7826da64fa24e988024bc5b71e0893e","major":1,"minors":[1,1,-1,-1,-1,-1,-1,-1,-1]}}]"#,
      #"S/devices.json: [0].ble_stat.minors[1] ("a"): error: found the same identity as devices.json [0].ble_stat; expected an identity of its own"#
    ),
    (
      "devices.json",
      #"[{"id":"a","map_id":"m1","x":1,"y":1,"ble_stat":{"uuid":"f7826da64fa24e988024bc5b71e0893e","major":1,"minors":[1,2]}}]"#,
      #"S/devices.json: [0].ble_stat.minors ("a"): warning: found 2 entries; expected 9, one for each beam of a known model (these beams are all taken as omnidirectional)"#
    ),
    (
      "devices.json",
      #"[{"id":"a","map_id":"m1","x":1,"y":1,"orientation":400,"ble_stat":{"uuid":"f7826da64fa24e988024bc5b71e0893e","major":1,"minors":[1,2,3,4,5,6,7,8,9]}}]"#,
      #"S/devices.json: [0].orientation ("a"): warning: found 400; expected degrees from 0 to 359 (it is taken as 40)"#
    ),
    (
      "devices.json", #"[{"id":"a","name":"AP \u001b[31m","x":1,"y":1,"ble_stat":{}}]"#,
      #"S/devices.json: [0].map_id ("AP ?[31m"): warning: found nothing; expected an access point on a map (this one is left out)"#
    ),
  ])
  func oneProblemOneLine(file: String, text: String, line: String) {
    let others = file == "maps.json" ? ["zones.json", "vbeacons.json", "beacons.json", "devices.json"] : []
    let load = GoodSite.load(replacing: [file: text], without: others)
    let report = GoodSite.report(load).filter { !$0.contains("no beacon and no access point") }
    #expect(report == [line])
    #expect(load.hasErrors == line.contains(": error: "))
  }

  @Test func bytesThatAreNoTextAreNamedWithTheirPlace() {
    let load = loadSite { $0 == "maps.json" ? .bytes(Array("[\n{\"id\": \"".utf8) + [0xC3, 0x28]) : .missing }
    #expect(GoodSite.report(load) == ["S/maps.json: 2:9: error: found the byte 0xc3; expected UTF-8 text"])
  }

  /// What the check accepts is what ranging uses.
  @Test(arguments: [-90, -30]) func aPowerThatIsAcceptedIsUsed(power: Int) {
    let load = GoodSite.load(replacing: ["beacons.json": Self.beacon("\"power\":\(power)")])
    #expect(GoodSite.report(load) == [])
    #expect(MeasuredPower(site: load.site.beams[0].measuredPower, advertised: -59).source == .site)
    #expect(load.site.beams[0].measuredPower == Decibels(power))
  }

  @Test(arguments: [(359, 359), (359.4, 359), (359.7, 0), (0, 0)])
  func directionsWithinTheTurnAreTakenAsTheyAre(stated: Double, degrees: Int) {
    let map = #"[{\#(Self.map),"ppm":20,"orientation":\#(stated)}]"#
    let load = GoodSite.load(
      replacing: ["maps.json": map], without: ["zones.json", "vbeacons.json", "beacons.json", "devices.json"])
    #expect(GoodSite.report(load).filter { !$0.contains("no beacon") } == [])
    #expect(load.site.maps.first?.orientation == degrees)
  }

  @Test func aLongNameIsShortenedInReports() {
    let name = String(repeating: "ä", count: 250 / 2)
    let load = GoodSite.load(replacing: ["zones.json": #"[{"id":"z","name":"\#(name)","map_id":"m9"}]"#])
    #expect(load.problems.map(\.element) == [String(repeating: "ä", count: 48) + "…"])
    #expect(load.problems[0].line(directory: "S").contains("(\"" + String(repeating: "ä", count: 48) + "…\")"))
    // A name that is refused for its length must not come back whole.
    let endless = GoodSite.load(replacing: [
      "zones.json": #"[{"id":"z","name":"\#(String(repeating: "x", count: 100_000))","map_id":"m1"}]"#
    ])
    #expect(endless.problems.allSatisfy { ($0.element ?? "").utf8.count < 60 })
  }

  @Test func aFaultyMapIsReportedOnce() {
    let maps = GoodSite.maps.replacing("\"ppm\": 20", with: "\"ppm\": 0")
    let load = GoodSite.load(replacing: ["maps.json": maps])
    #expect(GoodSite.report(load).count == 1)
  }

  @Test func severalProblemsAreReportedAtOnce() {
    let load = GoodSite.load(replacing: [
      "zones.json": #"[{"id":"z","map_id":"m1","vertices":7},{"id":"z","map_id":"x","vertices":[]},true]"#
    ])
    #expect(load.errorCount == 4)
    #expect(load.problems.map(\.path) == ["[0].vertices", "[1].id", "[1].map_id", "[2]"])
  }

  @Test func problemsBeyondTheHundredthAreCounted() {
    let zones = "[" + Array(repeating: "1", count: 250).joined(separator: ",") + "]"
    let load = GoodSite.load(replacing: ["zones.json": zones])
    #expect(load.errorCount == 250)
    #expect(load.problems.count == 100)
  }

  @Test func cornersThatDoNotFitAreReported() {
    func corners(_ south: String, _ orientation: Int) -> [String] {
      let map =
        #"[{"id":"m","width":100,"height":100,"ppm":1,"orientation":\#(orientation),"#
        + #""latlng_tl":{"lat":0.0009,"lng":0},"latlng_br":{"lat":\#(south),"lng":0.0009}}]"#
      let load = GoodSite.load(
        replacing: ["maps.json": map], without: ["zones.json", "vbeacons.json", "beacons.json", "devices.json"])
      return GoodSite.report(load).filter { !$0.contains("no beacon") }
    }
    #expect(corners("0", 0) == [])
    #expect(corners("0", 90).first?.contains("found 90° where the corners give 0°") == true)
    #expect(corners("-0.0005", 33).first?.contains("found corners 13") == true)
    #expect(corners("-3", 0).first?.contains("corners that a map of 100.00 m x 100.00 m cannot have") == true)
  }

  /// A slip in a key that is not required loaded without a word.
  @Test(arguments: [
    ("maps.json", "\"orientation\": 90", "\"orientaton\": 90", "[1] (\"First\")", "orientaton", "orientation"),
    ("maps.json", "\"level\": 1", "\"Level\": 1", "[1] (\"First\")", "Level", "level"),
    ("beacons.json", "\"height\": 2.25", "\"heigth\": 2.25", "[0] (\"Pillar\")", "heigth", "height"),
    ("beacons.json", "\"power\": -77", "\"Power\": -77", "[0] (\"Pillar\")", "Power", "power"),
    (
      "vbeacons.json", "\"power_mode\": \"default\"", "\"powerMode\": \"default\"", "[1] (\"v2\")", "powerMode",
      "power_mode"
    ),
    ("devices.json", "\"minors\"", "\"minor\"", "[0].ble_stat (\"AP 1\")", "minor", "minors"),
    ("zones.json", "\"name\": \"West room\"", "\"nmae\": \"West room\"", "[0] (\"z1\")", "nmae", "name"),
  ])
  func aMisspeltKeyIsReported(
    file: String, original: String, changed: String, place: String, key: String, meant: String
  ) throws {
    let text = try #require(GoodSite.documents[file])
    try #require(text.contains(original))
    let load = GoodSite.load(replacing: [file: text.replacing(original, with: changed)])
    let line =
      "S/\(file): \(place): warning: found the unknown key \"\(key)\"; expected \"\(meant)\", if that was meant"
    #expect(GoodSite.report(load) == [line])
  }

  /// Mist's documents have many more keys, and so may anybody's.
  @Test func otherKeysAreNobodysBusiness() {
    let more = (0..<2_000).map { "\"note \($0)\": 1," }.joined()
    let text = GoodSite.beacons.replacing(
      "{\"id\"", with: "{\(more) \"description\": \"x\", \"mac\": \"5c\", \"colour\": \"red\", \"id\"")
    #expect(GoodSite.report(GoodSite.load(replacing: ["beacons.json": text])) == [])
    // Nor is one that only looks like a key which is there.
    let both = GoodSite.beacons.replacing("\"height\": 2.25", with: "\"height\": 2.25, \"heights\": [1]")
    #expect(GoodSite.report(GoodSite.load(replacing: ["beacons.json": both])) == [])
  }

  @Test func aKeyCannotSteerATerminal() {
    let text = GoodSite.beacons.replacing("\"height\"", with: "\"heigh\\u001b\"")
    #expect(
      GoodSite.report(GoodSite.load(replacing: ["beacons.json": text])) == [
        #"S/beacons.json: [0] ("Pillar"): warning: found the unknown key "heigh?"; expected "height", if that was meant"#
      ])
  }
}
