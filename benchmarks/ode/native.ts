/** SUNDIALS for comparison: recorded figures, and a live run if a C compiler and the headers are installed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Effort } from '../harness.ts'
import { type DaeTestProblem, mixedError, type OdeTestProblem } from './problems/index.ts'
import type { SolverRow } from './solver-row.ts'

const COMPILER = process.env['CC'] ?? 'cc'
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const LIBRARIES = [
  'sundials_cvode',
  'sundials_ida',
  'sundials_arkode',
  'sundials_nvecserial',
  'sundials_sunmatrixdense',
  'sundials_sunmatrixband',
  'sundials_sunlinsoldense',
  'sundials_sunlinsolband',
  'm',
]

/** Figures of an earlier run on another machine. */
export function readRecordedRows(): SolverRow[] {
  const { rows } = JSON.parse(readFileSync(join(FOLDER, 'native-figures.json'), 'utf8')) as {
    rows: SolverRow[]
  }
  return rows.map((row) => ({ ...row, origin: 'recorded' }))
}

/** Native solvers for live runs: the path of the compiled program. */
export type NativeProgram = string & { readonly brand: 'native' }

/** Runs all native solvers that solve this problem. */
export function runNative(
  program: NativeProgram,
  problem: OdeTestProblem | DaeTestProblem,
  tolerance: number,
  effort: Effort,
): SolverRow[] {
  const argv = [String(tolerance), String(effort.budget), problem.name]
  const lines = execFileSync(program, argv, { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
  return lines.map((line) => {
    const { status, end, ...row } = JSON.parse(line) as SolverRow & { status: number; end: number[] }
    if (status < 0) return { ...row, origin: 'native', failure: `status ${status}` }
    return { ...row, origin: 'native', error: mixedError(end, problem.reference) }
  })
}

/** Compiles the native programs; undefined if a C compiler or SUNDIALS 6 is not installed. */
export function compileNative(): NativeProgram | undefined {
  const source = join(FOLDER, 'native')
  const target = join('out', 'benchmarks', 'ode-native')
  const files = readdirSync(source).filter((file) => file.endsWith('.c'))
  mkdirSync(join('out', 'benchmarks'), { recursive: true })
  try {
    execFileSync(
      COMPILER,
      [
        '-O2',
        ...files.map((file) => join(source, file)),
        '-o',
        target,
        ...LIBRARIES.map((name) => `-l${name}`),
      ],
      { stdio: 'ignore' },
    )
    return target as NativeProgram
  } catch {
    return undefined
  }
}
