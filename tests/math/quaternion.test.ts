import fc from 'fast-check'
import { mat3Mul, mat3MulVec, quatFromRotation, quatMul, quatRotateVec, quatToRotation } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  mat3TransposeMulVec,
  quatConjugate,
  quatDerivativeFromW_A,
  quatDerivativeFromW_B,
  quatExp,
  quatIdentity,
  quatInverseRotateVec,
  quatLog,
  quatNormalize,
  quatSlerp,
} from '../../src/math/index.ts'
import {
  component,
  expectClose,
  product,
  rodrigues,
  SEEDED,
  transposed,
  unitQuaternion,
  unitVector,
  vector,
} from '../support/geometry.ts'

// a quaternion product or a conversion to a matrix: up to 8 roundings of numbers <= 2
const ROUNDING = 8 * EPS
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

const toRotation = (q: Float64Array): Float64Array => {
  const R = new Float64Array(9)
  quatToRotation(R, 0, q, 0)
  return R
}

/** |a − b| or |a + b|, whichever is less: distance of the rotations. */
const distance = (a: Float64Array, b: Float64Array): number =>
  Math.min(Math.hypot(...a.map((x, i) => x - b[i])), Math.hypot(...a.map((x, i) => x + b[i])))

describe('quaternions and rotation matrices', () => {
  it('q = [e sin(a/2), cos(a/2)] is the rotation about e by a', () => {
    fc.assert(
      fc.property(unitVector(), component(7), (e, angle) => {
        const s = Math.sin(angle / 2)
        const q = Float64Array.of(s * e[0], s * e[1], s * e[2], Math.cos(angle / 2))
        expectClose(toRotation(q), rodrigues(e, angle), ROUNDING)
      }),
      SEEDED,
    )
  })

  it('R·Rᵀ = 1, also for a quaternion that has drifted', () => {
    fc.assert(
      fc.property(unitQuaternion(), fc.double({ min: 0.5, max: 2, noNaN: true }), (q, drift) => {
        const R = toRotation(q.map((x) => x * drift))
        expectClose(product(R, transposed(R), 3), IDENTITY, 2 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('matrix to quaternion and back, with w >= 0', () => {
    fc.assert(
      fc.property(unitQuaternion(), (q) => {
        const back = new Float64Array(4)
        quatFromRotation(back, 0, toRotation(q), 0)
        expect(distance(q, back)).toBeLessThanOrEqual(ROUNDING)
        expect(back[3]).toBeGreaterThanOrEqual(0)
      }),
      SEEDED,
    )
  })

  it('the conversion is accurate for half turns, where w = 0, and their neighbors', () => {
    for (const e of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.6, 0.8, 0],
      [0, -0.6, 0.8],
      [1 / 3, 2 / 3, -2 / 3],
    ]) {
      for (const w of [0, 1e-12, 1e-6]) {
        const q = Float64Array.of(...e.map((x) => x * Math.sqrt(1 - w * w)), w)
        const back = new Float64Array(4)
        quatFromRotation(back, 0, toRotation(q), 0)
        expect(distance(q, back)).toBeLessThanOrEqual(ROUNDING)
      }
    }
  })

  it('product, conjugate and rotation of vectors agree with the matrices', () => {
    fc.assert(
      fc.property(unitQuaternion(), unitQuaternion(), vector(3), (q_AB, q_BC, v) => {
        const q_AC = q_AB.slice()
        quatMul(q_AC, 0, q_AC, 0, q_BC, 0)
        const R_AC = new Float64Array(9)
        mat3Mul(R_AC, 0, toRotation(q_AB), 0, toRotation(q_BC), 0)
        expectClose(toRotation(q_AC), R_AC, 2 * ROUNDING)

        const q_BA = q_AB.slice()
        quatConjugate(q_BA, 0, q_BA, 0)
        expectClose(toRotation(q_BA), transposed(toRotation(q_AB)), 0)

        const expected = new Float64Array(3)
        const actual = v.slice()
        mat3MulVec(expected, 0, toRotation(q_AB), 0, v, 0)
        quatRotateVec(actual, 0, q_AB, 0, actual, 0)
        expectClose(actual, expected, 2 * ROUNDING)
        mat3TransposeMulVec(expected, 0, toRotation(q_AB), 0, v, 0)
        quatInverseRotateVec(actual, 0, q_AB, 0, v, 0)
        expectClose(actual, expected, 2 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('normalize returns unit quaternions, and keeps the identity', () => {
    const q = Float64Array.of(1, 2, 3, 4)
    expect(quatNormalize(q, 0, q, 0)).toBe(Math.sqrt(30))
    expectClose(
      q,
      [1, 2, 3, 4].map((x) => x / Math.sqrt(30)),
      EPS,
    )
    quatIdentity(q, 0)
    expect([...toRotation(q)]).toEqual([...IDENTITY])
  })
})

describe('quaternion derivative', () => {
  it('the derivative matches motion with constant angular velocity', () => {
    const h = 1e-4
    fc.assert(
      fc.property(unitQuaternion(), vector(3), (q, w) => {
        const at = (t: number, inA: boolean): Float64Array => {
          const turn = new Float64Array(4)
          quatExp(
            turn,
            0,
            w.map((x) => x * t),
            0,
          )
          const out = new Float64Array(4)
          if (inA) quatMul(out, 0, turn, 0, q, 0)
          else quatMul(out, 0, q, 0, turn, 0)
          return out
        }
        for (const inA of [true, false]) {
          const actual = new Float64Array(4)
          ;(inA ? quatDerivativeFromW_A : quatDerivativeFromW_B)(actual, 0, q, 0, w, 0)
          const [later, earlier] = [at(h, inA), at(-h, inA)]
          const expected = later.map((x, i) => (x - earlier[i]) / (2 * h))
          // central difference: |w/2|³·h²/6 <= 1.1e-9 with |w| <= √3, rounding EPS/h = 2e-12
          expectClose(actual, expected, 2e-9)
        }
      }),
      SEEDED,
    )
  })

  it('derivatives in A and in B describe the same motion', () => {
    fc.assert(
      fc.property(unitQuaternion(), vector(3), (q_AB, w_B) => {
        const w_A = new Float64Array(3)
        quatRotateVec(w_A, 0, q_AB, 0, w_B, 0)
        const [fromA, fromB] = [q_AB.slice(), q_AB.slice()]
        quatDerivativeFromW_A(fromA, 0, fromA, 0, w_A, 0)
        quatDerivativeFromW_B(fromB, 0, fromB, 0, w_B, 0)
        expectClose(fromA, fromB, 2 * ROUNDING)
      }),
      SEEDED,
    )
  })
})

describe('quaternion exponential and logarithm', () => {
  it('exponential and logarithm are inverse for all angles up to π, relative to the angle', () => {
    fc.assert(
      fc.property(
        unitVector(),
        fc.constantFrom(1e-300, 1e-160, 1e-20, 1e-9, 1e-3, 0.5, 3, Math.PI - 1e-9),
        (e, angle) => {
          const v = e.map((x) => x * angle)
          const q = new Float64Array(4)
          const back = new Float64Array(3)
          quatExp(q, 0, v, 0)
          quatLog(back, 0, q, 0)
          expectClose(back, v, 8 * EPS * angle)
          // −q is the same rotation
          quatLog(
            back,
            0,
            q.map((x) => -x),
            0,
          )
          expectClose(back, v, 8 * EPS * angle)
        },
      ),
      SEEDED,
    )
  })

  it('exponential and logarithm of zero are exact', () => {
    const q = new Float64Array(4)
    quatExp(q, 0, new Float64Array(3), 0)
    expect([...q]).toEqual([0, 0, 0, 1])
    quatLog(q, 0, q, 0)
    expect([...q]).toEqual([0, 0, 0, 1])
  })
})

describe('quatSlerp', () => {
  it('turns by t times the angle about the fixed axis, the shorter way', () => {
    fc.assert(
      fc.property(
        unitQuaternion(),
        unitVector(),
        fc.constantFrom(0, 1e-12, 1e-6, 0.1, 3),
        component().map(Math.abs),
        fc.constantFrom(1, -1),
        (a, e, angle, t, sign) => {
          const [turn, b, expected, actual] = [0, 0, 0, 0].map(() => new Float64Array(4))
          quatExp(
            turn,
            0,
            e.map((x) => x * angle),
            0,
          )
          quatMul(b, 0, a, 0, turn, 0)
          quatExp(
            turn,
            0,
            e.map((x) => x * angle * t),
            0,
          )
          quatMul(expected, 0, a, 0, turn, 0)
          quatSlerp(
            actual,
            0,
            a,
            0,
            b.map((x) => sign * x),
            0,
            t,
          )
          // the angle between a and b is found to rounding; its division by sin(angle/2) is harmless up to 3 rad
          expect(distance(actual, expected)).toBeLessThanOrEqual(4 * ROUNDING)
        },
      ),
      SEEDED,
    )
  })
})
