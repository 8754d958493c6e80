import type { DaeProblem, OdeProblem } from 'vario/ode'

/** An initial value problem with a known end value. */
export interface OdeTestProblem {
  readonly name: string
  /** The equations without their exact Jacobian, which is separate so that the caller may choose. */
  readonly problem: OdeProblem
  /** Exact ∂f/∂x, stored in the format of the problem's `jacobian`. */
  readonly jacobian: NonNullable<OdeProblem['jacobian']>
  /** True if an implicit method is worthwhile. */
  readonly stiff: boolean
  readonly t0: number
  readonly x0: readonly number[]
  readonly tEnd: number
  /** Absolute tolerance divided by the relative one, per state (default: all 1). */
  readonly atolScale?: readonly number[]
  /** Solution at `tEnd` (n). */
  readonly reference: readonly number[]
  /** Resets the discrete state of the problem to t0; to be called before every run (problems with modes). */
  readonly reset?: () => void
  /** Action at a root (problems with `problem.roots`). */
  readonly onEvent?: (event: { readonly x: Float64Array }) => void
}

/** A differential-algebraic initial value problem with a known end value. */
export interface DaeTestProblem {
  readonly name: string
  /** The equations without their exact iteration matrix, which is separate so that the caller may choose. */
  readonly problem: DaeProblem
  /** Exact ∂F/∂y + c ∂F/∂yp. */
  readonly jacobian: NonNullable<DaeProblem['jacobian']>
  readonly t0: number
  /** Consistent initial values. */
  readonly y0: readonly number[]
  readonly yp0: readonly number[]
  readonly tEnd: number
  /** Absolute tolerance divided by the relative one, per variable (default: all 1). */
  readonly atolScale?: readonly number[]
  /** True if the error test must exclude algebraic variables: multipliers of stabilized problems of index 2. */
  readonly ignoreAlgebraicErrors?: boolean
  /** Solution at `tEnd`: as many of the first components as are known. */
  readonly reference: readonly number[]
}

/** The problem with its exact Jacobian. */
export function withJacobian(test: OdeTestProblem): OdeProblem
export function withJacobian(test: DaeTestProblem): DaeProblem
export function withJacobian(test: OdeTestProblem | DaeTestProblem): OdeProblem | DaeProblem {
  return { ...test.problem, jacobian: test.jacobian } as OdeProblem | DaeProblem
}

/** Absolute tolerances of a test problem for a relative one. */
export function atolFor(test: OdeTestProblem | DaeTestProblem, rtol: number): number | number[] {
  return test.atolScale ? test.atolScale.map((scale) => scale * rtol) : rtol
}

/** max |x - reference| / (1 + |reference|) over the components of the reference. */
export function mixedError(x: ArrayLike<number>, reference: readonly number[]): number {
  let error = 0
  for (let i = 0; i < reference.length; i++) {
    const e = Math.abs(x[i] - reference[i]) / (1 + Math.abs(reference[i]))
    if (!(e <= error)) error = e
  }
  return error
}
