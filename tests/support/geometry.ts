/** Random vectors and rotations for property tests, and comparisons. */
import fc from 'fast-check'
import { expect } from 'vitest'

/** fast-check settings: the same cases in every run. */
export const SEEDED = { seed: 1, numRuns: 300 } as const

/** A number in [−size, size], evenly distributed; `fc.double` alone mostly gives tiny ones. Tiny ones become 0. */
export function component(size = 1): fc.Arbitrary<number> {
  const max = Number.MAX_SAFE_INTEGER
  return fc.integer({ min: -max, max }).map((n) => (Math.abs(n) < 1e-6 * max ? 0 : size * (n / max)))
}

/** n numbers in [−size, size]. */
export function vector(n: number, size = 1): fc.Arbitrary<Float64Array> {
  return fc.array(component(size), { minLength: n, maxLength: n }).map((values) => Float64Array.from(values))
}

/** A unit quaternion, all orientations. */
export function unitQuaternion(): fc.Arbitrary<Float64Array> {
  return vector(4)
    .filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => q.map((x) => x / Math.hypot(...q)))
}

/** A unit 3-vector. */
export function unitVector(): fc.Arbitrary<Float64Array> {
  return vector(3)
    .filter((v) => Math.hypot(...v) > 0.1)
    .map((v) => v.map((x) => x / Math.hypot(...v)))
}

/** R_AB of the axis and angle by Rodrigues' formula, written independently of the kernels. */
export function rodrigues(axis: ArrayLike<number>, angle: number): Float64Array {
  const R = new Float64Array(9)
  const skew = [0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0]
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const ee = axis[i] * axis[j]
      R[3 * i + j] = ee + ((i === j ? 1 : 0) - ee) * Math.cos(angle) + skew[3 * i + j] * Math.sin(angle)
    }
  }
  return R
}

/** R_AB, all orientations. */
export function rotationMatrix(): fc.Arbitrary<Float64Array> {
  return fc.tuple(unitVector(), component(Math.PI)).map(([axis, angle]) => rodrigues(axis, angle))
}

/** Rows × columns product of row-major matrices. */
export function product(a: ArrayLike<number>, b: ArrayLike<number>, n: number): Float64Array {
  const rows = a.length / n
  const columns = b.length / n
  const out = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      for (let k = 0; k < n; k++) out[i * columns + j] += a[i * n + k] * b[k * columns + j]
    }
  }
  return out
}

/** Transpose of a square row-major matrix. */
export function transposed(a: ArrayLike<number>): Float64Array {
  const n = Math.sqrt(a.length)
  return Float64Array.from({ length: a.length }, (_, k) => a[(k % n) * n + Math.floor(k / n)])
}

/** Every element agrees within `tolerance` (absolute). */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < expected.length; i++) {
    if (!(Math.abs(actual[i] - expected[i]) <= tolerance)) {
      expect.fail(`element ${i}: ${actual[i]} differs from ${expected[i]} by more than ${tolerance}`)
    }
  }
}
