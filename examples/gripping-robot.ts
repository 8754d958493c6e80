/**
 * A robot grips a sphere, carries it, puts it down, and grips it again (thesis 12.2), in four scenarios with the same
 * reference path:
 *
 *   S1  everything by contacts: fingers, sphere and plate touch each other, and friction carries the sphere
 *   S2 contacts while the fingers close and open; in between the sphere is attached to the plate or to the gripper S3
 *   the same without contact detection while it is attached S4 without contacts: the sphere is always attached to the
 *   plate or to the gripper
 *
 *   npx tsx examples/gripping-robot.ts [--out folder for pictures]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Experiment, instantiate, plot, plotText, SignalTable } from 'vario'
import { type ActionProgram, createAnimation, toSvg } from 'vario/multibody'
import { GrippingRobot } from './support/gripping-robot-model.ts'
import { isMain } from './support/is-main.ts'
import { formatTable } from './support/table.ts'

/** Opening of the gripper [m]: wider than the sphere of 0.05 m, or narrower, so that the drive presses. */
const [OPEN, CLOSED] = [0.06, 0.048]
const QUARTER = Math.PI / 4

/** Five angles [rad] and the opening [m]. */
type Point = readonly number[]
const point = (shoulder: number, elbow: number, wrist: number, opening: number): Point => [
  ...[Math.PI, shoulder, elbow, wrist, 0],
  opening,
]
/** Over the plate; around the sphere; the same, some centimeters higher and somewhat higher; upright. */
const above = (opening: number): Point => point(QUARTER, QUARTER, 0, opening)
const around = (opening: number): Point => point(QUARTER, QUARTER, 1.04, opening)
const lifted = (opening: number): Point => point(QUARTER - 0.1, QUARTER, 1.04, opening)
const near = (opening: number): Point => point(QUARTER - 0.015, QUARTER, 1.04, opening)
const upright = (opening: number): Point => point(0, 2 * QUARTER, 0, opening)

const PATH = 'robot.path'
const [SPHERE, PLATE, GRIPPER] = ['sphereLock', 'robot.plateLock', 'robot.gripperLock']

/** S1: the path alone. */
const byContacts: ActionProgram = function* (act) {
  yield act.ptpJointSpace(PATH, [above(OPEN), around(OPEN)])
  yield act.ptpJointSpace(PATH, [around(CLOSED), lifted(CLOSED), upright(CLOSED)])
  yield act.ptpJointSpace(PATH, [near(CLOSED), near(OPEN), around(OPEN)])
  yield act.ptpJointSpace(PATH, [upright(OPEN), around(OPEN)])
  yield act.ptpJointSpace(PATH, [around(CLOSED), lifted(CLOSED), upright(CLOSED)])
}

/**
 * S2 and S3: the fingers grip the sphere, then it is attached to the gripper. The drives are still in motion at the end
 * of the path: the sphere then moves a little with them, and a plastic lock removes that motion.
 */
function withContacts(areDetectedAlways: boolean): ActionProgram {
  const attached = { impulse: true, enableContactDetection: areDetectedAlways }
  const free = { enableContactDetection: true }
  return function* (act) {
    yield act.attach(SPHERE, PLATE, { enableContactDetection: areDetectedAlways })
    yield act.ptpJointSpace(PATH, [above(OPEN), around(OPEN)])
    for (let turn = 1; ; turn++) {
      yield act.release(SPHERE, free)
      yield act.ptpJointSpace(PATH, [around(CLOSED), lifted(CLOSED)])
      yield act.attach(SPHERE, GRIPPER, attached)
      yield act.ptpJointSpace(PATH, [upright(CLOSED)])
      if (turn === 2) return
      yield act.ptpJointSpace(PATH, [near(CLOSED), near(OPEN)])
      yield act.release(SPHERE, free)
      yield act.ptpJointSpace(PATH, [around(OPEN)])
      yield act.attach(SPHERE, PLATE, attached)
      yield act.ptpJointSpace(PATH, [upright(OPEN), around(OPEN)])
    }
  }
}

/** S4: the sphere goes from one lock to the other. */
const byLocks: ActionProgram = function* (act) {
  yield act.attach(SPHERE, PLATE)
  yield act.ptpJointSpace(PATH, [above(OPEN), around(OPEN)])
  for (let turn = 1; ; turn++) {
    yield act.ptpJointSpace(PATH, [around(CLOSED)])
    yield act.releaseAndAttach(SPHERE, GRIPPER, { impulse: true })
    yield act.ptpJointSpace(PATH, [lifted(CLOSED), upright(CLOSED)])
    if (turn === 2) return
    yield act.ptpJointSpace(PATH, [near(CLOSED), near(OPEN), around(OPEN)])
    yield act.releaseAndAttach(SPHERE, PLATE, { impulse: true })
    yield act.ptpJointSpace(PATH, [upright(OPEN), around(OPEN)])
  }
}

/** The models of the scenarios. */
export const SCENARIOS = {
  S1: GrippingRobot(byContacts),
  S2: GrippingRobot(withContacts(true)),
  S3: GrippingRobot(withContacts(false)),
  S4: GrippingRobot(byLocks, false),
}

/** The last one, with variable structure, and the settings for `vario simulate`. */
export default SCENARIOS.S4
export const experiment: Experiment = {
  ...{ stopTime: 13.5, tolerance: 1e-7, solver: 'bdf' },
  plot: [['robot.link1.axis.phi', 'robot.link2.axis.phi', 'robot.link3.axis.phi'], ['sphere.r_abs[3]']],
}

export type Scenario = keyof typeof SCENARIOS

/**
 * A scenario until the sphere is lifted for the second time, with the published tolerance and method, which needs half
 * the time of `auto` here: an evaluation of the arm costs more than a step.
 */
export function simulateScenario(scenario: Scenario): SignalTable {
  const options = { stopTime: STOP_TIME, tolerance: 1e-7, solver: 'bdf' } as const
  return instantiate(SCENARIOS[scenario], { name: scenario }).simulate(options)
}

export const STOP_TIME = 13.5

/**
 * The curves of figure 12.4: states of the sphere, which exist while it moves freely, and its position in the world, in
 * one table.
 */
export function gatherCurves(results: Readonly<Record<Scenario, SignalTable>>, interval = 0.01): SignalTable {
  const values = Float64Array.from({ length: Math.round(STOP_TIME / interval) + 1 }, (_, i) => i * interval)
  const table = new SignalTable()
  table.addTime({ values })
  for (const [scenario, result] of Object.entries(results)) {
    for (const [k, axis] of ['x', 'y', 'z'].entries()) {
      const sample = (name: string) => Float64Array.from(values, (t) => result.at(`${name}[${k + 1}]`, t))
      table.add({ name: `${scenario}.${axis}`, unit: 'm', values: sample('sphere.r_abs') })
      if (scenario !== 'S4')
        table.add({ name: `${scenario}.state.${axis}`, unit: 'm', values: sample('sphere.translation') })
    }
  }
  return table
}

/** The pictures by the names of their files. */
export function drawScenarios(results: Readonly<Record<Scenario, SignalTable>>): Record<string, string> {
  const rows = ['x', 'y', 'z'].map((axis) => ({
    columns: [
      { curves: ['S1', 'S2', 'S3'].map((s) => `${s}.state.${axis}`), heading: `State ${axis} of the sphere` },
      { curves: ['S1', 'S2', 'S3', 'S4'].map((s) => `${s}.${axis}`), heading: `Position ${axis}` },
    ],
  }))
  const scene = createAnimation(SCENARIOS.S1, results.S1, { name: 'gripping robot' })
  return {
    'gripping-robot.svg': toSvg(scene, 5.3, { width: 800, height: 560 }),
    'gripping-robot-curves.svg': plot(gatherCurves(results), rows, {
      heading: 'A sphere is gripped, carried, put down and gripped again',
      width: 1000,
      height: 780,
    }),
  }
}

/** Statistics of a run. */
function describeRun(scenario: Scenario, result: SignalTable): string[] {
  const { steps, f, fJacobian, jacobians, events, timeEvents } = result.attributes['statistics'] as Record<
    string,
    number
  >
  const { actions } = result
  const lost = actions.reduce((sum, { lostEnergy = 0 }) => sum + lostEnergy, 0)
  const counts = [result.segments.length, steps, f + fJacobian, jacobians, events, timeEvents].map(String)
  const position = Array.from(result.finalVector('sphere.r_abs'), (x) => x.toFixed(4)).join(' ')
  return [scenario, ...counts, lost.toExponential(1), position]
}

if (isMain(import.meta.url)) {
  const scenarios = Object.keys(SCENARIOS) as Scenario[]
  const entries = scenarios.map((scenario) => [scenario, simulateScenario(scenario)] as const)
  const results = Object.fromEntries(entries) as Record<Scenario, SignalTable>
  const header = ['', 'segments', 'steps', 'f', 'Jacobians', 'events', 'time events', 'lost [J]']
  const rows = scenarios.map((scenario) => describeRun(scenario, results[scenario]))
  console.log(formatTable([...header, 'sphere at the end [m]'], rows))
  console.log(
    `\n${plotText(
      gatherCurves(results, 0.05),
      scenarios.map((s) => `${s}.z`),
      { heading: 'Height [m]' },
    )}`,
  )
  const folder = process.argv[2] === '--out' ? process.argv[3] : undefined
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const [name, content] of Object.entries(drawScenarios(results)))
      writeFileSync(join(folder, name), content)
  }
}
