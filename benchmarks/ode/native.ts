/** SUNDIALS beside us: recorded figures, and a live run if a C compiler and the headers are installed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DaeTestProblem, mixedError, type OdeTestProblem } from './problems/index.ts'
import type { SolverRow } from './solver-row.ts'

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

/** Compiles and runs the native programs; undefined if SUNDIALS 6 or a C compiler is not installed. */
export function runNative(
  problems: readonly (OdeTestProblem | DaeTestProblem)[],
  tolerances: readonly number[],
  repetitions: number,
): SolverRow[] | undefined {
  const program = compile()
  if (program === undefined) return undefined
  const output = execFileSync(program, [String(repetitions), ...tolerances.map(String)], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const references = new Map(problems.map((problem) => [problem.name, problem.reference]))
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const { status, end, ...row } = JSON.parse(line) as SolverRow & { status: number; end: number[] }
      const reference = references.get(row.problem)
      const base = { ...row, origin: 'native' as const }
      if (status < 0) return { ...base, failure: `status ${status}` }
      return reference ? { ...base, error: mixedError(end, reference) } : base
    })
}

function compile(): string | undefined {
  const source = join(FOLDER, 'native')
  const target = join('out', 'benchmarks', 'ode-native')
  const files = readdirSync(source).filter((file) => file.endsWith('.c'))
  mkdirSync(join('out', 'benchmarks'), { recursive: true })
  try {
    execFileSync(
      'cc',
      [
        '-O2',
        ...files.map((file) => join(source, file)),
        '-o',
        target,
        ...LIBRARIES.map((name) => `-l${name}`),
      ],
      { stdio: 'ignore' },
    )
    return target
  } catch {
    return undefined
  }
}
