/** Symbolic derivatives: with respect to time, for index reduction, and with respect to one name, for Jacobians. */

import { call, ifExpr, index, isNumber, isZero, ONE, ZERO } from '../build.ts'
import type { CallExpr, Expr, NameExpr } from '../expr.ts'
import { CLOCK_OPERATORS, COMPARISONS } from '../operators.ts'
import { printExpr } from '../print-expr.ts'
import { errorAt } from '../source-text.ts'
import { fold, mapExpr, someNode } from '../traverse.ts'
import { mayBeArray, type ShapeContext } from './array-shape.ts'
import { deriveCall } from './derive-call.ts'
import { simplify } from './simplify.ts'

/** Required properties of names and functions. */
export interface DifferentiationContext extends ShapeContext {
  /** True for parameters and constants, whose derivative with respect to time is 0. */
  readonly isConstant: (name: string) => boolean
}

/** Direction of differentiation: the derivatives of the leaves. */
interface Rules extends ShapeContext {
  readonly isTotal?: boolean
  readonly ofName: (node: NameExpr) => Expr
  readonly ofDer: (node: CallExpr) => Expr
  /** Derivative of an expression inside of `implicitDependency`. */
  readonly ofHidden: (node: CallExpr, parts: readonly Expr[]) => Expr
}

/**
 * Total derivative with respect to time: a name becomes `der(name)`, `der(x)` becomes `der(der(x))`, `time` becomes 1.
 * Relations, Booleans and discrete operators have derivative 0. A derivative that is zero is the number 0, or
 * `zerosLike(expr)` if `isScalar` says that `expr` may be an array.
 *
 * @throws VarioError with code `DERIVATIVE` if a function has no derivative
 */
export function differentiateTime(expr: Expr, context: DifferentiationContext): Expr {
  const rules: Rules = {
    ...context,
    isTotal: true,
    ofName: (node) => {
      if (node.name === 'time') return ONE
      return context.isConstant(node.name) ? ZERO : call('der', node)
    },
    ofDer: (node) =>
      isDerivative(node)
        ? call('der', node)
        : differentiateTime(differentiateTime(node.args[0], context), context),
    ofHidden: (node, parts) => {
      const hidden = parts.slice(1).filter((part) => part.kind !== 'number')
      return call('implicitDependency', parts[0], ...node.args.slice(1), ...hidden)
    },
  }
  return shaped(expr, simplify(derive(expr, rules)), rules)
}

/**
 * Partial derivative with respect to the scalar `variable`. A derivative is a variable of its own: `partial(e,
 * 'der(x)')` differentiates with respect to it, and `partial(e, 'x')` treats it as constant. Discrete operators have
 * derivative 0.
 */
export function partial(expr: Expr, variable: string, context: ShapeContext = {}): Expr {
  const rules: Rules = {
    ...context,
    ofName: (node) => (node.name === variable ? ONE : ZERO),
    ofDer: (node) => (printExpr(node) === variable ? ONE : ZERO),
    ofHidden: (node, parts) => {
      if (parts.slice(1).every(isZero)) return parts[0]
      const message = `cannot differentiate with respect to '${variable}', which implicitDependency hides.`
      throw errorAt('DERIVATIVE', message, node.pos)
    },
  }
  return shaped(expr, simplify(derive(expr, rules)), rules)
}

/**
 * Derivative along a direction: names for which `tangentOf` returns an expression move, all others are constant. One
 * pass for any number of names, so the size is that of one derivative. Discrete operators have derivative 0.
 *
 * @throws VarioError with code `DERIVATIVE` if a function has no derivative
 */
export function differentiateAlong(
  expr: Expr,
  tangentOf: (name: string) => Expr | undefined,
  context: ShapeContext = {},
): Expr {
  const rules: Rules = {
    ...context,
    ofName: (node) => tangentOf(node.name) ?? ZERO,
    ofDer: (node) => tangentOf(printExpr(node)) ?? ZERO,
    ofHidden: (node, parts) => {
      if (parts.slice(1).every(isZero)) return parts[0]
      throw errorAt(
        'DERIVATIVE',
        'cannot differentiate an expression inside of implicitDependency.',
        node.pos,
      )
    },
  }
  return simplify(derive(expr, rules))
}

/** Expands `der(expression)`, so that `der` applies only to names. */
export function expandDerivatives(expr: Expr, context: DifferentiationContext): Expr {
  if (!hasDerivative(expr)) return expr
  return mapExpr(expr, (node) => {
    if (node.kind !== 'call' || node.fn !== 'der' || isDerivative(node)) return node
    return differentiateTime(node.args[0], context)
  })
}

/** True if an expression contains `der`. */
export function hasDerivative(expr: Expr): boolean {
  return someNode(expr, (node) => node.kind === 'call' && node.fn === 'der')
}

/** True for `der(x)`, `der(der(x))`, … of a name x. */
function isDerivative(node: CallExpr): boolean {
  let inner: Expr = node
  while (inner.kind === 'call' && inner.fn === 'der') inner = inner.args[0]
  return inner.kind === 'name'
}

function derive(expr: Expr, rules: Rules): Expr {
  return fold<Expr>(
    expr,
    (node, parts) => {
      switch (node.kind) {
        case 'name':
          return rules.ofName(node)
        case 'array':
          // a row that is constant stays a row
          return { ...node, elements: parts.map((part, i) => shaped(node.elements[i], part, rules)) }
        case 'tuple':
          return { kind: 'tuple', elements: parts }
        case 'call':
          return deriveCall(node, parts, {
            ...rules,
            zeroOf: (part) => shaped(part, ZERO, rules),
            isArray: (part) => mayBeArray(part, rules),
          })
        default:
          return ZERO
      }
    },
    (node) => deriveWhole(node, rules),
  )
}

/** Nodes whose parts are not all differentiated. */
function deriveWhole(node: Expr, rules: Rules): Expr | undefined {
  switch (node.kind) {
    case 'if': {
      const first = derive(node.then, rules)
      const second = derive(node.else, rules)
      if (isNumber(first, 0) && isNumber(second, 0)) return ZERO
      return ifExpr(node.condition, shaped(node.then, first, rules), shaped(node.else, second, rules))
    }
    case 'index':
      return index(derive(node.base, rules), node.subscripts)
    case 'range':
      return ZERO
    case 'comprehension': {
      const inner = {
        ...rules,
        ofName: (part: NameExpr) => (part.name === node.variable ? ZERO : rules.ofName(part)),
      }
      const body = derive(node.body, inner)
      return isZero(body) ? ZERO : { ...node, body }
    }
    case 'call':
      if (node.fn === 'der') return rules.ofDer(node)
      // Conditions, clocks and sampled values that the compiler has substituted for discrete operators
      if (node.fn.startsWith('$') && node.fn !== '$result' && node.fn !== '$jacobianTimes') return ZERO
      return DISCRETE.has(node.fn) ? ZERO : undefined
    default:
      return undefined
  }
}

/** Piecewise constant in time, whatever the arguments are. */
const DISCRETE = new Set([
  ...[...COMPARISONS, 'and', 'or', 'not', 'pre', 'edge', 'change', 'initial', 'terminal', 'after'],
  ...['positive', 'negative', ...CLOCK_OPERATORS, 'floor', 'ceil', 'round', 'integer', 'sign', 'div'],
  ...['size', 'ndims', 'length', 'eachindex', 'zeros', 'ones', 'identity', 'zerosLike'],
])

/** `derivative`; a zero gets the shape of `expr`. */
function shaped(expr: Expr, derivative: Expr, rules: Rules): Expr {
  const isLost = isNumber(derivative, 0) && expr.kind !== 'number' && mayBeArray(expr, rules)
  return isLost ? call('zerosLike', expr) : derivative
}
