/** The test problems with all suitable methods, compared with native solvers: four tables. */
import type { Method } from 'vario/ode'
import { type Effort, printTable, runIsolated } from '../harness.ts'
import { type NativeProgram, readRecordedRows, runNative } from './native.ts'
import {
  contactProblems,
  type DaeTestProblem,
  daeProblems,
  nonstiffProblems,
  type OdeTestProblem,
  stiffProblems,
} from './problems/index.ts'
import type { Setting } from './solve.ts'
import { formatSolverRow, SOLVER_HEADER, type SolverRow } from './solver-row.ts'

interface Section {
  readonly title: string
  readonly problems: readonly (OdeTestProblem | DaeTestProblem)[]
  /** Methods with the native solver for comparison. */
  readonly methods: readonly (readonly [method: Method | 'daeBdf', reference: string])[]
  /** Absolute tolerances divided by the relative one. */
  readonly atolFactors: readonly number[]
  /** Other solvers with recorded figures. */
  readonly others: readonly string[]
}

const BDF = 'CVODE-BDF-dense'
const DP5 = 'ARKODE-ERK-DormandPrince5(4)'
const FEHLBERG8 = 'ARKODE-ERK-Fehlberg8(7)'

const SECTIONS: readonly Section[] = [
  {
    title: `Stiff problems; reference: ${BDF}`,
    problems: stiffProblems,
    methods: [
      ['bdf', BDF],
      ['radau5', BDF],
      ['auto', BDF],
    ],
    atolFactors: [1],
    others: ['CVODE-BDF-band', 'scipy-BDF', 'scipy-Radau', 'scipy-LSODA'],
  },
  {
    title: `Non-stiff problems; reference: ${DP5}, for dop853 ${FEHLBERG8}`,
    problems: nonstiffProblems,
    methods: [
      ['tsit5', DP5],
      ['dop853', FEHLBERG8],
      ['auto', DP5],
    ],
    atolFactors: [1],
    others: ['CVODE-Adams-Newton', 'scipy-RK45', 'scipy-DOP853'],
  },
  {
    title: `Steel ball with Hertz contact, 20 events; reference: ${BDF} with the same tolerances`,
    problems: contactProblems,
    methods: [
      ['bdf', `${BDF}+root`],
      ['radau5', `${BDF}+root`],
      ['tsit5', `${BDF}+root`],
      ['dop853', `${BDF}+root`],
      ['auto', `${BDF}+root`],
    ],
    atolFactors: [1, 1e-4],
    others: ['CVODE-Adams-Newton+root(atol=1e-4*rtol)'],
  },
  {
    title: 'Differential-algebraic problems; reference: IDA',
    problems: daeProblems,
    methods: [['daeBdf', 'IDA-dense']],
    atolFactors: [1],
    others: [],
  },
]

/** A task for a child process: one problem in several settings. */
export interface ProblemTask {
  readonly kind: 'problem'
  readonly problem: string
  readonly settings: readonly Setting[]
  readonly effort: Effort
}

export const comparedProblems = SECTIONS.flatMap((section) => section.problems)

interface Group {
  readonly rows: SolverRow[]
  readonly cells: string[][]
}

/** Prints the four tables and returns their rows. Native solvers run for comparison if their program exists. */
export function compareSolvers(
  program: NativeProgram | undefined,
  tolerances: readonly number[],
  effort: Effort,
): SolverRow[] {
  const recorded = readRecordedRows()
  return SECTIONS.flatMap((section) => {
    const groups = section.problems.flatMap((problem) =>
      tolerances.map((tolerance) => {
        const native = program ? runNative(program, problem, tolerance, effort) : []
        const kept = recorded.filter((row) => row.problem === problem.name && row.tolerance === tolerance)
        return compareOn(problem.name, tolerance, section, [...native, ...kept], effort)
      }),
    )
    const rows = groups.flatMap((group) => group.rows)
    printTable(
      section.title,
      SOLVER_HEADER,
      groups.flatMap((group) => group.cells),
    )
    printFailures(rows)
    return rows
  })
}

/** Runs our methods on one problem; `peers` are the rows of other solvers for it. */
function compareOn(
  problem: string,
  tolerance: number,
  section: Section,
  peers: readonly SolverRow[],
  effort: Effort,
): Group {
  const group: Group = { rows: [], cells: [] }
  const lastFactor = section.atolFactors.at(-1)
  for (const atolFactor of section.atolFactors) {
    const settings = section.methods.map(([method]) => ({ method, tolerance, atolFactor }))
    const own =
      runIsolated<SolverRow[]>({ kind: 'problem', problem, settings, effort } satisfies ProblemTask) ?? []
    const references = section.methods.map(([, name]) => findReference(peers, name, atolFactor))
    group.rows.push(...own)
    group.cells.push(...own.map((row, i) => formatSolverRow(row, references[i])))

    // The solvers for comparison, then the others: live figures first, recorded ones in brackets.
    const names = new Set(references.map((reference) => reference?.solver))
    const others = atolFactor === lastFactor ? section.others : []
    const beside = [
      ...peers.filter(({ solver }) => names.has(solver)),
      ...peers.filter(({ solver }) => others.includes(solver)),
    ]
    group.rows.push(...beside)
    group.cells.push(...beside.map((row) => formatSolverRow(row, undefined)))
  }
  return group
}

function printFailures(rows: readonly SolverRow[]): void {
  for (const { solver, problem, tolerance, failure } of rows) {
    if (failure !== undefined) console.log(`${solver} failed on ${problem} at ${tolerance}: ${failure}`)
  }
}

/**
 * The live row of a solver, otherwise the recorded one; names of solvers with events contain their absolute tolerance.
 */
function findReference(peers: readonly SolverRow[], name: string, atolFactor: number): SolverRow | undefined {
  const suffixes = [
    `(atol=${atolFactor === 1 ? '' : `${atolFactor.toExponential()}*`}rtol)`,
    '(suppressalg)',
    '',
  ]
  const matches = peers.filter((peer) => suffixes.some((suffix) => peer.solver === name + suffix))
  return matches.find((peer) => peer.origin === 'native') ?? matches[0]
}
