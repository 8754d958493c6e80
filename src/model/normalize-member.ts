import { InputError } from '../base/index.ts'
import { KEYWORDS } from '../symbolic/index.ts'
import { Par } from './declarations.ts'
import {
  createModelNode,
  isEquations,
  isModel,
  isModelArray,
  isPar,
  isPlainObject,
  isRedeclare,
  isVar,
  type MemberNode,
} from './nodes.ts'

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** Names with another meaning: the time, the tag of nodes, the prototype of JavaScript objects. */
export const REFUSED: ReadonlySet<string> = new Set(['time', '_class', '__proto__'])

/** Checks that `name` can be the name of a member or of an index. */
export function assertMemberName(path: string, name: string): void {
  if (!IDENTIFIER.test(name) || REFUSED.has(name)) {
    const refused = [...REFUSED].map((word) => `'${word}'`).join(', ')
    throw new InputError(path, `a name of letters, digits and _ other than ${refused}`, name)
  }
  if (KEYWORDS.has(name)) {
    const words = [...KEYWORDS].join(', ')
    throw new InputError(path, `a name other than the reserved words of the equations (${words})`, name)
  }
}

/** Returns a new member as a node of the tree: plain values, expressions and functions become parameters. */
export function normalizeMember(path: string, name: string, value: unknown): MemberNode {
  assertMemberName(path, name)
  if (isRedeclare(value)) return normalizeMember(path, name, value.value)
  if (isVar(value) || isPar(value)) return value
  if (isModel(value)) return createModelNode(value.members)
  if (isModelArray(value)) return Object.freeze(value.map((model) => createModelNode(model.members)))
  if (isEquations(value))
    throw new InputError(
      path,
      "equations under the keys 'equations' and 'initialEquations' only",
      `equations in ${name}`,
    )
  if (isPlainObject(value) || value === null || value === undefined) {
    throw new InputError(
      path,
      'Var({ … }), Par(…), a model or a value (a record is written Par({ … }))',
      value,
    )
  }
  return Par(value)
}
