/** Example models with impacts, with an accumulation of events. */
import { equations, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { changesOf } from './support.ts'

describe('bouncing ball', () => {
  const [g, e] = [9.81, 0.7]
  const Ball = Model({
    g: Par(g, 'm/s2'),
    e: Par(e),
    h: Var({ init: 1, unit: 'm' }),
    v: Var({ init: 0, unit: 'm/s' }),
    n: Var({ start: 0 }),
    equations: equations`
      der(h) = v
      der(v) = -g
      when h < 0 then
        reinit(v, -e*v)
        n = pre(n) + 1
      end when
    `,
  })
  const first = Math.sqrt(2 / g)
  const bounce = (k: number) => first * (1 + (2 * e * (1 - e ** k)) / (1 - e))
  const end = (first * (1 + e)) / (1 - e)

  it('bounces at the closed-form times', () => {
    const result = simulate(Ball, { stopTime: 2.4, tolerance: 1e-9 })
    const times = changesOf(result, 'n').map(([t]) => t)
    expect(times).toHaveLength(8)
    for (const [k, t] of times.entries()) expect(t).toBeCloseTo(bounce(k), 7)
    const [t1] = times
    expect(result.at('v', t1, 'left')).toBeCloseTo(-g * first, 7)
    expect(result.at('v', t1)).toBeCloseTo(e * g * first, 7)
  })

  it('reports the accumulation of bounces', () => {
    expect(() => simulate(Ball, { stopTime: end + 0.1 })).toThrow(
      /condition h < 0: expected an end of the sequence of events/,
    )
  })

  it('continues at rest', () => {
    const Resting = Ball.extend({
      isFlying: Var({ start: true }),
      equations: null,
    }).extend({
      equations: equations`
        der(h) = if isFlying then v else 0
        der(v) = if isFlying then -g else 0
        isFlying = pre(isFlying) and not (h < 0 and abs(v) < 0.01)
        when h < 0 then
          reinit(v, -e*v)
          n = pre(n) + 1
        end when
      `,
    })
    const result = simulate(Resting, { stopTime: end + 1 })
    expect(result.final('isFlying')).toBe(0)
    expect(result.final('h')).toBeCloseTo(0, 6)
  })
})

it('detects conditions that become true at almost the same time, also if they start at their limit', () => {
  for (const rate of [0.01, 0.3, 0.999, 1]) {
    const model = Model({
      v1: Var({ init: 0 }),
      v2: Var({ init: 0 }),
      equations: equations`
        der(v1) = 1
        der(v2) = ${rate}
        isMoving1 = v1 > 0
        isMoving2 = v2 > 0
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect([result.final('isMoving1'), result.final('isMoving2')]).toEqual([1, 1])
  }
})
