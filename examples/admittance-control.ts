/**
 * Admittance control: a tool approaches a wall whose place it does not know, and presses against it with 20 N. It
 * measures the contact force, which moves a virtual mass with a damper; a stiff drive follows this mass.
 *
 *   npx tsx examples/admittance-control.ts
 */
import { type Experiment, equations, expr, plotText, type SignalTable, simulate, Var } from 'vario'
import {
  Box,
  ContactResult,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Wanted force [N], mass [kg] and damper [N.s/m] of the admittance, place of the surface of the wall [m]. */
export const DATA = { force: 20, mass: 5, damper: 80, wall: 0.5, radius: 0.05 } as const

export const Polisher = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  wall: Object3D({
    ...{ parent: 'world', translation: [DATA.wall + 0.05, 0, 0] },
    feature: Solid({
      shape: Box({ lengthX: 0.1, lengthY: 0.6, lengthZ: 0.6 }),
      ...{ solidMaterial: 'DryWood', visualMaterial: { color: 'peru' }, collision: true },
    }),
  }),
  tool: Object3D({
    feature: Solid({
      shape: Sphere({ diameter: 2 * DATA.radius }),
      ...{ solidMaterial: 'Steel', massProperties: 2, collision: true },
    }),
  }),
  // the wall belongs to the world: both ends of the joint may touch
  slide: Prismatic({ obj1: 'world', obj2: 'tool', axis: 'x', f: expr`drive`, canCollide: true }),
  touch: ContactResult({ obj1: 'tool', obj2: 'wall' }),
  drive: Var({ unit: 'N' }),
  x: Var({ init: 0, unit: 'm', info: 'place of the virtual mass' }),
  v: Var({ init: 0, unit: 'm/s' }),
  equations: equations`
    der(x) = v
    ${DATA.mass}*der(v) = ${DATA.force} - touch.normalForce - ${DATA.damper}*v
    drive = 4000*(x - slide.s) + 200*(v - slide.v)
  `,
})

export default Polisher({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = { stopTime: 8, plot: [['slide.s', 'x'], ['touch.normalForce']] }

export function simulatePolisher(): SignalTable {
  return simulate(Polisher, { stopTime: 8, tolerance: 1e-7 })
}

if (isMain(import.meta.url)) {
  const result = simulatePolisher()
  console.log(plotText(result, ['slide.s', 'touch.normalForce'], { height: 14 }))
  console.log(`At the end it presses with ${result.final('touch.normalForce').toFixed(3)} N.`)
}
