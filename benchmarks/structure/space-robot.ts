/** The walking robot of the thesis (12.3): time of 86 s with two flips of its chain, and the work of the solvers. */
import { instantiate, type SignalTable, type SimulateOptions } from 'vario'
import { createSpaceRobot, STOP_TIME } from '../../examples/space-robot.ts'
import { centerOf } from '../../examples/support/space-robot-parts.ts'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'

type Solver = NonNullable<SimulateOptions['solver']>

export interface SpaceRobotTask {
  readonly kind: 'spaceRobot'
  readonly isFloating: boolean
  readonly solver: Solver
  readonly tolerance: number
  readonly effort: Effort
}

interface Row {
  readonly name: string
  readonly counts: Readonly<Record<string, number>>
  /** Translation, first and shortest run [s]. */
  readonly times: readonly number[]
}

/** Published time, on another machine [s]; and our goal. */
const [PUBLISHED, GOAL] = [2.2, 0.5]

const VARIANTS: readonly (readonly [Solver, number, boolean])[] = [
  ['auto', 1e-6, false],
  ['bdf', 1e-6, false],
  ['radau5', 1e-6, false],
  ['auto', 1e-8, false],
  ['auto', 1e-6, true],
]

export function measureSpaceRobot(effort: Effort): readonly Row[] {
  const rows = VARIANTS.flatMap(([solver, tolerance, isFloating]) => {
    const task: SpaceRobotTask = { kind: 'spaceRobot', solver, tolerance, isFloating, effort }
    return runIsolated<Row>(task) ?? []
  })
  if (rows.length === 0) return rows
  printTable(
    `walking robot, ${STOP_TIME} s (published: ${PUBLISHED} s, goal: ${GOAL} s)`,
    [
      'solver, tolerance, platform',
      ...Object.keys(rows[0].counts),
      'translation [s]',
      'first run',
      'shortest',
    ],
    rows.map(({ name, counts, times }) => [
      name,
      ...Object.values(counts).map(String),
      ...times.map((time) => time.toFixed(3)),
    ]),
  )
  return rows
}

export function runSpaceRobotTask({ isFloating, solver, tolerance, effort }: SpaceRobotTask): Row {
  const begin = performance.now()
  const model = instantiate(createSpaceRobot({ isFloating }))
  const translation = performance.now() - begin
  const run = (): SignalTable => model.simulate({ stopTime: STOP_TIME, solver, tolerance })
  const result = run()
  const first = performance.now() - begin - translation
  const [{ min }] = measure([{ name: '', run }], effort, ([table]) => checkPlaces(table, isFloating))
  const { steps, rejected, f, fJacobian, lu, timeEvents } = result.attributes['statistics'] as Record<
    string,
    number
  >
  return {
    name: `${solver}, ${tolerance.toExponential()}, ${isFloating ? 'floating' : 'fixed'}`,
    counts: { segments: result.segments.length, timeEvents, steps, rejected, f: f + fJacobian, lu },
    times: [translation / 1e3, first / 1e3, min / 1e6],
  }
}

/** The second box is on its stack, within the gap of the scene. */
function checkPlaces(result: SignalTable, isFloating: boolean): void {
  if (isFloating) return
  const place = result.finalVector('boxX1Y2Z2.body.r_abs')
  const error = Math.hypot(...centerOf(5, 2, 2).map((x, i) => place[i] - x))
  if (!(error < 1e-3)) throw new Error(`The box is ${error} m away from its place.`)
}
