/**
 * A satellite unfolds its panels. Springs swing them open; each hinge has a latch that engages at 90 degrees: `when`
 * locks the joint, with the impulse of a plastic lock. No external force acts, so that the satellite turns back and
 * forth meanwhile, and is at rest again as soon as the last latch has engaged, but with a different orientation.
 *
 *   npx tsx examples/satellite.ts
 */
import { type Experiment, Model, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  SpringDamperPtP,
  when,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Width of the body and of a panel [m]. */
const WIDTH = 1
const PANEL = 1.2
/** Angle at which a latch engages [rad]. */
export const OPEN = Math.PI / 2

/**
 * A panel, and its attachment: it is folded along the side of the body, and swings out by 90 degrees.
 *
 * @param side 1: the right one, -1: the left one
 * @param stiffness of the spring [N/m]
 */
function Panel(side: 1 | -1, stiffness: number) {
  return Model({
    hinge: Object3D({ parent: 'body', translation: [0, (side * WIDTH) / 2, 0] }),
    panel: Object3D(),
    plate: Object3D({
      parent: 'panel',
      translation: [PANEL / 2, 0, 0],
      feature: Solid({
        shape: Box({ lengthX: PANEL, lengthY: 0.03, lengthZ: 0.8 }),
        massProperties: MassProperties({ mass: 6, Ixx: 0.4, Iyy: 1.1, Izz: 0.8 }),
        visualMaterial: { color: 'SteelBlue' },
      }),
    }),
    joint: Revolute({ obj1: 'hinge', obj2: 'panel', axis: [0, 0, side] }),
    // pulls at the panel, from an arm that protrudes from the body
    arm: Object3D({ parent: 'hinge', translation: [-0.3, side * 0.6, 0] }),
    eye: Object3D({ parent: 'panel', translation: [0.5, 0, 0] }),
    spring: SpringDamperPtP({ obj1: 'arm', obj2: 'eye', springForceLaw: stiffness, nominalLength: 0.2 }),
    latch: when(
      (s) => s.jointPosition('joint') >= OPEN,
      (act) => act.lock('joint', { impulse: true }),
    ),
  })
}

export const Satellite = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false }) }),
  body: Object3D({
    parent: 'world',
    fixedToParent: false,
    feature: Solid({
      shape: Box({ lengthX: WIDTH, lengthY: WIDTH, lengthZ: WIDTH }),
      massProperties: MassProperties({ mass: 80, Ixx: 14, Iyy: 14, Izz: 14 }),
      visualMaterial: { color: 'Goldenrod' },
    }),
  }),
  right: Panel(1, 4),
  left: Panel(-1, 2),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 8,
  tolerance: 1e-9,
  plot: [['right.joint.phi', 'left.joint.phi']],
}

export function simulateSatellite(tolerance = 1e-9): SignalTable {
  return simulate(Satellite, { stopTime: 8, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateSatellite()
  console.log(
    plotText(result, ['right.joint.phi', 'left.joint.phi', 'body.rot123_abs[3]'], {
      heading: 'Angles [rad]',
    }),
  )
  for (const { time, text, lostEnergy = 0 } of result.actions)
    console.log(`${time.toFixed(3)} s: ${text}, the latch takes ${lostEnergy.toFixed(3)} J`)
}
