/**
 * Coefficients of the 3-stage Radau IIA method, collocation of order 5 at the nodes c of (0, 1] [Hairer & Wanner 1996,
 * Solving ODEs II, IV.5 and IV.8].
 *
 * The nodes are the zeros of M(s) = (s - c1)(s - c2)(s - 1). The inverse of the Runge-Kutta matrix has one real and two
 * conjugate eigenvalues, and with the real block form Λ of these
 *   (1)  A⁻¹ = T Λ T⁻¹,   Λ = [[γ, 0, 0], [0, α, -β], [0, β, α]].
 *
 * Eigenvectors in closed form: A⁻¹ maps the values at the nodes of a cubic u with u(0) = 0 to those of its derivative,
 * so u' - λu vanishes at all nodes, that is u' - λu = -λ⁴ M up to scale. Its polynomial solution at the nodes, where M
 * is 0:
 *   (2)  u(c_i) = λ² M'(c_i) + λ M''(c_i) + M'''.
 */

const SQRT6 = Math.sqrt(6)
const CBRT3 = Math.cbrt(3)

/** Nodes; c3 = 1. */
export const C1 = (4 - SQRT6) / 10
export const C2 = (4 + SQRT6) / 10

/** Real eigenvalue of A⁻¹. */
export const GAMMA = 3 + CBRT3 * CBRT3 - CBRT3
/** Real and imaginary part of the complex eigenvalues α ± iβ of A⁻¹. */
export const ALPHA = 3 + 0.5 * (CBRT3 - CBRT3 * CBRT3)
export const BETA = 0.5 * Math.sqrt(3) * (CBRT3 + CBRT3 * CBRT3)

/**
 * Weights of the stage increments in the error estimate
 *   err = (γ/h I - J)⁻¹ (f(t, x) + (e1 z1 + e2 z2 + e3 z3) / h)   [Hairer & Wanner 1996, IV.8, eq. 8.19].
 */
export const E1 = (-13 - 7 * SQRT6) / 3
export const E2 = (-13 + 7 * SQRT6) / 3
export const E3 = -1 / 3

/**
 * T, row-major (3 × 3): the eigenvector of γ, and real and imaginary part of that of α - iβ; its last row is 1, 1, 0.
 */
export const T: Float64Array = computeTransformation()
/** T⁻¹, row-major (3 × 3). */
export const T_INVERSE: Float64Array = invert3(T)

function computeTransformation(): Float64Array {
  const nodes = [C1, C2, 1]
  const first = [(C1 - C2) * (C1 - 1), (C2 - C1) * (C2 - 1), (1 - C1) * (1 - C2)]
  const squareRe = ALPHA * ALPHA - BETA * BETA
  const squareIm = -2 * ALPHA * BETA
  const real = new Float64Array(3)
  const re = new Float64Array(3)
  const im = new Float64Array(3)
  for (let i = 0; i < 3; i++) {
    const second = 6 * nodes[i] - 3.6
    real[i] = first[i] * GAMMA * GAMMA + second * GAMMA + 6 // (2)
    re[i] = first[i] * squareRe + second * ALPHA + 6
    im[i] = first[i] * squareIm - second * BETA
  }

  // Scale so that the last component of each eigenvector is 1.
  const t = new Float64Array(9)
  const modulus = re[2] * re[2] + im[2] * im[2]
  for (let i = 0; i < 2; i++) {
    t[3 * i] = real[i] / real[2]
    t[3 * i + 1] = (re[i] * re[2] + im[i] * im[2]) / modulus
    t[3 * i + 2] = (im[i] * re[2] - re[i] * im[2]) / modulus
  }
  t[6] = 1
  t[7] = 1
  return t
}

function invert3(m: Float64Array): Float64Array {
  const inverse = new Float64Array(9)
  // Cofactors with cyclic indices carry their sign.
  for (let i = 0; i < 3; i++) {
    const i1 = 3 * ((i + 1) % 3)
    const i2 = 3 * ((i + 2) % 3)
    for (let j = 0; j < 3; j++) {
      const j1 = (j + 1) % 3
      const j2 = (j + 2) % 3
      inverse[3 * j + i] = m[i1 + j1] * m[i2 + j2] - m[i1 + j2] * m[i2 + j1]
    }
  }
  const determinant = m[0] * inverse[0] + m[1] * inverse[3] + m[2] * inverse[6]
  for (let k = 0; k < 9; k++) inverse[k] /= determinant
  return inverse
}
