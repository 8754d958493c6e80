/** Sampled blocks against their recursions. */

import { equations, Model, simulate } from 'vario'
import { FirstOrder, SampledIntegrator, SampledPI, UnitDelay, ZeroOrderHold } from 'vario/library/blocks'
import { describe, expect, it } from 'vitest'

describe('sampled blocks', () => {
  const model = Model({
    hold: ZeroOrderHold({ samplePeriod: 0.25 }),
    delay: UnitDelay({ samplePeriod: 0.25, ud: { start: -1 } }),
    sum: SampledIntegrator({ samplePeriod: 0.25, k: 2 }),
    equations: equations`hold.u = time^2; delay.u = time^2; sum.u = 1 + time`,
  })
  const result = simulate(model, { stopTime: 1.1, interval: 0.05 })
  const tick = (t: number) => Math.floor(t / 0.25 + 1e-9)

  it('hold the value of the last tick', () => {
    for (const t of [0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.95, 1.05]) {
      expect(result.at('hold.y', t)).toBeCloseTo((0.25 * tick(t)) ** 2, 12)
    }
    expect(result.at('hold.y', 0.5, 'left')).toBeCloseTo(0.0625, 12)
  })

  it('delay their input by one tick', () => {
    for (const t of [0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.95, 1.05]) {
      const k = tick(t) - 1
      expect(result.at('delay.y', t)).toBeCloseTo(k < 0 ? -1 : (0.25 * k) ** 2, 12)
    }
  })

  it('accumulate their input', () => {
    for (const t of [0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.95, 1.05]) {
      let x = 0
      for (let k = 0; k <= tick(t); k++) x += 2 * 0.25 * (1 + 0.25 * k)
      expect(result.at('sum.y', t)).toBeCloseTo(x, 12)
      expect(result.at('sum.x', t)).toBeCloseTo(x, 12)
    }
  })
})

describe('SampledPI', () => {
  const k = 1.5
  const T = 0.8
  const Ts = 0.2
  const Loop = Model({
    pi: SampledPI({ k, T, samplePeriod: Ts }),
    plant: FirstOrder({ k: 2, T: 0.5 }),
    equations: equations`
      pi.u = 1 - plant.y
      plant.u = pi.y
    `,
  })

  /** The loop at its ticks, the plant by its exact solution in between. */
  function recursion(n: number, limit: number): { x: number; u: number; y: number } {
    let y = 0
    let x = 0
    let u = 0
    for (let i = 0; i <= n; i++) {
      if (i > 0) y = 2 * u + (y - 2 * u) * Math.exp(-Ts / 0.5)
      const e = 1 - y
      const next = x + (Ts / T) * e
      const output = k * (next + e)
      if (Math.abs(output) <= limit) x = next
      u = Math.max(-limit, Math.min(limit, output))
    }
    return { x, u, y }
  }

  it.each([Infinity, 0.9])('follows its recursion with the limit %s', (limit) => {
    const result = simulate(Loop, {
      stopTime: 2.1,
      tolerance: 1e-9,
      merge: { pi: { yMax: limit, yMin: -limit } },
    })
    for (const n of [0, 1, 2, 5, 10]) {
      const expected = recursion(n, limit)
      expect(result.at('plant.y', n * Ts)).toBeCloseTo(expected.y, 7)
      expect(result.at('pi.y', n * Ts + 0.1)).toBeCloseTo(expected.u, 7)
      // Between the ticks all sampled values stay constant.
      expect(result.at('pi.x', n * Ts + 0.1)).toBeCloseTo(expected.x, 7)
      expect(result.at('pi.yd', n * Ts + 0.1)).toBeCloseTo(expected.u, 7)
    }
  })
})
