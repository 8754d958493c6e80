import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  SPATIAL_INERTIA_SIZE,
  spatialCrossForce,
  spatialCrossMotion,
  spatialDot,
  spatialForceToA,
  spatialForceToB,
  spatialInertiaAdd,
  spatialInertiaFromCentral,
  spatialInertiaMulMotion,
  spatialInertiaRotate,
  spatialInertiaShift,
  spatialInertiaToMatrix6,
  spatialMotionToA,
  spatialMotionToB,
  spatialShiftForce,
  spatialShiftMotion,
} from '../../src/math/index.ts'
import {
  component,
  expectClose,
  product,
  rotationMatrix,
  SEEDED,
  transposed,
  vector,
} from '../support/geometry.ts'

// sums of up to 12 products of numbers <= 3
const ROUNDING = 40 * EPS

/** [p]× written out. */
const skew = (p: ArrayLike<number>): number[] => [0, -p[2], p[1], p[2], 0, -p[0], -p[1], p[0], 0]

/** 6 × 6 matrix from four 3 × 3 blocks. */
const blocks = (
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  c: ArrayLike<number>,
  d: ArrayLike<number>,
): Float64Array =>
  Float64Array.from({ length: 36 }, (_, k) => {
    const [i, j] = [Math.floor(k / 6), k % 6]
    const block = i < 3 ? (j < 3 ? a : b) : j < 3 ? c : d
    return block[3 * (i % 3) + (j % 3)]
  })

const ZERO = new Float64Array(9)

describe('spatial cross products', () => {
  it('agree with their matrices [w× 0; v× w×] and [w× v×; 0 w×]', () => {
    fc.assert(
      fc.property(vector(6), vector(6), (V, U) => {
        const [w, v] = [skew(V.slice(0, 3)), skew(V.slice(3))]
        const [motion, force] = [U.slice(), U.slice()]
        spatialCrossMotion(motion, 0, V, 0, motion, 0)
        expectClose(motion, product(blocks(w, ZERO, v, w), U, 6), ROUNDING)
        spatialCrossForce(force, 0, V, 0, force, 0)
        expectClose(force, product(blocks(w, v, ZERO, w), U, 6), ROUNDING)
      }),
      SEEDED,
    )
  })

  it('cross products are dual: (V ×* F) · U = −F · (V × U)', () => {
    fc.assert(
      fc.property(vector(6), vector(6), vector(6), (V, F, U) => {
        const [force, motion] = [new Float64Array(6), new Float64Array(6)]
        spatialCrossForce(force, 0, V, 0, F, 0)
        spatialCrossMotion(motion, 0, V, 0, U, 0)
        expectClose([spatialDot(force, 0, U, 0)], [-spatialDot(F, 0, motion, 0)], ROUNDING)
      }),
      SEEDED,
    )
  })
})

describe('spatial transforms', () => {
  it('agree with the Plücker matrices, also in place', () => {
    fc.assert(
      fc.property(rotationMatrix(), vector(3), vector(6), (R, p, U) => {
        const pR = product(skew(p), R, 3)
        const motion = U.slice()
        spatialMotionToA(motion, 0, R, 0, p, 0, motion, 0)
        expectClose(motion, product(blocks(R, ZERO, pR, R), U, 6), ROUNDING)
        const force = U.slice()
        spatialForceToA(force, 0, R, 0, p, 0, force, 0)
        expectClose(force, product(blocks(R, pR, ZERO, R), U, 6), ROUNDING)
      }),
      SEEDED,
    )
  })

  it('transforms are inverse in both directions', () => {
    fc.assert(
      fc.property(rotationMatrix(), vector(3), vector(6), (R, p, U) => {
        const u = U.slice()
        spatialMotionToA(u, 0, R, 0, p, 0, u, 0)
        spatialMotionToB(u, 0, R, 0, p, 0, u, 0)
        expectClose(u, U, ROUNDING)
        spatialForceToB(u, 0, R, 0, p, 0, u, 0)
        spatialForceToA(u, 0, R, 0, p, 0, u, 0)
        expectClose(u, U, ROUNDING)
      }),
      SEEDED,
    )
  })

  it('leave the power unchanged', () => {
    fc.assert(
      fc.property(rotationMatrix(), vector(3), vector(6), vector(6), (R, p, F, V) => {
        const power = spatialDot(F, 0, V, 0)
        const [F_A, V_A] = [new Float64Array(6), new Float64Array(6)]
        spatialForceToA(F_A, 0, R, 0, p, 0, F, 0)
        spatialMotionToA(V_A, 0, R, 0, p, 0, V, 0)
        expectClose([spatialDot(F_A, 0, V_A, 0)], [power], 3 * ROUNDING)
        spatialShiftForce(F_A, 0, F, 0, p, 0)
        spatialShiftMotion(V_A, 0, V, 0, p, 0)
        expectClose([spatialDot(F_A, 0, V_A, 0)], [power], 3 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('the signs are those of a turning rod and of a lever', () => {
    const out = new Float64Array(6)
    // turning about z with 2 rad/s, the point 3 m along x moves with 6 m/s along y
    spatialShiftMotion(out, 0, Float64Array.of(0, 0, 2, 0, 0, 0), 0, Float64Array.of(3, 0, 0), 0)
    expect([...out]).toEqual([0, 0, 2, 0, 6, 0])
    // 5 N along y at P; seen from Q, 3 m further along x, it turns clockwise
    spatialShiftForce(out, 0, Float64Array.of(0, 0, 0, 0, 5, 0), 0, Float64Array.of(3, 0, 0), 0)
    expectClose(out, [0, 0, -15, 0, 5, 0], 0)
  })
})

describe('spatial inertia', () => {
  interface Particle {
    mass: number
    position: Float64Array
  }
  const particles = fc
    .array(fc.tuple(component(), vector(3)), { minLength: 1, maxLength: 4 })
    .map((list): Particle[] => list.map(([m, position]) => ({ mass: Math.abs(m) + 0.1, position })))

  /** Inertia of particles about the origin, from the definition: sum of m·[1, p; …] without parallel-axis formulas. */
  const inertiaOf = (list: Particle[]): Float64Array => {
    const M = new Float64Array(SPATIAL_INERTIA_SIZE)
    for (const { mass, position } of list) {
      const point = new Float64Array(SPATIAL_INERTIA_SIZE)
      spatialInertiaFromCentral(point, 0, mass, position, 0, ZERO, 0)
      spatialInertiaAdd(M, 0, M, 0, point, 0)
    }
    return M
  }

  const matrixOf = (M: Float64Array): Float64Array => {
    const matrix = new Float64Array(36)
    spatialInertiaToMatrix6(matrix, 0, M, 0)
    return matrix
  }

  // at most 4 particles of mass <= 1.1 in a cube of half width 1, shifted by 1: moments up to 4·1.1·8
  const tolerance = 40 * ROUNDING

  it('times velocity is the sum of the momenta of the particles', () => {
    fc.assert(
      fc.property(particles, vector(6), (list, V) => {
        const expected = new Float64Array(6)
        for (const { mass, position } of list) {
          const turned = product(skew(V.slice(0, 3)), position, 3)
          const momentum = [0, 1, 2].map((i) => mass * (V[3 + i] + turned[i]))
          const moment = product(skew(position), momentum, 3)
          for (let i = 0; i < 3; i++) {
            expected[i] += moment[i]
            expected[3 + i] += momentum[i]
          }
        }
        const actual = V.slice()
        spatialInertiaMulMotion(actual, 0, inertiaOf(list), 0, actual, 0)
        expectClose(actual, expected, tolerance)
        expectClose(product(matrixOf(inertiaOf(list)), V, 6), expected, tolerance)
      }),
      SEEDED,
    )
  })

  it('shifted and rotated is the inertia of the shifted and rotated particles', () => {
    fc.assert(
      fc.property(particles, vector(3), rotationMatrix(), (list, p, R_AB) => {
        const M = inertiaOf(list)
        const shifted = M.slice()
        spatialInertiaShift(shifted, 0, shifted, 0, p, 0)
        const movedParticles = list.map(({ mass, position }) => ({
          mass,
          position: position.map((x, i) => x - p[i]),
        }))
        expectClose(shifted, inertiaOf(movedParticles), tolerance)

        const rotated = M.slice()
        spatialInertiaRotate(rotated, 0, R_AB, 0, rotated, 0)
        const turnedParticles = list.map(({ mass, position }) => ({
          mass,
          position: product(R_AB, position, 3),
        }))
        expectClose(rotated, inertiaOf(turnedParticles), tolerance)
      }),
      SEEDED,
    )
  })

  it('transforms as Xᵀ·M·X, and keeps the kinetic energy', () => {
    fc.assert(
      fc.property(particles, vector(3), rotationMatrix(), vector(6), (list, p_AB_A, R_AB, V_B) => {
        // about Ao in A, from about Bo in B
        const M_B = inertiaOf(list)
        const M_A = new Float64Array(SPATIAL_INERTIA_SIZE)
        spatialInertiaRotate(M_A, 0, R_AB, 0, M_B, 0)
        spatialInertiaShift(
          M_A,
          0,
          M_A,
          0,
          p_AB_A.map((x) => -x),
          0,
        )
        const V_A = new Float64Array(6)
        spatialMotionToA(V_A, 0, R_AB, 0, p_AB_A, 0, V_B, 0)
        const [h_A, h_B] = [new Float64Array(6), new Float64Array(6)]
        spatialInertiaMulMotion(h_A, 0, M_A, 0, V_A, 0)
        spatialInertiaMulMotion(h_B, 0, M_B, 0, V_B, 0)
        // velocities in A up to 6: energies up to 36 times larger than the inertias
        expectClose([spatialDot(h_A, 0, V_A, 0)], [spatialDot(h_B, 0, V_B, 0)], 36 * tolerance)
      }),
      SEEDED,
    )
  })

  it('as a matrix is symmetric with the stated blocks', () => {
    const M = Float64Array.of(2, 0.1, 0.2, 0.3, 4, 5, 6, 0.7, 0.8, 0.9)
    const matrix = matrixOf(M)
    expect([...matrix]).toEqual([...transposed(matrix)])
    const I = [4, 0.7, 0.8, 0.7, 5, 0.9, 0.8, 0.9, 6]
    const h = skew([0.1, 0.2, 0.3])
    expectClose(matrix, blocks(I, h, transposed(h), [2, 0, 0, 0, 2, 0, 0, 0, 2]), 0)
  })

  it('a rod has the inertia m l²/3 about its end', () => {
    const M = new Float64Array(SPATIAL_INERTIA_SIZE)
    const central = (2 * 9) / 12
    spatialInertiaFromCentral(
      M,
      0,
      2,
      Float64Array.of(1.5, 0, 0),
      0,
      Float64Array.of(0, 0, 0, 0, central, 0, 0, 0, central),
      0,
    )
    expect([...M]).toEqual([2, 3, 0, 0, 0, 6, 6, 0, 0, 0])
    spatialInertiaShift(M, 0, M, 0, Float64Array.of(1.5, 0, 0), 0)
    expectClose(M, [2, 0, 0, 0, 0, central, central, 0, 0, 0], 0)
  })
})
