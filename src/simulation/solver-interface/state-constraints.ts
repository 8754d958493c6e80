import { VarioError } from '../../base/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { computeTermSizes } from '../systems/index.ts'
import { ConstraintJacobian } from './constraint-jacobian.ts'
import { ConstraintNormalMatrix } from './constraint-normal-matrix.ts'
import type { Evaluate } from './state-jacobian.ts'

/** Maximum number of iterations of a projection. */
const MAX_ITERATIONS = 50
/** Constraints this small, relative to their terms, are fulfilled. */
const ACCURACY = 1e-14
/** The same, where rounding errors prevent smaller ones. */
const SUFFICIENT = 1e-10
/** Changes of a constraint by the states below this part of its terms are rounding errors. */
const INDEPENDENT = 1e-10
/** Longest list in a message. */
const MAX_LISTED = 20

/**
 * Nonlinear constraints 0 = g(t, s) between the states of a model, with their derivatives: along the exact solution of
 * s' = f(t, s) they stay zero if they are zero at the start. Rows are scaled by the size of their terms.
 */
export class StateConstraints {
  /** Numbers of states, variant ones included, and of scalar constraints. */
  readonly ns: number
  readonly m: number
  private readonly G: ConstraintJacobian
  private readonly normal: ConstraintNormalMatrix
  private readonly scale: Float64Array
  private readonly names: readonly string[]
  private readonly nominal: Float64Array
  private readonly weight: Float64Array
  private readonly value: Float64Array

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly evaluate: Evaluate,
    /** The last error of an evaluation of the model. */
    private readonly lastError: () => VarioError | null,
  ) {
    const { constraints } = runtime.translation
    this.names = constraints.map(({ target }) => target)
    this.ns = runtime.nState
    // Arrays get their sizes in the first evaluation
    const x = new Float64Array(runtime.nState)
    runtime.readStates(x)
    this.m = this.names.reduce((sum, name) => sum + runtime.lengthOf(runtime.slot(name)), 0)
    this.nominal = runtime.stateNominals()
    this.G = new ConstraintJacobian(runtime, this.names, this.m, this.nominal)
    this.normal = new ConstraintNormalMatrix(this.G.pattern)
    this.scale = new Float64Array(this.m).fill(1)
    this.weight = new Float64Array(this.ns)
    this.value = new Float64Array(this.m)
  }

  /** Updates the scales of the constraints by the sizes of their terms at `x`. */
  updateScale(t: number, x: Float64Array): void {
    const { ns, scale, G, nominal } = this
    const { colPtr, rowIdx } = G.pattern
    this.evaluate(t, x)
    scale.fill(1)
    this.differentiate(t, x)
    const size = new Float64Array(this.m)
    for (let j = 0; j < ns; j++) {
      const typical = Math.max(Math.abs(x[j]), nominal[j])
      for (let p = colPtr[j]; p < colPtr[j + 1]; p++) size[rowIdx[p]] += Math.abs(G.values[p]) * typical
    }
    const terms = this.findTerms()
    for (let k = 0; k < size.length; k++) {
      // constraints that follow from others may not depend on the states at all
      const largest = size[k] > INDEPENDENT * terms[k] ? size[k] : terms[k]
      scale[k] = largest > 0 ? 1 / largest : 1
    }
  }

  /** Sizes of the terms of all constraints at the values of the last evaluation (m). */
  private findTerms(): number[] {
    const { runtime, names } = this
    const { constraints } = runtime.translation
    const block = {
      kind: 'nonlinear',
      unknowns: [],
      inner: [],
      residuals: constraints,
      isConstant: false,
    } as const
    const { residuals } = computeTermSizes(block, (expr) => runtime.evaluate(expr))
    return names.flatMap((name, k) =>
      new Array<number>(runtime.lengthOf(runtime.slot(name))).fill(residuals[k]),
    )
  }

  /** Scaled constraints at the values of the last evaluation. */
  read(out: Float64Array): void {
    const { runtime, scale } = this
    runtime.readNames(this.names, out)
    for (let k = 0; k < out.length; k++) out[k] *= scale[k]
  }

  /** Scaled derivatives of the constraints, row by row (m × ns), at `x`, where the model has been evaluated. */
  computeRows(t: number, x: Float64Array): Float64Array[] {
    const { ns, G } = this
    const { colPtr, rowIdx } = G.pattern
    this.differentiate(t, x)
    const rows = Array.from({ length: this.m }, () => new Float64Array(ns))
    for (let j = 0; j < ns; j++)
      for (let p = colPtr[j]; p < colPtr[j + 1]; p++) rows[rowIdx[p]][j] = G.values[p]
    return rows
  }

  /**
   * Moves `x` by the smallest displacement, relative to the nominal values, that fulfills the constraints
   * (Gauss-Newton).
   *
   * @param isFixed states that must not change (ns)
   * @returns false if that is not possible
   */
  project(t: number, x: Float64Array, isFixed?: Uint8Array): boolean {
    const { ns, m, G, nominal, value, weight, normal } = this
    for (let j = 0; j < ns; j++) weight[j] = isFixed?.[j] ? 0 : nominal[j]
    let last = Infinity
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      if (this.evaluate(t, x) !== undefined) return false
      this.read(value)
      let violation = 0
      for (let k = 0; k < m; k++) violation = Math.max(violation, Math.abs(value[k]))
      if (violation <= ACCURACY) return true
      if (!(violation < Infinity)) return false
      if (violation <= SUFFICIENT && violation >= 0.5 * last) return true
      last = violation
      this.differentiate(t, x)
      if (!normal.displace(G.values, weight, value, x)) return false
    }
    return false
  }

  /** Updates the scaled derivatives at `x`, where the model has been evaluated. */
  private differentiate(t: number, x: Float64Array): void {
    const { G, scale } = this
    const { rowIdx } = G.pattern
    G.compute(x, () => this.evaluate(t, x))
    for (let p = 0; p < rowIdx.length; p++) G.values[p] *= scale[rowIdx[p]]
  }

  /**
   * The error of a model that cannot be evaluated at the initial values, mostly because forces of constraints are not
   * determined.
   */
  private unsolvable(): VarioError {
    const { constraints } = this.runtime.translation
    const reason = this.lastError()
    return new VarioError(
      'SYSTEM',
      [
        reason?.message ?? 'The equations cannot be evaluated at the initial values.',
        '  The model has nonlinear constraints between states:',
        ...constraints.slice(0, MAX_LISTED).map(({ text }) => `    ${text}`),
        '  If they contradict each other, or are redundant in this pose only (a dead center), their forces are not ' +
          'determined:',
        '  remove a constraint, give them values that agree, start from another pose, or make a part elastic.',
      ].join('\n'),
      reason?.fields ?? {},
    )
  }

  /** The equation of a scalar constraint, by its number. */
  describe(k: number): string {
    const { runtime, names } = this
    let end = 0
    const i = names.findIndex((name) => {
      end += runtime.lengthOf(runtime.slot(name))
      return k < end
    })
    return runtime.translation.constraints[i].text
  }

  /** The error of initial values that cannot fulfill the constraints. */
  inconsistent(t: number, before: Float64Array, isFixed: Uint8Array): VarioError {
    const { runtime, value } = this
    const { constraints, states } = runtime.translation
    if (this.evaluate(t, before) !== undefined) return this.unsolvable()
    this.read(value)
    const residuals = constraints.map(({ text }, k) => `    ${text}   relative residual ${value[k]}`)
    const list = states.map(({ name }, k) => `    ${name} = ${before[k]}${isFixed[k] ? ' (init)' : ''}`)
    return new VarioError(
      'INIT',
      [
        'No initial values fulfill the nonlinear constraints:',
        ...residuals.slice(0, MAX_LISTED),
        '  from these values, of which those with init may not change:',
        ...list.slice(0, MAX_LISTED),
        '  Make the init values consistent, or give some of them as start values, which are guesses.',
      ].join('\n'),
      { states: states.map((state) => state.name) },
    )
  }
}
