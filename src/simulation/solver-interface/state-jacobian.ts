import { EPS } from '../../base/index.ts'
import { type ColumnColoring, type CscPattern, colorColumns } from '../../math/index.ts'
import type { Method, OdeProblem, Outcome } from '../../ode/index.ts'
import type { ModelRuntime, ModelTangents } from '../runtime/index.ts'
import { InnerTolerances, type RunTolerances } from './inner-tolerances.ts'
import { findStatePattern } from './state-pattern.ts'

const EXPLICIT: ReadonlySet<Method> = new Set<Method>(['tsit5', 'dop853'])

/** Evaluates the model at a time and state. */
export type Evaluate = (t: number, x: Float64Array) => Outcome

/**
 * Jacobian of the derivatives of the states and its pattern, for the implicit methods: exact if all equations can be
 * differentiated and there are no variant states. Without it the solver uses differences.
 *
 * @param tolerances absolute ones are lowered where unknowns of systems depend on a state strongly
 */
export function createJacobian(
  runtime: ModelRuntime,
  method: Method,
  evaluate: Evaluate,
  tolerances: RunTolerances | null,
): Pick<OdeProblem, 'jacobian' | 'sparsity' | 'sparseRows'> {
  const { translation } = runtime
  const n = runtime.nState
  // The weights of a mean of branches couple all states.
  if (EXPLICIT.has(method) || n === 0 || runtime.isSliding) return {}
  const pattern = findStatePattern(runtime)
  if (runtime.nEquationState !== n) return pattern
  // Functions of the user may lack a derivative; otherwise the code is generated at its first use.
  if (translation.model.functions.size > 0 && !runtime.tangents) return pattern
  const matrix = new StateJacobian(runtime, pattern.sparsity ?? null, tolerances)
  return {
    ...pattern,
    jacobian: (t, x, out) => {
      const outcome = evaluate(t, x)
      if (outcome === undefined) matrix.compute(x, out, () => evaluate(t, x))
      return outcome
    },
  }
}

/** ∂der(x)/∂x at the values of the last evaluation: exact, column by column or color by color. */
export class StateJacobian {
  private readonly n: number
  private readonly coloring: ColumnColoring | null
  private readonly seed: Float64Array
  private readonly column: Float64Array
  private readonly base: Float64Array
  private read: ((out: Float64Array) => void) | null = null
  private inner: InnerTolerances | null = null

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly pattern: CscPattern | null,
    private readonly tolerances: RunTolerances | null = null,
  ) {
    this.n = runtime.nState
    this.coloring = pattern && colorColumns(pattern)
    this.seed = new Float64Array(this.n)
    this.column = new Float64Array(this.n)
    this.base = new Float64Array(this.n)
  }

  get isExact(): boolean {
    return this.runtime.nEquationState === this.n && this.runtime.tangents !== null
  }

  /**
   * Writes the matrix, dense and row-major or as values of the pattern.
   *
   * @param x the states, which are shifted and restored if differences are needed
   * @param evaluate evaluates the model at `x`
   */
  compute(x: Float64Array, out: Float64Array, evaluate: () => void): void {
    const { runtime, seed, column } = this
    const tangents = this.isExact ? runtime.tangents : null
    if (tangents) {
      this.read ??= this.startReading(tangents)
      tangents.prepare()
      const { read, inner } = this
      inner?.begin()
      this.fill(out, () => {
        tangents.run(seed)
        read(column)
        inner?.take(seed)
      })
      return
    }
    // Differences
    const { base, n } = this
    const increments = new Float64Array(n)
    runtime.readDerivatives(base)
    const old = x.slice()
    this.fill(out, () => {
      for (let j = 0; j < n; j++) {
        if (seed[j] === 0) continue
        x[j] = old[j] + Math.sqrt(EPS) * Math.max(Math.abs(old[j]), 1e-3)
        increments[j] = x[j] - old[j]
      }
      evaluate()
      runtime.readDerivatives(column)
      for (let j = 0; j < n; j++) x[j] = old[j]
      for (let i = 0; i < n; i++) column[i] -= base[i]
    })
    this.scaleColumns(out, increments)
    evaluate()
  }

  private startReading(tangents: ModelTangents): (out: Float64Array) => void {
    const { runtime, tolerances, coloring } = this
    if (tolerances) this.inner = InnerTolerances.create(runtime, tangents, tolerances, coloring !== null)
    return tangents.createReader(runtime.translation.states.map((state) => state.derivative))
  }

  private fill(out: Float64Array, evaluateSeed: () => void): void {
    const { n, seed, column, pattern, coloring } = this
    if (!pattern || !coloring) {
      for (let j = 0; j < n; j++) {
        seed[j] = 1
        evaluateSeed()
        seed[j] = 0
        for (let i = 0; i < n; i++) out[i * n + j] = column[i]
      }
      return
    }
    const { colPtr, rowIdx } = pattern
    const { nColors, columns, colorPtr } = coloring
    for (let c = 0; c < nColors; c++) {
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) seed[columns[q]] = 1
      evaluateSeed()
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) {
        const j = columns[q]
        seed[j] = 0
        for (let p = colPtr[j]; p < colPtr[j + 1]; p++) out[p] = column[rowIdx[p]]
      }
    }
  }

  private scaleColumns(out: Float64Array, increments: Float64Array): void {
    const { n, pattern } = this
    for (let j = 0; j < n; j++) {
      if (pattern) for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) out[p] /= increments[j]
      else for (let i = 0; i < n; i++) out[i * n + j] /= increments[j]
    }
  }
}
