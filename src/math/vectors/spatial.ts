/**
 * Spatial vectors in flat arrays, angular part first (6) [Featherstone 2008, chapter 2]:
 *
 *   V = [w; v]   velocity of a body: angular velocity [rad/s], velocity of the body point at the origin of the frame
 *   [m/s]
 *   F = [t; f]   force on a body: moment about the origin of the frame [N.m], force [N]
 *
 * F · V is the power [W] and does not depend on the frame. A pose X_AB is R_AB (3 × 3) and p = p_AoBo_A [m] (3).
 * Spatial inertias are in `spatial-inertia.ts`. `out` may be an input everywhere.
 */

/** F · V [W]. */
export function spatialDot(F: Float64Array, iF: number, V: Float64Array, iV: number): number {
  return (
    F[iF] * V[iV] +
    F[iF + 1] * V[iV + 1] +
    F[iF + 2] * V[iV + 2] +
    F[iF + 3] * V[iV + 3] +
    F[iF + 4] * V[iV + 4] +
    F[iF + 5] * V[iV + 5]
  )
}

/** out = V × U = [w × u_w; w × u_v + v × u_w]: rate of a motion vector U that moves with V. */
export function spatialCrossMotion(
  out: Float64Array,
  o: number,
  V: Float64Array,
  iV: number,
  U: Float64Array,
  iU: number,
): void {
  const wx = V[iV]
  const wy = V[iV + 1]
  const wz = V[iV + 2]
  const vx = V[iV + 3]
  const vy = V[iV + 4]
  const vz = V[iV + 5]
  const ax = U[iU]
  const ay = U[iU + 1]
  const az = U[iU + 2]
  const bx = U[iU + 3]
  const by = U[iU + 4]
  const bz = U[iU + 5]
  out[o] = wy * az - wz * ay
  out[o + 1] = wz * ax - wx * az
  out[o + 2] = wx * ay - wy * ax
  out[o + 3] = wy * bz - wz * by + vy * az - vz * ay
  out[o + 4] = wz * bx - wx * bz + vz * ax - vx * az
  out[o + 5] = wx * by - wy * bx + vx * ay - vy * ax
}

/** out = V ×* F = [w × t + v × f; w × f]: rate of a force vector F that moves with V. */
export function spatialCrossForce(
  out: Float64Array,
  o: number,
  V: Float64Array,
  iV: number,
  F: Float64Array,
  iF: number,
): void {
  const wx = V[iV]
  const wy = V[iV + 1]
  const wz = V[iV + 2]
  const vx = V[iV + 3]
  const vy = V[iV + 4]
  const vz = V[iV + 5]
  const tx = F[iF]
  const ty = F[iF + 1]
  const tz = F[iF + 2]
  const fx = F[iF + 3]
  const fy = F[iF + 4]
  const fz = F[iF + 5]
  out[o] = wy * tz - wz * ty + vy * fz - vz * fy
  out[o + 1] = wz * tx - wx * tz + vz * fx - vx * fz
  out[o + 2] = wx * ty - wy * tx + vx * fy - vy * fx
  out[o + 3] = wy * fz - wz * fy
  out[o + 4] = wz * fx - wx * fz
  out[o + 5] = wx * fy - wy * fx
}

/** out = the motion vector at Q from the one at P: v_Q = v_P + w × p_PQ, all in one frame. */
export function spatialShiftMotion(
  out: Float64Array,
  o: number,
  V_P: Float64Array,
  iV: number,
  p_PQ: Float64Array,
  ip: number,
): void {
  const wx = V_P[iV]
  const wy = V_P[iV + 1]
  const wz = V_P[iV + 2]
  const px = p_PQ[ip]
  const py = p_PQ[ip + 1]
  const pz = p_PQ[ip + 2]
  out[o] = wx
  out[o + 1] = wy
  out[o + 2] = wz
  out[o + 3] = V_P[iV + 3] + wy * pz - wz * py
  out[o + 4] = V_P[iV + 4] + wz * px - wx * pz
  out[o + 5] = V_P[iV + 5] + wx * py - wy * px
}

/** out = the force vector about Q from the one about P: t_Q = t_P − p_PQ × f, all in one frame. */
export function spatialShiftForce(
  out: Float64Array,
  o: number,
  F_P: Float64Array,
  iF: number,
  p_PQ: Float64Array,
  ip: number,
): void {
  const fx = F_P[iF + 3]
  const fy = F_P[iF + 4]
  const fz = F_P[iF + 5]
  const px = p_PQ[ip]
  const py = p_PQ[ip + 1]
  const pz = p_PQ[ip + 2]
  out[o] = F_P[iF] - (py * fz - pz * fy)
  out[o + 1] = F_P[iF + 1] - (pz * fx - px * fz)
  out[o + 2] = F_P[iF + 2] - (px * fy - py * fx)
  out[o + 3] = fx
  out[o + 4] = fy
  out[o + 5] = fz
}

/** out = V in frame A from V in frame B: [R w; R v + p × R w], with X_AB = (R, p). */
export function spatialMotionToA(
  out: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  V_B: Float64Array,
  iV: number,
): void {
  rotateBoth(out, o, R_AB, iR, V_B, iV)
  addMoment(out, o + 3, o, p_AB_A, ip)
}

/** out = V in frame B from V in frame A: [Rᵀ w; Rᵀ (v − p × w)], with X_AB = (R, p). */
export function spatialMotionToB(
  out: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  V_A: Float64Array,
  iV: number,
): void {
  spatialShiftMotion(out, o, V_A, iV, p_AB_A, ip)
  rotateBothBack(out, o, R_AB, iR)
}

/** out = F in frame A from F in frame B: [R t + p × R f; R f], with X_AB = (R, p). */
export function spatialForceToA(
  out: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  F_B: Float64Array,
  iF: number,
): void {
  rotateBoth(out, o, R_AB, iR, F_B, iF)
  addMoment(out, o, o + 3, p_AB_A, ip)
}

/** out = F in frame B from F in frame A: [Rᵀ (t − p × f); Rᵀ f], with X_AB = (R, p). */
export function spatialForceToB(
  out: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  F_A: Float64Array,
  iF: number,
): void {
  spatialShiftForce(out, o, F_A, iF, p_AB_A, ip)
  rotateBothBack(out, o, R_AB, iR)
}

/** Both halves of `out` = R · both halves of `u`. */
function rotateBoth(
  out: Float64Array,
  o: number,
  R: Float64Array,
  iR: number,
  u: Float64Array,
  iu: number,
): void {
  for (let half = 0; half < 6; half += 3) {
    const x = u[iu + half]
    const y = u[iu + half + 1]
    const z = u[iu + half + 2]
    out[o + half] = R[iR] * x + R[iR + 1] * y + R[iR + 2] * z
    out[o + half + 1] = R[iR + 3] * x + R[iR + 4] * y + R[iR + 5] * z
    out[o + half + 2] = R[iR + 6] * x + R[iR + 7] * y + R[iR + 8] * z
  }
}

/** Both halves of `u` = Rᵀ · themselves. */
function rotateBothBack(u: Float64Array, iu: number, R: Float64Array, iR: number): void {
  for (let half = iu; half < iu + 6; half += 3) {
    const x = u[half]
    const y = u[half + 1]
    const z = u[half + 2]
    u[half] = R[iR] * x + R[iR + 3] * y + R[iR + 6] * z
    u[half + 1] = R[iR + 1] * x + R[iR + 4] * y + R[iR + 7] * z
    u[half + 2] = R[iR + 2] * x + R[iR + 5] * y + R[iR + 8] * z
  }
}

/** u[target…] += p × u[arm…]. */
function addMoment(u: Float64Array, target: number, arm: number, p: Float64Array, ip: number): void {
  const px = p[ip]
  const py = p[ip + 1]
  const pz = p[ip + 2]
  const ax = u[arm]
  const ay = u[arm + 1]
  const az = u[arm + 2]
  u[target] += py * az - pz * ay
  u[target + 1] += pz * ax - px * az
  u[target + 2] += px * ay - py * ax
}
