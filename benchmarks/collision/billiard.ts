/**
 * Billiard with 16 balls, thesis ch. 8.2: CPU time per simulated second, work of the solver, and the largest increase
 * of the energy. Every solver runs in a separate process, once to warm up (translation included) and then a few times.
 */
import { simulate } from 'vario'
import { energyRise } from '../../tests/multibody/contact/measures.ts'
import { billiard } from '../../tests/multibody/contact/thesis-models.ts'
import { printTable, runIsolated } from '../harness.ts'

const SOLVERS = ['auto', 'bdf', 'radau5'] as const
const TOLERANCE = 1e-6
/** Rows of the rack: 15 balls. */
const ROWS = 5
/** Maximum permitted increase of the energy [J]. */
const MAX_RISE = 1e-6

/**
 * CPU seconds per simulated second of other engines on a break of 16 balls, 2 s, in one earlier run on another machine
 * (AMD EPYC, one thread, gcc 12.2 -O2), and the behavior of their energy. Materials and rules of mixing differ between
 * engines. The published run of this model in Julia (thesis ch. 8.2) took about 20 minutes for 5 s.
 */
const OTHERS: readonly (readonly [name: string, cpu: number, note: string])[] = [
  ['(Simbody 3.7, RKMerson 1e-5)', 1.83, 'energy never rises'],
  ['(Simbody 3.7, CPodes 1e-5)', 13.1, 'energy never rises'],
  ['(MuJoCo 2.2.2, Euler 1e-4 s)', 0.324, 'restitution by tuning; 0.5 m off its own run at 1e-3 s'],
  ['(Rapier 0.21, 1e-4 s)', 0.447, '0.6 m off its own run at 1e-3 s'],
  ['(Bullet 3.24 f64, 1e-4 s)', 0.154, 'energy rises by 5 %; 0.5 m off its own run at 1e-3 s'],
]

export interface BilliardTask {
  readonly part: 'billiard'
  readonly solver: (typeof SOLVERS)[number]
  readonly stopTime: number
  readonly repetitions: number
}

interface BilliardRow {
  readonly solver: string
  /** CPU time per simulated second, shortest and first run [1]. */
  readonly cpu: number
  readonly firstCpu: number
  readonly steps: number
  readonly rejected: number
  readonly f: number
  readonly fJacobian: number
  readonly lu: number
  readonly events: number
  /** Largest increase of the total energy [J], and remaining fraction of the energy at the end [1]. */
  readonly rise: number
  readonly energyLeft: number
}

export function measureBilliard(isQuick: boolean): BilliardRow[] {
  const stopTime = isQuick ? 1 : 5
  const rows = SOLVERS.flatMap(
    (solver) =>
      runIsolated<BilliardRow>({ part: 'billiard', solver, stopTime, repetitions: isQuick ? 1 : 3 }) ?? [],
  )
  printTable(
    `Billiard with 16 balls, ${stopTime} s, tolerance ${TOLERANCE}: CPU seconds per simulated second`,
    [
      'solver',
      'CPU',
      'first',
      'steps',
      'rejected',
      'f',
      '(f for J)',
      'LU',
      'events',
      'energy rise J',
      'E/E0',
    ],
    rows.map((row) => [
      row.solver,
      row.cpu.toFixed(3),
      row.firstCpu.toFixed(3),
      ...[row.steps, row.rejected, row.f, row.fJacobian, row.lu, row.events].map(String),
      row.rise.toExponential(1),
      row.energyLeft.toFixed(4),
    ]),
  )
  for (const [name, cpu, note] of OTHERS) console.log(`${name.padEnd(30)} ${cpu.toFixed(3)}  ${note}`)
  for (const { solver, rise } of rows)
    if (rise > MAX_RISE) console.log(`${solver}: the energy rises by ${rise} J, more than ${MAX_RISE} J`)
  return rows
}

export function runBilliardTask({ solver, stopTime, repetitions }: BilliardTask): BilliardRow {
  const run = (): { cpu: number; result: ReturnType<typeof simulate> } => {
    const start = process.cpuUsage()
    const result = simulate(billiard(ROWS), { stopTime, tolerance: TOLERANCE, solver })
    const { user, system } = process.cpuUsage(start)
    return { cpu: (user + system) / 1e6 / stopTime, result }
  }
  const first = run()
  const cpu = Math.min(...Array.from({ length: repetitions }, () => run().cpu))
  const { result } = first
  const statistics = result.attributes['statistics'] as Readonly<Record<string, number>>
  const { steps, rejected, f, fJacobian, lu, events } = statistics
  const energy = result.values('world.totalEnergy')
  return {
    solver,
    cpu,
    firstCpu: first.cpu,
    ...{ steps, rejected, f, fJacobian, lu, events },
    rise: energyRise(result),
    energyLeft: energy[energy.length - 1] / energy[0],
  }
}
