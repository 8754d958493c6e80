import { VarioError } from '../../base/index.ts'
import type { Position } from '../expr.ts'
import { placeFields, placeMessage } from '../source-text.ts'

/** A syntax error: shows the line, a caret, the expected and the found symbol. Code `SYNTAX`. */
export class SyntaxProblem extends VarioError {
  /** Problem without its place: `expected an expression, got ')'`. */
  readonly problem: string
  /** Suggested remedy, if there is one. */
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
