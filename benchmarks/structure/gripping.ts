/** The gripping robot in four scenarios (thesis, table 12.1): by contacts, by changes of the structure, or both. */
import { instantiate } from 'vario'
import { SCENARIOS, type Scenario, STOP_TIME } from '../../examples/gripping-robot.ts'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'

const SOLVERS = ['auto', 'bdf'] as const
type GrippingSolver = (typeof SOLVERS)[number]

/** Published mean times on a notebook with CVODE's BDF [s], and their tolerance. */
const PUBLISHED: Readonly<Record<Scenario, number>> = { S1: 7.816, S2: 7.255, S3: 6.863, S4: 0.397 }
const TOLERANCE = 1e-7
/** Time for some runs, which the optimizing compiler needs [ms]. */
const WARM_UP = 4000

/** Position of the sphere at the end in all scenarios, within the millimeters by which they differ [m]. */
const SPHERE = [-0.785, 0.0026, 0.2203]
const NEAR = 0.004

export interface GrippingTask {
  readonly kind: 'gripping'
  readonly scenario: Scenario
  readonly solver: GrippingSolver
  readonly effort: Effort
}

interface GrippingRow {
  /** Shortest time of a run [s], and shortest processor time, which other work does not lengthen. */
  readonly min: number
  readonly processor: number
  readonly segments: number
  readonly statistics: Readonly<Record<string, number>>
}

/** Measures every scenario and solver in a separate process. */
export function measureGripping(effort: Effort): unknown {
  const rows = (Object.keys(SCENARIOS) as Scenario[]).flatMap((scenario) =>
    SOLVERS.map((solver) => {
      const task: GrippingTask = { kind: 'gripping', scenario, solver, effort }
      return { scenario, solver, row: runIsolated<GrippingRow>(task) }
    }),
  )
  const counts = ['steps', 'f', 'fJacobian', 'jacobians', 'lu', 'events', 'timeEvents']
  printTable(
    `A robot grips and carries a sphere, ${STOP_TIME} s`,
    ['scenario', 'solver', 'time [s]', 'on processors', 'published', 'segments', ...counts],
    rows.map(({ scenario, solver, row }) => [
      ...[scenario, solver, row?.min.toFixed(3) ?? '–', row?.processor.toFixed(3) ?? '–'],
      `(${PUBLISHED[scenario]})`,
      ...[row?.segments, ...counts.map((name) => row?.statistics[name])].map((n) => String(n ?? '–')),
    ]),
  )
  return rows
}

export function runGrippingTask({ scenario, solver, effort }: GrippingTask): GrippingRow {
  const model = instantiate(SCENARIOS[scenario])
  let processor = Infinity
  const run = () => {
    const before = process.cpuUsage()
    const table = model.simulate({ stopTime: STOP_TIME, tolerance: TOLERANCE, solver })
    const { user, system } = process.cpuUsage(before)
    processor = Math.min(processor, (user + system) / 1e6)
    return table
  }
  const [{ min, result }] = measure([{ name: scenario, run }], { ...effort, warmUp: WARM_UP }, ([first]) => {
    const distance = Math.hypot(...first.finalVector('sphere.r_abs').map((x, i) => x - SPHERE[i]))
    if (!(distance < NEAR)) throw new Error(`${scenario}: the sphere is ${distance} m from its target`)
  })
  const statistics = result.attributes['statistics'] as Record<string, number>
  return { min: min / 1e6, processor, segments: result.segments.length, statistics }
}
