import { parseUnit, sameDimension, UnitError, VarioError } from '../base/index.ts'
import type { FlatAssert, FlatEquation, FlatModel, FlatWhen } from '../model/index.ts'
import {
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  fold,
  ifExpr,
  mul,
  type NameExpr,
  number,
  printExpr,
  visitNames,
  withChildren,
} from '../symbolic/index.ts'
import { type ClockedName, findClockedNames } from './clocked-names.ts'
import { findDependence, findDiscreteNames, hasEventOperator, MEMORY, RELATIONS } from './discrete-names.ts'

/** A relation whose change of truth is an event, located where left - right crosses zero. */
export interface StateCondition {
  readonly kind: 'state'
  readonly op: string
  readonly left: Expr
  readonly right: Expr
  readonly text: string
}

/** A relation `time op right` with a right side that is constant between events: the event is scheduled, not searched. */
export interface TimeCondition {
  readonly kind: 'time'
  readonly op: string
  readonly right: Expr
  readonly text: string
}

/** A relation whose change is an event. */
export type Condition = StateCondition | TimeCondition

/** A periodic clock, the same for equal texts; its first tick is at `start` (null: at the start of the segment). */
export interface ClockDefinition {
  readonly start: Expr | null
  readonly interval: Expr
}

/** `when` with its trigger as a Boolean unknown `flag`: the actions run in the event where it becomes true. */
export interface WhenClause {
  readonly flag: string
  readonly when: FlatWhen
  /** An `assert` that holds all the time: looked at from the beginning, where a `when` has not yet become true. */
  readonly isAssert: boolean
}

/** An operator that needs a start value of its variable. */
export interface StartRequirement {
  readonly operator: 'pre' | 'hold' | 'previous'
  readonly name: string
}

/** The equations in which all operators of the language that concern events are replaced by what the code generator knows. */
export interface RewrittenModel {
  readonly equations: readonly FlatEquation[]
  readonly conditions: readonly Condition[]
  readonly clocks: readonly ClockDefinition[]
  /** Discrete variables whose left limit is used: `pre(name)` is the name of its memory. */
  readonly preNames: ReadonlySet<string>
  /** Variables of `sample`, `hold`, `previous`: one memory per occurrence; `start` names the variable that gives its first value. */
  readonly memories: readonly SampleMemory[]
  readonly whens: readonly WhenClause[]
  readonly startRequirements: readonly StartRequirement[]
  /** Variables that are constant between events; true: they may change at events. */
  readonly discrete: ReadonlyMap<string, boolean>
  /** `terminal()` occurs. */
  readonly usesTerminal: boolean
}

/** What one occurrence of `sample`, `hold` or `previous` remembers. */
export interface SampleMemory {
  readonly operator: 'sample' | 'hold' | 'previous'
  /** Variable whose start value is the first value; null: the expression itself at initialisation (`sample`). */
  readonly variable: string | null
}

const TIME = 'time'

/** Name of the memory of the left limit of a variable. */
export function preName(name: string): string {
  return `pre(${name})`
}

/** Name of the flag that is true after the first tick of a memory. */
export function tickedFlag(memory: number): string {
  return `ticked ${memory}`
}

/** Replaces relations by conditions, and `pre`, `edge`, `sample`, … by reads of memories. */
export function rewriteEvents(model: FlatModel): RewrittenModel {
  const discrete = findDiscreteNames(model)
  const rewriter = new EventRewriter(model, discrete)
  const equations = rewriter.rewriteEquations()
  const whens = model.whens.map((when, k) => rewriter.rewriteWhen(when, `$when[${k + 1}]`, false))
  for (const assert of model.asserts) {
    whens.push(
      rewriter.rewriteWhen(whenViolated(assert), `$assert[${whens.length - model.whens.length + 1}]`, true),
    )
  }
  return {
    equations: [...equations, ...rewriter.equations],
    conditions: rewriter.conditions,
    clocks: rewriter.clocks,
    preNames: rewriter.preNames,
    memories: rewriter.memories,
    whens,
    startRequirements: [...rewriter.startRequirements.values()],
    discrete,
    usesTerminal: rewriter.usesTerminal,
  }
}

/** An `assert` of the model as what happens when its condition becomes false. */
function whenViolated(assert: FlatAssert): FlatWhen {
  const { condition, component, pos } = assert
  return { condition: not(condition), actions: [assert], component, ...(pos && { pos }) }
}

/** The clocks of an expression, by their texts: their expression, and a memory that they update. */
type Ticks = Map<string, { readonly clock: Expr; readonly memory: number }>

class EventRewriter {
  /** Equations that the rewriting adds. */
  readonly equations: FlatEquation[] = []
  readonly conditions: Condition[] = []
  readonly clocks: ClockDefinition[] = []
  readonly preNames = new Set<string>()
  readonly memories: SampleMemory[] = []
  readonly startRequirements = new Map<string, StartRequirement>()
  usesTerminal = false
  private readonly conditionOf = new Map<string, number>()
  private readonly clockOf = new Map<string, number>()
  /** Clocks of `sample` and `previous` in the equation that is being rewritten. */
  private ticks: Ticks = new Map()
  /** Inside of `noEvent`: relations stay relations. */
  private isQuiet = false
  /** Loop variables of the comprehensions around. */
  private readonly locals: string[] = []
  private nTrigger = 0

  constructor(
    private readonly model: FlatModel,
    private readonly discrete: ReadonlyMap<string, boolean>,
  ) {}

  /** The equations of the model, in their order. */
  rewriteEquations(): FlatEquation[] {
    const ticksOfEquation: Ticks[] = []
    const equations = this.model.equations.map((equation, k) => {
      if (!hasEventOperator(equation.left) && !hasEventOperator(equation.right)) return equation
      this.ticks = new Map()
      ticksOfEquation[k] = this.ticks
      return { ...equation, left: this.rewrite(equation.left), right: this.rewrite(equation.right) }
    })
    const ticksOf = new Map<string, Ticks>()
    for (const clocked of findClockedNames(this.model, this.discrete).values()) {
      const ticks: Ticks = new Map(ticksOfEquation[clocked.equation])
      for (const source of clocked.sources)
        for (const [text, tick] of ticksOf.get(source)!) ticks.set(text, tick)
      ticksOf.set(clocked.name, ticks)
      const { left, right } = this.model.equations[clocked.equation]
      if (isAlias(left) && isAlias(right)) continue
      equations[clocked.equation] = this.startAtTick(clocked, equations[clocked.equation], ticks)
    }
    return equations
  }

  /** Before the first tick of its clocks, a clocked variable has its start value, which is its left limit until then. */
  private startAtTick({ name }: ClockedName, equation: FlatEquation, ticks: Ticks): FlatEquation {
    const value =
      equation.left.kind === 'name' && equation.left.name === name ? equation.right : equation.left
    let hasTicked: Expr | undefined
    for (const { clock, memory } of ticks.values()) {
      const earlier: Expr = {
        kind: 'call',
        fn: '$flag',
        args: [{ kind: 'string', value: tickedFlag(memory) }],
      }
      const ticked: Expr = { kind: 'call', fn: 'or', args: [earlier, clock] }
      hasTicked = hasTicked ? { kind: 'call', fn: 'or', args: [hasTicked, ticked] } : ticked
    }
    const right = ifExpr(hasTicked!, value, this.leftLimit(name))
    return { ...equation, left: { kind: 'name', name }, right }
  }

  rewrite(expr: Expr): Expr {
    return fold<Expr>(
      expr,
      (node, parts) => this.rewriteNode(withChildren(node, parts)),
      (node) => {
        if (node.kind === 'call' && node.fn === 'noEvent') return this.rewriteQuietly(node.args[0])
        return node.kind === 'comprehension' ? this.rewriteComprehension(node) : undefined
      },
    )
  }

  private rewriteQuietly(expr: Expr): Expr {
    const isQuiet = this.isQuiet
    this.isQuiet = true
    const result = this.rewrite(expr)
    this.isQuiet = isQuiet
    return result
  }

  private rewriteComprehension(node: ComprehensionExpr): Expr {
    const range = this.rewrite(node.range)
    this.locals.push(node.variable)
    const body = this.rewrite(node.body)
    this.locals.pop()
    return { ...node, range, body }
  }

  /** The trigger becomes an equation of its own, assignments become equations that hold the value between the instants. */
  rewriteWhen(when: FlatWhen, flag: string, isAssert: boolean): WhenClause {
    const { component } = when
    const position = when.pos ? { pos: when.pos } : {}
    const trigger = this.named(this.rewrite(when.condition), flag, component)
    const rises = this.rises(trigger)
    const actions = when.actions.map((action) => {
      if (action.kind === 'assert') return { ...action, condition: this.rewrite(action.condition) }
      if (action.kind === 'terminate') return action
      return { ...action, value: this.rewrite(action.value) }
    })
    for (const action of actions) {
      if (action.kind !== 'assign') continue
      this.preNames.add(action.name)
      const target: Expr = { kind: 'name', name: action.name }
      const kept: Expr = { kind: 'name', name: preName(action.name) }
      const value = ifExpr(rises, action.value, kept)
      this.equations.push({ left: target, right: value, component, origin: 'equation', ...position })
    }
    return { flag: trigger.name, when: { ...when, condition: rises, actions }, isAssert }
  }

  /** In the event in which a Boolean variable becomes true. */
  private rises(flag: NameExpr): Expr {
    return { kind: 'call', fn: 'and', args: [flag, not(this.leftLimit(flag.name))] }
  }

  /** A Boolean expression as a variable: itself, or a new one that is equal to it. */
  private named(condition: Expr, name: string, component: string): NameExpr {
    if (condition.kind === 'name') return condition
    const left: NameExpr = { kind: 'name', name }
    this.equations.push({ left, right: condition, component, origin: 'equation' })
    return left
  }

  private operandOf(node: CallExpr): NameExpr {
    if (node.args[0].kind !== 'name') this.nTrigger++
    return this.named(node.args[0], `$trigger[${this.nTrigger}]`, '')
  }

  private rewriteNode(node: Expr): Expr {
    if (node.kind !== 'call') return node
    if (RELATIONS.has(node.fn)) return this.relation(node)
    switch (node.fn) {
      case 'positive':
        return this.relation({ ...node, fn: '>', args: [node.args[0], ZERO] })
      case 'negative':
        return this.relation({ ...node, fn: '<', args: [node.args[0], ZERO] })
      case 'after':
        return this.relation({ ...node, fn: '>=', args: [TIME_NAME, instantOf(node)] })
      case 'pre':
        return this.pre(node.args[0])
      case 'edge':
        return this.rises(this.operandOf(node))
      case 'change': {
        const operand = this.operandOf(node)
        return { kind: 'call', fn: '<>', args: [operand, this.leftLimit(operand.name)] }
      }
      case 'initial':
      case 'terminal':
        this.usesTerminal ||= node.fn === 'terminal'
        return { kind: 'call', fn: '$flag', args: [{ kind: 'string', value: node.fn }] }
      case 'Clock':
        return this.clock(node)
      case 'sample':
      case 'hold':
      case 'previous':
        return this.memory(node, node.fn)
      default:
        return node
    }
  }

  /** A relation between continuous quantities becomes a condition that is frozen between events. */
  private relation(node: CallExpr): Expr {
    const [left, right] = node.args
    if (this.isQuiet || this.hasLocals(node)) return node
    if (!this.isContinuous(left) && !this.isContinuous(right)) return node
    const text = printExpr(node)
    let index = this.conditionOf.get(text)
    if (index === undefined) {
      index = this.conditions.length
      this.conditionOf.set(text, index)
      this.conditions.push(this.createCondition(node.fn, left, right, text))
    }
    return { kind: 'call', fn: '$condition', args: [{ kind: 'number', value: index }] }
  }

  private createCondition(op: string, left: Expr, right: Expr, text: string): Condition {
    const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }[op]!
    if (isTime(left) && !this.isContinuous(right)) return { kind: 'time', op, right, text }
    if (isTime(right) && !this.isContinuous(left)) return { kind: 'time', op: mirrored, right: left, text }
    return { kind: 'state', op, left, right, text }
  }

  /** Whether an expression may change between events. */
  private isContinuous(expr: Expr): boolean {
    for (const name of findDependence(expr, this.model).names) if (!this.discrete.has(name)) return true
    return false
  }

  /** An element of a comprehension cannot be watched on its own. */
  private hasLocals(expr: Expr): boolean {
    if (this.locals.length === 0) return false
    let hasLocal = false
    visitNames(expr, ({ name }) => {
      hasLocal ||= this.locals.includes(name)
    })
    return hasLocal
  }

  private pre(arg: Expr): NameExpr {
    if (arg.kind !== 'name') {
      throw new VarioError('EVENTS', `pre(${printExpr(arg)}): expected the name of a discrete variable.`)
    }
    this.requireStart('pre', arg.name)
    return this.leftLimit(arg.name)
  }

  private leftLimit(name: string): NameExpr {
    this.preNames.add(name)
    return { kind: 'name', name: preName(name) }
  }

  private requireStart(operator: StartRequirement['operator'], name: string): void {
    this.startRequirements.set(`${operator} ${name}`, { operator, name })
  }

  private clock(node: CallExpr): Expr {
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

  private memory(node: CallExpr, operator: SampleMemory['operator']): Expr {
    const [value, clock] = node.args
    if (operator !== 'sample' && value.kind !== 'name') {
      throw new VarioError(
        'EVENTS',
        `${operator}(${printExpr(value)}, …): expected the name of a variable with a start value.`,
      )
    }
    if (this.hasLocals(node)) {
      throw new VarioError(
        'EVENTS',
        `${operator}(${printExpr(value)}, …): expected no loop variable in it; apply ${operator} to the whole array.`,
      )
    }
    const variable = operator === 'sample' ? null : (value as NameExpr).name
    if (operator !== 'sample') this.requireStart(operator, variable!)
    this.memories.push({ operator, variable })
    const index: Expr = { kind: 'number', value: this.memories.length - 1 }
    // What `previous` returns does not depend on what its variable is now; the name tells the rank only.
    const source: Expr =
      variable !== null && operator === 'previous' ? { kind: 'string', value: variable } : value
    if (operator !== 'hold') this.ticks.set(printExpr(clock), { clock, memory: this.memories.length - 1 })
    // An equation of its own: in a branch of an `if` that is not taken now it must be looked at too.
    const result: NameExpr = { kind: 'name', name: `${MEMORY}[${this.memories.length}]` }
    const call: Expr = { kind: 'call', fn: `$${operator}`, args: [index, clock, source] }
    this.equations.push({ left: result, right: call, component: '', origin: 'equation' })
    return result
  }
}

/** A variable, or minus a variable. */
function isAlias(expr: Expr): boolean {
  return expr.kind === 'name' || (expr.kind === 'call' && expr.fn === 'neg' && expr.args[0].kind === 'name')
}

const ZERO: Expr = { kind: 'number', value: 0 }
const TIME_NAME: Expr = { kind: 'name', name: TIME }

function not(expr: Expr): Expr {
  return { kind: 'call', fn: 'not', args: [expr] }
}

function isTime(expr: Expr): boolean {
  return expr.kind === 'name' && expr.name === TIME
}

/** The instant of `after(t)` or `after(t, 'unit')` in seconds. */
function instantOf({ args: [instant, unit], pos }: CallExpr): Expr {
  if (unit === undefined) return instant
  if (unit.kind !== 'string')
    throw new VarioError('EVENTS', `after(…, ${printExpr(unit)}): expected a unit such as 'h'.`, { pos })
  const { dimension, factor } = parseUnit(unit.value)
  if (!sameDimension(dimension, parseUnit('s').dimension)) {
    throw new UnitError(`after(…, '${unit.value}'): expected a unit of time such as 'h'.`, {
      unit: unit.value,
    })
  }
  return instant.kind === 'number' ? number(instant.value * factor) : mul(instant, number(factor))
}
