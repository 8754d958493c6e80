/** Conditions that hold for short phases of at least one output interval: every phase is found, and counted. */
import { equations, Model, type SimulateOptions, simulate, Var } from 'vario'
import { expect, test } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const
const STOP = 3
/** Errors of a state over the run, in tolerances. */
const STATE_ERROR = 300

/** Two pulses that repeat; the second one is counted while the first count is even. */
interface Pulse {
  readonly text: string
  /** Fraction of a period at which it begins, and its width [s]. */
  readonly begin: number
  readonly width: number
  readonly period: number
  /** Shift of its ends by errors of states, in tolerances. */
  readonly noise: number
}

function createPulse(random: () => number, interval: number, i: number): Pulse {
  const u = (a: number, b: number): number => a + (b - a) * random()
  const width = interval * (random() < 0.3 ? 1.0001 : u(1, 3))
  const period = u(0.6, 1.5)
  const middle = u(0.15, 0.45)
  const begin = middle - width / 2
  const limit = Math.cos((Math.PI * width) / period)
  const angle = `2*pi*(time - ${middle})/${period}`
  const forms = [
    `${begin} < mod(time, ${period}) and mod(time, ${period}) < ${begin + width}`,
    `abs(mod(time, ${period}) - ${middle}) < ${width / 2}`,
    `cos(${angle}) > ${limit}`,
    `not (-cos(${angle}) + 0*c${i} >= ${-limit})`,
    `c${i} > ${limit}`,
    `${limit} - c${i} <= 0`,
  ]
  const k = Math.floor(forms.length * random())
  const omega = (2 * Math.PI) / period
  const start = -omega * middle
  const text = `
    p${i} = ${forms[k]}
    der(c${i}) = -${omega}*s${i}
    der(s${i}) = ${omega}*c${i}
    der(y${i}) = if p${i} then 1 else 0
    when initial() then
      reinit(c${i}, ${Math.cos(start)})
      reinit(s${i}, ${Math.sin(start)})
    end when
  `
  return { text, begin, width, period, noise: k < 4 ? 1 : STATE_ERROR / ((omega ** 2 * width) / 2) }
}

test.each(campaignSeeds(600, 30))('phases of an output interval and more are found, variant %i', (seed) => {
  const random = createRandom(seed)
  const interval = [0.006, 0.01, 0.05][seed % 3]
  const [first, second] = [createPulse(random, interval, 1), createPulse(random, interval, 2)]
  const state = { init: 0 }
  const model = Model({
    ...{ c1: Var(state), s1: Var(state), y1: Var(state), c2: Var(state), s2: Var(state), y2: Var(state) },
    ...{ n1: Var({ start: 0 }), n2: Var({ start: 0 }), both: Var({ start: 0 }), z: Var({ init: 1 }) },
    equations: equations(`
      ${first.text} ${second.text}
      when p1 then
        n1 = pre(n1) + 1
      end when
      when p2 then
        n2 = pre(n2) + 1
        both = pre(both) + (if mod(pre(n1), 2) == 0 then 1 else 0)
      end when
      der(z) = -0.1*(1 + n1)*z
    `),
  })
  const tolerance = [1e-6, 1e-8][seed % 2]
  const options: SimulateOptions = { stopTime: STOP, interval, tolerance, solver: SOLVERS[seed % 5] }
  const result = simulate(model, options)
  expect(result.warnings).toEqual([])
  const [begins1, begins2] = [first, second].map(listBegins)
  for (const [i, pulse] of [first, second].entries()) {
    const begins = listBegins(pulse)
    expect(result.final(`n${i + 1}`)).toBe(begins.length)
    const duration = begins.reduce((sum, begin) => sum + Math.min(pulse.width, STOP - begin), 0)
    const error = 2 * begins.length * pulse.noise * tolerance + 1e-6
    expect(Math.abs(result.final(`y${i + 1}`) - duration)).toBeLessThan(error)
  }
  const isEven = (t: number): boolean => begins1.filter((begin) => begin < t).length % 2 === 0
  expect(result.final('both')).toBe(begins2.filter(isEven).length)
  // z decays with the rate 0.1 (1 + n1)
  const exponent = [0, ...begins1].reduce((sum, begin) => sum + 0.1 * (STOP - begin), 0)
  const late = 0.1 * begins1.length * first.noise * tolerance
  expect(Math.abs(Math.log(result.final('z')) + exponent)).toBeLessThan(late + STATE_ERROR * tolerance)
})

/** Start times of a pulse in the run [s]. */
function listBegins({ begin, period }: Pulse): number[] {
  const count = Math.ceil((STOP - begin) / period)
  return Array.from({ length: count }, (_, k) => begin + k * period)
}
