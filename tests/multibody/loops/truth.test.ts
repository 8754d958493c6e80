/**
 * Mechanisms with closed loops compared with an independent computation in absolute coordinates at 1e-13: positions,
 * joints (including cut ones), velocities, energies, reactions, degrees of freedom and redundant constraints.
 */
import { type SignalTable, type SimulateOptions, simulate } from 'vario'
import { describe, expect, test } from 'vitest'
import { createLoopModel } from './support/loop-model.ts'
import { LOOPS_TRUTH, type LoopTruth, type TruthJoint, type TruthResult } from './support/loops-truth.ts'

/** A grid that contains all times of the values. */
const INTERVAL = 0.05

/**
 * Errors of a run are a few tolerances: a step is allowed one of them, errors of steps add up and grow with the motion,
 * by less than this factor here. Velocities and energies are compared relative to their sizes.
 */
const GROWTH = 30

const NAMES = [
  'fourbar2018-equal',
  'fourbar2018-unequal',
  'A04-bricard',
  'governor-rigid',
  'slider-crank-spring',
  'spatial-slider-crank-RSUP',
  'spatial-four-bar-RSUR',
  'five-bar',
  'stewart',
] as const

function run(truth: LoopTruth, options: Partial<SimulateOptions>, hasSensors = false): SignalTable {
  const stopTime = truth.results.at(-1)!.t
  return simulate(createLoopModel(truth, { hasSensors }), { stopTime, interval: INTERVAL, ...options })
}

/** Largest errors of positions and of velocities, these relative to the largest one. */
function measure(result: SignalTable, { t, bodies = {}, joints = {}, points = {} }: TruthResult) {
  let position = 0
  let velocity = 0
  let speed = 1
  const compare = (name: string, value: number): number => Math.abs(result.at(name, t) - value)
  for (const [name, { r }] of Object.entries(bodies))
    r.forEach((x, i) => {
      position = Math.max(position, compare(`${name}.r_abs[${i + 1}]`, x))
    })
  for (const [name, r] of Object.entries(points))
    r.forEach((x, i) => {
      position = Math.max(position, compare(`${name}.r_abs[${i + 1}]`, x))
    })
  for (const [name, values] of Object.entries(joints)) {
    for (const [key, value] of Object.entries(values)) {
      const error = compare(`${name}.${key}`, value)
      if (key === 'phi' || key === 's') position = Math.max(position, error)
      else {
        velocity = Math.max(velocity, error)
        speed = Math.max(speed, Math.abs(value))
      }
    }
  }
  return { position, velocity: velocity / speed }
}

/** Value of a sensor without the force that drives the joint, which is not a reaction. */
function readReaction(result: SignalTable, { name, type, axis }: TruthJoint, t: number): number[] {
  const read = (what: string): number[] => [1, 2, 3].map((i) => result.at(`f_${name}.${what}[${i}]`, t))
  const parts = [read('forceVector'), read('torqueVector')]
  // the axes of the driven joints of these models are fixed in the world
  const free = type === 'prismatic' ? parts[0] : parts[1]
  const along = free.reduce((sum, x, i) => sum + x * axis![i], 0)
  for (let i = 0; i < 3; i++) free[i] -= along * axis![i]
  return parts.flat()
}

describe.each(NAMES)('%s', (name) => {
  const truth: LoopTruth = LOOPS_TRUTH[name]

  test.each([1e-6, 1e-10])('has the values of the independent computation at tolerance %s', (tolerance) => {
    const result = run(truth, { tolerance })
    for (const values of truth.results) {
      const { position, velocity } = measure(result, values)
      expect(position, `positions at ${values.t} s`).toBeLessThan(GROWTH * tolerance)
      expect(velocity, `velocities at ${values.t} s`).toBeLessThan(GROWTH * tolerance)
      const [kinetic, gravity, elastic] = values.energy!
      const scale = 1 + kinetic + Math.abs(gravity) + elastic
      const error = Math.abs(result.at('world.kineticEnergy', values.t) - kinetic)
      expect(error, `energy at ${values.t} s`).toBeLessThan(GROWTH * tolerance * scale)
    }
    expect(result.segments[0].dof).toBe(truth.dof)
    expect(result.segments[0].redundant).toBe(truth.redundant)
  })

  test('has the determined reactions, and a warning of the others', () => {
    const tolerance = 1e-9
    const result = run(truth, { tolerance }, true)
    const { t, reactions } = truth.results.at(-1)!
    // forces follow from accelerations: their errors are about ten times those of velocities, relative to the largest
    // force
    const size = Math.max(
      ...Object.values(reactions!).flatMap(({ wrench }) => wrench.map((x) => Math.abs(x ?? 0))),
    )
    const limit = 10 * GROWTH * tolerance * (1 + size)
    for (const joint of truth.joints) {
      const { wrench, open, rest } = reactions![joint.name]
      const isDriven = truth.forces.some((force) => force.joint === joint.name)
      // the axis of a leg of the platform moves: its drive is along it, which is compared by its torques
      if (isDriven && name === 'stewart') continue
      const found = isDriven
        ? readReaction(result, joint, t)
        : ['force', 'torque'].flatMap((what) =>
            [1, 2, 3].map((i) => result.at(`f_${joint.name}.${what}Vector[${i}]`, t)),
          )
      wrench.forEach((value, i) => {
        const isDetermined = result.at(`f_${joint.name}.determined[${i + 1}]`, t)
        expect(isDetermined, `${joint.name} ${i}`).toBe(value === null ? 0 : 1)
        if (value !== null) expect(Math.abs(found[i] - value), `${joint.name} ${i}`).toBeLessThan(limit)
      })
      for (const direction of open ?? []) {
        const part = direction.reduce((sum, x, i) => sum + x * found[i], 0)
        direction.forEach((x, i) => {
          found[i] -= part * x
        })
      }
      rest?.forEach((value, i) => {
        expect(Math.abs(found[i] - value), `${joint.name} ${i} without the undetermined part`).toBeLessThan(
          limit,
        )
      })
    }
    const isWarned = result.warnings.some(({ code }) => code === 'REACTION_OPEN')
    expect(isWarned).toBe(truth.redundant! > 0)
  })
})

// an explicit method of order 8 reaches them with steps long enough for small rounding errors
test.each([
  'fourbar2018-unequal',
  'A04-bricard',
  'spatial-slider-crank-RSUP',
  'spatial-four-bar-RSUR',
] as const)('%s has all trusted digits at tolerance 1e-12', (name) => {
  const truth: LoopTruth = LOOPS_TRUTH[name]
  const result = run(truth, { tolerance: 1e-12, solver: 'dop853' })
  for (const values of truth.results) {
    const { position, velocity } = measure(result, values)
    // the tolerance itself is the last of twelve digits
    const limit = 10 ** -values.digits! + 3e-12
    expect(position).toBeLessThan(limit)
    expect(velocity).toBeLessThan(limit)
  }
})

test.each(['tsit5', 'dop853', 'bdf', 'radau5'] as const)(
  'four-bar, Bricard and governor have the values with %s',
  (solver) => {
    for (const name of ['fourbar2018-unequal', 'A04-bricard', 'governor-rigid'] as const) {
      const truth: LoopTruth = LOOPS_TRUTH[name]
      // short runs: methods of low order take many steps
      const results = truth.results.filter(({ t }) => t <= 1)
      const tolerance = solver === 'bdf' ? 1e-8 : 1e-9
      const result = run(truth, { tolerance, solver, stopTime: results.at(-1)!.t })
      for (const values of results) {
        const { position, velocity } = measure(result, values)
        // errors of bdf add up over more steps
        expect(position, name).toBeLessThan(10 * GROWTH * tolerance)
        expect(velocity, name).toBeLessThan(10 * GROWTH * tolerance)
      }
    }
  },
)
