/**
 * Measures of the rotation of a bushing: three angles φ of R = R_12, and the torque that springs about them exert.
 * Spring laws are functions of one angle each, with the energy V = Σ V_i(φ_i), m_i = dV/dφ_i. The torque follows from
 * that energy alone: with φ' = K w, w = w_12 in frame 1,
 *
 *   V' = mᵀ φ' = mᵀ K w = τ·w   for every w   ⇒   τ = Kᵀ m                                                       (1)
 *
 * The formulas of the earlier implementation (facts B.8) are τ = Σ n_i m_i with the axes n_i of Cardan angles, which
 * are the columns of K⁻¹ and not the rows of K, and τ = m for small angles. Both are wrong: they have no potential, so
 * that the energy of a body changes in a closed motion even without dampers.
 */
import {
  cardan123FromRotation,
  cardan123RatesFromW_A,
  rotationLog,
  vec3Copy,
  vec3Cross,
  vec3Norm,
  vec3Set,
} from '../../math/index.ts'

/** Three angles that measure a rotation. */
export interface BushingAngles {
  /** Angles of R_12 [rad] (3), and the rates for dampers [rad/s] (3). */
  update(R_12: Float64Array, w_12: Float64Array, angles: Float64Array, rates: Float64Array): void
  /**
   * out = torque in frame 1 [N.m] (3) of springs and dampers with the moments `spring` and `damper` about the angles.
   */
  computeTorque(angles: Float64Array, spring: Float64Array, damper: Float64Array, out: Float64Array): void
  /** Remaining angle to the limit of the measure [rad]; negative: the angles are invalid. */
  margin(angles: Float64Array): number
  /** Message about a negative margin. */
  describe(angles: Float64Array): string
}

/** Maximum angle [rad]: angles beyond 180° jump to the other side, with the opposite torque. */
const LARGEST_ANGLE = (170 / 180) * Math.PI

/** Maximum second Cardan angle [rad]: at 90° the other two are indistinguishable. */
const LARGEST_SECOND_ANGLE = (89.9 / 180) * Math.PI

/**
 * The rotation vector, angle times axis: independent of an order of the axes; for one axis it is the angle. With c(θ) =
 * (1 - θ/2 cot θ/2)/θ²,
 *
 *   K = 1 - φ×/2 + c φ×φ×,   Kᵀ m = m + φ×m/2 + c φ×(φ×m)                                                         (2)
 *
 * Dampers act on the angular velocity, τ = m(w), which dissipates energy for any rotation.
 */
export class RotationVector implements BushingAngles {
  private readonly cross = new Float64Array(3)

  /** `hasSprings`: true if any moment depends on the angles; with dampers alone the angles are unlimited. */
  constructor(private readonly hasSprings: boolean) {}

  update(R_12: Float64Array, w_12: Float64Array, angles: Float64Array, rates: Float64Array): void {
    rotationLog(angles, 0, R_12, 0)
    vec3Copy(rates, 0, w_12, 0)
  }

  computeTorque(angles: Float64Array, spring: Float64Array, damper: Float64Array, out: Float64Array): void {
    const { cross } = this
    const c = secondCoefficient(vec3Norm(angles, 0))
    for (let k = 0; k < 3; k++) out[k] = spring[k] + damper[k]
    vec3Cross(cross, 0, angles, 0, spring, 0)
    for (let k = 0; k < 3; k++) out[k] += 0.5 * cross[k]
    vec3Cross(cross, 0, angles, 0, cross, 0)
    for (let k = 0; k < 3; k++) out[k] += c * cross[k]
  }

  margin(angles: Float64Array): number {
    return this.hasSprings ? LARGEST_ANGLE - vec3Norm(angles, 0) : LARGEST_ANGLE
  }

  describe(angles: Float64Array): string {
    return (
      `expected a rotation of obj2 below 170 degrees, got ${inDegrees(vec3Norm(angles, 0))}. Use ` +
      'largeAngles: true: its first and last angle are unlimited without springs'
    )
  }
}

/** c(θ) of (2); by its series where the difference cancels: the next term is θ⁴/30240. */
function secondCoefficient(angle: number): number {
  if (angle < 1e-2) return 1 / 12 + (angle * angle) / 720
  const half = 0.5 * angle
  return (1 - half / Math.tan(half)) / (angle * angle)
}

/**
 * Cardan angles about x, y, z in sequence, as of a chain of three revolute joints, with springs and dampers in these:
 * φ' = K w is `cardan123RatesFromW_A`,
 *
 *   K = [ 1   sin a tan b   -cos a tan b ]
 *       [ 0   cos a          sin a       ]                                                                        (3)
 *       [ 0  -sin a / cos b  cos a/cos b ]
 */
export class CardanAngles implements BushingAngles {
  /**
   * @param hasSpring true for each angle on which a moment depends (3)
   * @param hasTorque true if there is any moment
   */
  constructor(
    private readonly hasSpring: readonly boolean[],
    private readonly hasTorque: boolean,
  ) {}

  update(R_12: Float64Array, w_12: Float64Array, angles: Float64Array, rates: Float64Array): void {
    cardan123FromRotation(angles, 0, R_12, 0)
    cardan123RatesFromW_A(rates, 0, angles, 0, w_12, 0)
  }

  computeTorque(angles: Float64Array, spring: Float64Array, damper: Float64Array, out: Float64Array): void {
    const [sa, ca] = [Math.sin(angles[0]), Math.cos(angles[0])]
    const [mx, my, mz] = [spring[0] + damper[0], spring[1] + damper[1], spring[2] + damper[2]]
    // moment about the axis perpendicular to the first two
    const m = (mz - Math.sin(angles[1]) * mx) / Math.cos(angles[1])
    vec3Set(out, 0, mx, ca * my - sa * m, sa * my + ca * m)
  }

  margin(angles: Float64Array): number {
    if (!this.hasTorque) return LARGEST_ANGLE
    let margin = LARGEST_SECOND_ANGLE - Math.abs(angles[1])
    for (let k = 0; k < 3; k += 2)
      if (this.hasSpring[k]) margin = Math.min(margin, LARGEST_ANGLE - Math.abs(angles[k]))
    return margin
  }

  describe(angles: Float64Array): string {
    const found = Array.from(angles, inDegrees).join(', ')
    return (
      `expected Cardan angles of obj2 within the limits, got ${found} degrees: they are undefined where the second is ±90, and ` +
      'jump where another one is ±180. Turn the frames of obj1 and obj2 such that the angles stay small'
    )
  }
}

function inDegrees(angle: number): string {
  return ((180 / Math.PI) * angle).toFixed(1)
}
