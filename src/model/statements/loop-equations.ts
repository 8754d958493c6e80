/**
 * Equations in loops as one equation between arrays: `for i in 2:n loop der(x[i]) = f(i) end for` is
 * `der(x)[2:n] = [f(i) for i in 2:n]`, whatever n is.
 */
import {
  CLOCK_OPERATORS,
  call,
  type Expr,
  mapExpr,
  number,
  printExpr,
  RECORD,
  simplify,
  someNode,
  substitute,
  visitNames,
} from '../../symbolic/index.ts'
import type { PlainEquation } from './plain-statement.ts'

/** A loop variable and the vector of its values. */
interface Iterator {
  readonly variable: string
  readonly range: Expr
}

/** Operators with Boolean values, of which there are no arrays. */
const BOOLEAN: ReadonlySet<string> = new Set('and or not < <= > >= == <>'.split(' '))
/** Operators that hold a value of each element between events. */
const HELD: ReadonlySet<string> = new Set(['pre', 'edge', 'change', ...CLOCK_OPERATORS])

/**
 * The equation of a loop over one or two variables as an equation between vectors or matrices; null if its elements
 * must be separate equations, as those with components, `C[i].v`.
 */
export function joinLoopEquation(
  equation: PlainEquation,
  iterators: readonly Iterator[],
): PlainEquation | null {
  const { left, right, pos } = equation
  if (iterators.length > 2 || !isPlainLoop(iterators)) return null
  for (const { variable } of iterators) if (!uses(left, variable) && !uses(right, variable)) return null
  if (!isOfArrays(left) || !isOfArrays(right)) return null
  const sides = [
    slice(left, iterators) ?? list(left, iterators),
    slice(right, iterators) ?? list(right, iterators),
  ]
  return { kind: 'equation', left: sides[0], right: sides[1], ...(pos && { pos }) }
}

/** True if the ranges do not depend on the variables, which differ. */
function isPlainLoop(iterators: readonly Iterator[]): boolean {
  const names = new Set(iterators.map(({ variable }) => variable))
  return (
    names.size === iterators.length &&
    !iterators.some(({ range }) => [...names].some((name) => uses(range, name)))
  )
}

/** True for an expression of numbers and arrays, and of functions that act on them. */
function isOfArrays(expr: Expr): boolean {
  if (expr.kind === 'boolean' || expr.kind === 'string') return false
  if (expr.kind === 'call' && BOOLEAN.has(expr.fn)) return false
  const isOfElement = (node: Expr): boolean =>
    node.kind === 'member' ||
    node.kind === 'tuple' ||
    (node.kind === 'call' && (HELD.has(node.fn) || node.fn === RECORD))
  return !someNode(expr, isOfElement)
}

/**
 * `x[2:n]` for `x[i]`, also of a derivative, with a shift, `x[i+1]`, and beside fixed subscripts, `A[1, j]`; undefined
 * for other expressions.
 */
function slice(expr: Expr, iterators: readonly Iterator[]): Expr | undefined {
  const isDerivative = expr.kind === 'call' && expr.fn === 'der'
  const element = isDerivative ? expr.args[0] : expr
  if (element.kind !== 'index' || element.base.kind !== 'name') return undefined
  const open = [...iterators]
  const subscripts = element.subscripts.map((subscript) => {
    if (!iterators.some(({ variable }) => uses(subscript, variable))) return subscript
    const next = open.shift()
    return next && shifted(subscript, next)
  })
  if (open.length > 0 || subscripts.includes(undefined)) return undefined
  const base = isDerivative ? { ...expr, args: [element.base] } : element.base
  return { ...element, base, subscripts: subscripts as Expr[] }
}

/** The range of `i + k`; undefined if the subscript is another expression of the variable. */
function shifted(subscript: Expr, { variable, range }: Iterator): Expr | undefined {
  if (subscript.kind === 'name' && subscript.name === variable) return range
  if (range.kind !== 'range') return undefined
  const offset = simplify(substitute(subscript, new Map([[variable, number(0)]])))
  const isShift =
    subscript.kind === 'call' &&
    (subscript.fn === '+' || subscript.fn === '-') &&
    subscript.args[0].kind === 'name' &&
    subscript.args[0].name === variable &&
    !uses(subscript.args[1], variable)
  if (!isShift) return undefined
  const shift = (end: Expr): Expr => simplify(call('+', end, offset))
  return { ...range, from: shift(range.from), to: shift(range.to) }
}

function list(body: Expr, iterators: readonly Iterator[]): Expr {
  return iterators.reduceRight<Expr>(
    (inner, { variable, range }) => ({
      kind: 'comprehension',
      body: inner,
      variable,
      range,
      ...(body.pos && { pos: body.pos }),
    }),
    body,
  )
}

function uses(expr: Expr, variable: string): boolean {
  let isUsed = false
  visitNames(expr, ({ name }) => {
    isUsed ||= name === variable
  })
  return isUsed
}

/**
 * An expression with numbers in place of loop variables. Components with subscripts get their names: `C[i+1].v` with
 * i = 2 is `C[3].v`.
 */
export function withNumbers(expr: Expr, values: ReadonlyMap<string, Expr>): Expr {
  return mapExpr(substitute(expr, values), (node) => {
    if (node.kind === 'index') {
      const subscripts = node.subscripts.map((subscript) =>
        subscript.kind === 'call' ? simplify(subscript) : subscript,
      )
      return { ...node, subscripts }
    }
    if (node.kind !== 'member') return node
    const { base } = node
    if (base.kind === 'name')
      return { kind: 'name', name: `${base.name}.${node.member}`, ...(node.pos && { pos: node.pos }) }
    const isElement = base.kind === 'index' && base.base.kind === 'name' && base.subscripts.every(isInteger)
    if (!isElement) return node
    return {
      kind: 'name',
      name: `${printExpr(base).replaceAll(' ', '')}.${node.member}`,
      ...(node.pos && { pos: node.pos }),
    }
  })
}

function isInteger(expr: Expr): boolean {
  return expr.kind === 'number' && Number.isInteger(expr.value)
}
