import Host

@main
struct Bluedot {
  static func main() {
    let error = OutputStream.standardError()
    error.writeLine("bluedot: no command is built in yet")
    Process.exit(2)
  }
}
