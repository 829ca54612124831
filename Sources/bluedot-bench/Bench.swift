/// Measures cost and error; see --help.
@main
struct Bench {
  static func main() {}
}
