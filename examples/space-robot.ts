/**
 * A relocatable space robot (thesis 12.3): an arm with seven axes and an end effector at both ends stacks boxes on a platform. First it
 * stands on its blue end and carries with the green one; then it makes a step, which turns its kinematic chain round, and carries with
 * the blue one. The gears in its drives are elastic, so that it swings a little wherever it stops.
 *
 *   npx tsx examples/space-robot.ts
 */
import { equations, instantiate, Model, Par, plotText, type SignalTable, type SimulateOptions, Var } from 'vario'
import { Flange, SpringDamper } from 'vario/library/rotational'
import {
  type ActionProgram,
  Box,
  Cylinder,
  Model3D,
  Object3D,
  PtpPath,
  PtpReference,
  printTree,
  RevoluteWithFlange,
  Scene,
  Solid,
  UniformGravityField,
  Visual,
} from 'vario/multibody'
import { axisOf, createPose, LINKS, N_AXIS, poseOfGreen, solveAngles } from './support/arm-kinematics.ts'
import { isMain } from './support/is-main.ts'

type Vector = readonly [number, number, number]

// --- platform and boxes ---------------------------------------------------------------------------

/** Distance of the interfaces of the platform, and edge of the boxes [m]. */
const [PITCH, EDGE] = [0.5, 0.4]
/** Columns and rows of interfaces; the middle of them is the origin of the world. */
const [COLUMNS, ROWS] = [5, 2]

/** Place of an interface of the platform, or above it [m]. */
export const placeOf = (column: number, row: number, height = 0): Vector => [
  PITCH * (column - (COLUMNS + 1) / 2),
  PITCH * (row - (ROWS + 1) / 2),
  height,
]

/** Centre of a box on a layer, counted from 1 [m]. */
export const centreOf = (column: number, row: number, layer: number): Vector =>
  placeOf(column, row, EDGE * (layer - 0.5))

const Interface = (parent: string, translation: Vector) =>
  Object3D({ parent, translation, lockable: true })

/** A slab with an interface in every place of the grid. It floats freely, or is the fixed frame of everything. */
function Platform(isFloating: boolean) {
  const members: Record<string, unknown> = {
    top: Object3D({ parent: 'world', fixedToParent: !isFloating }),
    slab: Object3D({
      parent: 'top',
      translation: [0, 0, -0.05],
      feature: Solid({
        shape: Box({ lengthX: COLUMNS * PITCH, lengthY: ROWS * PITCH, lengthZ: 0.1 }),
        massProperties: 600,
        visualMaterial: { color: 'lightslategray' },
      }),
    }),
  }
  for (let column = 1; column <= COLUMNS; column++)
    for (let row = 1; row <= ROWS; row++)
      members[`lockX${column}Y${row}`] = Interface('top', placeOf(column, row))
  return Model(members)
}

/** A box with an interface on every face; it is not fixed to anything in the beginning. */
const Module = (translation: Vector, color: string) =>
  Model({
    body: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, translation },
      feature: Solid({
        shape: Box({ lengthX: EDGE, lengthY: EDGE, lengthZ: EDGE }),
        massProperties: 12,
        visualMaterial: { color },
      }),
    }),
    lockXpos: Interface('body', [EDGE / 2, 0, 0]),
    lockXneg: Interface('body', [-EDGE / 2, 0, 0]),
    lockYpos: Interface('body', [0, EDGE / 2, 0]),
    lockYneg: Interface('body', [0, -EDGE / 2, 0]),
    lockZpos: Interface('body', [0, 0, EDGE / 2]),
    lockZneg: Interface('body', [0, 0, -EDGE / 2]),
  })

/** Column, row and layer of the boxes in the beginning. */
const BOXES = [
  [1, 1, 1, 'khaki'],
  [1, 1, 2, 'orange'],
  [1, 2, 1, 'khaki'],
  [1, 2, 2, 'tomato'],
  [5, 1, 1, 'khaki'],
  [5, 2, 1, 'khaki'],
] as const

const boxes = Object.fromEntries(
  BOXES.map(([x, y, z, color]) => [`boxX${x}Y${y}Z${z}`, Module(centreOf(x, y, z), color)]),
)

// --- arm ------------------------------------------------------------------------------------------

/** Where the ends stand on the platform: first the blue one, after the step the green one. */
const [BLUE_FOOT, GREEN_FOOT] = [placeOf(3, 2), placeOf(3, 1)]

/** A link along z from its frame `near` to its frame `far`. */
const Link = (length: number, mass: number, color: string, parent?: string) =>
  Model({
    near: Object3D(parent === undefined ? {} : { parent }),
    body: Object3D({
      parent: 'near',
      translation: [0, 0, length / 2],
      feature: Solid({
        shape: Cylinder({ axis: 'z', diameter: 0.09, length }),
        massProperties: mass,
        visualMaterial: { color },
      }),
    }),
    far: Object3D({ parent: 'near', translation: [0, 0, length] }),
  })

/** A motor that turns as it is told [rad]. */
const Motor = Model({
  flange: Flange(),
  angle: Var({ input: true, unit: 'rad' }),
  equations: equations`flange.phi = angle`,
})

/** Motor with an elastic gear. */
const Drive = Model({
  flange: Flange(),
  motor: Motor(),
  gear: SpringDamper({ c: 2e4, d: 200 }),
  connect: [
    ['motor.flange', 'gear.flange_a'],
    ['gear.flange_b', 'flange'],
  ],
})

/** The arm, at rest in a posture. Its blue end is its root, until it stands on the green one. */
function createArm(angles: readonly number[]): Record<string, unknown> {
  const arm: Record<string, unknown> = {
    blueLock: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true },
      translation: BLUE_FOOT,
    }),
    greenLock: Object3D({ parent: `link${N_AXIS}.far`, lockable: true }),
  }
  LINKS.forEach((length, k) => {
    const color = k === 0 ? 'royalblue' : k === N_AXIS ? 'limegreen' : 'gainsboro'
    arm[`link${k}`] = Link(length, 2 + 10 * length, color, k === 0 ? 'blueLock' : undefined)
    if (k === 0) return
    const housing = Cylinder({ axis: axisOf(k), diameter: 0.11, length: axisOf(k) === 'z' ? 0.06 : 0.13 })
    arm[`housing${k}`] = Object3D({
      parent: `link${k}.near`,
      feature: Visual({ shape: housing, visualMaterial: { color: 'dimgray' } }),
    })
    arm[`axis${k}`] = RevoluteWithFlange({
      ...{ obj1: `link${k - 1}.far`, obj2: `link${k}.near`, axis: axisOf(k) },
      phi: { init: angles[k - 1] },
    })
    arm[`drive${k}`] = Drive()
  })
  return arm
}

// --- motion ---------------------------------------------------------------------------------------

/** Angles in the beginning [rad]: bent upwards, turned towards the first box. */
const START = [-2.2, 0.3, 0, 1.4, 0, 0.6, 0]

/** Where an end is before it grips, and above its foot [m]: so far from what it is going to hold. */
const APPROACH = 0.15
/** Height of the end while it carries [m]. */
const HIGH = 1

/** Ways through the joint space: the angles of all axes at the points of each [rad]. */
export const WAYS = planWays()

function planWays() {
  let angles = START
  const [up, down]: Vector[] = [[0, 0, 1], [0, 0, -1]]
  const foot = { blue: createPose(BLUE_FOOT, up, [1, 0, 0]), green: createPose(GREEN_FOOT, down, [1, 0, 0]) }
  /** Ways of the free end to a box of the row where the other end does not stand, with it, and back. */
  const planRow = (end: 'blue' | 'green', row: number) => {
    const side = row === 1 ? -1 : 1
    const reach = (place: Vector, direction: Vector, x: Vector): number[] => {
      // frames point from blue to green
      const pose = createPose(place, end === 'green' ? direction : direction.map((c) => -c), x)
      angles = end === 'green' ? solveAngles(foot.blue, pose, angles) : solveAngles(pose, foot.green, angles)
      return angles
    }
    const at = (x: number, height: number): Vector => [x, PITCH * (row - (ROWS + 1) / 2), height]
    const face = 2 * PITCH - EDGE / 2
    const layer = 1.5 * EDGE
    const left: [Vector, Vector] = [[-1, 0, 0], down]
    const right: [Vector, Vector] = [[1, 0, 0], up]
    return {
      fetch: () => [reach(at(APPROACH - face, layer), ...left), reach(at(-face, layer), ...left)],
      carry: () => [
        reach(at(APPROACH - face, HIGH), ...left),
        reach([0, side * 0.57, HIGH], [0, side, 0], [1, 0, 0]),
        reach(at(face - APPROACH, HIGH), ...right),
        reach(at(face, layer), ...right),
      ],
      step: () => [
        reach(at(face - APPROACH, layer), ...right),
        reach(at(0, APPROACH), down, [1, 0, 0]),
        reach(at(0, 0), down, [1, 0, 0]),
      ],
      lift: () => [reach(at(0, APPROACH), down, [1, 0, 0])],
    }
  }
  const [first, second] = [planRow('green', 1), planRow('blue', 2)]
  return {
    toFirst: first.fetch(),
    withFirst: first.carry(),
    step: first.step(),
    toSecond: [...second.lift(), ...second.fetch()],
    withSecond: second.carry(),
    back: second.lift(),
  }
}

const LIMIT = Array<number>(N_AXIS).fill(0.4)
const SETTLE = 2
const legs = Object.values(WAYS)
let t0 = 0
const refs: Record<string, unknown> = {}
const times: number[] = []
let last = START
legs.forEach((leg, k) => {
  const points = [last, ...leg].map((row) => row.map((x, i) => x - last[i]))
  const end = new PtpPath({ points, v_max: LIMIT, a_max: LIMIT, startTime: t0 }).endTime
  refs[`leg${k}`] = PtpReference({ points, v_max: LIMIT, a_max: LIMIT, startTime: t0 })
  last = leg[leg.length - 1]
  times.push(end + SETTLE - t0)
  t0 = end + SETTLE
})
console.log(times, t0)
const source = LIMIT.map((_, i) => `drive${i + 1}.motor.angle = ${START[i]} + ${legs.map((_, k) => `leg${k}.position[${i + 1}]`).join(' + ')}`).join('\n')

const program: ActionProgram = function* (act) {
  yield act.attach('blueLock', 'platform.lockX3Y2')
  for (const [x, y, z] of BOXES)
    yield act.attach(`boxX${x}Y${y}Z${z}.lockZneg`, z === 1 ? `platform.lockX${x}Y${y}` : `boxX${x}Y${y}Z1.lockZpos`)
  yield act.wait(times[0])
  yield act.releaseAndAttach('boxX1Y1Z2.lockXpos', 'greenLock')
  yield act.wait(times[1])
  yield act.releaseAndAttach('boxX1Y1Z2.lockZpos', 'boxX5Y1Z1.lockZpos')
  yield act.wait(times[2])
  yield act.flipChain('greenLock', 'platform.lockX3Y1', 'blueLock')
  yield act.wait(times[3])
  yield act.releaseAndAttach('boxX1Y2Z2.lockXpos', 'blueLock')
  yield act.wait(times[4])
  yield act.releaseAndAttach('boxX1Y2Z2.lockZpos', 'boxX5Y2Z1.lockZpos')
}
export function createSpaceRobot(isFloating = false) {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0, n: [0, 0, -1] }), enableContactDetection: false }) }),
    platform: Platform(isFloating),
    ...boxes,
    ...createArm(START),
    ...refs,
    equations: equations(source),
    connect: LIMIT.map((_, i) => [`drive${i + 1}.flange`, `axis${i + 1}.flange`]) as [string, string][],
    actions: program,
  })
}
