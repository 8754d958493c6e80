/**
 * Adds the articulated inertia of a child, at Po and in P, to M of the parent, at `o`: eq. 3 of `joint-elimination.ts`.
 * Expanded element by element: 21 numbers in local variables, no workspace and no loops over blocks (`npm run bench --
 * multibody` measures forward dynamics, of which this is the largest part).
 */
export function addInertiaToParent(
  M: Float64Array,
  o: number,
  child: Float64Array,
  iChild: number,
  R_PB: Float64Array,
  r: number,
  p_PB: Float64Array,
  t: number,
): void {
  const a00 = child[iChild]
  const a11 = child[iChild + 1]
  const a22 = child[iChild + 2]
  const a01 = child[iChild + 3]
  const a02 = child[iChild + 4]
  const a12 = child[iChild + 5]
  const b00 = child[iChild + 6]
  const b01 = child[iChild + 7]
  const b02 = child[iChild + 8]
  const b10 = child[iChild + 9]
  const b11 = child[iChild + 10]
  const b12 = child[iChild + 11]
  const b20 = child[iChild + 12]
  const b21 = child[iChild + 13]
  const b22 = child[iChild + 14]
  const c00 = child[iChild + 15]
  const c11 = child[iChild + 16]
  const c22 = child[iChild + 17]
  const c01 = child[iChild + 18]
  const c02 = child[iChild + 19]
  const c12 = child[iChild + 20]
  const r00 = R_PB[r]
  const r01 = R_PB[r + 1]
  const r02 = R_PB[r + 2]
  const r10 = R_PB[r + 3]
  const r11 = R_PB[r + 4]
  const r12 = R_PB[r + 5]
  const r20 = R_PB[r + 6]
  const r21 = R_PB[r + 7]
  const r22 = R_PB[r + 8]
  const px = p_PB[t]
  const py = p_PB[t + 1]
  const pz = p_PB[t + 2]

  // in the axes of P: C = R c Rᵀ
  const t00 = r00 * c00 + r01 * c01 + r02 * c02
  const t01 = r00 * c01 + r01 * c11 + r02 * c12
  const t02 = r00 * c02 + r01 * c12 + r02 * c22
  const t10 = r10 * c00 + r11 * c01 + r12 * c02
  const t11 = r10 * c01 + r11 * c11 + r12 * c12
  const t12 = r10 * c02 + r11 * c12 + r12 * c22
  const t20 = r20 * c00 + r21 * c01 + r22 * c02
  const t21 = r20 * c01 + r21 * c11 + r22 * c12
  const t22 = r20 * c02 + r21 * c12 + r22 * c22
  const C00 = t00 * r00 + t01 * r01 + t02 * r02
  const C11 = t10 * r10 + t11 * r11 + t12 * r12
  const C22 = t20 * r20 + t21 * r21 + t22 * r22
  const C01 = t00 * r10 + t01 * r11 + t02 * r12
  const C02 = t00 * r20 + t01 * r21 + t02 * r22
  const C12 = t10 * r20 + t11 * r21 + t12 * r22

  // B = R b Rᵀ
  const s00 = r00 * b00 + r01 * b10 + r02 * b20
  const s01 = r00 * b01 + r01 * b11 + r02 * b21
  const s02 = r00 * b02 + r01 * b12 + r02 * b22
  const s10 = r10 * b00 + r11 * b10 + r12 * b20
  const s11 = r10 * b01 + r11 * b11 + r12 * b21
  const s12 = r10 * b02 + r11 * b12 + r12 * b22
  const s20 = r20 * b00 + r21 * b10 + r22 * b20
  const s21 = r20 * b01 + r21 * b11 + r22 * b21
  const s22 = r20 * b02 + r21 * b12 + r22 * b22
  const B00 = s00 * r00 + s01 * r01 + s02 * r02
  const B01 = s00 * r10 + s01 * r11 + s02 * r12
  const B02 = s00 * r20 + s01 * r21 + s02 * r22
  const B10 = s10 * r00 + s11 * r01 + s12 * r02
  const B11 = s10 * r10 + s11 * r11 + s12 * r12
  const B12 = s10 * r20 + s11 * r21 + s12 * r22
  const B20 = s20 * r00 + s21 * r01 + s22 * r02
  const B21 = s20 * r10 + s21 * r11 + s22 * r12
  const B22 = s20 * r20 + s21 * r21 + s22 * r22

  // A = R a Rᵀ
  const u00 = r00 * a00 + r01 * a01 + r02 * a02
  const u01 = r00 * a01 + r01 * a11 + r02 * a12
  const u02 = r00 * a02 + r01 * a12 + r02 * a22
  const u10 = r10 * a00 + r11 * a01 + r12 * a02
  const u11 = r10 * a01 + r11 * a11 + r12 * a12
  const u12 = r10 * a02 + r11 * a12 + r12 * a22
  const u20 = r20 * a00 + r21 * a01 + r22 * a02
  const u21 = r20 * a01 + r21 * a11 + r22 * a12
  const u22 = r20 * a02 + r21 * a12 + r22 * a22

  // about Po, eq. 3: Q = B + p× C, then A − B p× + p× Qᵀ
  const Q00 = B00 + py * C02 - pz * C01
  const Q10 = B10 + pz * C00 - px * C02
  const Q20 = B20 + px * C01 - py * C00
  const Q01 = B01 + py * C12 - pz * C11
  const Q11 = B11 + pz * C01 - px * C12
  const Q21 = B21 + px * C11 - py * C01
  const Q02 = B02 + py * C22 - pz * C12
  const Q12 = B12 + pz * C02 - px * C22
  const Q22 = B22 + px * C12 - py * C02
  M[o] += u00 * r00 + u01 * r01 + u02 * r02 + py * B02 - pz * B01 + py * Q02 - pz * Q01
  M[o + 1] += u10 * r10 + u11 * r11 + u12 * r12 + pz * B10 - px * B12 + pz * Q10 - px * Q12
  M[o + 2] += u20 * r20 + u21 * r21 + u22 * r22 + px * B21 - py * B20 + px * Q21 - py * Q20
  M[o + 3] += u00 * r10 + u01 * r11 + u02 * r12 + pz * B00 - px * B02 + py * Q12 - pz * Q11
  M[o + 4] += u00 * r20 + u01 * r21 + u02 * r22 + px * B01 - py * B00 + py * Q22 - pz * Q21
  M[o + 5] += u10 * r20 + u11 * r21 + u12 * r22 + px * B11 - py * B10 + pz * Q20 - px * Q22
  M[o + 6] += Q00
  M[o + 7] += Q01
  M[o + 8] += Q02
  M[o + 9] += Q10
  M[o + 10] += Q11
  M[o + 11] += Q12
  M[o + 12] += Q20
  M[o + 13] += Q21
  M[o + 14] += Q22
  M[o + 15] += C00
  M[o + 16] += C11
  M[o + 17] += C22
  M[o + 18] += C01
  M[o + 19] += C02
  M[o + 20] += C12
}
