/** Independent parts of a model have separate steps: none steps over a change that lasts for an output interval. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { integrateInSmallSteps } from '../support/small-steps.ts'

/** A look ignores changes with an error below 100 tolerances over a step. */
const PASSED = 500
const T = 10
const INTERVAL = T / 500

/** A temporary force, as text and as a function. */
function createForce(kind: number, random: () => number): { text: string; u: (t: number) => number } {
  const A = 10 ** (2 * random() - 1)
  const center = T * (0.1 + 0.8 * random())
  // the width at half of the height, from one output interval on
  const width = 0.6 * INTERVAL * 10 ** (1.5 * random())
  const omega = 2 + 6 * random()
  const level = 1.2 * random() - 0.6
  const forces = [
    {
      text: `${A}*exp(-((time - ${center})/${width})^2)`,
      u: (t: number) => A * Math.exp(-(((t - center) / width) ** 2)),
    },
    {
      text: `max(0, ${A}*(sin(${omega}*time) - ${level}))`,
      u: (t: number) => Math.max(0, A * (Math.sin(omega * t) - level)),
    },
    // a rectifier whose diode has a smooth characteristic
    {
      text: `${A}*log(1 + exp(50*(sin(${omega}*time) - ${level})))/50`,
      u: (t: number) => (A * Math.log(1 + Math.exp(50 * (Math.sin(omega * t) - level)))) / 50,
    },
  ]
  return forces[kind]
}

describe('parts with temporary forces', () => {
  it.each(campaignSeeds(60, 3))('receive the work of all of them: seed %d', (seed) => {
    const random = createRandom(seed)
    const nPart = 8 + (seed % 3)
    const parts = Array.from({ length: nPart }, (_, k) => ({
      ...createForce((seed + k) % 3, random),
      decay: random() < 0.5 ? 0 : 10 ** (2 * random() - 1),
      bounce: 0.5 + 4 * random(),
    }))
    const states = parts.map((_, k) => [
      [`x${k}`, Var({ init: 0 })],
      [`s${k}`, Var({ init: 0 })],
    ])
    // an event of each part, at another time
    const text = parts.map(
      ({ text, decay, bounce }, k) => `
        der(x${k}) = ${text} - ${decay}*x${k}
        der(s${k}) = 1
        when s${k} > ${bounce} then reinit(x${k}, 0.5*pre(x${k})) end when`,
    )
    const model = Model({ ...Object.fromEntries(states.flat()), equations: equations(text.join('\n')) })
    const tolerance = [1e-4, 1e-6, 1e-8][Math.floor(seed / 3) % 3]
    const result = simulate(model, { stopTime: T, tolerance })
    expect(result.attributes.parts).toBe(nPart)
    // between them, at events of other parts, results are interpolated
    const isOutputPoint = (t: number): boolean => Math.abs(t / INTERVAL - Math.round(t / INTERVAL)) < 1e-9
    for (const [k, { u, decay, bounce }] of parts.entries()) {
      const values = result.values(`x${k}`)
      const h = 2e-4
      const f = (t: number, x: Float64Array, dx: Float64Array): void => void (dx[0] = u(t) - decay * x[0])
      const [before] = integrateInSmallSteps(f, [0], [bounce], () => h)
      const later = [...result.time.keys()].filter((i) => {
        const t = result.time[i]
        return t > bounce + 1e-6 && isOutputPoint(t)
      })
      const exact = integrateInSmallSteps(
        (t, x, dx) => f(t + bounce, x, dx),
        [0.5 * before[0]],
        later.map((i) => result.time[i] - bounce),
        () => h,
      )
      const size = Math.max(before[0], ...exact.map(([x]) => x))
      const allowed = Math.max(PASSED * tolerance, 1e-5) * (size + 0.1)
      expect(later.length).toBeGreaterThan(200)
      for (const [i, [x]] of exact.entries())
        expect(Math.abs(values[later[i]] - x), `part ${k}`).toBeLessThan(allowed)
    }
  })
})
