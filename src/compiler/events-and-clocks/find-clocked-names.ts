import type { FlatModel } from '../../model/index.ts'
import { CONSTANTS, childrenOf, type Expr } from '../../symbolic/index.ts'

/** Operators whose values change only at the ticks of a clock. */
const CLOCKED_OPERATORS: ReadonlySet<string> = new Set(['sample', 'previous'])
/** Operators whose values change at other instants than the ticks. */
const OTHER_OPERATORS: ReadonlySet<string> = new Set(
  'hold after edge change pre initial terminal Clock der'.split(' '),
)

/** An equation `name = expression` with its information on the clock of the name. */
interface Definition {
  readonly name: string
  /** Number of the equation in the model. */
  readonly equation: number
  /** Variables in the expression. */
  readonly names: readonly string[]
  /** True if `sample` or `previous` occurs in the expression. */
  isClocked: boolean
  nOpen: number
}

/** A clocked variable: the equation that defines it, and the clocked variables in that equation. */
export interface ClockedName {
  readonly name: string
  readonly equation: number
  readonly sources: readonly string[]
}

/**
 * Finds clocked variables: defined by `name = expression` with `sample`, `previous` and other clocked variables, and no
 * other changing parts. Their order places the sources of a variable before it.
 */
export function findClockedNames(
  model: FlatModel,
  discrete: ReadonlyMap<string, boolean>,
): Map<string, ClockedName> {
  const clocked = new Map<string, ClockedName>()
  const isConstant = (name: string): boolean =>
    model.parameters.has(name) ||
    discrete.get(name) === false ||
    (CONSTANTS.has(name) && !model.variables.has(name))
  /** Definitions that depend on a name not yet known to be clocked. */
  const waiting = new Map<string, Definition[]>()
  const open: string[] = []
  const settle = ({ name, equation, names }: Definition): void => {
    if (clocked.has(name)) return
    clocked.set(name, { name, equation, sources: names })
    open.push(name)
  }

  model.equations.forEach(({ left, right }, equation) => {
    for (const [target, value] of [
      [left, right],
      [right, left],
    ]) {
      if (target.kind !== 'name' || !discrete.get(target.name)) continue
      const definition = readDefinition(target.name, equation, value, model, isConstant)
      if (definition === null) continue
      if (definition.nOpen === 0 && definition.isClocked) settle(definition)
      for (const name of definition.names) {
        const list = waiting.get(name)
        if (list) list.push(definition)
        else waiting.set(name, [definition])
      }
    }
  })
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const definition of waiting.get(name) ?? []) if (--definition.nOpen === 0) settle(definition)
  }
  return clocked
}

/** Returns null if a part of the expression changes at other instants than ticks. */
function readDefinition(
  name: string,
  equation: number,
  value: Expr,
  model: FlatModel,
  isConstant: (name: string) => boolean,
): Definition | null {
  const names = new Set<string>()
  let isClocked = false
  const stack: { node: Expr; locals: readonly string[] }[] = [{ node: value, locals: [] }]
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, locals } = visit
    if (node.kind === 'name') {
      if (!locals.includes(node.name) && !isConstant(node.name)) names.add(node.name)
    } else if (node.kind === 'comprehension') {
      stack.push({ node: node.range, locals })
      stack.push({ node: node.body, locals: [...locals, node.variable] })
    } else if (node.kind === 'call' && CLOCKED_OPERATORS.has(node.fn)) {
      isClocked = true
    } else if (
      node.kind === 'call' &&
      (OTHER_OPERATORS.has(node.fn) || model.functions.get(node.fn)?.hasMemory)
    ) {
      return null
    } else {
      for (const part of childrenOf(node)) stack.push({ node: part, locals })
    }
  }
  return { name, equation, names: [...names], isClocked, nOpen: names.size }
}
