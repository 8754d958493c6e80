/**
 * Functions that jump, compared with their mathematical definitions: at every point of a result the value is that of
 * the recorded argument. Arguments rise and fall, rest at boundaries, jump to them, are sampled or parameters.
 */
import { equations, instantiate, Model, Par, type SimulateOptions, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { run, type Table } from './event-runs.ts'

interface Jump {
  readonly text: string
  /** The definition. */
  readonly valueAt: (u: number) => number
}

const OPTIONS: readonly SimulateOptions[] = [
  { stopTime: 4, solver: 'auto' },
  { stopTime: 4, solver: 'bdf' },
  { stopTime: 4, solver: 'radau5', tolerance: 1e-4 },
  { stopTime: 4, solver: 'tsit5', tolerance: 1e-9 },
  { stopTime: 4, solver: 'dop853' },
]

/** A function of `u` with random divisors, also inside of another one. */
function randomJump(random: () => number): Jump {
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const d = pick(1, 2, 3, 5, -1, -2, -3, 0.5, -0.5)
  const inner = pick<Jump>(
    { text: 'u', valueAt: (u) => u },
    { text: 'u', valueAt: (u) => u },
    { text: '(-u)', valueAt: (u) => -u },
    { text: 'floor(u)', valueAt: Math.floor },
    { text: 'ceil(u)', valueAt: Math.ceil },
    { text: 'round(u)', valueAt: (u) => Math.floor(u + 0.5) },
  )
  const outer = pick<Jump>(
    { text: `ceil(${inner.text})`, valueAt: Math.ceil },
    { text: `floor(${inner.text})`, valueAt: Math.floor },
    { text: `integer(${inner.text})`, valueAt: Math.floor },
    { text: `round(${inner.text})`, valueAt: (u) => Math.floor(u + 0.5) },
    { text: `sign(${inner.text})`, valueAt: Math.sign },
    { text: `div(${inner.text}, ${d})`, valueAt: (u) => Math.trunc(u / d) },
    { text: `rem(${inner.text}, ${d})`, valueAt: (u) => u - d * Math.trunc(u / d) },
    { text: `mod(${inner.text}, ${d})`, valueAt: (u) => u - d * Math.floor(u / d) },
  )
  return { text: outer.text, valueAt: (u) => outer.valueAt(inner.valueAt(u)) }
}

/** A model with `u` going to, along and through whole numbers, and `y` = f(u). */
function randomModel(random: () => number, f: Jump): ModelNode {
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const whole = () => Math.floor(random() * 13) - 6
  const start = pick(whole(), whole(), whole() + 0.5, 1e6 + whole(), -1e6, 1e12 + whole())
  const k = pick(1, -1, 2, -2, 0.5, -0.5, 3)
  const y =
    random() < 0.15
      ? `row = [${f.text.replace(/\bu\b/, 'w[i]')} for i in 1:1]; w = [u]; y = row[1]`
      : `y = ${f.text}`
  const jumps = [0.5, 1, 1.75, 3].map(
    (at) =>
      `when time >= ${at} then reinit(u, ${Math.abs(start) < 1e3 ? whole() : start + whole()}) end when`,
  )
  switch (Math.floor(random() * 8)) {
    case 0: // discrete, but not seen as such
      return Model({ equations: equations(`u - ${k}*floor(time) = ${start}; ${y}`) })
    case 1:
      return Model({
        equations: equations(
          `${k}*u + sum([if time >= 0.25*i then 1 else 0 for i in 1:12]) = ${Math.abs(start) < 1e3 ? start : 4}; ${y}`,
        ),
      })
    case 2: // an event of its own, at which the function is looked at
      return Model({
        u: Var({ start }),
        z: Var({ start: 0 }),
        equations: equations(
          `${y}; when sample(time, Clock(0.25)) > 0 then u = pre(u) + ${k} end when; when y > ${whole()} then z = pre(z) + 1 end when`,
        ),
      })
    case 3: // a state that rests and jumps
      return Model({ u: Var({ init: start }), equations: equations(`der(u) = 0; ${jumps.join('; ')}; ${y}`) })
    case 4: // a state that moves and jumps
      return Model({
        u: Var({ init: Math.abs(start) < 1e3 ? start : 5 }),
        equations: equations(`der(u) = ${k}; ${jumps.join('; ').replace(/-?\d{6,}/g, '7')}; ${y}`),
      })
    case 5: // the time, with clocks that tick at the same instants
      return Model({
        v: Var({ start: 0 }),
        equations: equations(
          `u = ${k}*time + ${start}; ${y}; when sample(time, Clock(0.5)) >= 0 then v = ${f.text} end when`,
        ),
      })
    case 6: // parameters
      return Model({ p: Par(start), equations: equations(`u = p; ${y}`) })
    default: // to a turning point at a whole number and back
      return Model({
        u: Var({ init: whole() }),
        equations: equations(`der(u) = ${k}*(if time < 1.5 then 2 else -2); ${y}`),
      })
  }
}

/** The first point at which `y` is not a value of the definition within rounding errors of `u`; null: there is none. */
function findWrong(result: Table, f: Jump): string | null {
  const { time } = result
  const u = result.values('u')
  const y = result.values('y')
  for (let i = 0; i < time.length; i++) {
    // The hysteresis of 1e-12, the location of crossings, and rounding errors of the argument.
    const band = 1e-10 + 1e-13 * Math.abs(u[i])
    // Before an event, and where a sign or an argument of 16 digits passes zero, the limits belong to it.
    const isBefore = time[i + 1] === time[i]
    const comes = time[i - 1] === time[i] ? u[i - 2] : u[i - 1]
    const isMoving = u[i] !== comes && (f.text.startsWith('sign') || Math.abs(u[i]) > 1e9)
    const isExact = !isBefore && !isMoving && Number.isInteger(2 * u[i])
    const near = isExact ? [u[i]] : [u[i] - band, u[i], u[i] + band, Math.round(2 * u[i]) / 2]
    const isRight = near.some((each) => Math.abs(y[i] - f.valueAt(each)) <= 2 * band)
    if (!isRight) return `${f.text}: t = ${time[i]}, u = ${u[i]}, y = ${y[i]}, expected ${f.valueAt(u[i])}`
  }
  return null
}

describe('functions that jump, at whole numbers', () => {
  it('have the values of their definitions when the argument falls by steps', () => {
    const model = Model({
      equations: equations`
        n + floor(time) = 4
        up = ceil(n)
        half = div(-n, 2)
        rest = rem(-n, 3)
      `,
    })
    const result = run(model, 4.5)
    for (const [i, n] of result.values('n').entries()) {
      expect(result.values('up')[i]).toBe(n)
      expect(result.values('half')[i]).toBeCloseTo(-Math.floor(n / 2), 12)
      expect(result.values('rest')[i]).toBeCloseTo(-(n % 3), 12)
    }
  })

  it('give clocks and events at the boundary the value there, not the one after it', () => {
    const model = Model({
      n: Var({ start: -1 }),
      m: Var({ start: -1 }),
      equations: equations`
        when Clock(1) then n = ceil(time) end when
        der(x) = -1
        when x <= 3 then m = ceil(x) end when
      `,
      x: Var({ init: 5.5 }),
    })
    const result = run(model, 3.5)
    expect([1, 2, 3].map((t) => result.at('n', t + 0.25))).toEqual([1, 2, 3])
    expect(result.final('m')).toBe(3)
  })

  it('do not skip a value that others would read', () => {
    // From -1 to 0 at t = 3: not through 1.
    const model = Model({
      k: Var({ start: 0 }),
      equations: equations`n - floor(time) = -3; y = sign(n); when n > 0 then k = pre(k) + 1 end when`,
    })
    const result = run(model, 3.5)
    expect(result.final('y')).toBe(0)
    expect(result.final('k')).toBe(0)
  })

  it('hold for random models of all kinds', () => {
    for (const seed of campaignSeeds(2000, 60)) {
      const random = createRandom(seed)
      const f = randomJump(random)
      const options = OPTIONS[Math.floor(random() * OPTIONS.length)]
      const model = randomModel(random, f)
      const result = instantiate(model).simulate({ interval: 0.25, ...options })
      expect(findWrong(result, f), `seed ${seed}`).toBe(null)
    }
  })
})
