/** Conditions in a result agree with the recorded values of their sides. */
import { equations, instantiate, Model, Par, type SimulateOptions, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import type { Table } from './event-runs.ts'

/** Bands of conditions are 1e-10 of the compared values, at their size in the last steps; here 100 at most. */
const BAND = 1e-8

const isTrue = (op: string, a: number, b: number): boolean =>
  op === '<' ? a < b : op === '<=' ? a <= b : op === '>' ? a > b : a >= b

/** Points at which `name` differs from `left op right`, outside of the band of equal sides. */
function findContradictions(result: Table, name: string, op: string, left: string, right: string): number[] {
  const [p, a, b] = [name, left, right].map((each) => result.values(each))
  return [...result.time.keys()].filter(
    (i) => !(Math.abs(a[i] - b[i]) <= BAND) && isTrue(op, a[i], b[i]) !== (p[i] === 1),
  )
}

describe('a condition whose sides are not finite in the first evaluation of an event', () => {
  test.each([
    ['log(rem(0.9, u)) + 6', '>', -10],
    ['1/rem(0.9, u)', '>', 2],
    ['1/rem(0.9, u)', '<=', 100],
    ['-1/abs(rem(0.9, u))', '>', -10],
    ['sqrt(rem(0.9, u) - 0.1)', '>', 0.1],
    ['log(mod(-0.9, u))', '>=', -3],
  ])('%s %s %d', (left, op, right) => {
    const model = Model(equationsOf(`u = 0.35 + 0*time\ns = ${left}\np = s ${op} ${right}`))
    for (const isInterpreted of [false, true]) {
      const result = instantiate(model, { interpret: isInterpreted }).simulate({ stopTime: 1 })
      for (const i of result.time.keys())
        expect(result.values('p')[i] === 1).toBe(isTrue(op, result.values('s')[i], right))
    }
  })

  test('agrees with its sides also at an event during a run', () => {
    // at 0.5 s q jumps from 1 to 3, by a condition that is updated together with p
    const model = Model(
      equationsOf(`
        q = if time < 0.5 then 1 else 3
        r = if q > 2 then q else -1
        s = log(if time < 0.5 then 1 else r) + 0*time
        p = s + 0*time > 0.5
      `),
    )
    const result = simulate(model, { stopTime: 1 })
    expect([result.at('p', 0.4), result.at('p', 0.6), result.final('p')]).toEqual([0, 1, 1])
  })
})

function equationsOf(text: string) {
  return { equations: equations(text) }
}

describe('a relation that is linear in time, with a factor that is temporarily zero', () => {
  // x = exp(-time) falls below 0.5 at ln 2 = 0.693 s, where n becomes 1 and q false
  test.each([
    ['38.7 > n*time', [1, 1]],
    ['-n*time < 38.7', [1, 1]],
    ['n*time >= 0', [1, 1]],
    ['n*time > 0', [0, 1]],
    ['38.7 > (if q then 0 else time)', [1, 1]],
    ['(if q then 3 else 4*time) < 4', [1, 0]],
    ['1 > floor(n*time + 0.2) + 0.5', [1, 0]],
    ['0.5 > ceil(-n*time)', [1, 1]],
    ['0.5 > zero*time', [1, 1]],
  ])('%s', (relation, [before, after]) => {
    const model = Model({
      x: Var({ init: 1 }),
      n: Var({ start: 0 }),
      zero: Par(0),
      equations: equations(`
        der(x) = -x
        q = x > 0.5
        when x < 0.5 then n = pre(n) + 1 end when
        p = ${relation}
      `),
    })
    const result = simulate(model, { stopTime: 2 })
    expect([result.at('p', 0), result.at('p', 0.6), result.at('p', 1.3)]).toEqual([before, before, after])
  })
})

describe('a limit far from the first evaluation of an event', () => {
  test.each([
    ['mod(u, 0.25)', '>', 0],
    ['rem(u, 0.25)', '>', 0],
    ['rem(-u, 0.25)', '<', 0],
    ['mod(u, 0.25)', '>=', 0.25],
    ['0.75 - mod(u, 0.25)', '<', 0.75],
  ])('%s %s %d, exactly', (left, op, right) => {
    // 0.75 is three times 0.25 without rounding
    const result = simulate(Model(equationsOf(`u = 0.75 + 0*time\ns = ${left}\np = s ${op} ${right}`)), {
      stopTime: 1,
    })
    expect([result.values('s')[0] === right || result.values('s')[0] === 0, result.values('p')[0]]).toEqual([
      true,
      0,
    ])
  })
})

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const
const OPS = ['<', '<=', '>', '>='] as const

/** Sides that move smoothly, jump, have poles at which they are skipped, or depend on other conditions. */
function createSide(random: () => number, k: number): string {
  const f = (a: number, b: number): string => (a + (b - a) * random()).toFixed(3)
  const sides = [
    () => `${f(-2, 2)}*x + ${f(-1, 1)}`,
    () => `sin(${f(1, 9)}*time + ${f(0, 6)})`,
    () => `x*y + ${f(-0.5, 0.5)}`,
    () => `mod(${f(0.5, 3)}*time + ${f(0, 1)}, ${f(0.3, 1)})`,
    () => `rem(${f(-3, 3)}*y, ${f(0.3, 1)})`,
    () => `log(abs(mod(${f(0.5, 2)}*time, ${f(0.3, 1)}) - ${f(-1, -0.1)}))`,
    () => `1/(${f(0.1, 1)} + rem(${f(0.5, 2)}*time + 1, ${f(0.3, 0.9)}))`,
    () => `floor(${f(1, 5)}*x) + 0.01*y`,
    () => (k > 1 ? `(if p${k - 1} then ${f(-1, 1)} else ${f(-1, 1)}) + 0.1*x` : `x - y`),
    () => `n*${f(0.1, 0.5)} - time`,
    () => `${f(-1, 1)} + 0*x`,
  ]
  return sides[Math.floor(sides.length * random())]()
}

test.each(campaignSeeds(600, 30))('random conditions agree with their recorded sides, variant %i', (seed) => {
  const random = createRandom(seed)
  const nCondition = 6
  const list = Array.from({ length: nCondition }, (_, i) => ({
    op: OPS[Math.floor(4 * random())],
    left: createSide(random, i + 1),
    right: createSide(random, i + 1),
  }))
  const text = list.flatMap(({ left, op, right }, i) => [
    `a${i + 1} = ${left}`,
    `b${i + 1} = ${right}`,
    `p${i + 1} = a${i + 1} ${op} b${i + 1}`,
  ])
  const model = Model({
    ...{ x: Var({ init: 0.3 }), y: Var({ init: 0.7 }), n: Var({ start: 0 }), w: Par(1 + 4 * random()) },
    equations: equations(`
      der(x) = w*y
      der(y) = -w*x
      n = previous(n, Clock(0.2)) + 1
      ${text.join('\n')}
    `),
  })
  const options: SimulateOptions = {
    stopTime: 2,
    interval: 0.01,
    tolerance: 10 ** -(3 + Math.floor(7 * random())),
    solver: SOLVERS[Math.floor(5 * random())],
  }
  const result = simulate(model, options)
  const missed = new Set(
    result.warnings.filter(({ code }) => code === 'EVENT_MISSED').map(({ time }) => time),
  )
  list.forEach(({ op }, i) => {
    const bad = findContradictions(result, `p${i + 1}`, op, `a${i + 1}`, `b${i + 1}`)
    expect(bad.filter((k) => !missed.has(result.time[k]))).toEqual([])
  })
})

const PULSES = `
  s = cos(200*pi*time)
  limit = 0.99 + 0*time
  p = s > limit
  when p then
    n = pre(n) + 1
  end when
`

test.each(SOLVERS)('%s finds a phase that is visible at output points only', (solver) => {
  // pulses of 0.45 ms around every output point: checks of event indicators are an output interval apart
  const model = Model({
    ...{ x: Var({ init: 1 }), y: Var({ init: 0 }), n: Var({ start: 0 }) },
    equations: equations(`
      der(x) = -20*(x - cos(3*time))
      der(y) = if p then 1 else 0
      ${PULSES}
    `),
  })
  const result = simulate(model, { stopTime: 1.0025, interval: 0.01, solver })
  // pulses between output points would have been missed
  expect(result.warnings.map(({ code }) => code)).toEqual(['EVENT_MISSED'])
  expect(result.warnings[0].message).toContain('The step was repeated')
  expect(findContradictions(result, 'p', '>', 's', 'limit')).toEqual([])
  // one at the start, which is true from the beginning, and one at every hundredth of a second
  expect(result.values('n').at(-1)).toBe(100)
  const width = Math.acos(0.99) / (100 * Math.PI)
  // half of a pulse at the start
  expect(Math.abs(result.values('y').at(-1)! - 100.5 * width)).toBeLessThan(1e-5)
})

test('a missed phase is a warning if the solver cannot go back', () => {
  // a pendulum in Cartesian coordinates, at rest: the solver of constraints makes long steps
  const model = Model({
    ...{ x: Var({ init: 0 }), y: Var({ init: -1 }), l: Var(), n: Var({ start: 0 }) },
    equations: equations(`
      der(x) = u
      der(u) = -l*x
      der(y) = v
      der(v) = -l*y - 9.81
      x^2 + y^2 = 1
      ${PULSES}
    `),
  })
  const result = simulate(model, { stopTime: 1, interval: 0.01 })
  const [missed] = result.warnings.filter(({ code }) => code === 'EVENT_MISSED')
  expect(missed.message).toMatch(/^The condition s > limit was false at t = /)
})
