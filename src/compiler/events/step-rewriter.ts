import {
  add,
  type CallExpr,
  call,
  div,
  type Expr,
  ifExpr,
  mul,
  number,
  ONE,
  printExpr,
  sub,
  ZERO,
} from '../../symbolic/index.ts'
import type { EventAdditions } from './event-additions.ts'
import { STEP } from './event-definitions.ts'

/**
 * How far behind its limit a step goes back, relative to the argument: what has just risen does not fall because of a
 * rounding error. Far below the 1e-10 that conditions are allowed.
 */
const STEP_HYSTERESIS = 1e-12

/** Makes a relation an event; `text` is what messages call it. */
type MakeRelation = (op: string, left: Expr, right: Expr, text: string) => Expr

/** Replaces functions that jump by discrete variables that events change. */
export class StepRewriter {
  private readonly stepOf = new Map<string, Expr>()

  constructor(
    private readonly additions: EventAdditions,
    private readonly relation: MakeRelation,
  ) {}

  /** The value of a function that jumps, or whose slope does: constant between events, but for the argument itself. */
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
        return this.truncate(div(x, y))
      case 'rem':
        return sub(x, mul(y, this.truncate(div(x, y))))
      case 'sign': {
        const isPositive = this.relation('>', x, ZERO, `${printExpr(x)} > 0`)
        const isNegative = this.relation('<', x, ZERO, `${printExpr(x)} < 0`)
        return ifExpr(isPositive, ONE, ifExpr(isNegative, number(-1), ZERO))
      }
      default:
        return this.step('floor', x)
    }
  }

  private truncate(x: Expr): Expr {
    const isPositive = this.relation('>=', x, ZERO, `${printExpr(x)} >= 0`)
    return ifExpr(isPositive, this.step('floor', x), this.step('ceil', x))
  }

  /**
   * n = floor(x) holds while n <= x < n + 1, n = ceil(x) while n - 1 < x <= n: one event where x leaves this interval
   * above, one where it leaves it below.
   */
  private step(fn: 'floor' | 'ceil', x: Expr): Expr {
    const text = `${fn}(${printExpr(x)})`
    const known = this.stepOf.get(text)
    if (known) return known
    const name: Expr & { kind: 'name' } = { kind: 'name', name: `${STEP}[${this.stepOf.size + 1}]` }
    this.stepOf.set(text, name)
    const held = this.additions.leftLimit(name.name)
    const isFloor = fn === 'floor'
    const upper = isFloor ? add(held, ONE) : held
    const lower = isFloor ? held : sub(held, ONE)
    const slack = mul(number(STEP_HYSTERESIS), add(ONE, call('abs', held)))
    const rises = this.relation(isFloor ? '>=' : '>', x, upper, `${text} rises`)
    const falls = this.relation(isFloor ? '<' : '<=', x, sub(lower, slack), `${text} falls`)
    const value = ifExpr(
      rises,
      call('max', add(held, ONE), call(fn, x)),
      ifExpr(falls, call('min', sub(held, ONE), call(fn, x)), held),
    )
    this.additions.addEquation(name, value, { component: '' })
    return name
  }
}
