import Host

/// Reads a configuration: the file, and beside it `conf.d/*.conf` in the order of their names' bytes. What a later file
/// sets counts; in one file each key stands once.
///
/// All problems of all files are found in one go. A configuration with errors is not to be used: a running agent keeps
/// the one that it has.
///
/// - Parameter isCheck: a person asks and not the agent, whom systemd gives credentials; without them there is a
///   warning in place of an error.
public func loadConfiguration(path: String, isCheck: Bool = false) -> ConfigurationLoad {
  let (folder, names, fault) = drop(beside: path)
  let paths = [path] + names.map { folder + "/" + $0 }
  return loadConfiguration(files: paths, isCheck: isCheck, fault: fault, surroundings: .real) {
    path throws(HostError) in
    try readWholeFile(path: path, limit: ConfigurationFile.limit)
  }
}

/// The `conf.d` beside a file, the names in it that count, and why it cannot be read.
private func drop(beside path: String) -> (folder: String, names: [String], fault: HostError?) {
  var folder = "conf.d"
  if let slash = path.utf8.lastIndex(of: 0x2F) { folder = String(path[...slash]) + folder }
  do throws(HostError) {
    let names = try namesInDirectory(path: folder).filter { name in
      name.utf8.first != 0x2E && name.utf8.count > 5 && name.utf8.suffix(5).elementsEqual(".conf".utf8)
    }
    return (folder, names, nil)
  } catch {
    // ENOENT or ENOTDIR: there is none, as beside a pipe.
    return (folder, [], error.code == 2 || error.code == 20 ? nil : error)
  }
}

/// - Parameters:
///   - files: paths in the order of reading; the first is the main one.
///   - fault: why there may be more files that cannot be seen.
///   - read: gives a file's bytes.
package func loadConfiguration(
  files: [String], isCheck: Bool = false, fault: HostError? = nil, surroundings: Surroundings,
  read: (String) throws(HostError) -> [UInt8]
) -> ConfigurationLoad {
  var reader = Reader(files: files)
  if let fault { reader.problems.error(Place(file: 0, line: 0), "\(fault.message)") }
  for (index, path) in files.enumerated() {
    do throws(HostError) {
      reader.read(try read(path), file: index)
    } catch {
      reader.problems.error(Place(file: index, line: 0), "\(error.messageBesideSubject)")
    }
  }
  let completion = Completion(reader.draft, reader.problems, surroundings, isCheck: isCheck)
  return ConfigurationLoad(
    configuration: completion.configuration, problems: completion.problems.sorted(),
    errorCount: completion.problems.errorCount, warningCount: completion.problems.warningCount)
}
