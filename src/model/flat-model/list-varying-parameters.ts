import { type Expr, printExpr, visitExpr } from '../../symbolic/index.ts'
import type { FlatModel } from './flat-model.ts'

/** Functions of sizes: constant during a run even if their arguments are variables. */
const OF_SIZES: ReadonlySet<string> = new Set(['size', 'length', 'eachindex'])

/** Parameters that vary because variables or the time occur in their expressions: name and text of the expression. */
export function listVaryingParameters({ variables, equations }: FlatModel): { name: string; text: string }[] {
  const bound = new Map<string, Expr>()
  for (const { left, right, origin } of equations)
    if (origin === 'binding' && left.kind === 'name' && variables.get(left.name)?.isParameter)
      bound.set(left.name, right)
  const known = new Map<string, boolean>()
  const varies = (name: string): boolean => {
    const variable = variables.get(name)
    if (variable === undefined) return name === 'time'
    if (!variable.isParameter) return true
    let value = known.get(name)
    if (value === undefined) {
      // a parameter that depends on itself is reported as an error elsewhere
      known.set(name, false)
      const expression = bound.get(name)
      value = expression !== undefined && namesOf(expression).some(varies)
      known.set(name, value)
    }
    return value
  }
  return [...bound]
    .filter(([name]) => varies(name))
    .map(([name, right]) => ({ name, text: printExpr(right) }))
}

/** Names in an expression on whose values it depends. */
function namesOf(expression: Expr): string[] {
  const names: string[] = []
  visitExpr(expression, (node) => {
    if (node.kind === 'name') names.push(node.name)
    return !(node.kind === 'call' && OF_SIZES.has(node.fn))
  })
  return names
}
