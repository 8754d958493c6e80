/**
 * Newton's cradle: five steel balls on threads, 0.1 mm apart. The motion of the first one passes through the row to the
 * last, and back. The contacts are those of elastic bodies, each takes 0.2 ms, and all are located one after the other.
 *
 *   npx tsx examples/newtons-cradle.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import { Model3D, Object3D, Revolute, Scene, Solid, Sphere, UniformGravityField } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

const N_BALL = 5
/** Diameter of balls, distance between them, length of threads [m]. */
export const DIAMETER = 0.05
const GAP = 1e-4
export const LENGTH = 0.3
/** Initial angle of the first ball [rad]. */
export const ANGLE = 0.3

type Part = ReturnType<typeof Object3D> | ReturnType<typeof Revolute>

/** Ball k hangs with its pivot on a hook of the world. */
function createPendulum(k: number): Record<string, Part> {
  return {
    [`ball${k}`]: Object3D({
      feature: Solid({ shape: Sphere({ diameter: DIAMETER }), solidMaterial: 'Steel', collision: true }),
    }),
    [`pivot${k}`]: Object3D({ parent: `ball${k}`, translation: [0, 0, LENGTH] }),
    [`hook${k}`]: Object3D({ parent: 'world', translation: [k * (DIAMETER + GAP), 0, LENGTH] }),
    [`rev${k}`]: Revolute({
      obj1: `hook${k}`,
      obj2: `pivot${k}`,
      axis: 'y',
      phi: k === 0 ? ANGLE : 0,
    }),
  }
}

const scene = Scene({
  gravityField: UniformGravityField({ n: [0, 0, -1] }),
  contactPairs: {
    'Steel-Steel': {
      coefficientOfRestitution: 1,
      slidingFrictionCoefficient: 0,
      rotationalResistanceCoefficient: 0,
    },
  },
})

export const Cradle = Model3D({
  world: Object3D({ feature: scene }),
  ...Object.assign({}, ...Array.from({ length: N_BALL }, (_, k) => createPendulum(k))),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 1.2, interval: 0.001, plot: ['rev0.phi'] }

/** A swing of the first ball, one of the last, and so on: half of a period takes 0.56 s. */
export function simulateCradle(stopTime = 1.2, tolerance = 1e-6): SignalTable {
  return simulate(Cradle, { stopTime, tolerance, interval: 0.001 })
}

if (isMain(import.meta.url)) {
  const result = simulateCradle(2.5)
  const last = `rev${N_BALL - 1}.phi`
  console.log(
    plotText(result, ['rev0.phi', last], { heading: 'Angles of the first and the last ball [rad]' }),
  )
  const { contacts } = result
  const energy = result.values('world.totalEnergy')
  const loss = energy[0] - energy[energy.length - 1]
  console.log(`\n${contacts.length} contacts; the energy has changed by ${loss.toExponential(1)} J.`)
}
