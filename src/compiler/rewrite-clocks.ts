import { VarioError } from '../base/index.ts'
import type { FlatEquation, FlatModel } from '../model/index.ts'
import { type CallExpr, type Expr, ifExpr, type NameExpr, printExpr } from '../symbolic/index.ts'
import { findClockedNames } from './clocked-names.ts'
import { MEMORY } from './discrete-names.ts'
import type { EventAdditions } from './event-additions.ts'
import { type ClockDefinition, type SampleMemory, tickedFlag } from './event-definitions.ts'

/** The clocks of an expression, by their texts: their expression, and a memory that they update. */
type Ticks = Map<string, { readonly clock: Expr; readonly memory: number }>

/** Replaces `Clock`, and `sample`, `hold`, `previous` by reads of memories that ticks update. */
export class ClockRewriter {
  readonly clocks: ClockDefinition[] = []
  readonly memories: SampleMemory[] = []
  private readonly clockOf = new Map<string, number>()
  /** Clocks of `sample` and `previous` in every equation of the model, and in the one that is being rewritten. */
  private readonly ticksOfEquation: Ticks[] = []
  private ticks: Ticks = new Map()

  constructor(private readonly additions: EventAdditions) {}

  /** What comes stands in this equation of the model. */
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
        second === undefined ? { start: null, interval: first } : { start: first, interval: second },
      )
    }
    return { kind: 'call', fn: '$clock', args: [{ kind: 'number', value: index }] }
  }

  /** @param hasLoopVariable a loop variable of a comprehension occurs in it: its elements would need a memory each */
  rewriteMemory(node: CallExpr, operator: SampleMemory['operator'], hasLoopVariable: boolean): Expr {
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
        `${operator}(${printExpr(value)}, …): expected no loop variable in it; apply ${operator} to the whole array.`,
      )
    }
    const variable = operator === 'sample' ? null : (value as NameExpr).name
    if (operator !== 'sample') this.additions.requireStart(operator, variable!)
    const memory = this.memories.length
    this.memories.push({ operator, variable })
    if (operator !== 'hold') this.ticks.set(printExpr(clock), { clock, memory })
    // What `previous` returns does not depend on what its variable is now; the name tells the rank only.
    const source: Expr =
      variable !== null && operator === 'previous' ? { kind: 'string', value: variable } : value
    // An equation of its own: in a branch of an `if` that is not taken now it must be looked at too.
    const result: NameExpr = { kind: 'name', name: `${MEMORY}[${memory + 1}]` }
    const index: Expr = { kind: 'number', value: memory }
    const call: Expr = { kind: 'call', fn: `$${operator}`, args: [index, clock, source] }
    this.additions.addEquation(result, call, { component: '' })
    return result
  }

  /** Changes the rewritten equations of clocked variables such that the variables have their start values before the first tick. */
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
  }

  /** Before the first tick of its clocks, a clocked variable has its start value, which is its left limit until then. */
  private startAtTick(name: string, equation: FlatEquation, ticks: Ticks): FlatEquation {
    const value =
      equation.left.kind === 'name' && equation.left.name === name ? equation.right : equation.left
    let hasTicked: Expr | undefined
    for (const { clock, memory } of ticks.values()) {
      const flag: Expr = { kind: 'string', value: tickedFlag(memory) }
      const earlier: Expr = { kind: 'call', fn: '$flag', args: [flag] }
      const ticked: Expr = { kind: 'call', fn: 'or', args: [earlier, clock] }
      hasTicked = hasTicked ? { kind: 'call', fn: 'or', args: [hasTicked, ticked] } : ticked
    }
    const right = ifExpr(hasTicked!, value, this.additions.leftLimit(name))
    return { ...equation, left: { kind: 'name', name }, right }
  }
}

/** A variable, or minus a variable. */
function isAlias(expr: Expr): boolean {
  return expr.kind === 'name' || (expr.kind === 'call' && expr.fn === 'neg' && expr.args[0].kind === 'name')
}
