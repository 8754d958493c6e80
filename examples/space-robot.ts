/**
 * A relocatable space robot (thesis 12.3): an arm with seven axes and an end effector at both ends stacks boxes on a
 * platform. First it stands on its blue end and carries with the green one. Then it makes a step, which reverses its
 * kinematic chain, and carries with the blue one. The gears of its drives are elastic, so that it oscillates a little
 * wherever it stops.
 *
 *   npx tsx examples/space-robot.ts
 */
import { type Experiment, equations, instantiate, type SignalTable, type SimulateOptions } from 'vario'
import {
  type ActionProgram,
  Model3D,
  Object3D,
  ReferencePath,
  Scene,
  UniformGravityField,
} from 'vario/multibody'
import { N_AXIS } from './support/arm-kinematics.ts'
import { isMain } from './support/is-main.ts'
import { centerOf, createArm, Module, Platform } from './support/space-robot-parts.ts'
import { BLUE_FOOT, planWays, START } from './support/space-robot-ways.ts'

/** Maximum velocity [rad/s] and acceleration [rad/s2] of all axes. */
const LIMITS = Array<number>(N_AXIS).fill(0.4)
/** Settling time of the gears after a motion [s]. */
const SWING = 2
/** [s] */
export const STOP_TIME = 86

const ways = planWays()

/** Actions, step by step. Boxes are named after their initial places. */
const program: ActionProgram = function* (act) {
  function* move(way: readonly (readonly number[])[]) {
    yield act.ptpJointSpace('path', way)
    yield act.wait(SWING)
  }
  yield act.attach('blueLock', 'platform.lockX3Y2')
  for (const place of ['X1Y1', 'X1Y2', 'X5Y1', 'X5Y2'])
    yield act.attach(`box${place}Z1.lockZneg`, `platform.lock${place}`)
  for (const place of ['X1Y1', 'X1Y2']) yield act.attach(`box${place}Z2.lockZneg`, `box${place}Z1.lockZpos`)

  yield* move(ways.toFirst)
  yield act.releaseAndAttach('boxX1Y1Z2.lockXpos', 'greenLock')
  yield* move(ways.withFirst)
  yield act.releaseAndAttach('boxX1Y1Z2.lockZpos', 'boxX5Y1Z1.lockZpos')

  yield* move(ways.greenDown)
  yield act.flipChain('greenLock', 'platform.lockX3Y1', 'blueLock')

  yield* move(ways.toSecond)
  yield act.releaseAndAttach('boxX1Y2Z2.lockXpos', 'blueLock')
  yield* move(ways.withSecond)
  yield act.releaseAndAttach('boxX1Y2Z2.lockZpos', 'boxX5Y2Z1.lockZpos')

  yield* move(ways.blueDown)
  yield act.flipChain('blueLock', 'platform.lockX3Y2', 'greenLock')
  yield* move(ways.home)
}

/** All axes follow the reference path. */
const numbers = LIMITS.map((_, i) => i + 1)
const follow = numbers.map((k) => `drive${k}.motor.angle = path.position[${k}]`).join('\n')

/** The model; its platform does not move, or floats freely in space. */
export function createSpaceRobot({ isFloating = false } = {}) {
  return Model3D({
    // no gravity, but a direction that pictures take as downwards
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0, n: [0, 0, -1] }) }) }),
    platform: Platform(isFloating),
    boxX1Y1Z1: Module(centerOf(1, 1, 1), 'khaki'),
    boxX1Y1Z2: Module(centerOf(1, 1, 2), 'orange'),
    boxX1Y2Z1: Module(centerOf(1, 2, 1), 'khaki'),
    boxX1Y2Z2: Module(centerOf(1, 2, 2), 'tomato'),
    boxX5Y1Z1: Module(centerOf(5, 1, 1), 'khaki'),
    boxX5Y2Z1: Module(centerOf(5, 2, 1), 'khaki'),
    ...createArm(BLUE_FOOT, START),
    path: ReferencePath({ n: N_AXIS, start: START, v_max: LIMITS, a_max: LIMITS }),
    equations: equations(follow),
    connect: numbers.map((k) => [`drive${k}.flange`, `axis${k}.flange`]),
    actions: program,
  })
}

export const SpaceRobot = createSpaceRobot()

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: STOP_TIME,
  plot: [['axis1.phi', 'axis2.phi', 'axis3.phi'], 'world.kineticEnergy'],
}

/** The whole program. */
export function simulateSpaceRobot(options: Partial<SimulateOptions> = {}): SignalTable {
  return instantiate(SpaceRobot, { name: 'SpaceRobot' }).simulate({ stopTime: STOP_TIME, ...options })
}

if (isMain(import.meta.url)) {
  const begin = performance.now()
  const result = simulateSpaceRobot()
  const seconds = (performance.now() - begin) / 1000
  const { actions } = result
  for (const { time, text } of actions) console.log(`${time.toFixed(2).padStart(6)} s: ${text}`)
  console.log(`${STOP_TIME} s translated and simulated in ${seconds.toFixed(1)} s.`)
}
