/** The free names of an expression: all names except the variables of its comprehensions. */
import type { ComprehensionExpr, Expr, NameExpr } from './expr.ts'
import { childrenOf, fold, MAX_RECURSION, withChildren } from './traverse.ts'

/** Calls `visit` for every free name, in the order of the text. */
export function visitNames(expr: Expr, visit: (node: NameExpr) => void): void {
  visitLevel(expr, visit, MAX_RECURSION)
}

/** Recursion for the simple case: limited depth, and no bound names. */
function visitLevel(node: Expr, visit: (node: NameExpr) => void, levels: number): void {
  if (node.kind === 'name') visit(node)
  else if (levels === 0 || node.kind === 'comprehension') visitDeep(node, visit)
  else {
    const parts = childrenOf(node)
    for (let i = 0; i < parts.length; i++) visitLevel(parts[i], visit, levels - 1)
  }
}

function visitDeep(expr: Expr, visit: (node: NameExpr) => void): void {
  const stack: { node: Expr; bound: readonly string[] }[] = [{ node: expr, bound: [] }]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { node, bound } = item
    if (node.kind === 'name') {
      if (!bound.includes(node.name)) visit(node)
      continue
    }
    const parts = childrenOf(node)
    for (let i = parts.length - 1; i >= 0; i--) {
      const isBody = node.kind === 'comprehension' && i === 0
      stack.push({ node: parts[i], bound: isBody ? [...bound, node.variable] : bound })
    }
  }
}

/** The free names, in the order of their first occurrence. */
export function collectNames(expr: Expr): Set<string> {
  const names = new Set<string>()
  visitNames(expr, (node) => names.add(node.name))
  return names
}

/** True if `name` occurs freely. */
export function dependsOn(expr: Expr, name: string): boolean {
  let isFound = false
  visitNames(expr, (node) => {
    isFound ||= node.name === name
  })
  return isFound
}

/**
 * The expression with every free name replaced. The variable of a comprehension is renamed if it would otherwise
 * capture a replacement.
 */
export function mapNames(expr: Expr, change: (node: NameExpr) => Expr): Expr {
  return fold<Expr>(
    expr,
    (node, parts) => (node.kind === 'name' ? change(node) : withChildren(node, parts)),
    (node) => (node.kind === 'comprehension' ? mapComprehension(node, change) : undefined),
  )
}

/** The expression with names replaced by expressions. */
export function substitute(expr: Expr, replacements: ReadonlyMap<string, Expr>): Expr {
  return mapNames(expr, (node) => replacements.get(node.name) ?? node)
}

function mapComprehension(node: ComprehensionExpr, change: (node: NameExpr) => Expr): Expr {
  const range = mapNames(node.range, change)

  // the replacement in the body must not contain a free name equal to the variable
  const incoming = new Set<string>()
  let isCaught = false
  visitNames(node.body, (name) => {
    if (name.name === node.variable) return
    const replacement = change(name)
    if (replacement === name) incoming.add(name.name)
    else for (const free of collectNames(replacement)) incoming.add(free)
    isCaught ||= incoming.has(node.variable)
  })
  let variable = node.variable
  for (let i = 1; isCaught && (incoming.has(variable) || variable === node.variable); i++)
    variable = `${node.variable}_${i}`

  const body = mapNames(node.body, (name) => {
    if (name.name !== node.variable) return change(name)
    return variable === node.variable ? name : { ...name, name: variable }
  })
  if (variable === node.variable && body === node.body && range === node.range) return node
  return { ...node, variable, body, range }
}
