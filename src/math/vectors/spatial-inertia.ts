/**
 * Spatial inertia M_BP_E of a body B about a point P, expressed in E, as 10 numbers in flat arrays:
 *
 *   0      mass m [kg]
 *   1..3   first moment h = m·p_PBcm [kg.m]
 *   4..9   inertia tensor I about P: Ixx, Iyy, Izz, Ixy, Ixz, Iyz, products with their sign in the matrix [kg.m2]
 *
 * As a 6 × 6 matrix for vectors with the angular part first [Featherstone 2008, eq. 2.63]:
 *
 *   M = [ I      [h]× ]                                                                                          (1)
 *       [ −[h]×  m·1  ]
 *
 * Inertias about one point and in one frame add up element by element. `out` may be an input everywhere.
 */

/** Number of doubles of a spatial inertia. */
export const SPATIAL_INERTIA_SIZE = 10

/**
 * out = M_BP_E from mass [kg], center of mass p_PBcm_E [m] (3) and the central inertia tensor I_BBcm_E [kg.m2] (3 × 3,
 * symmetric, upper triangle read).
 */
export function spatialInertiaFromCentral(
  out: Float64Array,
  o: number,
  mass: number,
  p_PBcm: Float64Array,
  ip: number,
  I_BBcm: Float64Array,
  iI: number,
): void {
  const x = p_PBcm[ip]
  const y = p_PBcm[ip + 1]
  const z = p_PBcm[ip + 2]
  // parallel axes: I about P = I about Bcm + m (|p|²·1 − p pᵀ)
  out[o + 4] = I_BBcm[iI] + mass * (y * y + z * z)
  out[o + 5] = I_BBcm[iI + 4] + mass * (x * x + z * z)
  out[o + 6] = I_BBcm[iI + 8] + mass * (x * x + y * y)
  out[o + 7] = I_BBcm[iI + 1] - mass * x * y
  out[o + 8] = I_BBcm[iI + 2] - mass * x * z
  out[o + 9] = I_BBcm[iI + 5] - mass * y * z
  out[o] = mass
  out[o + 1] = mass * x
  out[o + 2] = mass * y
  out[o + 3] = mass * z
}

/** out = a + b, both about the same point and in the same frame. */
export function spatialInertiaAdd(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  for (let i = 0; i < SPATIAL_INERTIA_SIZE; i++) out[o + i] = a[ia + i] + b[ib + i]
}

/** out = M·V = [I w + h × v; m v − h × w], eq. 1: the momentum about P if V is the velocity at P (6). */
export function spatialInertiaMulMotion(
  out: Float64Array,
  o: number,
  M: Float64Array,
  iM: number,
  V: Float64Array,
  iV: number,
): void {
  const m = M[iM]
  const hx = M[iM + 1]
  const hy = M[iM + 2]
  const hz = M[iM + 3]
  const ixy = M[iM + 7]
  const ixz = M[iM + 8]
  const iyz = M[iM + 9]
  const wx = V[iV]
  const wy = V[iV + 1]
  const wz = V[iV + 2]
  const vx = V[iV + 3]
  const vy = V[iV + 4]
  const vz = V[iV + 5]
  out[o] = M[iM + 4] * wx + ixy * wy + ixz * wz + hy * vz - hz * vy
  out[o + 1] = ixy * wx + M[iM + 5] * wy + iyz * wz + hz * vx - hx * vz
  out[o + 2] = ixz * wx + iyz * wy + M[iM + 6] * wz + hx * vy - hy * vx
  out[o + 3] = m * vx - (hy * wz - hz * wy)
  out[o + 4] = m * vy - (hz * wx - hx * wz)
  out[o + 5] = m * vz - (hx * wy - hy * wx)
}

/** out = M_BQ from M_BP, with p_PQ [m]; everything in one frame. */
export function spatialInertiaShift(
  out: Float64Array,
  o: number,
  M_BP: Float64Array,
  iM: number,
  p_PQ: Float64Array,
  ip: number,
): void {
  const px = p_PQ[ip]
  const py = p_PQ[ip + 1]
  const pz = p_PQ[ip + 2]
  const m = M_BP[iM]
  const hx = M_BP[iM + 1]
  const hy = M_BP[iM + 2]
  const hz = M_BP[iM + 3]
  // with g = h_P + h_Q = 2 h_P − m p:  I_Q = I_P + ½(p gᵀ + g pᵀ) − (p · g)·1
  const gx = 2 * hx - m * px
  const gy = 2 * hy - m * py
  const gz = 2 * hz - m * pz
  out[o + 4] = M_BP[iM + 4] - py * gy - pz * gz
  out[o + 5] = M_BP[iM + 5] - px * gx - pz * gz
  out[o + 6] = M_BP[iM + 6] - px * gx - py * gy
  out[o + 7] = M_BP[iM + 7] + 0.5 * (px * gy + py * gx)
  out[o + 8] = M_BP[iM + 8] + 0.5 * (px * gz + pz * gx)
  out[o + 9] = M_BP[iM + 9] + 0.5 * (py * gz + pz * gy)
  out[o] = m
  out[o + 1] = hx - m * px
  out[o + 2] = hy - m * py
  out[o + 3] = hz - m * pz
}

/** out = M_A from M_B, the same inertia about the same point: h_A = R_AB h_B, I_A = R_AB I_B R_ABᵀ. */
export function spatialInertiaRotate(
  out: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  M_B: Float64Array,
  iM: number,
): void {
  const r00 = R_AB[iR]
  const r01 = R_AB[iR + 1]
  const r02 = R_AB[iR + 2]
  const r10 = R_AB[iR + 3]
  const r11 = R_AB[iR + 4]
  const r12 = R_AB[iR + 5]
  const r20 = R_AB[iR + 6]
  const r21 = R_AB[iR + 7]
  const r22 = R_AB[iR + 8]
  const hx = M_B[iM + 1]
  const hy = M_B[iM + 2]
  const hz = M_B[iM + 3]
  const ixx = M_B[iM + 4]
  const iyy = M_B[iM + 5]
  const izz = M_B[iM + 6]
  const ixy = M_B[iM + 7]
  const ixz = M_B[iM + 8]
  const iyz = M_B[iM + 9]
  // T = R·I, row by row
  const t00 = r00 * ixx + r01 * ixy + r02 * ixz
  const t01 = r00 * ixy + r01 * iyy + r02 * iyz
  const t02 = r00 * ixz + r01 * iyz + r02 * izz
  const t10 = r10 * ixx + r11 * ixy + r12 * ixz
  const t11 = r10 * ixy + r11 * iyy + r12 * iyz
  const t12 = r10 * ixz + r11 * iyz + r12 * izz
  const t20 = r20 * ixx + r21 * ixy + r22 * ixz
  const t21 = r20 * ixy + r21 * iyy + r22 * iyz
  const t22 = r20 * ixz + r21 * iyz + r22 * izz
  out[o] = M_B[iM]
  out[o + 1] = r00 * hx + r01 * hy + r02 * hz
  out[o + 2] = r10 * hx + r11 * hy + r12 * hz
  out[o + 3] = r20 * hx + r21 * hy + r22 * hz
  out[o + 4] = t00 * r00 + t01 * r01 + t02 * r02
  out[o + 5] = t10 * r10 + t11 * r11 + t12 * r12
  out[o + 6] = t20 * r20 + t21 * r21 + t22 * r22
  out[o + 7] = t00 * r10 + t01 * r11 + t02 * r12
  out[o + 8] = t00 * r20 + t01 * r21 + t02 * r22
  out[o + 9] = t10 * r20 + t11 * r21 + t12 * r22
}

/** out = the matrix of eq. 1, row-major (6 × 6); must not be M. */
export function spatialInertiaToMatrix6(out: Float64Array, o: number, M: Float64Array, iM: number): void {
  for (let i = 0; i < 36; i++) out[o + i] = 0
  // inertia tensor, upper left
  out[o] = M[iM + 4]
  out[o + 7] = M[iM + 5]
  out[o + 14] = M[iM + 6]
  out[o + 1] = out[o + 6] = M[iM + 7]
  out[o + 2] = out[o + 12] = M[iM + 8]
  out[o + 8] = out[o + 13] = M[iM + 9]
  // [h]× upper right, its transpose lower left
  const hx = M[iM + 1]
  const hy = M[iM + 2]
  const hz = M[iM + 3]
  out[o + 4] = out[o + 24] = -hz
  out[o + 5] = out[o + 30] = hy
  out[o + 9] = out[o + 19] = hz
  out[o + 11] = out[o + 31] = -hx
  out[o + 15] = out[o + 20] = -hy
  out[o + 16] = out[o + 26] = hx
  // mass, lower right
  out[o + 21] = out[o + 28] = out[o + 35] = M[iM]
}
