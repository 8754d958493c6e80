/**
 * A pendulum as a 3D body with a one-dimensional damper: the beam hangs on a joint with a flange, to which the damper
 * is connected. Then the same without a damper, as a point mass of the IFToMM benchmark A01, for 2000 s: long-term
 * errors for several tolerances.
 *
 *   npx tsx examples/pendulum.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import { Damper, Fixed } from 'vario/library/rotational'
import {
  Beam,
  Cylinder,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Visual,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'
import { formatTable } from './support/table.ts'

export const DampedPendulum = Model3D({
  world: Object3D({ feature: Scene() }),
  arm: Object3D({
    feature: Solid({
      shape: Beam({ axis: 'x', length: 1, width: 0.2, thickness: 0.2 }),
      solidMaterial: 'Steel',
    }),
  }),
  pivot: Object3D({
    parent: 'arm',
    translation: [-0.5, 0, 0],
    feature: Visual({
      shape: Cylinder({ diameter: 0.1, length: 0.21 }),
      visualMaterial: { color: 'red' },
    }),
  }),
  rev: RevoluteWithFlange({ obj1: 'world', obj2: 'pivot', axis: 'z', phi: { init: 0 } }),
  damper: Damper({ d: 100 }),
  fixed: Fixed(),
  connect: [
    ['damper.flange_b', 'rev.flange'],
    ['damper.flange_a', 'fixed.flange'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 3, tolerance: 1e-8, plot: ['rev.phi'] }

/** Three seconds from the horizontal. */
export function simulateDampedPendulum(): SignalTable {
  return simulate(DampedPendulum, { stopTime: 3, tolerance: 1e-8 })
}

/** 1 kg on a massless rod of 1 m, released from the horizontal [IFToMM benchmark A01]. */
const SimplePendulum = Model3D({
  world: Object3D({ feature: Scene() }),
  bob: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) }),
  pivot: Object3D({ parent: 'bob', translation: [-1, 0, 0] }),
  rev: Revolute({ obj1: 'world', obj2: 'pivot', axis: 'z' }),
})

/** Its period [s]. */
const PERIOD = 2.367841947576237
/** Number of periods in slightly less than 2000 s. */
const N_PERIOD = 844

/** Deviation from an exact return to the start after 844 periods, about 1998 s. */
export interface LongRun {
  readonly tolerance: number
  /** Error of the energy, which is zero [J]. */
  readonly energy: number
  /** Lead of the pendulum [s]. */
  readonly lead: number
  /** Resulting error of the position at the bottom, where it is fastest [m]. */
  readonly position: number
  readonly steps: number
}

/** Runs the benchmark with one tolerance. */
export function runLong(tolerance: number): LongRun {
  const options = { tolerance, interval: 1 }
  const stopTime = N_PERIOD * PERIOD
  const end = simulate(SimplePendulum, { ...options, stopTime, solver: 'dop853' })
  // Near the return it moves with the acceleration -g: its rate shows the lead, its angle only the square of it.
  const lead = -end.final('rev.w') / 9.81
  const { steps } = end.attributes['statistics'] as { steps: number }
  const position = Math.abs(lead) * Math.sqrt(2 * 9.81)
  return { tolerance, energy: end.final('world.totalEnergy'), lead, position, steps }
}

if (isMain(import.meta.url)) {
  const result = simulateDampedPendulum()
  console.log(plotText(result, ['rev.phi'], { heading: 'Angle of the damped pendulum [rad]' }))
  console.log(`\nA pendulum without damper after ${N_PERIOD} periods, with dop853:\n`)
  const rows = [1e-8, 1e-10, 1e-12].map(runLong)
  console.log(
    formatTable(
      ['tolerance', 'energy [J]', 'lead [s]', 'position [m]', 'steps'],
      rows.map(({ tolerance, energy, lead, position, steps }) => [
        tolerance.toExponential(0),
        energy.toExponential(1),
        lead.toExponential(1),
        position.toExponential(1),
        String(steps),
      ]),
    ),
  )
}
