/// Solves a · x = b by Cholesky decomposition for a small positive definite matrix.
///
/// - Returns: `nil` when `a` is not positive definite.
func solve(_ a: [[Double]], _ b: [Double]) -> [Double]? {
  let size = b.count
  var factor = a
  for column in 0..<size {
    for row in column..<size {
      var value = a[row][column]
      for k in 0..<column { value -= factor[row][k] * factor[column][k] }
      if row == column {
        guard value > 0 else { return nil }
        factor[row][row] = value.squareRoot()
      } else {
        factor[row][column] = value / factor[column][column]
      }
    }
  }
  var x = b
  for row in 0..<size {
    for k in 0..<row { x[row] -= factor[row][k] * x[k] }
    x[row] /= factor[row][row]
  }
  for row in (0..<size).reversed() {
    for k in (row + 1)..<size { x[row] -= factor[k][row] * x[k] }
    x[row] /= factor[row][row]
  }
  return x
}
