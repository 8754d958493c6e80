import { VarioError } from '../../base/index.ts'
import type { FlatEquation, FlatModel } from '../../model/index.ts'
import {
  type CallExpr,
  type Expr,
  ifExpr,
  type NameExpr,
  type NumberExpr,
  printExpr,
} from '../../symbolic/index.ts'
import type { EventAdditions } from './event-additions.ts'
import {
  type ClockAgreement,
  type ClockDefinition,
  type SampledValue,
  tickedFlag,
} from './event-definitions.ts'
import { findClockedNames } from './find-clocked-names.ts'
import { type IsScalar, SAMPLED_VALUE } from './find-discrete-names.ts'

/** Clocks of an expression by text: the expression of the clock, and the number of a value that it samples. */
type Ticks = Map<string, { readonly clock: Expr; readonly place: number }>

/** Replaces `Clock`, `sample`, `hold` and `previous` by values that change at ticks. */
export class ClockRewriter {
  readonly clocks: ClockDefinition[] = []
  readonly sampledValues: SampledValue[] = []
  /** Clocks that must tick together. */
  readonly agreements: ClockAgreement[] = []
  private readonly clockOf = new Map<string, number>()
  /** Variables of `previous` with their clocks. */
  private readonly pasts: { readonly variable: string; readonly clock: Expr }[] = []
  /** Clocks of `sample` and `previous` in every equation of the model, and in the equation under construction. */
  private readonly ticksOfEquation: Ticks[] = []
  private ticks: Ticks = new Map()

  constructor(
    private readonly additions: EventAdditions,
    private readonly isScalar: IsScalar,
  ) {}

  /** Sets the equation of the model that the following calls belong to. */
  enterEquation(equation: number): void {
    this.ticks = new Map()
    this.ticksOfEquation[equation] = this.ticks
  }

  rewriteClock(node: CallExpr): Expr {
    const [first, second] = node.args
    const text = printExpr(node)
    let index = this.clockOf.get(text)
    if (index === undefined) {
      index = this.clocks.length
      this.clockOf.set(text, index)
      this.clocks.push(
        second === undefined
          ? { start: null, interval: first, text }
          : { start: first, interval: second, text },
      )
    }
    return { kind: 'call', fn: '$clock', args: [{ kind: 'number', value: index }] }
  }

  /**
   * @param hasLoopVariable true if a loop variable of a comprehension occurs in it: its elements would need separate
   * samples
   */
  rewriteSampledValue(node: CallExpr, operator: SampledValue['operator'], hasLoopVariable: boolean): Expr {
    const [value, clock] = node.args
    if (operator !== 'sample' && value.kind !== 'name') {
      throw new VarioError(
        'EVENTS',
        `${operator}(${printExpr(value)}, …): expected the name of a variable with a start value.`,
      )
    }
    if (hasLoopVariable) {
      throw new VarioError(
        'EVENTS',
        `${operator}(${printExpr(value)}, …): expected no loop variable in the argument; apply ${operator} to the whole array.`,
      )
    }
    const variable = operator === 'sample' ? null : (value as NameExpr).name
    if (operator !== 'sample') this.additions.requireStart(operator, variable!)
    const place = this.sampledValues.length
    const sampled = operator === 'sample' ? this.sampledVariable(value, place) : null
    this.sampledValues.push({ operator, variable, sampled: sampled?.name ?? null })
    if (operator !== 'hold') this.ticks.set(printExpr(clock), { clock, place })
    if (operator === 'previous') this.pasts.push({ variable: variable!, clock })
    // The results of `previous` and `sample` do not depend on the current values of their variables; the names only
    // give the rank. For sampled arrays they also give the sizes.
    const isPast = operator === 'previous' || (operator === 'sample' && this.isScalar(value))
    const source: Expr = isPast ? { kind: 'string', value: variable ?? sampled!.name } : (sampled ?? value)
    // A separate equation: it is evaluated even inside a branch of an `if` that is not taken.
    const result: NameExpr = { kind: 'name', name: `${SAMPLED_VALUE}[${place + 1}]` }
    const index: Expr = { kind: 'number', value: place }
    const call: Expr = { kind: 'call', fn: `$${operator}`, args: [index, clock, source] }
    this.additions.addEquation(result, call, { component: '' })
    return result
  }

  /** The sampled variable: itself, or a new variable equal to the expression. */
  private sampledVariable(value: Expr, place: number): NameExpr {
    if (value.kind === 'name') return value
    const name: NameExpr = { kind: 'name', name: `$sampled[${place + 1}]` }
    this.additions.addEquation(name, value, { component: '' })
    return name
  }

  /**
   * Changes the rewritten equations of clocked variables so that the variables have their start values before the first
   * tick.
   */
  startAtTicks(model: FlatModel, discrete: ReadonlyMap<string, boolean>, equations: FlatEquation[]): void {
    const ticksOf = new Map<string, Ticks>()
    for (const { name, equation, sources } of findClockedNames(model, discrete).values()) {
      const ticks: Ticks = new Map(this.ticksOfEquation[equation])
      for (const source of sources) for (const [text, tick] of ticksOf.get(source)!) ticks.set(text, tick)
      ticksOf.set(name, ticks)
      const { left, right } = model.equations[equation]
      if (isAlias(left) && isAlias(right)) continue
      equations[equation] = this.startAtTick(name, equations[equation], ticks)
    }
    this.collectAgreements(model, ticksOf)
  }

  /**
   * Clocks that must agree: those in one equation, of a clocked variable and everything that it reads, and of
   * `previous` and its variable.
   */
  private collectAgreements(model: FlatModel, ticksOf: ReadonlyMap<string, Ticks>): void {
    const numberOf = this.createClockNumbers(model)
    const agree = (where: string, clocks: readonly Expr[]): void => {
      const numbers = new Set(clocks.map(numberOf).filter((k) => k !== undefined))
      if (numbers.size > 1) this.agreements.push({ where, clocks: [...numbers] })
    }
    const clocksIn = (ticks: Ticks): Expr[] => [...ticks.values()].map(({ clock }) => clock)
    this.ticksOfEquation.forEach((ticks, k) => {
      const { left, right } = model.equations[k]
      agree(`${printExpr(left)} = ${printExpr(right)}`, clocksIn(ticks))
    })
    for (const [name, ticks] of ticksOf) agree(name, clocksIn(ticks))
    for (const { variable, clock } of this.pasts) {
      const own = ticksOf.get(variable)
      if (own) agree(`previous(${variable}, …)`, [clock, ...clocksIn(own)])
    }
  }

  /** Numbers of clocks: of `Clock(…)` itself, and of variables equal to a clock. */
  private createClockNumbers(model: FlatModel): (clock: Expr) => number | undefined {
    const definitions = new Map<string, Expr>()
    for (const { left, right } of model.equations) {
      if (left.kind === 'name' && isClock(right)) definitions.set(left.name, right)
      if (right.kind === 'name' && isClock(left)) definitions.set(right.name, left)
    }
    return (clock) => {
      if (clock.kind === 'call' && clock.fn === '$clock') return (clock.args[0] as NumberExpr).value
      const definition = clock.kind === 'name' ? definitions.get(clock.name) : undefined
      return definition && this.clockOf.get(printExpr(definition))
    }
  }

  /**
   * Before the first tick of its clocks, a clocked variable has its start value, which is its left limit until then.
   */
  private startAtTick(name: string, equation: FlatEquation, ticks: Ticks): FlatEquation {
    const value =
      equation.left.kind === 'name' && equation.left.name === name ? equation.right : equation.left
    let hasTicked: Expr | undefined
    for (const { clock, place } of ticks.values()) {
      const flag: Expr = { kind: 'string', value: tickedFlag(place) }
      const earlier: Expr = { kind: 'call', fn: '$flag', args: [flag] }
      const ticked: Expr = { kind: 'call', fn: 'or', args: [earlier, clock] }
      hasTicked = hasTicked ? { kind: 'call', fn: 'or', args: [hasTicked, ticked] } : ticked
    }
    const right = ifExpr(hasTicked!, value, this.additions.leftLimit(name))
    return { ...equation, left: { kind: 'name', name }, right }
  }
}

function isClock(expr: Expr): boolean {
  return expr.kind === 'call' && expr.fn === 'Clock'
}

/** True for a variable or its negative. */
function isAlias(expr: Expr): boolean {
  return expr.kind === 'name' || (expr.kind === 'call' && expr.fn === 'neg' && expr.args[0].kind === 'name')
}
