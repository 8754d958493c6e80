/** The test problems with all suitable methods, beside native solvers: four tables. */
import type { Method } from 'vario/ode'
import { type Effort, printTable, runIsolated } from '../harness.ts'
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
  /** Methods with the native solver that each is compared with. */
  readonly methods: readonly (readonly [method: Method | 'daeBdf', reference: string])[]
  /** Absolute tolerances divided by the relative one. */
  readonly atolFactors: readonly number[]
  /** Other solvers whose figures stand beside. */
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

/** Prints the four tables and returns their rows. `peers` are the native rows, live and recorded. */
export function compareSolvers(
  peers: readonly SolverRow[],
  tolerances: readonly number[],
  effort: Effort,
): SolverRow[] {
  return SECTIONS.flatMap((section) => {
    const groups = section.problems.map((problem) =>
      compareOn(problem.name, section, peers, tolerances, effort),
    )
    printTable(
      section.title,
      SOLVER_HEADER,
      groups.flatMap((group) => group.cells),
    )
    return groups.flatMap((group) => group.rows)
  })
}

function compareOn(
  problem: string,
  section: Section,
  peers: readonly SolverRow[],
  tolerances: readonly number[],
  effort: Effort,
): { rows: SolverRow[]; cells: string[][] } {
  const rows: SolverRow[] = []
  const cells: string[][] = []
  for (const tolerance of tolerances) {
    const atHand = peers.filter((peer) => peer.problem === problem && peer.tolerance === tolerance)
    for (const atolFactor of section.atolFactors) {
      const settings = section.methods.map(([method]) => ({ method, tolerance, atolFactor }))
      const task: ProblemTask = { kind: 'problem', problem, settings, effort }
      const own = runIsolated<SolverRow[]>(task) ?? []
      const references = section.methods.map(([, name]) => findReference(atHand, name, atolFactor))
      own.forEach((row, i) => {
        cells.push(formatSolverRow(row, references[i]))
      })
      rows.push(...own)

      // The solvers compared with, then the others: live figures first, recorded ones in brackets.
      const isReference = (peer: SolverRow): boolean =>
        references.some((reference) => reference?.solver === peer.solver)
      const isOther = (peer: SolverRow): boolean =>
        section.others.includes(peer.solver) && atolFactor === section.atolFactors.at(-1)
      const beside = [...atHand.filter(isReference), ...atHand.filter(isOther)]
      cells.push(...beside.map((peer) => formatSolverRow(peer, undefined)))
      rows.push(...beside)
    }
  }
  return { rows, cells }
}

/** The live row of a solver, or else the recorded one; names of solvers with events tell their absolute tolerance. */
function findReference(peers: readonly SolverRow[], name: string, atolFactor: number): SolverRow | undefined {
  const suffixes = [`(atol=${atolFactor === 1 ? 'rtol' : '1e-4*rtol'})`, '(suppressalg)', '']
  const matches = peers.filter((peer) => suffixes.some((suffix) => peer.solver === name + suffix))
  return matches.find((peer) => peer.origin === 'native') ?? matches[0]
}
