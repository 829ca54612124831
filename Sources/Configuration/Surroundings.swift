import Host

/// What a configuration refers to outside its own files; a test has another.
package struct Surroundings {
  /// The host's name, which is the device's where none is given.
  package var hostName: String
  /// $CREDENTIALS_DIRECTORY: set by systemd for a unit with credentials.
  package var credentialsDirectory: String?
  /// Reads a small regular file.
  package var read: (String) throws(HostError) -> [UInt8]
  /// Whether everybody may read a file; false when nobody knows.
  package var isReadableByAll: (String) -> Bool
  /// Whether there is a regular file of this name.
  package var isFile: (String) -> Bool

  package init(
    hostName: String, credentialsDirectory: String?, read: @escaping (String) throws(HostError) -> [UInt8],
    isReadableByAll: @escaping (String) -> Bool, isFile: @escaping (String) -> Bool
  ) {
    self.hostName = hostName
    self.credentialsDirectory = credentialsDirectory
    self.read = read
    self.isReadableByAll = isReadableByAll
    self.isFile = isFile
  }

  /// Bytes of a password's file: what MQTT can carry.
  private static let longestSecret = 65_535

  static var real: Surroundings {
    Surroundings(
      hostName: Process.hostName,
      credentialsDirectory: Process.environment("CREDENTIALS_DIRECTORY"),
      read: { path throws(HostError) in
        guard let bytes = try StateFile(path: path, limit: longestSecret).read() else {
          throw HostError(action: "open", on: path, code: 2 /* ENOENT on Linux */)
        }
        return bytes
      },
      isReadableByAll: { (try? Host.isReadableByAll(path: $0)) ?? false },
      isFile: { (try? isRegularFile(path: $0)) ?? false })
  }
}
