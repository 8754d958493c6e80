/**
 * Interpolation of rotations: the rotation vectors φ_k of the points around an interval, seen from its first point,
 *
 *   q_k = q_low ∘ (n sin(|φ_k|/2), cos(|φ_k|/2)),   n = φ_k / |φ_k|
 *
 * are three smooth signals, and interpolated values are rotations again. A body that turns about one axis has vectors
 * along it: two points alone give uniform rotation by the smaller angle.
 */
import { type SampledSignal, SmoothInterpolation } from './smooth-interpolation.ts'

/** Elements of a quaternion: x y z w. */
const N = 4

/** Interpolates unit quaternions between the points `low` and `low + 1`; [first, end) as in `SmoothInterpolation`. */
export class RotationInterpolation {
  private readonly vectors: SmoothInterpolation
  private readonly origin: Float64Array
  private readonly quaternion = new Float64Array(N)
  private t = Number.NaN

  constructor(time: Float64Array, values: Float64Array, low: number, first: number, end: number) {
    this.origin = values.subarray(N * low, N * low + N)
    const { sampled, from, to } = this.computeVectors(time, values, low, first, end)
    this.vectors = new SmoothInterpolation(sampled, low - from, 0, to - from)
  }

  /** Value of one element at `t`. */
  valueAt(element: number, t: number): number {
    if (t !== this.t) this.compute(t)
    return this.quaternion[element]
  }

  private compute(t: number): void {
    const { vectors, quaternion, origin } = this
    const [x, y, z] = [0, 1, 2].map((k) => vectors.valueAt(k, t))
    const angle = Math.hypot(x, y, z)
    // sin(angle/2)/angle, 1/2 at zero
    const factor = angle < 1e-8 ? 0.5 : Math.sin(0.5 * angle) / angle
    multiply(origin, [factor * x, factor * y, factor * z, Math.cos(0.5 * angle)], quaternion)
    const size = Math.hypot(...quaternion)
    for (let i = 0; i < N; i++) quaternion[i] /= size
    this.t = t
  }

  /** Rotation vectors of the neighboring points [from, to), as far as they are less than half a turn away. */
  private computeVectors(
    time: Float64Array,
    values: Float64Array,
    low: number,
    first: number,
    end: number,
  ): { sampled: SampledSignal; from: number; to: number } {
    const inverse = [-this.origin[0], -this.origin[1], -this.origin[2], this.origin[3]]
    const vectors = new Float64Array(3 * (end - first))
    const relative = new Float64Array(N)
    /** The vector of a point, continued from that of its neighbor; false: too far away. */
    const add = (point: number, neighbor: number): boolean => {
      multiply(inverse, values.subarray(N * point, N * point + N), relative)
      const sine = Math.hypot(relative[0], relative[1], relative[2])
      // q and -q are the same rotation: choose the one of less than half a turn
      const sign = relative[3] < 0 ? -1 : 1
      const angle = 2 * Math.atan2(sine, sign * relative[3])
      const factor = sine < 1e-8 ? 2 * sign : (sign * angle) / sine
      const [o, i] = [3 * (point - first), 3 * (neighbor - first)]
      let turn = 0
      for (let k = 0; k < 3; k++) {
        vectors[o + k] = factor * relative[k]
        turn += (vectors[o + k] - vectors[i + k]) ** 2
      }
      return !(Math.sqrt(turn) > Math.PI)
    }
    add(low + 1, low)
    let from = low
    while (from > first && add(from - 1, from)) from--
    let to = low + 2
    while (to < end && add(to, to - 1)) to++
    return {
      sampled: {
        ...{ time: time.subarray(from, to), values: vectors.subarray(3 * (from - first), 3 * (to - first)) },
        ...{ nElement: 3, derivatives: undefined, derivativeScale: 1 },
      },
      from,
      to,
    }
  }
}

/** The product a ∘ b of quaternions, x y z w. */
function multiply(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1]
  out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2]
  out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0]
  out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]
}
