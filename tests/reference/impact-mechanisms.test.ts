/** Impacts of mechanisms, against an independent computation in absolute coordinates. */
import { simulate } from 'vario'
import { describe, expect, test } from 'vitest'
import { createMechanism, impactsOf } from './support/impact-model.ts'
import { IMPACT_TRUTH, type ImpactTruth } from './support/impact-truth.ts'

/** Free bodies. */
const FREE: Readonly<Record<string, readonly string[]>> = { 'two-rods-on-floor': ['rod1'] }

/**
 * Growth of errors in every flight between two impacts, relative to the tolerance; that of bdf is several times as
 * large.
 */
const GROWTH = 30
const GROWTH_BDF = 100

const NAMES = Object.keys(IMPACT_TRUTH)

describe.each(NAMES)('%s', (name) => {
  const truth: ImpactTruth = IMPACT_TRUTH[name]
  const last = truth.impacts[truth.impacts.length - 1]
  const runs = [
    ...(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const).map((solver) => [solver, 1e-10] as const),
    ['auto', 1e-6] as const,
  ]
  test.each(runs)('%s agrees at tolerance %s', (solver, tolerance) => {
    const result = simulate(createMechanism(truth, FREE[name]), {
      stopTime: last.t + 1e-3,
      tolerance,
      solver,
    })
    const impacts = impactsOf(result)
    const errors: number[] = []
    const times = result.values('time')
    truth.impacts.forEach(({ t, velocity, impulse, energy, joints }, k) => {
      const found = impacts[k]
      errors.push(found.time - t, found.velocity + velocity, found.normalImpulse / impulse - 1)
      errors.push((found.lostEnergy - (energy[0] - energy[1])) / energy[0])
      // joints after the impact, including the cut ones; speeds of up to 10 rad/s
      const after = times.lastIndexOf(found.time)
      for (const [joint, [phi, w]] of Object.entries(joints))
        errors.push(result.values(`${joint}.phi`)[after] - phi, (result.values(`${joint}.w`)[after] - w) / 10)
    })
    for (const error of errors)
      expect(Math.abs(error)).toBeLessThan((solver === 'bdf' ? GROWTH_BDF : GROWTH) * tolerance)
  })
})

test('impacts do not depend on the choice of the cut joint', () => {
  const truth: ImpactTruth = IMPACT_TRUTH['fourbar-impact']
  const cuts = new Set<string>()
  for (let k = 0; k < truth.joints.length; k++) {
    const joints = [...truth.joints.slice(k), ...truth.joints.slice(0, k)]
    const lines: string[] = []
    const model = createMechanism({ ...truth, joints })
    const result = simulate(model, { stopTime: 0.2, tolerance: 1e-10, log: (line) => lines.push(line) })
    cuts.add(/cut at (\w+)/.exec(lines.join('\n'))?.[1] ?? 'none')
    const [impact] = impactsOf(result)
    expect(Math.abs(impact.normalImpulse / truth.impacts[0].impulse - 1)).toBeLessThan(GROWTH * 1e-10)
    expect(Math.abs(impact.time - truth.impacts[0].t)).toBeLessThan(GROWTH * 1e-10)
  }
  expect(cuts.size).toBeGreaterThan(1)
})
