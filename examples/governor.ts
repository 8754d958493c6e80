/**
 * Watt's governor: two balls on arms rotate with a shaft, and rods lift a sleeve as the balls swing out, against a
 * spring. Two closed loops on a rotating body; in space each of them has three redundant constraints. The first arm
 * hangs from the shaft at 30° below the horizontal, all else is symmetric.
 *
 *   npx tsx examples/governor.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import { Fixed, SpringDamper } from 'vario/library/translational'
import {
  Box,
  Cylinder,
  MassProperties,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/**
 * Distance of the hinges from the axis, length of the arms and of the rods, which are connected to the middle of the
 * arms [m].
 */
const [OFFSET, ARM, ROD] = [0.05, 1, 0.5]
/** Angle of the arms below the horizontal [rad], and speed of the shaft [rad/s] at the start. */
export const [TILT, SPEED] = [Math.PI / 6, 8]
const HEIGHT = 0.5

function createBar(length: number, mass: number, color: string) {
  return Object3D({
    feature: Solid({
      shape: Box({ lengthX: length, lengthY: 0.01, lengthZ: 0.01 }),
      massProperties: MassPropertiesFromShapeAndMass({ mass }),
      visualMaterial: { color },
    }),
  })
}

const ball = Solid({
  shape: Sphere({ diameter: 0.12 }),
  // heavy and small: a point
  massProperties: MassProperties({ mass: 5 }),
  visualMaterial: { color: 'Gold' },
})

export const Governor = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }),
      enableContactDetection: false,
    }),
  }),
  shaft: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'z', diameter: 0.03, length: 1.1 }),
      massProperties: MassProperties({ mass: 0.3, Ixx: 0.0250025, Iyy: 0.0250025, Izz: 0.020005 }),
      visualMaterial: { color: 'Silver' },
    }),
  }),
  shaftFoot: Object3D({ parent: 'shaft', translation: [0, 0, -0.5] }),
  sleeve: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'z', diameter: 0.1, length: 0.08 }),
      massProperties: MassProperties({ mass: 3, Ixx: 0.005, Iyy: 0.005, Izz: 0.005 }),
      visualMaterial: { color: 'FireBrick' },
    }),
  }),

  arm1: createBar(ARM, 0.3, 'SteelBlue'),
  hook1: Object3D({ parent: 'shaft', translation: [OFFSET, 0, HEIGHT] }),
  top1: Object3D({ parent: 'arm1', translation: [-ARM / 2, 0, 0] }),
  ball1: Object3D({ parent: 'arm1', translation: [ARM / 2, 0, 0], feature: ball }),
  rod1: createBar(ROD, 0.2, 'SeaGreen'),
  low1: Object3D({ parent: 'rod1', translation: [-ROD / 2, 0, 0] }),
  high1: Object3D({ parent: 'rod1', translation: [ROD / 2, 0, 0] }),
  eye1: Object3D({ parent: 'sleeve', translation: [OFFSET, 0, 0] }),

  arm2: createBar(ARM, 0.3, 'SteelBlue'),
  hook2: Object3D({ parent: 'shaft', translation: [-OFFSET, 0, HEIGHT] }),
  top2: Object3D({ parent: 'arm2', translation: [ARM / 2, 0, 0] }),
  ball2: Object3D({ parent: 'arm2', translation: [-ARM / 2, 0, 0], feature: ball }),
  rod2: createBar(ROD, 0.2, 'SeaGreen'),
  low2: Object3D({ parent: 'rod2', translation: [ROD / 2, 0, 0] }),
  high2: Object3D({ parent: 'rod2', translation: [-ROD / 2, 0, 0] }),
  eye2: Object3D({ parent: 'sleeve', translation: [-OFFSET, 0, 0] }),

  bearing: Revolute({ obj1: 'world', obj2: 'shaftFoot', axis: 'z', w: SPEED }),
  guide: PrismaticWithFlange({ obj1: 'shaft', obj2: 'sleeve', axis: 'z' }),
  hinge1: Revolute({ obj1: 'hook1', obj2: 'top1', axis: 'y', phi: { start: TILT } }),
  middle1: Revolute({ obj1: 'arm1', obj2: 'high1', axis: 'y', phi: { start: -2 * TILT } }),
  foot1: Revolute({ obj1: 'low1', obj2: 'eye1', axis: 'y' }),
  hinge2: Revolute({ obj1: 'hook2', obj2: 'top2', axis: 'y', phi: { start: -TILT } }),
  middle2: Revolute({ obj1: 'arm2', obj2: 'high2', axis: 'y', phi: { start: 2 * TILT } }),
  foot2: Revolute({ obj1: 'low2', obj2: 'eye2', axis: 'y' }),

  spring: SpringDamper({ c: 600, d: 15 }),
  anchor: Fixed(),
  connect: [
    ['anchor.flange', 'spring.flange_a'],
    ['spring.flange_b', 'guide.flange'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 3, tolerance: 1e-8, plot: ['guide.s', 'bearing.w'] }

export function simulateGovernor(): SignalTable {
  return simulate(Governor, { stopTime: 3, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  const result = simulateGovernor()
  console.log(plotText(result, 'guide.s', { heading: 'Lift of the sleeve' }))
  console.log(plotText(result, 'bearing.w', { heading: 'Speed of the shaft', height: 10 }))
}
