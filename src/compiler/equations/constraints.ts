import { sub } from '../../symbolic/index.ts'
import type { Assignment } from './blocks.ts'
import { printSystemEquation, type SystemEquation } from './equation-set.ts'

/** Prefix of the names of the residuals of constraints between states; zero along the solution. */
const CONSTRAINT = '$constraint'

/** Constraints between states as assignments of their residuals. */
export function createConstraints(equations: readonly SystemEquation[]): Assignment[] {
  return equations.map((equation, k) => ({
    kind: 'assign',
    target: `${CONSTRAINT}[${k + 1}]`,
    value: sub(equation.left, equation.right),
    text: printSystemEquation(equation),
  }))
}

/** True for the name of the residual of a constraint. */
export function isConstraint(name: string): boolean {
  return name.startsWith(CONSTRAINT)
}
