/** Crossings of states that follow stiffly: one event per crossing, for any errors of the integration. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'

const STIFF = ['auto', 'radau5', 'bdf'] as const
const ALL = [...STIFF, 'tsit5', 'dop853'] as const
const TOLERANCES = [1e-3, 1e-4, 1e-5, 1e-6, 1e-8]

/** Number of events that a counter has seen, for every method and tolerance. */
function count(model: ModelNode, stopTime: number, L: number, tolerances = TOLERANCES): number[] {
  const solvers = L > 1e4 ? STIFF : ALL
  return solvers.flatMap((solver) =>
    tolerances.map((tolerance) =>
      simulate(model, { stopTime, solver, tolerance, merge: { L }, interval: stopTime / 50 }).final('n'),
    ),
  )
}

const only = (n: number, found: readonly number[]) => found.map(() => n)

// sin t rises through 0.5 at π/6 + 2πk: four times until 20 s, and falls through -0.5 three times.
describe.each([1e3, 1e6, 1e8, 1e10])('x follows sin t with the rate %d/s', (L) => {
  const follow = 'der(x) = -L*(x - sin(time))'
  const create = (rest: string, names: Record<string, unknown> = {}): ModelNode => {
    const text = `${follow}\n${rest}`
    return Model({
      L: 1,
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      ...names,
      equations: equations(Object.assign([text], { raw: [text] })),
    })
  }
  const y = { y: Var({ init: 0 }) }

  it('counts by a counter on which nothing depends', () => {
    const found = count(create('when x > 0.5 then n = pre(n) + 1 end when'), 20, L)
    expect(found).toEqual(only(4, found))
  })

  it('counts by a counter that drives another state', () => {
    const found = count(create('when x > 0.5 then n = pre(n) + 1 end when\n der(y) = n - y', y), 20, L)
    expect(found).toEqual(only(4, found))
  })

  it('counts by edge, with a feedback of the counter', () => {
    const found = count(create('n = pre(n) + (if edge(x > 0.5) then 1 else 0)\n der(y) = n - y', y), 20, L)
    expect(found).toEqual(only(4, found))
  })

  it('resets another state by reinit', () => {
    const rest = 'der(y) = 1\n when x > 0.5 then\n n = pre(n) + 1\n reinit(y, 0)\n end when'
    const found = count(create(rest, y), 20, L)
    expect(found).toEqual(only(4, found))
  })

  it('triggers several conditions', () => {
    const rest = 'when x > 0.5 or x < -0.5 then n = pre(n) + 1 end when\n der(y) = n - y'
    const found = count(create(rest, y), 20, L)
    expect(found).toEqual(only(7, found))
  })
})

describe('crossings that the event itself reverses', () => {
  // After the n-th event x follows sin t - 0.11 n, and comes to 0.5 again where sin t = 0.5 + 0.11 n, the last time at 0.94.
  it.each([1e3, 1e8])('occur at each pull below the limit, with the rate %d/s', (L) => {
    const model = Model({
      L: 1,
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = -L*(x - sin(time) + 0.11*n)
        when x > 0.5 then n = pre(n) + 1 end when
      `,
    })
    const found = count(model, 2, L)
    expect(found).toEqual(only(5, found))
  })

  // Bounces with the restitution 0.7 are at t1 (1 + 2 Σ 0.7^k), t1 = sqrt(2 h/g): the 20th reaches a height of 0.7^40 =
  // 6e-7 m. Below its tolerance bdf is not tested.
  it('are all counted for ever smaller bounces of a ball', () => {
    const create = (isStiff: boolean): ModelNode =>
      Model({
        L: 1,
        h: Var({ init: 1 }),
        v: Var({ init: 0 }),
        f: Var({ init: 0 }),
        n: Var({ start: 0 }),
        equations: isStiff
          ? equations`
              der(h) = v
              der(v) = -9.81
              der(f) = -L*(f - v)
              when h < 0 then
                n = pre(n) + 1
                reinit(v, -0.7*pre(v))
              end when
            `
          : equations`
              der(h) = v
              der(v) = -9.81
              der(f) = n - f
              when h < 0 then
                n = pre(n) + 1
                reinit(v, -0.7*pre(v))
              end when
            `,
      })
    const t1 = Math.sqrt(2 / 9.81)
    const bounce = (n: number) => t1 * (1 + (2 * 0.7 * (1 - 0.7 ** (n - 1))) / 0.3)
    const stopTime = 0.5 * (bounce(20) + bounce(21))
    for (const [model, L] of [
      [create(false), 1],
      [create(true), 1e6],
    ] as const) {
      const found = count(model, stopTime, L, [1e-6, 1e-8])
      expect(found).toEqual(only(20, found))
    }
  })
})

describe('events that leave the derivatives unchanged', () => {
  it('do not restart the integration: as many steps as without them', () => {
    const create = (n: number): ModelNode =>
      Model({
        limit: n,
        x: Var({ init: 1 }),
        v: Var({ init: 0 }),
        n: Var({ start: 0 }),
        equations: equations`
          der(x) = v
          der(v) = -x
          when x > limit then n = pre(n) + 1 end when
        `,
      })
    // cos t rises through 0.5 once per period; never through 2.
    for (const solver of ALL) {
      const [quiet, busy] = [create(2), create(0.5)].map((model) =>
        simulate(model, { stopTime: 20 * Math.PI, solver, tolerance: 1e-6 }),
      )
      expect(busy.final('n')).toBe(10)
      // Steps that end at events differ a little; restarts of bdf double their number.
      const steps = (table: typeof busy) => (table.attributes.statistics as { steps: number }).steps
      expect(steps(busy)).toBeLessThan(1.1 * steps(quiet) + 20)
      expect(Math.abs(busy.final('x') - 1)).toBeLessThan(1e-3)
    }
  })

  it('restart it if they change the sides of a condition', () => {
    const model = Model({
      x: Var({ init: 0 }),
      level: Var({ start: 0.25 }),
      equations: equations`
        der(x) = 1
        when x > pre(level) then level = pre(level) + 0.25 end when
      `,
    })
    for (const solver of ALL) expect(simulate(model, { stopTime: 1.1, solver }).final('level')).toBe(1.25)
  })
})
