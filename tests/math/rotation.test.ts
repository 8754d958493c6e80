import fc from 'fast-check'
import { rotationFromAxisAngle, rotationX, rotationY, rotationZ } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  rotationExp,
  rotationFromAxesXY,
  rotationLog,
  rotationLogRates,
  rotationOrthonormalize,
  rotationToAxisAngle,
} from '../../src/math/index.ts'
import {
  component,
  expectClose,
  product,
  rodrigues,
  rotationMatrix,
  SEEDED,
  transposed,
  unitVector,
  vector,
} from '../support/geometry.ts'

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
// Rodrigues against another formula: a few roundings of numbers <= 1
const ROUNDING = 8 * EPS
// R + E with |E| <= ROUNDING in every element: (R + E)(R + E)ᵀ differs from 1 by at most 2 Σ|R||E| <= 2 √3 ROUNDING
const ORTHOGONAL = 2 * Math.sqrt(3) * ROUNDING

describe('rotations about an axis', () => {
  it('turn the next axis towards the one after it', () => {
    const R = new Float64Array(9)
    const quarter = Math.PI / 2
    // columns are the axes of B in A; cos(π/2) as a double is 6e-17
    rotationX(R, 0, quarter)
    expectClose(R, [1, 0, 0, 0, 0, -1, 0, 1, 0], EPS)
    rotationY(R, 0, quarter)
    expectClose(R, [0, 0, 1, 0, 1, 0, -1, 0, 0], EPS)
    rotationZ(R, 0, quarter)
    expectClose(R, [0, -1, 0, 1, 0, 0, 0, 0, 1], EPS)
  })

  it('agree with the rotation about a general axis', () => {
    fc.assert(
      fc.property(component(10), unitVector(), (angle, e) => {
        const R = new Float64Array(9)
        rotationX(R, 0, angle)
        expectClose(R, rodrigues([1, 0, 0], angle), 0)
        rotationY(R, 0, angle)
        expectClose(R, rodrigues([0, 1, 0], angle), 0)
        rotationZ(R, 0, angle)
        expectClose(R, rodrigues([0, 0, 1], angle), 0)
        rotationFromAxisAngle(R, 0, e, 0, angle)
        expectClose(R, rodrigues(e, angle), ROUNDING)
        expectClose(product(R, transposed(R), 3), IDENTITY, ORTHOGONAL)
      }),
      SEEDED,
    )
  })
})

describe('rotation exponential and logarithm', () => {
  const angles = fc.constantFrom(
    1e-200,
    1e-12,
    1e-8,
    1e-4,
    1,
    3,
    Math.PI - 1e-4,
    Math.PI - 1e-8,
    Math.PI - 1e-12,
  )

  it('exponential and logarithm are inverse, with relative accuracy for small angles and full accuracy near π', () => {
    fc.assert(
      fc.property(unitVector(), angles, (e, angle) => {
        const v = e.map((x) => x * angle)
        const R = new Float64Array(9)
        const back = new Float64Array(3)
        rotationExp(R, 0, v, 0)
        expectClose(R, rodrigues(e, angle), 2 * ROUNDING)
        rotationLog(back, 0, R, 0)
        expectClose(back, v, 2 * ROUNDING * angle)
      }),
      SEEDED,
    )
  })

  it('rates of the rotation vector are those of differences', () => {
    const h = 1e-5
    // beyond 3 rad the third derivative grows as the inverse cube of the way to a whole turn
    const smaller = fc.constantFrom(0, 1e-9, 1e-4, 0.01, 0.5, 2, 3)
    fc.assert(
      fc.property(unitVector(), smaller, unitVector(), (e, angle, w) => {
        const theta = Float64Array.from(e, (x) => x * angle)
        const ends = [h, -h].map((step) => {
          const turn = rodrigues(w, step)
          const end = new Float64Array(3)
          rotationLog(end, 0, product(turn, rodrigues(e, angle), 3), 0)
          return end
        })
        const rates = new Float64Array(9)
        rotationLogRates(rates, 0, theta, 0)
        for (let i = 0; i < 3; i++) {
          const rate = rates[3 * i] * w[0] + rates[3 * i + 1] * w[1] + rates[3 * i + 2] * w[2]
          // h² of the central difference with factors below 100, and 1e-15/h of rounding
          expect(Math.abs((ends[0][i] - ends[1][i]) / (2 * h) - rate)).toBeLessThan(1e-8)
        }
      }),
      SEEDED,
    )
  })

  it('axis and angle are those of the rotation', () => {
    fc.assert(
      fc.property(unitVector(), angles, (e, angle) => {
        const R = new Float64Array(9)
        const axis = new Float64Array(3)
        rotationFromAxisAngle(R, 0, e, 0, angle)
        expect(Math.abs(rotationToAxisAngle(axis, 0, R, 0) - angle)).toBeLessThanOrEqual(2 * ROUNDING * angle)
        expectClose(axis, e, 2 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('finds the axes of the identity and of exact half turns', () => {
    const axis = new Float64Array(3)
    expect(rotationToAxisAngle(axis, 0, IDENTITY, 0)).toBe(0)
    expect([...axis]).toEqual([1, 0, 0])
    for (let i = 0; i < 3; i++) {
      const halfTurn = IDENTITY.map((x, k) => (k === 4 * i ? x : -x))
      expect(rotationToAxisAngle(axis, 0, halfTurn, 0)).toBe(Math.PI)
      expectClose(
        axis.map(Math.abs),
        [0, 1, 2].map((k) => (k === i ? 1 : 0)),
        0,
      )
    }
  })
})

describe('rotationOrthonormalize', () => {
  it('finds the nearest rotation: the rotation factor of R·S with S symmetric', () => {
    fc.assert(
      fc.property(rotationMatrix(), vector(6, 0.05), (R, [xx, yy, zz, xy, xz, yz]) => {
        const S = Float64Array.of(1 + xx, xy, xz, xy, 1 + yy, yz, xz, yz, 1 + zz)
        const out = product(R, S, 3)
        expect(rotationOrthonormalize(out, 0, out, 0)).toBe(0)
        expectClose(product(transposed(out), out, 3), IDENTITY, ORTHOGONAL)
        // polar decomposition: condition of the rotation factor is about 1 here
        expectClose(out, R, 2 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('rejects matrices far from a rotation', () => {
    const out = new Float64Array(9)
    const scaled = (a: number, b: number, c: number) => Float64Array.of(a, 0, 0, 0, b, 0, 0, 0, c)
    expect(rotationOrthonormalize(out, 0, scaled(1, 1, -1), 0)).toBe(1)
    expect(rotationOrthonormalize(out, 0, scaled(1, 1, 0), 0)).toBe(1)
    // Newton would converge to diag(−1, −1, 1)
    expect(rotationOrthonormalize(out, 0, scaled(2, 2, 1), 0)).toBe(1)
    expect(rotationOrthonormalize(out, 0, new Float64Array(9).fill(Number.NaN), 0)).toBe(1)
    expect(rotationOrthonormalize(out, 0, scaled(1.2, 0.8, 1), 0)).toBe(0)
    expectClose(out, IDENTITY, EPS)
  })
})

describe('rotationFromAxesXY', () => {
  it('finds the frame again from its x axis and a vector in its xy half plane', () => {
    const positive = fc.double({ min: 0.1, max: 10, noNaN: true })
    fc.assert(
      fc.property(rotationMatrix(), positive, positive, component(3), (R, sx, sy, shear) => {
        const nx = Float64Array.of(sx * R[0], sx * R[3], sx * R[6])
        const ny = Float64Array.of(
          sy * R[1] + shear * R[0],
          sy * R[4] + shear * R[3],
          sy * R[7] + shear * R[6],
        )
        const out = new Float64Array(9)
        expect(rotationFromAxesXY(out, 0, nx, 0, ny, 0)).toBe(0)
        // the cross product loses the ratio of the lengths, at most 3/0.1
        expectClose(out, R, 31 * ROUNDING)
        expectClose(product(out, transposed(out), 3), IDENTITY, ORTHOGONAL)
      }),
      SEEDED,
    )
  })

  it('rejects zero and parallel vectors, and leaves `out` unchanged', () => {
    const out = new Float64Array(9).fill(5)
    const v = Float64Array.of(1, 2, 3, -2, -4, -6, 0, 0, 0)
    expect(rotationFromAxesXY(out, 0, v, 0, v, 3)).toBe(1)
    expect(rotationFromAxesXY(out, 0, v, 0, v, 6)).toBe(1)
    expect(rotationFromAxesXY(out, 0, v, 6, v, 0)).toBe(1)
    expect([...out]).toEqual(Array(9).fill(5))
  })
})
