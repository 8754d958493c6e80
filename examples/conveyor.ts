/**
 * A conveyor for a minute: a feeder drops parts onto a belt, a sorting arm picks the bad ones and drops them into a
 * bin, the good ones leave at the end. Parts come from two pools and are removed again, so that a few of twelve exist
 * at a time.
 *
 * The belt is a long heavy plate on a rail, which moves on without a drive: parts slide on it until friction has
 * accelerated them, and the belt loses the momentum that they gain. So belt and parts are bodies with real contacts,
 * and no force is invented. The arm has two axes with servo drives; where it picks a part, a lock replaces the fingers.
 *
 *   npx tsx examples/conveyor.ts
 */
import { type Experiment, equations, Model, plotText, type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Box,
  Cylinder,
  Model3D,
  Object3D,
  Pool,
  Prismatic,
  ReferencePath,
  RevoluteWithFlange,
  Scene,
  Servo,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Edge of a part, speed of the belt [m, m/s]; its upper face is at height 0. */
export const SIZE = 0.1
export const SPEED = 0.2
/** Length and mass of the plate [m, kg]: long enough for the parts of a minute. */
const BELT = 15
/** Positions at which the arm picks parts, and at which they leave [m]. */
const PICK = 1.2
const LEAVE = 1.9
/** Time between two parts [s], and indices of bad parts. */
const PERIOD = 4
export const N_PART = 12
const isBad = (k: number) => k % 3 === 2
export const N_BAD = 4
/** Length of the arm, and height of its hand above the parts [m]. */
const ARM = 0.6
const CLEARANCE = 0.004

const STEEL = { color: 'LightSlateGrey' }
const ORANGE = { color: 'DarkOrange' }

const Part = (color: string) =>
  Pool({
    body: Object3D({
      feature: Solid({
        shape: Box({ lengthX: SIZE, lengthY: SIZE, lengthZ: SIZE }),
        solidMaterial: 'DryWood',
        visualMaterial: { color },
        collision: true,
      }),
    }),
    grip: Object3D({ parent: 'body', translation: [0, SIZE / 2, 0], lockable: true }),
  })

const wall = (translation: number[], lengths: number[]) =>
  Object3D({
    parent: 'world',
    translation,
    feature: Solid({
      shape: Box({ lengthX: lengths[0], lengthY: lengths[1], lengthZ: lengths[2] }),
      solidMaterial: 'Steel',
      collision: true,
      visualMaterial: STEEL,
    }),
  })

/** The arm turns about a column beside the belt, and tilts to lift the hand. */
const Arm = Model({
  foot: Object3D({ parent: 'world', translation: [PICK, SIZE + CLEARANCE, ARM] }),
  turret: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'y', diameter: 0.1, length: 0.1 }),
      solidMaterial: 'Aluminium',
      visualMaterial: ORANGE,
    }),
  }),
  near: Object3D(),
  bar: Object3D({
    parent: 'near',
    translation: [0, 0.03, -ARM / 2],
    feature: Solid({
      shape: Box({ lengthX: 0.04, lengthY: 0.04, lengthZ: ARM }),
      solidMaterial: 'Aluminium',
      visualMaterial: ORANGE,
    }),
  }),
  hand: Object3D({ parent: 'near', translation: [0, 0, -ARM], lockable: true }),
  swing: RevoluteWithFlange({ obj1: 'foot', obj2: 'turret', axis: 'y' }),
  tilt: RevoluteWithFlange({ obj1: 'turret', obj2: 'near', axis: 'x' }),
  servo1: Servo({ ratio: 100, J: 2e-5, k1: 20, k2: 0.1, T: 0.1 }),
  servo2: Servo({ ratio: 100, J: 2e-5, k1: 20, k2: 0.1, T: 0.1 }),
  path: ReferencePath({ n: 2, v_max: [1.5, 1], a_max: [3, 2] }),
  equations: equations`
    servo1.refLoadAngle = path.position[1]
    servo2.refLoadAngle = path.position[2]
  `,
  connect: [
    ['servo1.flange', 'swing.flange'],
    ['servo2.flange', 'tilt.flange'],
  ],
})

/** Angles of the arm [rad]: over the belt, lifted, over the bin. */
const DOWN = [0, 0]
const LIFTED = [0, 0.4]
const OVER_BIN = [-Math.PI / 2, 0.4]

const program: ActionProgram = function* (act) {
  /** Parts on the belt, in the order of their arrival. */
  const good: string[] = []
  const bad: string[] = []

  const feeder: ActionProgram = function* (act) {
    for (let k = 0; k < N_PART; k++) {
      const { added } = yield act.add(isBad(k) ? 'bad' : 'good', { translation: [0, SIZE / 2 + 0.002, 0] })
      const list = isBad(k) ? bad : good
      list.push(added)
      yield act.wait(PERIOD)
    }
  }
  const sorter: ActionProgram = function* (act) {
    for (let k = 0; k < N_BAD; k++) {
      yield act.waitUntil((s) => bad.length > 0 && s.distance(`${bad[0]}.grip`, 'arm.hand') < 0.006)
      const part = bad.shift()!
      yield act.attach(`${part}.grip`, 'arm.hand', { impulse: true })
      yield act.ptpJointSpace('arm.path', [LIFTED, OVER_BIN])
      yield act.release(part)
      yield act.ptpJointSpace('arm.path', [LIFTED, DOWN])
      yield act.delete(part)
    }
  }
  const exit: ActionProgram = function* (act) {
    for (let k = 0; k < N_PART - N_BAD; k++) {
      yield act.waitUntil((s) => good.length > 0 && s.position(good[0])[0] > LEAVE)
      yield act.delete(good.shift()!)
    }
  }
  yield act.parallel(feeder, sorter, exit)
}

export const Conveyor = Model3D({
  world: Object3D({
    feature: Scene({
      gap: 0.02,
      contactPairs: {
        'DryWood-Steel': {
          coefficientOfRestitution: 0,
          vsmallFriction: 1e-3,
          slidingFrictionCoefficient: 0.5,
          rotationalResistanceCoefficient: 0,
        },
      },
    }),
  }),
  belt: Object3D({
    feature: Solid({
      shape: Box({ lengthX: BELT, lengthY: 0.05, lengthZ: 0.3 }),
      solidMaterial: 'Steel',
      collision: true,
      visualMaterial: STEEL,
    }),
  }),
  rail: Object3D({ parent: 'world', translation: [2.5 - BELT / 2, -0.025, 0] }),
  drive: Prismatic({ obj1: 'rail', obj2: 'belt', axis: 'x', v: SPEED }),
  good: Part('green'),
  bad: Part('red'),
  arm: Arm,
  bin: wall([PICK + ARM, -0.3, ARM], [0.4, 0.02, 0.4]),
  side1: wall([PICK + ARM - 0.2, -0.2, ARM], [0.02, 0.2, 0.4]),
  side2: wall([PICK + ARM + 0.2, -0.2, ARM], [0.02, 0.2, 0.4]),
  side3: wall([PICK + ARM, -0.2, ARM - 0.2], [0.4, 0.2, 0.02]),
  side4: wall([PICK + ARM, -0.2, ARM + 0.2], [0.4, 0.2, 0.02]),
  actions: program,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 60, interval: 0.1, plot: ['arm.swing.phi'] }

export function simulateConveyor(stopTime = 60, tolerance = 1e-6): SignalTable {
  return simulate(Conveyor, { stopTime, tolerance, interval: 0.1 })
}

if (isMain(import.meta.url)) {
  const result = simulateConveyor()
  console.log(plotText(result, ['good[1].body.r_abs[1]', 'bad[1].body.r_abs[1]', 'arm.swing.phi']))
  const log = result.actions
  for (const { time, text } of log) console.log(`${time.toFixed(2).padStart(6)} s: ${text}`)
}
