/**
 * A rocket with two stages (thesis 12.1): they fly as one body, separate, and the lower one is left behind. The
 * structure changes during the run, without a new translation.
 *
 *   npx tsx examples/rocket.ts
 */
import { type Experiment, Model, plotText, type SignalTable, simulate } from 'vario'
import { Cylinder, MassProperties, Model3D, Object3D, Scene, Solid, WorldForce } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Thrust [N] that falls linearly to zero from `start` on, for `duration` seconds. */
const burn = (force: number, start: number, duration: number) => (t: number) =>
  t >= start && t <= start + duration ? force * (1 - (t - start) / duration) : 0

interface StageArguments {
  /** [m] */
  readonly length: number
  readonly diameter: number
  /** Height of its center at the start [m]. */
  readonly height: number
  /** [N] as a function of time [s] */
  readonly thrust: (t: number) => number
}

function Stage({ length, diameter, height, thrust }: StageArguments) {
  return Model({
    body: Object3D({
      parent: 'world',
      fixedToParent: false,
      assemblyRoot: true,
      translation: [0, height, 0],
      feature: Solid({
        shape: Cylinder({ axis: 'y', diameter, length }),
        massProperties: MassProperties({ mass: 100, Ixx: 1, Iyy: 1, Izz: 1 }),
      }),
    }),
    bottom: Object3D({ parent: 'body', translation: [0, -length / 2, 0], lockable: true }),
    top: Object3D({ parent: 'body', translation: [0, length / 2, 0], lockable: true }),
    thrust: WorldForce({ objectApply: 'bottom', forceFunction: (t) => [0, thrust(t), 0] }),
  })
}

export const Rocket = Model3D({
  world: Object3D({ feature: Scene() }),
  stage1: Stage({ length: 2, diameter: 0.2, height: 1, thrust: burn(1e4, 0, 5) }),
  stage2: Stage({ length: 1, diameter: 0.15, height: 2.5, thrust: burn(2000, 5, 10) }),
  actions: function* (act) {
    yield act.attach('stage1.top', 'stage2.bottom')
    yield act.eventAfterPeriod(5)
    yield act.release('stage1.top')
    yield act.eventAfterPeriod(5)
    yield act.delete('stage1.top')
  },
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 15,
  plot: [['stage1.body.r_abs[2]', 'stage2.body.r_abs[2]']],
}

/** 15 s of flight: ignition of the second stage after 5 s, the first one is gone after 10 s. */
export function simulateRocket(tolerance = 1e-6): SignalTable {
  return simulate(Rocket, { stopTime: 15, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateRocket()
  console.log(plotText(result, ['stage1.body.r_abs[2]', 'stage2.body.r_abs[2]'], { heading: 'Heights [m]' }))
  const height = result.finalVector('stage2.body.r_abs')[1]
  console.log(`The second stage is at ${height.toFixed(1)} m after 15 s.`)
}
