import { integrate } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import {
  combineContactRadii,
  combineYoungsModuli,
  computeDampingCoefficient,
  computeNormalForce,
  computeStiffness,
} from '../../../src/mechanics/contact-forces/contact-force-law.ts'
import {
  computeImpactPenetration,
  computeStaticPenetration,
} from '../../../src/mechanics/contact-forces/hertz-penetration.ts'
import { regularize, regularizeRestitution } from '../../../src/mechanics/contact-forces/regularization.ts'

const V_MIN = 0.01
const D_MAX = 2000

describe('stiffness', () => {
  it('agrees with that of the independent simulations', () => {
    const steel = combineYoungsModuli(2e11, 0.3, 2e11, 0.3)
    const wood = combineYoungsModuli(1.1e10, 0.4, 1.1e10, 0.4)
    // k of contact-truth.json, printed with 17 digits
    expect(computeStiffness(steel, 0.1, 1) / 46333738610.5257).toBeCloseTo(1, 14)
    expect(computeStiffness(steel, 0.05, 1) / 32762900769.227684).toBeCloseTo(1, 14)
    expect(computeStiffness(wood, 0.05, 1) / 1952122837.4998162).toBeCloseTo(1, 14)
    expect(computeStiffness(wood, 0.05, 1e-4) / 195212.28374998162).toBeCloseTo(1, 14)
  })

  it('depends mainly on the softer of two materials', () => {
    // against a rigid body: E/(1 − ν²)
    expect(combineYoungsModuli(1e6, 0.5, 1e30, 0.3)).toBeCloseTo(1e6 / 0.75, 6)
  })

  it('takes contact radii by table 7.2 of the thesis', () => {
    expect(combineContactRadii(0.1, false, 0.3, true)).toBe(0.1)
    expect(combineContactRadii(0.1, true, 0.3, false)).toBe(0.3)
    expect(combineContactRadii(0.1, false, 0.3, false)).toBeCloseTo(0.075, 15)
    expect(combineContactRadii(0.1, true, 0.3, true)).toBeCloseTo(0.075, 15)
  })
})

describe('regularization', () => {
  it('equals |v| from the threshold on, and a third of the threshold at zero', () => {
    expect(regularize(0, V_MIN)).toBe(V_MIN / 3)
    expect(regularize(V_MIN, V_MIN)).toBe(V_MIN)
    expect(regularize(5, V_MIN)).toBe(5)
  })

  it('keeps first and second derivatives continuous at the threshold', () => {
    // differences inside the threshold, against 1 and 0 outside; third derivative −2/v_min², so errors of its size
    // times h
    const h = 1e-3 * V_MIN
    const [r0, r1, r2] = [0, 1, 2].map((k) => regularize(V_MIN - k * h, V_MIN))
    expect(Math.abs((r0 - r1) / h - 1)).toBeLessThan((h / V_MIN) ** 2)
    expect(Math.abs((r0 - 2 * r1 + r2) / (h * h))).toBeLessThan((2.5 * h) / V_MIN ** 2)
  })

  it('never makes a direction longer than 1', () => {
    for (let v = 0; v < 2 * V_MIN; v += V_MIN / 100) {
      expect(v / regularize(v, V_MIN)).toBeLessThanOrEqual(1)
      if (v > 0)
        expect(v / regularize(v, V_MIN)).toBeGreaterThan(
          (v - V_MIN / 100) / regularize(v - V_MIN / 100, V_MIN) - 1e-15,
        )
    }
  })

  it('removes restitution from slow contacts (7.12)', () => {
    expect(regularizeRestitution(0.7, 0, V_MIN)).toBeCloseTo(0.001, 15)
    // 1 % of the reduction remains at v_min
    expect(regularizeRestitution(0.7, V_MIN, V_MIN)).toBeCloseTo(0.7 - 0.01 * 0.699, 14)
    expect(regularizeRestitution(0.7, 1, V_MIN)).toBe(0.7)
  })
})

describe('damping coefficient', () => {
  it('agrees with that of the independent simulations', () => {
    // δ̇⁻, cor and d of contact-truth.json, d printed with 6 digits
    for (const [velocity, cor, d] of [
      [4.20214231, 0.7, 0.163182],
      [0.978528313, 0.7, 0.700761],
      [1.4007141, 0.6, 0.761516],
      [0, 0.7, 2000],
    ]) {
      expect(Math.abs(computeDampingCoefficient(cor, velocity, V_MIN, D_MAX) / d - 1)).toBeLessThan(1e-6)
    }
  })

  it('vanishes for elastic contacts, and stays limited for plastic ones', () => {
    expect(computeDampingCoefficient(1, 3, V_MIN, D_MAX)).toBe(0)
    expect(computeDampingCoefficient(0, 3, V_MIN, D_MAX)).toBe(D_MAX)
    expect(computeDampingCoefficient(0, 3, V_MIN, 7)).toBe(7)
  })
})

describe('normal force', () => {
  it('never pulls, and vanishes smoothly', () => {
    expect(computeNormalForce(1e9, 10, 1e-5, -1)).toBe(0)
    expect(computeNormalForce(1e9, 10, -1e-5, 1)).toBe(0)
    expect(computeNormalForce(1e9, 10, 0, 1)).toBe(0)
    expect(computeNormalForce(1e9, 10, 1e-4, 0)).toBeCloseTo(1e9 * 1e-6, 8)
    expect(computeNormalForce(1e9, 10, 1e-4, 0.1)).toBeCloseTo(2 * 1e9 * 1e-6, 8)
    // f/δ → 0: no kink where the contact begins
    expect(computeNormalForce(1e9, 10, 1e-20, 1) / 1e-20).toBeLessThan(1e9 * 11 * 1.01e-10)
  })
})

describe('penetration scales', () => {
  it('solve their defining equations', () => {
    const k = 4.6e10
    expect(computeNormalForce(k, 0, computeStaticPenetration(k, 330), 0)).toBeCloseTo(330, 9)
    const depth = computeImpactPenetration(k, 33, 4)
    // 2/5 k δ^2.5 = m v²/2
    expect(0.4 * k * depth ** 2.5).toBeCloseTo((33 * 4 ** 2) / 2, 9)
  })
})

/**
 * A mass hits a wall with speed u: m δ̈ = −f(δ, δ̇). Returns its speed when it leaves, and the deepest point. Mass and stiffness
 * scale out; k = m = 1 puts the depth to about 1.
 */
function hitWall(cor: number, u: number, vMin: number): { leaves: number; depth: number } {
  const d = computeDampingCoefficient(cor, u, vMin, D_MAX)
  let depth = 0
  const run = integrate(
    {
      n: 2,
      f: (_t, x, dx) => {
        dx[0] = x[1]
        dx[1] = -computeNormalForce(1, d, x[0], x[1])
      },
      roots: { n: 1, g: (_t, x, z) => void (z[0] = x[0] + 1e-14), direction: [-1] },
    },
    {
      method: 'auto',
      t0: 0,
      tEnd: 1e6,
      x0: [0, u],
      rtol: 1e-10,
      atol: 1e-13,
      onStep: (_t, x) => void (depth = Math.max(depth, x[0])),
      onEvent: () => 'stop',
    },
  )
  return { leaves: -run.x[1], depth }
}

/**
 * Realized restitution of the law for a coefficient of restitution c, in closed form. With a = d u = 8(1 − c)/(5c), m
 * u̇ = −k δ^1.5 (1 + d u) has the integral u/d − ln(1 + d u)/d² + (2/5)(k/m) δ^2.5, so a speed u comes back as e u with
 *
 *   a − ln(1 + a) = −e a − ln(1 − e a).
 */
function findRealisedRestitution(c: number): number {
  const a = (8 * (1 - c)) / (5 * c)
  if (a < 1e-6) return 1
  let low = 0
  let high = Math.min(1, 1 / a)
  for (let k = 0; k < 200; k++) {
    const e = 0.5 * (low + high)
    if (-e * a - Math.log1p(-e * a) < a - Math.log1p(a)) low = e
    else high = e
  }
  return 0.5 * (low + high)
}

describe('realized versus requested restitution', () => {
  // The law of Flores is exact for c = 0 and 1 only: by the closed form above 0.1 becomes 0.069, 0.2 0.156, 0.3 0.256, 0.4 0.363,
  // 0.5 0.470, 0.6 0.577, 0.7 0.683, 0.8 0.789, 0.9 0.894.
  for (const asked of [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    it(`equals the closed form for ${asked}, and is at most 0.045 too small`, () => {
      // far above v_min nothing is regularized
      const { leaves } = hitWall(asked, 1, 1e-4)
      expect(Math.abs(leaves - findRealisedRestitution(asked))).toBeLessThan(1e-8) // 100 times rtol
      expect(leaves).toBeLessThan(asked + 1e-8)
      expect(leaves).toBeGreaterThan(asked - 0.045)
    })
  }

  it('vanishes nearly for plastic contacts', () => {
    expect(hitWall(0, 1, 0.1).leaves).toBeLessThan(0.002)
  })

  it('agrees with the first impact of the independent simulation', () => {
    // contact-truth.json, bouncing-sphere-free: 4.20214231 m/s in, 2.86960881 m/s out; gravity adds at most 9.81 m/s² · 0.561 ms
    const tolerance = (9.81 * 0.561e-3) / 4.20214231
    expect(Math.abs(findRealisedRestitution(0.7) - 2.86960881 / 4.20214231)).toBeLessThan(tolerance)
  })

  it('never adds energy, and compresses no deeper than without damping', () => {
    for (let cor = 0; cor <= 1; cor += 0.125) {
      for (const speed of [0.001, 0.01, 0.1, 1, 10]) {
        const { leaves, depth } = hitWall(cor, speed, V_MIN)
        expect(leaves).toBeLessThanOrEqual(speed * (1 + 1e-8))
        expect(depth).toBeLessThanOrEqual(computeImpactPenetration(1, 1, speed) * (1 + 1e-8))
      }
    }
  })
})
