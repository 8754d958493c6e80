import { EPS, VarioError } from '../../base/index.ts'
import { createDenseLu, factorDenseLu, solveDenseLu } from '../../math/index.ts'
import type { Outcome } from '../../ode/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { Evaluate } from './state-jacobian.ts'

/** Maximum number of iterations of a projection. */
const MAX_ITERATIONS = 50
/** Constraints this small, relative to their terms, are fulfilled. */
const ACCURACY = 1e-14
/** The same, where rounding errors prevent smaller ones. */
const SUFFICIENT = 1e-10
/** Added to the scaled matrix of the projection, for rows that are constant or follow from others. */
const REGULARIZATION = 1e-13
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
  /** ∂f/∂s (ns × ns) and ∂g/∂s (m × ns), row-major, after `differentiate`. */
  readonly F: Float64Array
  readonly G: Float64Array
  private readonly scale: Float64Array
  private readonly names: readonly string[]
  private readonly derivatives: readonly string[]
  private readonly nominal: Float64Array
  private readonly seed: Float64Array
  private readonly f: Float64Array
  private readonly df: Float64Array
  private readonly dg: Float64Array
  private readonly value: Float64Array
  private readers: Record<'f' | 'g', (out: Float64Array) => void> | null = null

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly evaluate: Evaluate,
    /** The last error of an evaluation of the model. */
    private readonly lastError: () => VarioError | null,
  ) {
    const { states, constraints } = runtime.translation
    this.names = constraints.map(({ target }) => target)
    this.derivatives = states.map((state) => state.derivative)
    this.ns = runtime.nState
    // Arrays get their sizes in the first evaluation
    const x = new Float64Array(runtime.nState)
    runtime.readStates(x)
    this.m = this.names.reduce((sum, name) => sum + runtime.lengthOf(runtime.slot(name)), 0)
    this.F = new Float64Array(this.ns * this.ns)
    this.G = new Float64Array(this.m * this.ns)
    this.scale = new Float64Array(this.m).fill(1)
    this.nominal = new Float64Array(this.ns)
    this.seed = new Float64Array(this.ns)
    this.f = new Float64Array(this.ns)
    this.df = new Float64Array(this.ns)
    this.dg = new Float64Array(this.m)
    this.value = new Float64Array(this.m)
    let k = 0
    for (const { name } of states) {
      const n = runtime.lengthOf(runtime.slot(name))
      this.nominal.fill(runtime.nominal(name), k, k + n)
      k += n
    }
    for (const { nominals } of runtime.memories.blocks) {
      this.nominal.set(nominals, k)
      k += nominals.length
    }
  }

  /** Updates the scales of the constraints by the sizes of their terms at `x`. */
  updateScale(t: number, x: Float64Array): void {
    const { ns, m, scale, G, nominal } = this
    this.evaluate(t, x)
    scale.fill(1)
    this.differentiate(x, () => this.evaluate(t, x))
    for (let k = 0; k < m; k++) {
      let size = 0
      for (let j = 0; j < ns; j++) size += Math.abs(G[k * ns + j]) * Math.max(Math.abs(x[j]), nominal[j])
      scale[k] = size > 0 ? 1 / size : 1
    }
  }

  /** Scaled constraints at the values of the last evaluation. */
  read(out: Float64Array): void {
    const { runtime, scale } = this
    runtime.readNames(this.names, out)
    for (let k = 0; k < out.length; k++) out[k] *= scale[k]
  }

  /** Updates F and G at the values of the last evaluation, which was at `x`. */
  differentiate(x: Float64Array, evaluate: () => Outcome): void {
    const { ns, m, F, G, seed, df, dg, scale, runtime } = this
    // Derivatives along variant states are not known exactly.
    const tangents = ns === runtime.nEquationState ? runtime.tangents : null
    this.readers ??= tangents && {
      f: tangents.createReader(this.derivatives),
      g: tangents.createReader(this.names),
    }
    const read = this.readers
    tangents?.prepare()
    if (!tangents) {
      runtime.readDerivatives(this.f)
      runtime.readNames(this.names, this.value)
    }
    for (let j = 0; j < ns; j++) {
      if (tangents && read) {
        seed[j] = 1
        tangents.run(seed)
        seed[j] = 0
        read.f(df)
        read.g(dg)
      } else {
        const old = x[j]
        x[j] = old + Math.sqrt(EPS) * Math.max(Math.abs(old), this.nominal[j])
        const increment = x[j] - old
        evaluate()
        x[j] = old
        runtime.readDerivatives(df)
        runtime.readNames(this.names, dg)
        for (let i = 0; i < ns; i++) df[i] = (df[i] - this.f[i]) / increment
        for (let k = 0; k < m; k++) dg[k] = (dg[k] - this.value[k]) / increment
      }
      for (let i = 0; i < ns; i++) F[i * ns + j] = df[i]
      for (let k = 0; k < m; k++) G[k * ns + j] = dg[k] * scale[k]
    }
    if (!tangents) evaluate()
  }

  /**
   * Moves `x` by the smallest displacement, relative to the nominal values, that fulfills the constraints
   * (Gauss-Newton).
   *
   * @param isFixed states that must not change (ns)
   * @returns false if that is not possible
   */
  project(t: number, x: Float64Array, isFixed?: Uint8Array): boolean {
    const { ns, m, G, nominal, value } = this
    const weight = new Float64Array(ns)
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
      this.differentiate(x, () => this.evaluate(t, x))
      this.read(value)

      // (Ĝ Ĝᵀ) λ = g with rows of length 1, then the displacement Ĝᵀ λ
      const lu = createDenseLu(m)
      const length = new Float64Array(m)
      for (let k = 0; k < m; k++) {
        let sum = 0
        for (let j = 0; j < ns; j++) sum += (G[k * ns + j] * weight[j]) ** 2
        length[k] = Math.sqrt(sum) || 1
      }
      for (let k = 0; k < m; k++) {
        for (let l = 0; l < m; l++) {
          let sum = 0
          for (let j = 0; j < ns; j++) sum += G[k * ns + j] * weight[j] * (G[l * ns + j] * weight[j])
          lu.a[k * m + l] = sum / (length[k] * length[l])
        }
        lu.a[k * m + k] += REGULARIZATION
      }
      if (factorDenseLu(lu) !== 0) return false
      const lambda = Float64Array.from(value, (g, k) => g / length[k])
      solveDenseLu(lu, lambda)
      for (let j = 0; j < ns; j++) {
        let sum = 0
        for (let k = 0; k < m; k++) sum += (G[k * ns + j] / length[k]) * lambda[k]
        x[j] -= weight[j] * weight[j] * sum
      }
    }
    return false
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
        '  If they are redundant (a mechanism with more supports than needed), their forces are not ' +
          'determined:',
        '  remove a constraint, or make a part elastic.',
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
