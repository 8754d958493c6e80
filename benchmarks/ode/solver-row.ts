/** One solver at one problem and tolerance: its statistics and time. */
export interface SolverRow {
  readonly solver: string
  /** 'vario', 'native' (run beside), or 'recorded' (native-figures.json). */
  readonly origin: 'vario' | 'native' | 'recorded'
  readonly problem: string
  readonly tolerance: number
  /** Reason for missing figures. */
  readonly failure?: string
  readonly steps?: number
  readonly rejected?: number
  readonly f?: number
  readonly fJacobian?: number
  readonly jacobians?: number
  readonly lu?: number
  readonly newton?: number
  readonly roots?: number
  readonly events?: number
  /** max |x - reference| / (1 + |reference|). */
  readonly error?: number
  /** Shortest and median time of a run [µs]. */
  readonly usMin?: number
  readonly usMedian?: number
}

export const SOLVER_HEADER = [
  'problem',
  'tol',
  'solver',
  'steps',
  'rej',
  'f (+ for J)',
  'jac',
  'lu',
  'newton',
  'error',
  'µs min (median)',
  'µs/step',
  'f/ref',
  'err/ref',
  'µs/ref',
  'µs/step/ref',
] as const

/** The cells of a row; `reference` is the row it is compared with. */
export function formatSolverRow(row: SolverRow, reference: SolverRow | undefined): string[] {
  const names = [
    row.problem,
    row.tolerance.toExponential(),
    row.origin === 'recorded' ? `(${row.solver})` : row.solver,
  ]
  if (row.failure !== undefined) return [...names, 'failed', ...SOLVER_HEADER.slice(4).map(() => '')]
  const compared = reference && reference !== row ? reference : undefined
  // Times of another machine are not comparable with those of this one.
  const timed = compared?.origin === 'native' ? compared : undefined
  return [
    ...names,
    formatCount(row.steps),
    formatCount(row.rejected),
    row.fJacobian ? `${row.f} (+${row.fJacobian})` : formatCount(row.f),
    formatCount(row.jacobians),
    formatCount(row.lu),
    formatCount(row.newton),
    row.error === undefined ? '' : row.error.toExponential(1),
    row.usMin === undefined ? '' : `${formatTime(row.usMin)} (${formatTime(row.usMedian)})`,
    formatTime(divide(row.usMin, row.steps)),
    formatRatio(countEvaluations(row), compared && countEvaluations(compared)),
    formatRatio(row.error, compared?.error),
    formatRatio(row.usMin, timed?.usMin),
    formatRatio(divide(row.usMin, row.steps), timed && divide(timed.usMin, timed.steps)),
  ]
}

/** Evaluations of f, including those for difference Jacobians. */
function countEvaluations(row: SolverRow): number | undefined {
  return row.f === undefined ? undefined : row.f + (row.fJacobian ?? 0)
}

function divide(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || !b ? undefined : a / b
}

function formatCount(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

export function formatTime(us: number | undefined): string {
  return us === undefined ? '' : us < 100 ? us.toPrecision(3) : us.toFixed(0)
}

function formatRatio(a: number | undefined, b: number | undefined): string {
  const ratio = divide(a, b)
  if (ratio === undefined) return ''
  return ratio >= 1e3 || ratio < 1e-2 ? ratio.toExponential(1) : ratio.toPrecision(2)
}
