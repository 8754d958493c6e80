/**
 * A forearm that two muscles of Hill's type move: the biceps, and the triceps behind the elbow, over a point of the
 * upper arm. At first both are slightly active; then the biceps lifts the forearm, and finally the triceps stiffens the
 * joint against it.
 *
 *   npx tsx examples/antagonists.ts
 */
import { type Experiment, equations, plotText, type SignalTable, simulate } from 'vario'
import { Box, MassProperties, Model3D, Muscle, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Mass [kg], distance of the center of mass from the elbow [m] and inertia about it [kg.m2] of the forearm. */
export const [MASS, CENTER, INERTIA] = [1.5, 0.15, 0.0135]
/** Damping of the elbow [N.m.s/rad]. */
export const DAMPING = 0.3
/** Times at which the excitations change [s], and their values before, between and after them. */
export const [LIFT, BRACE] = [0.5, 1.2]
export const EXCITATION = { biceps: [0.05, 0.25, 0.25], triceps: [0.05, 0.05, 0.4] } as const
/** Points of the muscles on the upper arm, which is fixed, and on the forearm [m]. */
export const BICEPS = { upper: [[0.02, 0.3, 0]], fore: [0.05, 0.01, 0] } as const
export const TRICEPS = {
  upper: [
    [-0.02, 0.28, 0],
    [-0.035, 0.03, 0],
  ],
  fore: [-0.02, -0.015, 0],
} as const
/** Parameters of the muscles. */
export const BICEPS_DATA = { F_max: 700, l_optimal: 0.13, l_slack: 0.17 }
export const TRICEPS_DATA = { F_max: 900, l_optimal: 0.1, l_slack: 0.2, pennation: 0.2 }

const onUpperArm = (translation: readonly [number, number, number]) =>
  Object3D({ parent: 'world', translation: [...translation] })
const onForearm = (translation: readonly [number, number, number]) =>
  Object3D({ parent: 'forearm', translation: [...translation] })

export const Antagonists = Model3D({
  world: Object3D({ feature: Scene({ nominalLength: 0.3, enableContactDetection: false }) }),
  forearm: Object3D({
    feature: Solid({
      massProperties: MassProperties({
        mass: MASS,
        centerOfMass: [CENTER, 0, 0],
        Ixx: 1e-3,
        Iyy: INERTIA,
        Izz: INERTIA,
      }),
    }),
  }),
  bone: Object3D({
    parent: 'forearm',
    translation: [CENTER, 0, 0],
    feature: Solid({
      shape: Box({ lengthX: 0.3, lengthY: 0.03, lengthZ: 0.03 }),
      visualMaterial: { color: 'Wheat' },
    }),
  }),
  elbow: Revolute({ obj1: 'world', obj2: 'forearm', damping: DAMPING, phi: -0.2 }),

  b1: onUpperArm(BICEPS.upper[0]),
  b2: onForearm(BICEPS.fore),
  t1: onUpperArm(TRICEPS.upper[0]),
  t2: onUpperArm(TRICEPS.upper[1]),
  t3: onForearm(TRICEPS.fore),
  biceps: Muscle({ points: ['b1', 'b2'], activation: EXCITATION.biceps[0], ...BICEPS_DATA }),
  triceps: Muscle({ points: ['t1', 't2', 't3'], activation: EXCITATION.triceps[0], ...TRICEPS_DATA }),
  equations: equations`
    biceps.u = if time < ${LIFT} then ${EXCITATION.biceps[0]} else ${EXCITATION.biceps[1]}
    triceps.u = if time < ${BRACE} then ${EXCITATION.triceps[1]} else ${EXCITATION.triceps[2]}
  `,
})

export default Antagonists({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = {
  stopTime: 2,
  plot: [['elbow.phi'], ['biceps.force', 'triceps.force']],
}

export function simulateAntagonists(tolerance = 1e-8): SignalTable {
  return simulate(Antagonists, { stopTime: 2, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateAntagonists()
  console.log(plotText(result, ['elbow.phi'], { heading: 'Angle of the elbow [rad]' }))
  console.log(plotText(result, ['biceps.force', 'triceps.force'], { heading: 'Forces of the muscles [N]' }))
}
