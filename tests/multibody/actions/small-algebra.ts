/** Matrices as lists of rows, for tests that share no code with what they check. */
type Vector = readonly number[]
type Matrix = readonly Vector[]

export const add = (a: Vector, b: Vector): number[] => a.map((x, i) => x + b[i])
export const scale = (s: number, a: Vector): number[] => a.map((x) => s * x)
export const transpose = (A: Matrix): number[][] => A[0].map((_, j) => A.map((row) => row[j]))
export const matVec = (A: Matrix, x: Vector): number[] =>
  A.map((row) => row.reduce((sum, a, j) => sum + a * x[j], 0))
export const multiply = (A: Matrix, B: Matrix): number[][] =>
  A.map((row) => transpose(B).map((column) => row.reduce((sum, a, k) => sum + a * column[k], 0)))
export const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Rotation about a unit vector by an angle [rad]: Rodrigues' formula. */
export function rotationAbout(e: Vector, angle: number): number[][] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const K = [
    [0, -e[2], e[1]],
    [e[2], 0, -e[0]],
    [-e[1], e[0], 0],
  ]
  const K2 = multiply(K, K)
  return K.map((row, i) => row.map((k, j) => (i === j ? 1 : 0) + s * k + (1 - c) * K2[i][j]))
}

/** Gaussian elimination with pivoting. */
export function solve(A: Matrix, b: Vector): number[] {
  const rows = A.map((row, i) => [...row, b[i]])
  const n = rows.length
  for (let k = 0; k < n; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? i + k : best), k)
    ;[rows[k], rows[pivot]] = [rows[pivot], rows[k]]
    for (let i = 0; i < n; i++) {
      if (i === k) continue
      const factor = rows[i][k] / rows[k][k]
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j]
    }
  }
  return rows.map((row, i) => row[n] / row[i])
}
