/// Ends the run when a rule is broken.
func check(_ condition: Bool, _ rule: StaticString) {
  // Not a precondition, whose text an optimised build leaves out.
  if !condition { fatalError("broken rule: \(rule)") }
}
