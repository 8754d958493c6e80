/**
 * Rotation matrices R_AB in flat arrays, row-major (3 × 3): v_A = R_AB v_B; column j is axis j of B, expressed in A.
 * Frame B arises from A by turning it about the axis by the angle [rad], counter-clockwise seen against the axis. The
 * papers write the transpose (parent to object components): their rot1(phi) is `rotationX(phi)` transposed.
 */
import { EPS } from '../../base/index.ts'
import { mat3Copy, mat3Determinant, mat3Mul, mat3MulTransposeA, mat3Skew } from './mat3.ts'
import { quatExp, quatFromRotation, quatLog, quatToRotation } from './quaternion.ts'
import { vec3Cross, vec3Norm, vec3Normalize, vec3Set } from './vec3.ts'

/**
 * Maximum deviation of an element of AᵀA from the identity for which Newton's method certainly finds the nearest
 * rotation [1].
 */
const NEAR_ROTATION = 0.5

/** Deviation below which one quadratically convergent Newton step reaches rounding [1]. */
const LAST_STEP = Math.sqrt(EPS)

/** Small singular values grow by 1.5 per step, then the digits double: enough from 1e-3 on. */
const MAX_NEWTON_STEPS = 25

/** sin of the angle between two directions below which they count as parallel: half of the digits are lost [1]. */
const PARALLEL_TOLERANCE = Math.sqrt(EPS)

const quaternion = new Float64Array(4)
const gram = new Float64Array(9)
const axes = new Float64Array(9)

/** out = R_AB, B turned about x by `angle` [rad]. */
export function rotationX(out: Float64Array, o: number, angle: number): void {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  vec3Set(out, o, 1, 0, 0)
  vec3Set(out, o + 3, 0, c, -s)
  vec3Set(out, o + 6, 0, s, c)
}

/** out = R_AB, B turned about y by `angle` [rad]. */
export function rotationY(out: Float64Array, o: number, angle: number): void {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  vec3Set(out, o, c, 0, s)
  vec3Set(out, o + 3, 0, 1, 0)
  vec3Set(out, o + 6, -s, 0, c)
}

/** out = R_AB, B turned about z by `angle` [rad]. */
export function rotationZ(out: Float64Array, o: number, angle: number): void {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  vec3Set(out, o, c, -s, 0)
  vec3Set(out, o + 3, s, c, 0)
  vec3Set(out, o + 6, 0, 0, 1)
}

/** out = R_AB = e eᵀ + (1 − e eᵀ) cos(angle) + [e]× sin(angle), B turned about the unit vector e by `angle` [rad]. */
export function rotationFromAxisAngle(
  out: Float64Array,
  o: number,
  axis: Float64Array,
  iAxis: number,
  angle: number,
): void {
  const x = axis[iAxis]
  const y = axis[iAxis + 1]
  const z = axis[iAxis + 2]
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  // 1 − cos without cancellation
  const h = Math.sin(0.5 * angle)
  const k = 2 * h * h
  vec3Set(out, o, c + k * x * x, k * x * y - s * z, k * x * z + s * y)
  vec3Set(out, o + 3, k * x * y + s * z, c + k * y * y, k * y * z - s * x)
  vec3Set(out, o + 6, k * x * z - s * y, k * y * z + s * x, c + k * z * z)
}

/**
 * Returns the angle of R_AB in [0, π] [rad] and writes its unit axis to `axis` (3); (1, 0, 0) if the angle is 0. At π
 * both signs of the axis describe the rotation.
 */
export function rotationToAxisAngle(
  axis: Float64Array,
  iAxis: number,
  R_AB: Float64Array,
  iR: number,
): number {
  rotationLog(axis, iAxis, R_AB, iR)
  const angle = vec3Normalize(axis, iAxis, axis, iAxis)
  if (angle === 0) vec3Set(axis, iAxis, 1, 0, 0)
  return angle
}

/** out = R_AB of the rotation vector axis·angle [rad]: the matrix exponential of its skew matrix. */
export function rotationExp(out: Float64Array, o: number, rotationVector: Float64Array, i: number): void {
  quatExp(quaternion, 0, rotationVector, i)
  quatToRotation(out, o, quaternion, 0)
}

/** out = rotation vector axis·angle of R_AB, angle in [0, π] [rad] (3); full accuracy near 0 and near π. */
export function rotationLog(out: Float64Array, o: number, R_AB: Float64Array, iR: number): void {
  quatFromRotation(quaternion, 0, R_AB, iR)
  quatLog(out, o, quaternion, 0)
}

/**
 * out = J⁻¹(θ), row-major (9): the rates of the rotation vector θ of R_AB, below a whole turn, are J⁻¹(θ) w_AB_A,
 *
 *   J⁻¹(θ) = 1 − [θ]/2 + (1/θ² − (1 + cos θ)/(2 θ sin θ)) [θ]²   [Barfoot 2017, eq. 7.76]
 */
export function rotationLogRates(out: Float64Array, o: number, theta: Float64Array, i: number): void {
  const angle = vec3Norm(theta, i)
  // (1 + cos θ)/sin θ = cot(θ/2); 1/12 is the limit for small angles
  const factor = angle < 1e-3 ? 1 / 12 : 1 / (angle * angle) - 1 / (2 * angle * Math.tan(angle / 2))
  mat3Skew(gram, 0, theta, i)
  mat3Mul(out, o, gram, 0, gram, 0)
  for (let k = 0; k < 9; k++) out[o + k] = ((k & 3) === 0 ? 1 : 0) - 0.5 * gram[k] + factor * out[o + k]
}

/**
 * out = the rotation matrix nearest to `a` (in the Frobenius norm), by Newton's iteration R ← R (3 − RᵀR)/2. Returns 0,
 * or 1 if `a` is not near a rotation: reflected, singular, or an element of aᵀa differs from the identity by more than
 * 0.5. `out` is then not usable.
 */
export function rotationOrthonormalize(out: Float64Array, o: number, a: Float64Array, ia: number): number {
  mat3Copy(out, o, a, ia)
  if (!(mat3Determinant(out, o) > 0)) return 1
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    // gram = (3 − RᵀR)/2, and the deviation of RᵀR from the identity
    mat3MulTransposeA(gram, 0, out, o, out, o)
    let deviation = 0
    for (let i = 0; i < 9; i++) {
      const identity = (i & 3) === 0 ? 1 : 0 // elements 0, 4 and 8 are the diagonal
      deviation = Math.max(deviation, Math.abs(gram[i] - identity))
      gram[i] = 1.5 * identity - 0.5 * gram[i]
    }
    if (step === 0 && !(deviation <= NEAR_ROTATION)) return 1
    mat3Mul(out, o, out, o, gram, 0)
    if (deviation <= LAST_STEP) return 0
  }
  return 1
}

/**
 * out = R_AB from two directions in A: x of B along nx_A, y of B in the half plane of nx_A and ny_A, as close as
 * possible to ny_A. Lengths do not matter. Returns 0, or 1 if a vector is zero or both are parallel; out is then
 * unchanged.
 */
export function rotationFromAxesXY(
  out: Float64Array,
  o: number,
  nx_A: Float64Array,
  ix: number,
  ny_A: Float64Array,
  iy: number,
): number {
  const lengthX = vec3Normalize(axes, 0, nx_A, ix)
  const lengthY = vec3Normalize(axes, 3, ny_A, iy)
  if (!(lengthX > 0 && lengthY > 0)) return 1
  vec3Cross(axes, 6, axes, 0, axes, 3)
  if (!(vec3Normalize(axes, 6, axes, 6) > PARALLEL_TOLERANCE)) return 1
  vec3Cross(axes, 3, axes, 6, axes, 0)
  // the axes are the columns
  for (let j = 0; j < 3; j++) {
    out[o + j] = axes[3 * j]
    out[o + j + 3] = axes[3 * j + 1]
    out[o + j + 6] = axes[3 * j + 2]
  }
  return 0
}
