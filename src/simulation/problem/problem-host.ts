import type { StartKind } from '../../compiler/index.ts'
import type { RunWarnings } from '../../results/index.ts'
import type { JacobianHost } from '../jacobian/index.ts'
import type { MeanOfBranches } from '../runtime/index.ts'
import type { SystemSolver } from '../systems/index.ts'
import type { Evaluation } from '../values/index.ts'

/** What the problem that a solver sees needs of the running model. */
export interface ProblemHost extends JacobianHost, Evaluation {
  readonly warnings: RunWarnings
  readonly services: { readonly systems: readonly SystemSolver[] }
  readonly sliding: MeanOfBranches | null
  /** Kinds of the start values of the states of the equations. */
  readonly startKinds: readonly StartKind[]
  /** True if the computed values depend on the point from which systems of equations are solved. */
  readonly hasGuesses: boolean
  /** Stores the solutions of nonlinear systems at an accepted point. */
  keepGuesses(): void
  /** Lets nonlinear systems start from the stored solutions. */
  restoreGuesses(): void
  /** Time of the last evaluation of the equations [s]. */
  readonly evaluatedTime: number
  /** The first variable in the order of evaluation that is not finite, with its equation. */
  findNonFinite(): { readonly text: string; readonly names: ReadonlySet<string> } | undefined
}
