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
  /** What the start values of the states of the equations are worth. */
  readonly startKinds: readonly StartKind[]
  /** Whether what is computed depends on the point from which systems of equations are solved. */
  readonly hasGuesses: boolean
  /** Remembers the solutions of nonlinear systems at a point that belongs to the run. */
  keepGuesses(): void
  /** Nonlinear systems are solved next from the solutions that were remembered. */
  restoreGuesses(): void
  /** Time of the last evaluation of the equations [s]. */
  readonly evaluatedTime: number
  /** The first variable in the order of evaluation that is not finite, with its equation. */
  findNonFinite(): { readonly text: string; readonly names: ReadonlySet<string> } | undefined
}
