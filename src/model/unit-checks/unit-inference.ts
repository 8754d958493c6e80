/**
 * Units of expressions. A literal, and a name without a declared unit, are compatible with everything: 'any'. Only
 * dimensions are compared, because values are converted to SI units before a run: mm and m can be added, V and A
 * cannot.
 */
import {
  divideUnits,
  multiplyUnits,
  parseUnit,
  powUnit,
  sameDimension,
  type Unit,
  UnitError,
} from '../../base/index.ts'
import {
  type CallExpr,
  COMPARISONS,
  type Expr,
  fold,
  placeFields,
  placeMessage,
  printExpr,
  SAMPLING_OPERATORS,
  someNode,
  type TupleExpr,
} from '../../symbolic/index.ts'

/** The unit of an expression, or 'any' if it is unknown or irrelevant. */
export type InferredUnit = Unit | 'any'

/**
 * Declared unit of a name; undefined or 'any' if it has none. `f()` is the result of a function, `f()1` its second one.
 */
export type UnitOf = (name: string) => InferredUnit | undefined

const ONE = parseUnit('')
const SECOND = parseUnit('s')
const HERTZ = parseUnit('Hz')

/** Maximum number of characters of an expression in a message. */
const SHOWN_LENGTH = 60

/**
 * The unit of `expr`. Also checks sums, relations, branches of `if` and arguments of functions inside.
 *
 * @throws UnitError that names both units and the expressions
 */
export function inferUnit(expr: Expr, unitOf: UnitOf): InferredUnit {
  return fold<InferredUnit>(
    expr,
    (node, parts) => {
      switch (node.kind) {
        case 'number':
          return node.quantity === undefined ? 'any' : parseUnit(node.quantity.unit)
        case 'name':
          return unitOf(node.name) ?? (node.name === 'time' ? SECOND : 'any')
        case 'call':
          return inferCall(node, parts, unitOf)
        case 'if':
          return same(node, [node.then, node.else], parts.slice(1), "The branches of 'if'", unitOf)
        case 'array':
          return common(parts.filter((_, i) => !isPlainNumber(node.elements[i])))
        case 'index':
          return parts[0]
        default:
          return 'any'
      }
    },
    (node) => {
      if (node.kind !== 'comprehension') return undefined
      return inferUnit(node.body, (name) => (name === node.variable ? 'any' : unitOf(name)))
    },
  )
}

/**
 * Checks that the two sides of an equation have the same unit, including everything inside of them.
 *
 * @returns the unit of the equation
 * @throws UnitError
 */
export function checkEquationUnits(left: Expr, right: Expr, unitOf: UnitOf): InferredUnit {
  const units = [inferUnit(left, unitOf), inferUnit(right, unitOf)]
  if (left.kind === 'tuple' && right.kind === 'call') return checkResults(left, right, unitOf)
  // time alone means the number of seconds, whatever the other side is
  if (isPlain(left, unitOf)) return units[1]
  if (isPlain(right, unitOf)) return units[0]
  const whole: Expr = { kind: 'tuple', elements: [left, right] }
  const pos = left.pos ?? right.pos
  return same(
    pos === undefined ? whole : { ...whole, pos },
    [left, right],
    units,
    'The two sides of the equation',
    unitOf,
  )
}

/** Checks the units of several results of a function. */
function checkResults(left: TupleExpr, right: CallExpr, unitOf: UnitOf): InferredUnit {
  left.elements.forEach((element, k) => {
    const pair = [inferUnit(element, unitOf), unitOf(`${right.fn}()${k}`) ?? 'any']
    const result: Expr = { kind: 'name', name: `${right.fn}(…)` }
    same(right, [element, result], pair, `Result ${k + 1} and its variable`, unitOf)
  })
  return 'any'
}

/** Functions whose arguments and result have the same unit. */
const LIKE_ARGUMENTS = new Set(['+', '-', '.+', '.-', 'min', 'max', 'mod', 'rem', 'linspace', 'homotopy'])
/** Functions whose result has the unit of their first argument. */
const LIKE_FIRST = new Set([
  ...[
    'neg',
    'abs',
    'noEvent',
    'implicitDependency',
    'pre',
    ...SAMPLING_OPERATORS,
    'sum',
    'norm',
    'transpose',
  ],
  ...['floor', 'ceil', 'round', 'integer', 'diagonal', 'skew', 'symmetric', 'fill', 'zerosLike'],
])
const PRODUCTS = new Set(['*', '.*', 'dot', 'cross', 'outerProduct'])
const DIMENSIONLESS = new Set('sin cos tan asin acos atan sinh cosh tanh exp log log10'.split(' '))

function inferCall(node: CallExpr, parts: readonly InferredUnit[], unitOf: UnitOf): InferredUnit {
  const { fn, args } = node
  const [a, b] = parts
  if (LIKE_ARGUMENTS.has(fn))
    return same(node, args, fn === 'linspace' ? parts.slice(0, 2) : parts, describeCall(fn), unitOf)
  if (LIKE_FIRST.has(fn)) return a
  if (fn === 'interval') return SECOND
  if (PRODUCTS.has(fn)) return a === 'any' || b === 'any' ? 'any' : multiplyUnits(a, b)
  if (fn === '/' || fn === './') return a === 'any' || b === 'any' ? 'any' : divideUnits(a, b)
  if (fn === '^' || fn === '.^') return inferPower(node, a, b, unitOf)
  if (COMPARISONS.has(fn)) {
    same(node, args, parts, describeCall(fn), unitOf)
    return 'any'
  }
  if (fn === 'atan2') {
    same(node, args, parts, describeCall(fn), unitOf)
    return ONE
  }
  if (DIMENSIONLESS.has(fn)) {
    requireNumber(node, args[0], a, unitOf)
    return isPlain(args[0], unitOf) ? 'any' : ONE
  }
  if (fn === 'solve') return a === 'any' || b === 'any' ? 'any' : divideUnits(b, a)
  if (fn === 'cat') return common(parts.slice(1))
  if (fn === 'sqrt') return a === 'any' ? 'any' : powerOf(a, 0.5)
  if (fn === 'sign') return ONE
  if (fn === 'der') return a === 'any' ? 'any' : divideUnits(a, SECOND)
  if (fn === 'Clock') checkClock(node, parts)
  if (fn === 'after' && args.length === 1) require(node, args[0], a, SECOND)
  const own = unitOf(`${fn}()`)
  if (own !== undefined) return own
  // after(t, 'h'): t is a number of hours
  if (fn === 'after' && args.length === 2) {
    require(node, args[0], a, ONE)
    requireTimeUnit(node, args[1])
  }
  return 'any'
}

/** The arguments of a clock are times; two of them may be a counter and its resolution [1/s]. */
function checkClock(node: CallExpr, parts: readonly InferredUnit[]): void {
  const [, second] = parts
  const isRational =
    second !== undefined && second !== 'any' && sameDimension(second.dimension, HERTZ.dimension)
  if (isRational) require(node, node.args[0], parts[0], ONE)
  else for (const [i, part] of parts.entries()) require(node, node.args[i], part, SECOND)
}

/** The second argument of `after` is a unit of time. */
function requireTimeUnit(node: CallExpr, arg: Expr): void {
  if (arg.kind === 'string' && isTimeUnit(arg.value)) return
  throw problem(
    `after: expected a unit of time such as 'h', got ${printExpr(arg)}.`,
    arg.pos === undefined ? node : arg,
    { unit: printExpr(arg) },
  )
}

function isTimeUnit(text: string): boolean {
  try {
    return sameDimension(parseUnit(text).dimension, SECOND.dimension)
  } catch (error) {
    if (error instanceof UnitError) return false
    throw error
  }
}

function inferPower(
  node: CallExpr,
  base: InferredUnit,
  exponent: InferredUnit,
  unitOf: UnitOf,
): InferredUnit {
  const [, power] = node.args
  requireNumber(node, power, exponent, unitOf)
  if (base === 'any' || sameDimension(base.dimension, ONE.dimension)) return base
  const value = literal(power)
  if (value !== undefined) return powerOf(base, value)
  if (isPlain(node.args[0], unitOf)) return 'any'
  throw problem(
    `${show(node.args[0])} has the unit ${base.text}; its exponent must be a number, got ${show(power)}.`,
    node,
    { unit: base.text },
  )
}

/** `unit^exponent`; 'any' for roots that units cannot express. */
function powerOf(unit: Unit, exponent: number): InferredUnit {
  try {
    return powUnit(unit, exponent)
  } catch (error) {
    if (error instanceof UnitError) return 'any'
    throw error
  }
}

/** The value of a number, also written as a fraction. */
function literal(expr: Expr): number | undefined {
  if (expr.kind === 'number') return expr.value
  if (expr.kind !== 'call' || (expr.fn !== '/' && expr.fn !== 'neg')) return undefined
  const values = expr.args.map(literal)
  if (values.includes(undefined)) return undefined
  return expr.fn === 'neg' ? -values[0]! : values[0]! / values[1]!
}

/** The common unit of all of `units`; terms of time and numbers alone are numbers for each other. */
function same(
  node: Expr,
  exprs: readonly Expr[],
  units: readonly InferredUnit[],
  what: string,
  unitOf: UnitOf,
): InferredUnit {
  let first = -1
  let isMixed = false
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]
    if (unit === 'any') continue
    const reference = first < 0 ? undefined : (units[first] as Unit)
    if (reference === undefined) first = i
    else if (!sameDimension(unit.dimension, reference.dimension)) {
      if (isPlain(exprs[first], unitOf) && isPlain(exprs[i], unitOf)) {
        isMixed = true
        continue
      }
      const found = `${show(exprs[first])} is in ${reference.text}, ${show(exprs[i])} is in ${unit.text}`
      throw problem(`${what} have different units: ${found}.`, node, { units: [reference.text, unit.text] })
    }
  }
  return first < 0 || isMixed ? 'any' : units[first]
}

/** True for a number, also a negative one: it is compatible with everything. */
function isPlainNumber(expr: Expr): boolean {
  return expr.kind === 'number' || (expr.kind === 'call' && expr.fn === 'neg' && isPlainNumber(expr.args[0]))
}

/** The unit of an array: that of its elements besides numbers, or 'any' if they differ, as in a state vector. */
function common(units: readonly InferredUnit[]): InferredUnit {
  const [first] = units
  if (first === undefined || first === 'any') return 'any'
  const isCommon = units.every((unit) => unit !== 'any' && sameDimension(unit.dimension, first.dimension))
  return isCommon ? first : 'any'
}

/**
 * The argument of `sin`, `exp` and similar functions, or an exponent, has no unit; in a plain expression `time` means
 * the number of seconds: sin(time), exp(-time), sin(2*pi*(time - 1)).
 */
function requireNumber(node: CallExpr, arg: Expr, found: InferredUnit, unitOf: UnitOf): void {
  if (found === 'any' || sameDimension(found.dimension, ONE.dimension)) return
  if (!isPlain(arg, unitOf)) require(node, arg, found, ONE)
}

/** True for an expression of time, numbers and quantities without unit. */
function isPlain(expr: Expr, unitOf: UnitOf): boolean {
  return !someNode(expr, (part) => {
    if (part.kind === 'number') return part.quantity !== undefined
    if (part.kind === 'call') return (unitOf(`${part.fn}()`) ?? 'any') !== 'any'
    return part.kind === 'name' && part.name !== 'time' && (unitOf(part.name) ?? 'any') !== 'any'
  })
}

function require(node: CallExpr, arg: Expr, found: InferredUnit, expected: Unit): void {
  if (found === 'any' || sameDimension(found.dimension, expected.dimension)) return
  const wanted = expected === ONE ? 'no unit (or an angle)' : `the unit ${expected.text}`
  const what = node.fn === '^' || node.fn === '.^' ? 'an exponent' : `the argument of ${node.fn}`
  throw problem(
    `${what} must have ${wanted}: ${show(arg)} is in ${found.text}.`,
    arg.pos === undefined ? node : arg,
    {
      units: [expected.text, found.text],
    },
  )
}

function describeCall(fn: string): string {
  return /^\w+$/.test(fn) ? `The arguments of ${fn}` : `The operands of ${fn}`
}

export function show(expr: Expr): string {
  const text = printExpr(expr)
  return `'${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}'`
}

export function problem(message: string, node: Expr, fields: Readonly<Record<string, unknown>>): UnitError {
  return new UnitError(placeMessage(message, node.pos), { ...fields, ...placeFields(node.pos) })
}
