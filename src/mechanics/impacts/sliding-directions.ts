/**
 * Directions d = (x, y) of the plane with zᵀ G z = 0 for z = (x, y, 1), |d| = 1: intersections of a conic with the unit
 * circle.
 *
 * A quarter of the circle is z = Σ B_i(t) z_i with Bernstein polynomials of degree 2, up to a positive factor; zᵀ G z
 * then has degree 4, and lies between its smallest and its largest coefficient. An interval whose coefficients are all
 * positive or all negative has no root; others are halved [Lane, Riesenfeld 1981], down to rounding. So no root is
 * missed, and double roots are found too.
 */

/** Ends of the quarters. */
const CORNERS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]
/** Values below this fraction of their terms are rounding errors. */
const ROUNDING = 4 * Number.EPSILON
/** Halvings of a quarter, down to rounding. */
const MAX_DEPTH = 54

/**
 * @param G symmetric (3 × 3, row-major)
 * @returns all roots (x, y, x, y, …), some of them more than once
 */
export function listDirections(G: ArrayLike<number>): number[] {
  const limit = ROUNDING * Array.from(G).reduce((sum, x) => sum + Math.abs(x), 0)
  const roots: number[] = []
  CORNERS.forEach(([x0, y0], k) => {
    const [x2, y2] = CORNERS[(k + 1) % 4]
    const z = [
      [x0, y0, 1],
      [(x0 + x2) * Math.SQRT1_2, (y0 + y2) * Math.SQRT1_2, Math.SQRT1_2],
      [x2, y2, 1],
    ] as const
    const form = (i: number, j: number): number => {
      let sum = 0
      for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) sum += z[i][r] * G[3 * r + c] * z[j][c]
      return sum
    }
    const b = [form(0, 0), form(0, 1), (form(0, 2) + 2 * form(1, 1)) / 3, form(1, 2), form(2, 2)]
    halve(b, 0, 1, limit, 0, (t) => {
      const s = 1 - t
      const x = s * s * x0 + 2 * s * t * z[1][0] + t * t * x2
      const y = s * s * y0 + 2 * s * t * z[1][1] + t * t * y2
      const length = Math.hypot(x, y)
      roots.push(x / length, y / length)
    })
  })
  return roots
}

/** Roots between t and t + width of the polynomial with the coefficients b there. */
function halve(
  b: readonly number[],
  t: number,
  width: number,
  limit: number,
  depth: number,
  found: (t: number) => void,
): void {
  const most = Math.max(...b)
  const least = Math.min(...b)
  if (least > limit || most < -limit) return
  if (depth === MAX_DEPTH || (least >= -limit && most <= limit)) {
    found(t + 0.5 * width)
    return
  }
  // de Casteljau
  const left = [b[0]]
  const right = [b[4]]
  let row = b
  while (row.length > 1) {
    const means = []
    for (let i = 1; i < row.length; i++) means.push(0.5 * (row[i - 1] + row[i]))
    left.push(means[0])
    right.unshift(means[means.length - 1])
    row = means
  }
  halve(left, t, 0.5 * width, limit, depth + 1, found)
  halve(right, t + 0.5 * width, 0.5 * width, limit, depth + 1, found)
}
