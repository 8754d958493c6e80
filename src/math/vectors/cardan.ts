/**
 * Cardan angles (a, b, c) [rad] in two sequences. B arises from A by three turns about its own, already turned axes:
 *
 *   1-2-3:  about x by a, about y by b, about z by c:   R_AB = Rx(a)·Ry(b)·Rz(c)     (1)
 *   1-3-2:  about x by a, about z by b, about y by c:   R_AB = Rx(a)·Rz(b)·Ry(c)     (2)
 *
 * Angles stand in the order of the turns: for 1-3-2, the second angle is about z and the third about y. The convention
 * is v_A = R_AB v_B with A the parent; the papers write rot123 for the transpose of (1) (parent to object components),
 * with the same angles. Both sequences are singular where cos b = 0, and only the first and third angle together are
 * defined there; 1-2-3 and 1-3-2 are never singular at the same orientation.
 *
 * With n1, n2, n3 the axes of the three turns, w_AB = n1·a' + n2·b' + n3·c'                   (3) `angles`, `rates`
 * (a', b', c') [rad/s] and angular velocities [rad/s] are 3-vectors in flat arrays; `out` may be any of them. Rates
 * grow with 1/cos b: with b at the distance d from the singularity they lose about log10(1/d) digits.
 */
import { EPS } from '../../base/index.ts'
import { vec3Set } from './vec3.ts'

/**
 * cos b below which the first angle is only rounding and is set to 0: both matrix elements that determine it are below
 * it [1].
 */
const SINGULAR_COSINE = 4 * EPS

/** Distance of the second angle from the nearest singularity ±π/2, for both sequences [rad], in [0, π/2]. */
export function cardanSingularityDistance(angles: Float64Array, i: number): number {
  return Math.asin(Math.min(1, Math.abs(Math.cos(angles[i + 1]))))
}

/** out = R_AB of the 1-2-3 angles, eq. 1 (3 × 3). */
export function cardan123ToRotation(out: Float64Array, o: number, angles: Float64Array, i: number): void {
  const sa = Math.sin(angles[i])
  const ca = Math.cos(angles[i])
  const sb = Math.sin(angles[i + 1])
  const cb = Math.cos(angles[i + 1])
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  vec3Set(out, o, cb * cc, -cb * sc, sb)
  vec3Set(out, o + 3, ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -sa * cb)
  vec3Set(out, o + 6, sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb)
}

/** out = R_AB of the 1-3-2 angles, eq. 2 (3 × 3). */
export function cardan132ToRotation(out: Float64Array, o: number, angles: Float64Array, i: number): void {
  const sa = Math.sin(angles[i])
  const ca = Math.cos(angles[i])
  const sb = Math.sin(angles[i + 1])
  const cb = Math.cos(angles[i + 1])
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  vec3Set(out, o, cb * cc, -sb, cb * sc)
  vec3Set(out, o + 3, ca * sb * cc + sa * sc, ca * cb, ca * sb * sc - sa * cc)
  vec3Set(out, o + 6, sa * sb * cc - ca * sc, sa * cb, sa * sb * sc + ca * cc)
}

/**
 * out = 1-2-3 angles of R_AB, the second in [−π/2, π/2], the others in [−π, π]. Returns cos b >= 0, the distance from
 * the singularity. The angles give R_AB again to rounding also at the singularity, where the first one is set to 0.
 */
export function cardan123FromRotation(out: Float64Array, o: number, R_AB: Float64Array, iR: number): number {
  const cosineB = Math.sqrt(R_AB[iR + 5] * R_AB[iR + 5] + R_AB[iR + 8] * R_AB[iR + 8])
  const a = cosineB > SINGULAR_COSINE ? Math.atan2(0 - R_AB[iR + 5], R_AB[iR + 8]) : 0
  // b and c from Rx(a)ᵀ·R_AB = Ry(b)·Rz(c), whose second row (sin c, cos c, 0) is well defined for all b
  const sa = Math.sin(a)
  const ca = Math.cos(a)
  const b = Math.atan2(R_AB[iR + 2], ca * R_AB[iR + 8] - sa * R_AB[iR + 5])
  const c = Math.atan2(ca * R_AB[iR + 3] + sa * R_AB[iR + 6], ca * R_AB[iR + 4] + sa * R_AB[iR + 7])
  vec3Set(out, o, a, b, c)
  return cosineB
}

/** As `cardan123FromRotation`, for the 1-3-2 angles. */
export function cardan132FromRotation(out: Float64Array, o: number, R_AB: Float64Array, iR: number): number {
  const cosineB = Math.sqrt(R_AB[iR + 4] * R_AB[iR + 4] + R_AB[iR + 7] * R_AB[iR + 7])
  const a = cosineB > SINGULAR_COSINE ? Math.atan2(R_AB[iR + 7], R_AB[iR + 4]) : 0
  // b and c from Rx(a)ᵀ·R_AB = Rz(b)·Ry(c), whose third row is (−sin c, 0, cos c)
  const sa = Math.sin(a)
  const ca = Math.cos(a)
  const b = Math.atan2(0 - R_AB[iR + 1], ca * R_AB[iR + 4] + sa * R_AB[iR + 7])
  const c = Math.atan2(sa * R_AB[iR + 3] - ca * R_AB[iR + 6], ca * R_AB[iR + 8] - sa * R_AB[iR + 5])
  vec3Set(out, o, a, b, c)
  return cosineB
}

/** out = w_AB_A [rad/s] of 1-2-3 angles and their rates [rad/s], eq. 3 in A. */
export function cardan123RatesToW_A(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  rates: Float64Array,
  ir: number,
): void {
  const sa = Math.sin(angles[i])
  const ca = Math.cos(angles[i])
  const cb = Math.cos(angles[i + 1])
  const db = rates[ir + 1]
  const dc = rates[ir + 2]
  vec3Set(out, o, rates[ir] + Math.sin(angles[i + 1]) * dc, ca * db - sa * cb * dc, sa * db + ca * cb * dc)
}

/** out = w_AB_B [rad/s] of 1-2-3 angles and their rates [rad/s], eq. 3 in B. */
export function cardan123RatesToW_B(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  rates: Float64Array,
  ir: number,
): void {
  const cb = Math.cos(angles[i + 1])
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  const da = rates[ir]
  const db = rates[ir + 1]
  vec3Set(
    out,
    o,
    cb * cc * da + sc * db,
    cc * db - cb * sc * da,
    Math.sin(angles[i + 1]) * da + rates[ir + 2],
  )
}

/** out = rates [rad/s] of the 1-2-3 angles from w_AB_A [rad/s], the inverse of eq. 3; not finite where cos b = 0. */
export function cardan123RatesFromW_A(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  w_AB_A: Float64Array,
  iw: number,
): void {
  const sa = Math.sin(angles[i])
  const ca = Math.cos(angles[i])
  const wy = w_AB_A[iw + 1]
  const wz = w_AB_A[iw + 2]
  const dc = (ca * wz - sa * wy) / Math.cos(angles[i + 1])
  vec3Set(out, o, w_AB_A[iw] - Math.sin(angles[i + 1]) * dc, ca * wy + sa * wz, dc)
}

/** out = rates [rad/s] of the 1-2-3 angles from w_AB_B [rad/s], the inverse of eq. 3; not finite where cos b = 0. */
export function cardan123RatesFromW_B(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  w_AB_B: Float64Array,
  iw: number,
): void {
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  const wx = w_AB_B[iw]
  const wy = w_AB_B[iw + 1]
  const da = (cc * wx - sc * wy) / Math.cos(angles[i + 1])
  vec3Set(out, o, da, sc * wx + cc * wy, w_AB_B[iw + 2] - Math.sin(angles[i + 1]) * da)
}

/** out = w_AB_A [rad/s] of 1-3-2 angles and their rates [rad/s], eq. 3 in A. */
export function cardan132RatesToW_A(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  rates: Float64Array,
  ir: number,
): void {
  const sa = Math.sin(angles[i])
  const ca = Math.cos(angles[i])
  const cb = Math.cos(angles[i + 1])
  const db = rates[ir + 1]
  const dc = rates[ir + 2]
  vec3Set(out, o, rates[ir] - Math.sin(angles[i + 1]) * dc, ca * cb * dc - sa * db, ca * db + sa * cb * dc)
}

/** out = w_AB_B [rad/s] of 1-3-2 angles and their rates [rad/s], eq. 3 in B. */
export function cardan132RatesToW_B(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  rates: Float64Array,
  ir: number,
): void {
  const cb = Math.cos(angles[i + 1])
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  const da = rates[ir]
  const db = rates[ir + 1]
  vec3Set(
    out,
    o,
    cb * cc * da - sc * db,
    rates[ir + 2] - Math.sin(angles[i + 1]) * da,
    cb * sc * da + cc * db,
  )
}

/** out = rates [rad/s] of the 1-3-2 angles from w_AB_A [rad/s], the inverse of eq. 3; not finite where cos b = 0. */
export function cardan132RatesFromW_A(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  w_AB_A: Float64Array,
  iw: number,
): void {
  const sa = Math.sin(angles[i])
  const ca = Math.cos(angles[i])
  const wy = w_AB_A[iw + 1]
  const wz = w_AB_A[iw + 2]
  const dc = (ca * wy + sa * wz) / Math.cos(angles[i + 1])
  vec3Set(out, o, w_AB_A[iw] + Math.sin(angles[i + 1]) * dc, ca * wz - sa * wy, dc)
}

/** out = rates [rad/s] of the 1-3-2 angles from w_AB_B [rad/s], the inverse of eq. 3; not finite where cos b = 0. */
export function cardan132RatesFromW_B(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  w_AB_B: Float64Array,
  iw: number,
): void {
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  const wx = w_AB_B[iw]
  const wz = w_AB_B[iw + 2]
  const da = (cc * wx + sc * wz) / Math.cos(angles[i + 1])
  vec3Set(out, o, da, cc * wz - sc * wx, w_AB_B[iw + 1] + Math.sin(angles[i + 1]) * da)
}

/**
 * out = the part of the angular acceleration of B in A, expressed in B [rad/s²], that comes from the rates of the 1-2-3
 * angles alone, so that d(w_AB_B)/dt = RatesToW_B(second derivatives of the angles) + out. In A it is R_AB·out.
 */
export function cardan123AccelerationBias_B(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  rates: Float64Array,
  ir: number,
): void {
  const sb = Math.sin(angles[i + 1])
  const cb = Math.cos(angles[i + 1])
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  const da = rates[ir]
  const db = rates[ir + 1]
  const dc = rates[ir + 2]
  // time derivative of the coefficients of RatesToW_B
  const x = -(sb * cc * db + cb * sc * dc) * da + cc * dc * db
  const y = (sb * sc * db - cb * cc * dc) * da - sc * dc * db
  vec3Set(out, o, x, y, cb * db * da)
}

/** As `cardan123AccelerationBias_B`, for the 1-3-2 angles. */
export function cardan132AccelerationBias_B(
  out: Float64Array,
  o: number,
  angles: Float64Array,
  i: number,
  rates: Float64Array,
  ir: number,
): void {
  const sb = Math.sin(angles[i + 1])
  const cb = Math.cos(angles[i + 1])
  const sc = Math.sin(angles[i + 2])
  const cc = Math.cos(angles[i + 2])
  const da = rates[ir]
  const db = rates[ir + 1]
  const dc = rates[ir + 2]
  const x = -(sb * cc * db + cb * sc * dc) * da - cc * dc * db
  const z = (cb * cc * dc - sb * sc * db) * da - sc * dc * db
  vec3Set(out, o, x, -cb * db * da, z)
}
