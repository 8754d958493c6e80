import { VarioError } from '../../base/index.ts'
import type { Position } from '../expression/index.ts'
import { placeFields, placeMessage } from '../expression/index.ts'

/** Text that is not in the language: shows the line, a caret, what was expected, what was found. Code `SYNTAX`. */
export class SyntaxProblem extends VarioError {
  /** What is wrong, without the place: `expected an expression, got ')'`. */
  readonly problem: string
  /** What to do about it, where that can be guessed. */
  readonly hint: string | undefined
  readonly pos: Position

  constructor(problem: string, pos: Position, hint?: string) {
    const message = placeMessage(`${problem}.`, pos)
    super('SYNTAX', hint === undefined ? message : `${message}\n  Hint: ${hint}.`, {
      problem,
      hint,
      ...placeFields(pos),
    })
    this.problem = problem
    this.hint = hint
    this.pos = pos
  }
}
