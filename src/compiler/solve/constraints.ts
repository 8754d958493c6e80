import { sub } from '../../symbolic/index.ts'
import { type Assignment, printSystemEquation, type SystemEquation } from '../system/index.ts'

/** Names of the residuals of constraints between states; zero along the solution. */
const CONSTRAINT = '$constraint'

/** Constraints between states as assignments of what must be zero. */
export function createConstraints(equations: readonly SystemEquation[]): Assignment[] {
  return equations.map((equation, k) => ({
    kind: 'assign',
    target: `${CONSTRAINT}[${k + 1}]`,
    value: sub(equation.left, equation.right),
    text: printSystemEquation(equation),
  }))
}

/** Whether a name is that of the residual of a constraint. */
export function isConstraint(name: string): boolean {
  return name.startsWith(CONSTRAINT)
}
