/**
 * Kernels over unit quaternions in flat arrays, order x, y, z, w. q_AB is the orientation of frame B in frame A, the
 * same rotation as R_AB: v_A = q_AB ⊗ v_B ⊗ q_AB*. Adjacent letters cancel: q_AC = q_AB ⊗ q_BC. q and −q are the same
 * rotation. A rotation vector is axis·angle [rad]; its components are the same in A and in B. `out` may be an input
 * everywhere.
 */
import { vec3Norm } from './vec3.ts'

/** out = the rotation by 0. */
export function quatIdentity(out: Float64Array, o: number): void {
  setQuat(out, o, 0, 0, 0, 1)
}

/** out = a ⊗ b: q_AC = q_AB ⊗ q_BC. */
export function quatMul(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ax = a[ia]
  const ay = a[ia + 1]
  const az = a[ia + 2]
  const aw = a[ia + 3]
  const bx = b[ib]
  const by = b[ib + 1]
  const bz = b[ib + 2]
  const bw = b[ib + 3]
  out[o] = aw * bx + ax * bw + ay * bz - az * by
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz
}

/** out = q*, the inverse of a unit quaternion: q_BA of q_AB. */
export function quatConjugate(out: Float64Array, o: number, q: Float64Array, iq: number): void {
  setQuat(out, o, -q[iq], -q[iq + 1], -q[iq + 2], q[iq + 3])
}

/** out = q/|q|; returns |q|. If q is zero, out is NaN. */
export function quatNormalize(out: Float64Array, o: number, q: Float64Array, iq: number): number {
  const x = q[iq]
  const y = q[iq + 1]
  const z = q[iq + 2]
  const w = q[iq + 3]
  const norm = Math.sqrt(x * x + y * y + z * z + w * w)
  setQuat(out, o, x / norm, y / norm, z / norm, w / norm)
  return norm
}

/** out = v_A of v_B, for a unit quaternion q_AB. */
export function quatRotateVec(
  out: Float64Array,
  o: number,
  q_AB: Float64Array,
  iq: number,
  v_B: Float64Array,
  iv: number,
): void {
  rotateVec(out, o, q_AB[iq], q_AB[iq + 1], q_AB[iq + 2], q_AB[iq + 3], v_B, iv)
}

/** out = v_B of v_A, for a unit quaternion q_AB. */
export function quatInverseRotateVec(
  out: Float64Array,
  o: number,
  q_AB: Float64Array,
  iq: number,
  v_A: Float64Array,
  iv: number,
): void {
  rotateVec(out, o, -q_AB[iq], -q_AB[iq + 1], -q_AB[iq + 2], q_AB[iq + 3], v_A, iv)
}

/**
 * out = R_AB of q_AB (3 × 3). q need not have length 1: the result is a rotation for every non-zero q, so that an
 * integrated quaternion may drift a little.
 */
export function quatToRotation(out: Float64Array, o: number, q_AB: Float64Array, iq: number): void {
  const x = q_AB[iq]
  const y = q_AB[iq + 1]
  const z = q_AB[iq + 2]
  const w = q_AB[iq + 3]
  const s = 2 / (x * x + y * y + z * z + w * w)
  out[o] = 1 - s * (y * y + z * z)
  out[o + 1] = s * (x * y - w * z)
  out[o + 2] = s * (x * z + w * y)
  out[o + 3] = s * (x * y + w * z)
  out[o + 4] = 1 - s * (x * x + z * z)
  out[o + 5] = s * (y * z - w * x)
  out[o + 6] = s * (x * z - w * y)
  out[o + 7] = s * (y * z + w * x)
  out[o + 8] = 1 - s * (x * x + y * y)
}

/**
 * out = q_AB of the rotation matrix R_AB, with w >= 0. Divides by the largest of the four components, hence accurate
 * for every rotation [Shepperd 1978].
 */
export function quatFromRotation(out: Float64Array, o: number, R_AB: Float64Array, iR: number): void {
  const xx = R_AB[iR]
  const yy = R_AB[iR + 4]
  const zz = R_AB[iR + 8]
  const trace = xx + yy + zz
  // differences are 4w·(x, y, z), sums are 4·(xy, xz, yz)
  const dx = R_AB[iR + 7] - R_AB[iR + 5]
  const dy = R_AB[iR + 2] - R_AB[iR + 6]
  const dz = R_AB[iR + 3] - R_AB[iR + 1]
  const sxy = R_AB[iR + 1] + R_AB[iR + 3]
  const sxz = R_AB[iR + 2] + R_AB[iR + 6]
  const syz = R_AB[iR + 5] + R_AB[iR + 7]
  let x = dx
  let y = dy
  let z = dz
  let w = 1 + trace
  if (xx >= trace && xx >= yy && xx >= zz) {
    x = 1 + xx - yy - zz
    y = sxy
    z = sxz
    w = dx
  } else if (yy >= trace && yy >= zz) {
    x = sxy
    y = 1 - xx + yy - zz
    z = syz
    w = dy
  } else if (zz >= trace) {
    x = sxz
    y = syz
    z = 1 - xx - yy + zz
    w = dz
  }
  const s = (w < 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z + w * w)
  setQuat(out, o, s * x, s * y, s * z, s * w)
}

/** out = d(q_AB)/dt = ½ w_AB_A ⊗ q_AB [1/s], from the angular velocity of B in A, expressed in A [rad/s]. */
export function quatDerivativeFromW_A(
  out: Float64Array,
  o: number,
  q_AB: Float64Array,
  iq: number,
  w_AB_A: Float64Array,
  iw: number,
): void {
  const x = q_AB[iq]
  const y = q_AB[iq + 1]
  const z = q_AB[iq + 2]
  const w = q_AB[iq + 3]
  const hx = 0.5 * w_AB_A[iw]
  const hy = 0.5 * w_AB_A[iw + 1]
  const hz = 0.5 * w_AB_A[iw + 2]
  setQuat(
    out,
    o,
    hx * w + hy * z - hz * y,
    hy * w - hx * z + hz * x,
    hz * w + hx * y - hy * x,
    -(hx * x + hy * y + hz * z),
  )
}

/** out = d(q_AB)/dt = ½ q_AB ⊗ w_AB_B [1/s], from the angular velocity of B in A, expressed in B [rad/s]. */
export function quatDerivativeFromW_B(
  out: Float64Array,
  o: number,
  q_AB: Float64Array,
  iq: number,
  w_AB_B: Float64Array,
  iw: number,
): void {
  const x = q_AB[iq]
  const y = q_AB[iq + 1]
  const z = q_AB[iq + 2]
  const w = q_AB[iq + 3]
  const hx = 0.5 * w_AB_B[iw]
  const hy = 0.5 * w_AB_B[iw + 1]
  const hz = 0.5 * w_AB_B[iw + 2]
  setQuat(
    out,
    o,
    hx * w - hy * z + hz * y,
    hy * w + hx * z - hz * x,
    hz * w - hx * y + hy * x,
    -(hx * x + hy * y + hz * z),
  )
}

/** out = q_AB of the rotation vector [rad]; accurate for all angles, also tiny ones. */
export function quatExp(out: Float64Array, o: number, rotationVector: Float64Array, i: number): void {
  const angle = vec3Norm(rotationVector, i)
  // sin(angle/2)/angle keeps its relative accuracy down to the smallest angle, 0 apart
  const s = angle > 0 ? Math.sin(0.5 * angle) / angle : 0.5
  const w = Math.cos(0.5 * angle)
  setQuat(out, o, s * rotationVector[i], s * rotationVector[i + 1], s * rotationVector[i + 2], w)
}

/** out = rotation vector of q_AB [rad], with angle in [0, π] (3). q need not have length 1. */
export function quatLog(out: Float64Array, o: number, q_AB: Float64Array, iq: number): void {
  const w = q_AB[iq + 3]
  const norm = vec3Norm(q_AB, iq)
  const angle = 2 * Math.atan2(norm, Math.abs(w))
  const s = (w < 0 ? -1 : 1) * (norm > 0 ? angle / norm : 0)
  out[o] = s * q_AB[iq]
  out[o + 1] = s * q_AB[iq + 1]
  out[o + 2] = s * q_AB[iq + 2]
}

/** out = the rotation at fraction t on the shorter way from a (t = 0) to b (t = 1) at constant angular velocity. */
export function quatSlerp(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
  t: number,
): void {
  const ax = a[ia]
  const ay = a[ia + 1]
  const az = a[ia + 2]
  const aw = a[ia + 3]
  // the representative of b closest to a
  const sign = ax * b[ib] + ay * b[ib + 1] + az * b[ib + 2] + aw * b[ib + 3] < 0 ? -1 : 1
  const bx = sign * b[ib]
  const by = sign * b[ib + 1]
  const bz = sign * b[ib + 2]
  const bw = sign * b[ib + 3]

  // angle between a and b on the 4D sphere, from |a − b| and |a + b|: accurate where acos of the product is not
  const difference =
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz) + (aw - bw) * (aw - bw)
  const sum = (ax + bx) * (ax + bx) + (ay + by) * (ay + by) + (az + bz) * (az + bz) + (aw + bw) * (aw + bw)
  const theta = 2 * Math.atan2(Math.sqrt(difference), Math.sqrt(sum))
  const sine = Math.sin(theta)
  const sa = sine > 0 ? Math.sin((1 - t) * theta) / sine : 1 - t
  const sb = sine > 0 ? Math.sin(t * theta) / sine : t
  setQuat(out, o, sa * ax + sb * bx, sa * ay + sb * by, sa * az + sb * bz, sa * aw + sb * bw)
}

function setQuat(out: Float64Array, o: number, x: number, y: number, z: number, w: number): void {
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
  out[o + 3] = w
}

/** v + 2u × (u × v + w·v) with u = (x, y, z). */
function rotateVec(
  out: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  w: number,
  v: Float64Array,
  iv: number,
): void {
  const vx = v[iv]
  const vy = v[iv + 1]
  const vz = v[iv + 2]
  const tx = 2 * (y * vz - z * vy)
  const ty = 2 * (z * vx - x * vz)
  const tz = 2 * (x * vy - y * vx)
  out[o] = vx + w * tx + y * tz - z * ty
  out[o + 1] = vy + w * ty + z * tx - x * tz
  out[o + 2] = vz + w * tz + x * ty - y * tx
}
