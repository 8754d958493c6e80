import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  cardan123AccelerationBias_B,
  cardan123FromRotation,
  cardan123RatesFromW_A,
  cardan123RatesFromW_B,
  cardan123RatesToW_A,
  cardan123RatesToW_B,
  cardan123ToRotation,
  cardan132AccelerationBias_B,
  cardan132FromRotation,
  cardan132RatesFromW_A,
  cardan132RatesFromW_B,
  cardan132RatesToW_A,
  cardan132RatesToW_B,
  cardan132ToRotation,
  cardanSingularityDistance,
} from '../../src/math/index.ts'
import {
  component,
  expectClose,
  product,
  rodrigues,
  rotationMatrix,
  SEEDED,
  transposed,
  vector,
} from '../support/geometry.ts'

// products of up to three sines and cosines, each with an error of an ulp
const ROUNDING = 8 * EPS

const SEQUENCES = [
  {
    name: '1-2-3',
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    toRotation: cardan123ToRotation,
    fromRotation: cardan123FromRotation,
    toW_A: cardan123RatesToW_A,
    toW_B: cardan123RatesToW_B,
    fromW_A: cardan123RatesFromW_A,
    fromW_B: cardan123RatesFromW_B,
    bias_B: cardan123AccelerationBias_B,
  },
  {
    name: '1-3-2',
    axes: [
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
    toRotation: cardan132ToRotation,
    fromRotation: cardan132FromRotation,
    toW_A: cardan132RatesToW_A,
    toW_B: cardan132RatesToW_B,
    fromW_A: cardan132RatesFromW_A,
    fromW_B: cardan132RatesFromW_B,
    bias_B: cardan132AccelerationBias_B,
  },
]

/** Angles away from the singularity: |b| <= 1.4, cos b >= 0.17. */
const regular = fc
  .tuple(component(3.1), component(1.4), component(3.1))
  .map((angles) => Float64Array.from(angles))

describe.each(SEQUENCES)('Cardan $name', (s) => {
  const rotationOf = (angles: Float64Array): Float64Array => {
    const R = new Float64Array(9)
    s.toRotation(R, 0, angles, 0)
    return R
  }

  it('the matrix is the product of three turns about the turned axes', () => {
    fc.assert(
      fc.property(vector(3, 10), (angles) => {
        const turns = s.axes.map((axis, k) => rodrigues(axis, angles[k]))
        expectClose(rotationOf(angles), product(product(turns[0], turns[1], 3), turns[2], 3), ROUNDING)
      }),
      SEEDED,
    )
  })

  it('angles come back from the matrix', () => {
    fc.assert(
      fc.property(regular, (angles) => {
        const back = new Float64Array(3)
        const cosine = s.fromRotation(back, 0, rotationOf(angles), 0)
        // the outer angles are quotients of elements of size cos b
        expectClose(back, angles, ROUNDING / Math.cos(angles[1]))
        expect(Math.abs(cosine - Math.cos(angles[1]))).toBeLessThanOrEqual(ROUNDING)
      }),
      SEEDED,
    )
  })

  it('angles of the identity are +0, not −0', () => {
    const back = new Float64Array(3).fill(-1)
    s.fromRotation(back, 0, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 0)
    expect([...back]).toEqual([0, 0, 0])
  })

  it('angles give the matrix again near and at the singularity', () => {
    const gaps = fc.constantFrom(0, 1e-300, 1e-16, 1e-15, 1e-12, 1e-8, 1e-4)
    fc.assert(
      fc.property(component(3), component(3), gaps, fc.constantFrom(1, -1), (a, c, gap, sign) => {
        const R = rotationOf(Float64Array.of(a, sign * (Math.PI / 2 - gap), c))
        const back = new Float64Array(3)
        const cosine = s.fromRotation(back, 0, R, 0)
        expectClose(rotationOf(back), R, ROUNDING)
        expect(Math.abs(cosine - Math.sin(gap))).toBeLessThanOrEqual(ROUNDING)
        if (gap < 1e-15) expect(back[0]).toBe(0)
      }),
      SEEDED,
    )
  })

  it('every rotation matrix has angles', () => {
    fc.assert(
      fc.property(rotationMatrix(), (R) => {
        const back = new Float64Array(3)
        s.fromRotation(back, 0, R, 0)
        expectClose(rotationOf(back), R, 2 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('angular velocity is that of the matrix: R′·Rᵀ = [w_A]×, Rᵀ·R′ = [w_B]×', () => {
    const h = 1e-4
    fc.assert(
      fc.property(regular, vector(3), (angles, rates) => {
        const at = (t: number) => rotationOf(angles.map((x, i) => x + t * rates[i]))
        const [later, earlier] = [at(h), at(-h)]
        const derivative = later.map((x, i) => (x - earlier[i]) / (2 * h))
        const R = rotationOf(angles)
        const skewA = product(derivative, transposed(R), 3)
        const skewB = product(transposed(R), derivative, 3)
        const w = new Float64Array(3)
        // central difference: third derivative <= (|a'| + |b'| + |c'|)³ = 27, times h²/6 and three products: 1.4e-7
        s.toW_A(w, 0, angles, 0, rates, 0)
        expectClose(w, [skewA[7], skewA[2], skewA[3]], 1.4e-7)
        s.toW_B(w, 0, angles, 0, rates, 0)
        expectClose(w, [skewB[7], skewB[2], skewB[3]], 1.4e-7)
      }),
      SEEDED,
    )
  })

  it('w_A = R_AB w_B', () => {
    fc.assert(
      fc.property(vector(3, 3), vector(3), (angles, rates) => {
        const [w_A, w_B] = [rates.slice(), rates.slice()]
        s.toW_A(w_A, 0, angles, 0, w_A, 0)
        s.toW_B(w_B, 0, angles, 0, w_B, 0)
        expectClose(w_A, product(rotationOf(angles), w_B, 3), 2 * ROUNDING)
      }),
      SEEDED,
    )
  })

  it('rates come back from the angular velocity', () => {
    fc.assert(
      fc.property(regular, vector(3), (angles, rates) => {
        // division by cos b, and its square where the first rate is formed from the third
        const tolerance = ROUNDING / Math.cos(angles[1]) ** 2
        const w = new Float64Array(3)
        s.toW_A(w, 0, angles, 0, rates, 0)
        s.fromW_A(w, 0, angles, 0, w, 0)
        expectClose(w, rates, tolerance)
        s.toW_B(w, 0, angles, 0, rates, 0)
        s.fromW_B(w, 0, angles, 0, w, 0)
        expectClose(w, rates, tolerance)
      }),
      SEEDED,
    )
  })

  it('acceleration bias is the derivative of w_B at constant rates', () => {
    const h = 1e-4
    fc.assert(
      fc.property(vector(3, 3), vector(3), (angles, rates) => {
        const at = (t: number): Float64Array => {
          const w = new Float64Array(3)
          s.toW_B(
            w,
            0,
            angles.map((x, i) => x + t * rates[i]),
            0,
            rates,
            0,
          )
          return w
        }
        const [later, earlier] = [at(h), at(-h)]
        const bias = rates.slice()
        s.bias_B(bias, 0, angles, 0, bias, 0)
        // central difference: third derivative <= 2·(|b'| + |c'|)³ = 16, times h²/6: 2.7e-8
        expectClose(
          bias,
          later.map((x, i) => (x - earlier[i]) / (2 * h)),
          2.7e-8,
        )
      }),
      SEEDED,
    )
  })
})

describe('the two sequences', () => {
  it('the sequences are never singular together: the squared cosines add to 1 or more', () => {
    fc.assert(
      fc.property(rotationMatrix(), (R) => {
        const out = new Float64Array(3)
        const c123 = cardan123FromRotation(out, 0, R, 0)
        const c132 = cardan132FromRotation(out, 0, R, 0)
        expect(c123 * c123 + c132 * c132).toBeGreaterThanOrEqual(1 - ROUNDING)
      }),
      SEEDED,
    )
  })

  it('singularity distance is the angle to the nearest odd multiple of π/2', () => {
    const distance = (b: number) => cardanSingularityDistance(Float64Array.of(9, 9, b, 9), 1)
    for (const d of [0, 1e-12, 1e-3, 1, 1.5]) {
      for (const b of [Math.PI / 2 - d, Math.PI / 2 + d, -Math.PI / 2 + d, 1.5 * Math.PI + d]) {
        // rounding of b, and of asin near 1, where its slope is 1/cos(1.5) = 14
        expect(Math.abs(distance(b) - d)).toBeLessThanOrEqual(20 * EPS)
      }
    }
    expect(distance(0)).toBe(Math.PI / 2)
  })
})
