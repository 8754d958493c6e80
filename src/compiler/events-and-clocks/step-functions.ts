import { EPS } from '../../base/index.ts'
import {
  add,
  type CallExpr,
  call,
  div,
  type Expr,
  ifExpr,
  mul,
  neg,
  number,
  ONE,
  printExpr,
  sub,
  ZERO,
} from '../../symbolic/index.ts'
import type { EventAdditions } from './event-additions.ts'
import { STEP, type StepLimit } from './event-definitions.ts'

/**
 * Hysteresis of a step: distance by which it exceeds a limit that still belongs to the present value, and an addition
 * for the rounding errors of large arguments, relative to them, so that such an error does not reverse a step just
 * made. Far below the tolerance 1e-10 of conditions.
 */
const STEP_HYSTERESIS = 1e-12
const ROUNDING = 64 * EPS
/** Upper bound of the hysteresis; with twice this value it would span a whole step. */
const MAX_HYSTERESIS = 0.25

/** Functions that jump at whole numbers; `trunc(x)` is floor(x) for positive x and ceil(x) for negative x. */
type StepFunction = 'floor' | 'ceil' | 'trunc'

/** Makes a relation an event; `text` is its name in messages. */
type MakeRelation = (op: string, left: Expr, right: Expr, text: string, limit?: StepLimit) => Expr

/** Replaces functions that jump by discrete variables that change at events. */
export class StepRewriter {
  private readonly stepOf = new Map<string, Expr>()

  constructor(
    private readonly additions: EventAdditions,
    private readonly relation: MakeRelation,
  ) {}

  /** Rewrites a function that jumps, or whose slope does: constant between events, except for the argument itself. */
  rewrite(node: CallExpr): Expr {
    const [x, y] = node.args
    switch (node.fn) {
      case 'ceil':
        return this.step('ceil', x)
      case 'round':
        return this.step('floor', add(x, number(0.5)))
      case 'mod':
        return sub(x, mul(y, this.step('floor', div(x, y))))
      case 'div':
        return this.step('trunc', div(x, y))
      case 'rem':
        return sub(x, mul(y, this.step('trunc', div(x, y))))
      case 'sign': {
        const isPositive = this.relation('>', x, ZERO, `${printExpr(x)} > 0`)
        const isNegative = this.relation('<', x, ZERO, `${printExpr(x)} < 0`)
        return ifExpr(isPositive, ONE, ifExpr(isNegative, number(-1), ZERO))
      }
      default:
        return this.step('floor', x)
    }
  }

  /**
   * The value n of a step holds in an interval that includes one of its ends, or neither,
   *
   *   floor: n <= x < n + 1      ceil: n - 1 < x <= n      trunc: as floor for n > 0, as ceil for n < 0, -1 < x < 1 for 0
   *
   * with one event where x leaves it above and one where x leaves it below. At an included end the hysteresis delays
   * leaving the interval, and applies to returning from the next one: there the definition holds exactly. The
   * differences are taken to whole numbers, so that the bands of conditions are relative to one and not to x.
   */
  private step(fn: StepFunction, x: Expr): Expr {
    const text = `${fn}(${printExpr(x)})`
    const known = this.stepOf.get(text)
    if (known) return known
    const name: Expr & { kind: 'name' } = { kind: 'name', name: `${STEP}[${this.stepOf.size + 1}]` }
    this.stepOf.set(text, name)
    const held = this.additions.leftLimit(name.name)
    const rounding = mul(number(ROUNDING), call('abs', held))
    const slack = call('min', add(number(STEP_HYSTERESIS), rounding), number(MAX_HYSTERESIS))
    const distance = sub(x, held)
    const [above, below] = limitsOf(fn, held, slack)
    const rises = this.relation('>=', distance, above, `${text} rises`, {
      step: name.name,
      text,
      isStrict: fn !== 'floor',
    })
    const falls = this.relation('<=', distance, neg(below), `${text} falls`, {
      step: name.name,
      text,
      isStrict: fn !== 'ceil',
    })
    const present = fn === 'trunc' ? call('div', x, ONE) : call(fn, x)
    const value = ifExpr(
      rises,
      call('max', add(held, ONE), present),
      ifExpr(falls, call('min', sub(held, ONE), present), held),
    )
    this.additions.addEquation(name, value, { component: '' })
    return name
  }
}

/** Distance of the ends of the interval above and below n. */
function limitsOf(fn: StepFunction, held: Expr, slack: Expr): [above: Expr, below: Expr] {
  if (fn === 'floor') return [ONE, slack]
  if (fn === 'ceil') return [slack, ONE]
  return [ifExpr(call('<', held, ZERO), slack, ONE), ifExpr(call('>', held, ZERO), slack, ONE)]
}
