import { type Expr, equalExpr } from '../../symbolic/index.ts'

/** Name of the constant part of a sum. */
const CONSTANT = ''

/**
 * True if an equation holds for all values of its unknowns: both sides are the same expression, or their difference is
 * a sum in which every term cancels: x = x + 0, 0*x = 0, 2*x = x + x.
 */
export function isIdentity(left: Expr, right: Expr): boolean {
  if (equalExpr(left, right)) return left.kind !== 'number'
  const coefficients = new Map<string, number>()
  const add = (name: string, value: number): void => {
    coefficients.set(name, (coefficients.get(name) ?? 0) + value)
  }
  // Sums may be long: a stack instead of recursion
  const stack: [Expr, number][] = [
    [left, 1],
    [right, -1],
  ]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const [expr, factor] = entry
    if (expr.kind === 'number') add(CONSTANT, factor * expr.value)
    else if (expr.kind === 'name') add(expr.name, factor)
    else if (!addParts(expr, factor, stack)) return false
  }
  return [...coefficients.values()].every((value) => value === 0)
}

/** Pushes the terms of factor·expr onto the stack; false if it is not a sum of multiples. */
function addParts(expr: Expr, factor: number, stack: [Expr, number][]): boolean {
  if (expr.kind !== 'call') return false
  const [a, b] = expr.args
  switch (expr.fn) {
    case '+':
      stack.push([a, factor], [b, factor])
      return true
    case '-':
      stack.push([a, factor], [b, -factor])
      return true
    case 'neg':
      stack.push([a, -factor])
      return true
    case '*':
      if (a.kind === 'number') stack.push([b, factor * a.value])
      else if (b.kind === 'number') stack.push([a, factor * b.value])
      return a.kind === 'number' || b.kind === 'number'
    case '/':
      if (b.kind !== 'number' || b.value === 0) return false
      stack.push([a, factor / b.value])
      return true
    default:
      return false
  }
}
