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

/// The names in a directory but "." and "..", in the order of their bytes.
public func namesInDirectory(path: String) throws(HostError) -> [String] {
  var error: Int32 = 0
  guard let folder = bd_folder_open(path, &error) else { throw HostError(action: "read", on: path, code: -error) }
  defer { bd_folder_close(folder) }
  var names: [String] = []
  while let next = bd_folder_next(folder) { names.append(String(cString: next)) }
  names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  return names
}

/// Whether anybody may read the file, not only its owner and group; throws when it cannot be examined.
public func isReadableByAll(path: String) throws(HostError) -> Bool {
  let mode = bd_file_mode(path)
  guard mode >= 0 else { throw HostError(action: "examine", on: path, code: -mode) }
  return mode & 0o004 != 0
}
