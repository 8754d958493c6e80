/** Impacts of mechanisms, against an independent computation in absolute coordinates. */
import { simulate } from 'vario'
import { describe, expect, test } from 'vitest'
import { createMechanism, impactsOf } from './support/impact-model.ts'
import { IMPACT_TRUTH, type ImpactTruth } from './support/impact-truth.ts'

/** Bodies that move freely. */
const FREE: Partial<Record<keyof typeof IMPACT_TRUTH, readonly string[]>> = { 'two-rods-on-floor': ['rod1'] }

/** Errors grow in every flight between two impacts: by so much, relative to the tolerance. */
const GROWTH = 30

const NAMES = (Object.keys(IMPACT_TRUTH) as (keyof typeof IMPACT_TRUTH)[]).filter(
  (name) => name === 'double-pendulum-floor' || name === 'two-rods-on-floor',
)

describe.each(NAMES)('%s', (name) => {
  const truth: ImpactTruth = IMPACT_TRUTH[name]
  const last = truth.impacts[truth.impacts.length - 1]
  const runs = [
    ...(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const).map((solver) => [solver, 1e-10] as const),
    ['auto', 1e-6] as const,
  ]
  test.each(runs)('%s at tolerance %s', (solver, tolerance) => {
    const result = simulate(createMechanism(truth, FREE[name]), {
      stopTime: last.t + 1e-3,
      tolerance,
      solver,
    })
    const impacts = impactsOf(result)
    const errors: number[] = []
    truth.impacts.forEach(({ t, velocity, impulse, energy }, k) => {
      const found = impacts[k]
      errors.push(found.time - t, found.velocity + velocity, found.normalImpulse / impulse - 1)
      errors.push((found.lostEnergy - (energy[0] - energy[1])) / energy[0])
    })
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(GROWTH * tolerance)
  })
})
