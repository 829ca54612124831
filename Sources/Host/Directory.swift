import CHost

/// Whether `path` is a directory (true) or something else (false); throws when it cannot be examined.
public func isDirectory(path: String) throws(HostError) -> Bool {
  let result = bd_is_directory(path)
  guard result >= 0 else { throw HostError(action: "open", on: path, code: -result) }
  return result == 1
}

/// Whether `path` is a regular file (true) or something else, such as a directory or a pipe (false); throws when it
/// cannot be examined.
public func isRegularFile(path: String) throws(HostError) -> Bool {
  let result = bd_is_regular_file(path)
  guard result >= 0 else { throw HostError(action: "open", on: path, code: -result) }
  return result == 1
}
