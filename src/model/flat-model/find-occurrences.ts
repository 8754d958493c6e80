import { type Expr, someNode } from '../../symbolic/index.ts'
import type { FlatEquation } from './flat-model.ts'

/** Kinds of expressions and called functions in equations. */
export interface Occurrences {
  /** Without `call`, `name` and `number`. */
  readonly kinds: ReadonlySet<Expr['kind']>
  readonly calls: ReadonlySet<string>
}

const known = new WeakMap<readonly FlatEquation[], Occurrences>()

/**
 * Everything that occurs in equations, found in one walk for all passes that have nothing to do without their kind of
 * expression: a small model would spend more time in their separate walks than in its sorting.
 */
export function findOccurrences(equations: readonly FlatEquation[]): Occurrences {
  let found = known.get(equations)
  if (found === undefined) {
    const kinds = new Set<Expr['kind']>()
    const calls = new Set<string>()
    const enter = (node: Expr): boolean => {
      if (node.kind === 'call') calls.add(node.fn)
      else if (node.kind !== 'name' && node.kind !== 'number') kinds.add(node.kind)
      return false
    }
    for (const { left, right } of equations) {
      someNode(left, enter)
      someNode(right, enter)
    }
    found = { kinds, calls }
    known.set(equations, found)
  }
  return found
}
