/**
 * Newton's cradle with impulses: five balls that touch each other. One after the other, impacts transfer the motion of
 * the first ball through the row to the last one. All together, in a complementarity problem, the balls share it: both
 * conserve momentum and energy.
 *
 *   npx tsx examples/impulse-cradle.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import { Model3D, Object3D, Revolute, Scene, Solid, Sphere } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

const N_BALL = 5
/** Diameter of balls, length of threads [m]. */
const DIAMETER = 0.1
const LENGTH = 1
/** Initial angle of the first ball [rad]. */
export const ANGLE = Math.PI / 3

type Part = ReturnType<typeof Object3D> | ReturnType<typeof Revolute>

/** Ball k hangs with its pivot on a hook of the world. */
function createPendulum(k: number): Record<string, Part> {
  return {
    [`ball${k}`]: Object3D({
      feature: Solid({ shape: Sphere({ diameter: DIAMETER }), solidMaterial: 'Steel', collision: true }),
    }),
    [`pivot${k}`]: Object3D({ parent: `ball${k}`, translation: [0, LENGTH, 0] }),
    [`hook${k}`]: Object3D({ parent: 'world', translation: [k * DIAMETER, LENGTH, 0] }),
    [`rev${k}`]: Revolute({ obj1: `hook${k}`, obj2: `pivot${k}`, axis: 'z', phi: k === 0 ? -ANGLE : 0 }),
  }
}

/** The cradle, with simultaneous impacts resolved one after the other, or all together. */
export function createCradle(simultaneousImpacts: 'sequential' | 'together') {
  const scene = Scene({
    contactResponse: 'impulse',
    simultaneousImpacts,
    contactPairs: {
      'Steel-Steel': {
        coefficientOfRestitution: 1,
        slidingFrictionCoefficient: 0,
        rotationalResistanceCoefficient: 0,
      },
    },
  })
  return Model3D({
    world: Object3D({ feature: scene }),
    ...Object.assign({}, ...Array.from({ length: N_BALL }, (_, k) => createPendulum(k))),
  })
}

export default createCradle('sequential')

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 2,
  tolerance: 1e-9,
  interval: 0.002,
  plot: [['rev0.phi', 'rev4.phi']],
}

export function simulateImpulseCradle(
  simultaneousImpacts: 'sequential' | 'together' = 'sequential',
  stopTime = 2,
): SignalTable {
  return simulate(createCradle(simultaneousImpacts), { stopTime, tolerance: 1e-9, interval: 0.002 })
}

if (isMain(import.meta.url)) {
  for (const mode of ['sequential', 'together'] as const) {
    const result = simulateImpulseCradle(mode, mode === 'sequential' ? 2 : 0.8)
    console.log(
      plotText(result, ['rev0.phi', 'rev4.phi'], { heading: `Angles of the outer balls [rad], ${mode}` }),
    )
    const { impacts } = result
    const energy = result.values('world.totalEnergy')
    const change = energy[energy.length - 1] - energy[0]
    console.log(`${impacts.length} impacts; the energy has changed by ${change.toExponential(1)} J.\n`)
  }
}
