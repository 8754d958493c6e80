/**
 * A robot arm with three axes. Each axis is a joint of the 3D model with a servo drive on its flange: motor, gear, and a controller of
 * position and speed. The inertia of the motors acts through the ideal gears, so that joints and motors accelerate by one system of
 * equations, whose matrix is the mass matrix of the arm (thesis, section 3.3). A point-to-point path moves all axes in step.
 *
 *   npx tsx examples/robot-arm.ts
 */
import { type Experiment, equations, Model, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  Cylinder,
  Model3D,
  Object3D,
  PtpReference,
  RevoluteWithFlange,
  Scene,
  Servo,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Height of the shoulder, lengths of upper and lower arm [m]. */
export const [HEIGHT, UPPER, LOWER] = [0.4, 0.5, 0.35]

/** Waypoints of the arm: angles of base, shoulder and elbow [rad]. */
export const POINTS = [
  [0, 0, 0],
  [1.2, 0.8, -1.5],
  [-0.5, 0.3, 0.6],
]

/** A link along x: its near end in the frame `near`, its far end in `far`. */
const Link = (length: number, width: number) =>
  Model({
    near: Object3D(),
    body: Object3D({
      parent: 'near',
      translation: [length / 2, 0, 0],
      feature: Solid({
        shape: Box({ lengthX: length, lengthY: width, lengthZ: width }),
        solidMaterial: 'Aluminium',
      }),
    }),
    far: Object3D({ parent: 'near', translation: [length, 0, 0] }),
  })

const drive = Servo({ ratio: 100, J: 2e-5, k1: 20, k2: 0.05, T: 0.1 })

export const RobotArm = Model3D({
  world: Object3D({ feature: Scene() }),
  column: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'y', diameter: 0.15, length: HEIGHT }),
      solidMaterial: 'Aluminium',
    }),
  }),
  foot: Object3D({ parent: 'column', translation: [0, -HEIGHT / 2, 0] }),
  shoulder: Object3D({ parent: 'column', translation: [0, HEIGHT / 2, 0] }),
  upperArm: Link(UPPER, 0.08),
  lowerArm: Link(LOWER, 0.06),
  tool: Object3D({ parent: 'lowerArm.far' }),
  axis1: RevoluteWithFlange({ obj1: 'world', obj2: 'foot', axis: 'y' }),
  axis2: RevoluteWithFlange({ obj1: 'shoulder', obj2: 'upperArm.near', axis: 'z' }),
  axis3: RevoluteWithFlange({ obj1: 'upperArm.far', obj2: 'lowerArm.near', axis: 'z' }),
  servo1: drive,
  servo2: drive,
  servo3: drive,
  path: PtpReference({ points: POINTS, v_max: [1.5, 1.5, 2], a_max: [3, 3, 4] }),
  equations: equations`
    servo1.refLoadAngle = path.position[1]
    servo2.refLoadAngle = path.position[2]
    servo3.refLoadAngle = path.position[3]
  `,
  connect: [
    ['servo1.flange', 'axis1.flange'],
    ['servo2.flange', 'axis2.flange'],
    ['servo3.flange', 'axis3.flange'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 6,
  tolerance: 1e-7,
  plot: [['axis1.phi', 'axis2.phi', 'axis3.phi']],
}

/** The path, and time for the settling. */
export function simulateRobotArm(): SignalTable {
  return simulate(RobotArm, { stopTime: 6, tolerance: 1e-7 })
}

/** Position of the tool for given angles [m]. */
export function toolPosition([base, shoulder, elbow]: readonly number[]): number[] {
  const reach = UPPER * Math.cos(shoulder) + LOWER * Math.cos(shoulder + elbow)
  const height = HEIGHT + UPPER * Math.sin(shoulder) + LOWER * Math.sin(shoulder + elbow)
  return [reach * Math.cos(base), height, -reach * Math.sin(base)]
}

if (isMain(import.meta.url)) {
  const result = simulateRobotArm()
  console.log(
    plotText(result, ['axis1.phi', 'axis2.phi', 'axis3.phi'], { heading: 'Angles of the axes [rad]' }),
  )
  const format = (v: ArrayLike<number>): string => Array.from(v, (x) => x.toFixed(4)).join(', ')
  console.log(`The tool is at ${format(result.finalVector('tool.r_abs'))} m in the end,`)
  console.log(`and its target: ${format(toolPosition(POINTS[2]))} m.`)
}
