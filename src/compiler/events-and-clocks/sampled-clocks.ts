import { VarioError } from '../../base/index.ts'
import { type CallExpr, type Expr, type NameExpr, type NumberExpr, printExpr } from '../../symbolic/index.ts'
import type { EventAdditions } from './event-additions.ts'
import type { ClockAgreement, ClockDefinition, SampledValue } from './event-definitions.ts'
import { type IsScalar, SAMPLED_VALUE } from './find-discrete-names.ts'
import type { ClockPair } from './infer-clocks.ts'

/** Operators of clocks that keep a value of a variable or of an expression. */
type KeepingOperator = Exclude<SampledValue['operator'], 'interval' | 'firstTick'>

/** Replaces `Clock`, and the operators whose clocks are known, by values that change at ticks. */
export class ClockRewriter {
  readonly clocks: ClockDefinition[] = []
  readonly sampledValues: SampledValue[] = []
  private readonly clockOf = new Map<string, number>()
  /** Values of `interval` and `firstTick` by operator and clock. */
  private readonly marks = new Map<string, number>()

  constructor(
    private readonly additions: EventAdditions,
    private readonly isScalar: IsScalar,
  ) {}

  /** The clock with this text, which `define` describes at its first use. */
  clock(text: string, define: (index: number) => ClockDefinition): Expr {
    let index = this.clockOf.get(text)
    if (index === undefined) {
      index = this.clocks.length
      this.clockOf.set(text, index)
      this.clocks.push(define(index))
    }
    return { kind: 'call', fn: '$clock', args: [{ kind: 'number', value: index }] }
  }

  /** Clocks of the pairs by their numbers. */
  createAgreements(pairs: readonly ClockPair[], rewrite: (clock: Expr) => Expr): ClockAgreement[] {
    return pairs.map(({ where, clocks: [a, b], ...rest }) => ({
      where,
      clocks: [numberOf(rewrite(a)), numberOf(rewrite(b))],
      ...rest,
    }))
  }

  /**
   * @param hasLoopVariable true if a loop variable of a comprehension occurs in it: its elements would need separate
   * samples
   */
  rewriteSampledValue(node: CallExpr, operator: KeepingOperator, hasLoopVariable: boolean): Expr {
    const [value, clock] = node.args
    const isOfVariable = operator === 'hold' || operator === 'previous'
    if (isOfVariable && value.kind !== 'name') {
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
    if (operator !== 'sample' && NEEDS_START.has(operator) && !variable!.startsWith('$'))
      this.additions.requireStart(operator, variable!)
    const place = this.sampledValues.length
    const sampled = operator === 'sample' ? this.sampledVariable(value, place) : null
    this.sampledValues.push({ operator, variable, sampled: sampled?.name ?? null })
    // The results of `previous` and `sample` do not depend on the current values of their variables; the names only
    // give the rank. For sampled arrays they also give the sizes.
    const isPast = operator === 'previous' || (operator === 'sample' && this.isScalar(value))
    const source: Expr = isPast ? { kind: 'string', value: variable ?? sampled!.name } : (sampled ?? value)
    const fn = operator === 'sample' || operator === 'previous' ? operator : 'hold'
    return this.keep(place, fn, clock, source)
  }

  /** `interval` or `firstTick` of a clock. */
  rewriteMark({ fn, args: [clock] }: CallExpr): Expr {
    const key = `${fn} ${printExpr(clock)}`
    const known = this.marks.get(key)
    const place = known ?? this.sampledValues.length
    if (known !== undefined) return { kind: 'name', name: `${SAMPLED_VALUE}[${known + 1}]` }
    this.marks.set(key, place)
    this.sampledValues.push({ operator: fn as 'interval' | 'firstTick', variable: null, sampled: null })
    return this.keep(place, fn, clock, { kind: 'number', value: numberOf(clock) })
  }

  /** A separate equation: it is evaluated even inside a branch of an `if` that is not taken. */
  private keep(place: number, fn: string, clock: Expr, source: Expr): Expr {
    const result: NameExpr = { kind: 'name', name: `${SAMPLED_VALUE}[${place + 1}]` }
    const index: Expr = { kind: 'number', value: place }
    this.additions.addEquation(
      result,
      { kind: 'call', fn: `$${fn}`, args: [index, clock, source] },
      { component: '' },
    )
    return result
  }

  /** The sampled variable: itself, or a new variable equal to the expression. */
  private sampledVariable(value: Expr, place: number): NameExpr {
    if (value.kind === 'name') return value
    const name: NameExpr = { kind: 'name', name: `$sampled[${place + 1}]` }
    this.additions.addEquation(name, value, { component: '' })
    return name
  }
}

/** Operators that give the start value of their variable before its clock has ticked. */
const NEEDS_START: ReadonlySet<string> = new Set(['hold', 'previous', 'backSample', 'noClock'])

/** Number of a clock after rewriting. */
function numberOf(clock: Expr): number {
  return ((clock as CallExpr).args[0] as NumberExpr).value
}
