import { parseUnit, sameDimension, UnitError, VarioError } from '../../base/index.ts'
import {
  type FlatAssert,
  type FlatEquation,
  type FlatModel,
  type FlatWhen,
  isModelInput,
} from '../../model/index.ts'
import {
  type CallExpr,
  type ComprehensionExpr,
  collectNames,
  div,
  type Expr,
  errorAt,
  fold,
  ifExpr,
  isZero,
  linearFactor,
  mul,
  type NameExpr,
  type NumberExpr,
  neg,
  number,
  printExpr,
  type StringExpr,
  sub,
  substitute,
  visitExpr,
  visitNames,
  withChildren,
} from '../../symbolic/index.ts'
import { CLOCK_CONVERSIONS } from './clock-graph.ts'
import type { Gate } from './clock-partitions.ts'
import { formOfClock } from './define-clock.ts'
import { EventAdditions } from './event-additions.ts'
import type {
  ClockAgreement,
  ClockDefinition,
  Condition,
  SampledValue,
  StartRequirement,
  StepLimit,
  WhenClause,
} from './event-definitions.ts'
import {
  findDependence,
  findDiscreteNames,
  hasEventOperator,
  type IsScalar,
  RELATIONS,
  SAWTOOTH_FUNCTIONS,
  STEP_FUNCTIONS,
} from './find-discrete-names.ts'
import { guardBranches, hasGuardedBranches } from './guard-branches.ts'
import { inferClocks } from './infer-clocks.ts'
import { createIsBoolean } from './is-boolean.ts'
import { ClockRewriter } from './sampled-clocks.ts'
import { StepRewriter } from './step-functions.ts'

/** Equations in which all event operators of the language are replaced by constructs of the code generator. */
export interface RewrittenModel {
  readonly equations: readonly FlatEquation[]
  readonly conditions: readonly Condition[]
  readonly clocks: readonly ClockDefinition[]
  readonly clockAgreements: readonly ClockAgreement[]
  /** Discrete variables whose left limit is used, under the name `pre(name)`. */
  readonly preNames: ReadonlySet<string>
  /** One per occurrence of `sample`, `hold`, `previous`. */
  readonly sampledValues: readonly SampledValue[]
  readonly whens: readonly WhenClause[]
  readonly startRequirements: readonly StartRequirement[]
  /** Variables that are constant between events; true: they may change at events. */
  readonly discrete: ReadonlyMap<string, boolean>
  /** `terminal()` occurs. */
  readonly usesTerminal: boolean
}

/**
 * Replaces relations by conditions, and `pre`, `edge`, `sample`, … by values that are set at events and ticks.
 *
 * @param isScalar true for scalar expressions of the model; functions that jump cause events if their arguments are
 * scalars
 */
export function rewriteEvents(given: FlatModel, isScalar: IsScalar = () => true): RewrittenModel {
  const isBoolean = createIsBoolean(given)
  const inferred = inferClocks(given, findDiscreteNames(given, isScalar), isScalar, isBoolean)
  const { model, pairs, clocked, gates } = inferred
  const discrete = new Map(findDiscreteNames(model, isScalar))
  for (const name of clocked) discrete.set(name, true)
  const rewriter = new EventRewriter(model, discrete, isScalar, isBoolean, inferred.arguments)
  const { additions, clocks } = rewriter
  const equations = rewriter.rewriteEquations(gates)
  const whens = rewriter.rewriteWhens(model.whens)
  const asserts = rewriter.rewriteAsserts(model.asserts)
  const clockAgreements = clocks.createAgreements(pairs, (clock) => rewriter.rewrite(clock))
  return {
    equations: [...equations, ...additions.equations],
    conditions: rewriter.conditions,
    clocks: markAuxiliary(clocks.clocks, [...equations, ...additions.equations]),
    clockAgreements,
    preNames: additions.preNames,
    sampledValues: clocks.sampledValues,
    whens: [...whens, ...asserts],
    startRequirements: additions.startRequirements,
    discrete,
    usesTerminal: rewriter.usesTerminal,
  }
}

/** Marks the clocks that occur in no equation. */
function markAuxiliary(
  clocks: readonly ClockDefinition[],
  equations: readonly FlatEquation[],
): ClockDefinition[] {
  const used = new Set<number>()
  if (clocks.length > 0) {
    for (const { left, right } of equations)
      for (const side of [left, right])
        visitExpr(side, (node) => {
          if (node.kind === 'call' && node.fn === '$clock') used.add((node.args[0] as NumberExpr).value)
          return true
        })
  }
  return clocks.map((clock, k) => (used.has(k) ? clock : { ...clock, isAuxiliary: true }))
}

/** A branch of a `when` acts only if no earlier one does. */
function withoutEarlier(clause: WhenClause, earlier: readonly WhenClause[]): WhenClause {
  const condition = earlier.reduce((sum, { when }) => and(sum, not(when.condition)), clause.when.condition)
  return { ...clause, when: { ...clause.when, condition } }
}

/** The `when` that reports a violated `assert` when its condition becomes false. */
function whenViolated(assert: FlatAssert): FlatWhen {
  const { condition, component, pos } = assert
  return { condition: not(condition), actions: [assert], component, ...(pos && { pos }) }
}

class EventRewriter {
  readonly additions = new EventAdditions()
  readonly clocks: ClockRewriter
  readonly conditions: Condition[] = []
  usesTerminal = false
  private readonly conditionOf = new Map<string, number>()
  private readonly steps = new StepRewriter(this.additions, (op, left, right, text, limit) =>
    this.relation({ kind: 'call', fn: op, args: [left, right] }, text, limit),
  )
  /** True inside `noEvent`, where relations do not become conditions. */
  private isQuiet = false
  /** True inside `when`, where continuous variables also have left limits. */
  private isInWhen = false
  /** Loop variables of the enclosing comprehensions. */
  private readonly locals: string[] = []
  private nTrigger = 0
  /** Right sides of the equations that define variables. */
  private readonly definitions: ReadonlyMap<string, Expr>

  constructor(
    private readonly model: FlatModel,
    private readonly discrete: ReadonlyMap<string, boolean>,
    private readonly isScalar: IsScalar,
    private readonly isBoolean: (expr: Expr) => boolean,
    private readonly clockArguments: ReadonlyMap<string, Expr>,
  ) {
    this.clocks = new ClockRewriter(this.additions, isScalar)
    this.definitions = new Map(
      model.equations.flatMap(({ left, right }) => (left.kind === 'name' ? [[left.name, right]] : [])),
    )
  }

  /** The equations of the model, in their order. */
  rewriteEquations(gates: ReadonlyMap<number, Gate>): FlatEquation[] {
    return this.model.equations.map((equation, k) => {
      const left = this.guard(equation.left)
      const right = this.guard(equation.right)
      const gate = gates.get(k)
      const isQuiet = !hasEventOperator(left) && !hasEventOperator(right)
      const rewritten = isQuiet
        ? equation
        : { ...equation, left: this.rewrite(left), right: this.rewrite(right) }
      return gate === undefined ? rewritten : this.gate(rewritten, gate)
    })
  }

  /** An equation that holds at ticks only: between them, and before the first one, its variable keeps its left limit. */
  private gate(equation: FlatEquation, { variable, clock }: Gate): FlatEquation {
    const { left, right } = equation
    // sizes of arrays without a start value are determined as if at a tick
    const isSizing: Expr = { kind: 'call', fn: '$flag', args: [{ kind: 'string', value: 'sizes' }] }
    const ticks: Expr = { kind: 'call', fn: 'or', args: [isSizing, this.rewrite(clock)] }
    const limit = this.additions.leftLimit(variable)
    const target: Expr = { kind: 'name', name: variable }
    const isTarget = (side: Expr): boolean => side.kind === 'name' && side.name === variable
    if (isTarget(left)) return { ...equation, right: ifExpr(ticks, right, limit) }
    if (isTarget(right)) return { ...equation, left: target, right: ifExpr(ticks, left, limit) }
    return { ...equation, left: ZERO, right: ifExpr(ticks, sub(left, right), sub(target, limit)) }
  }

  /** Keeps scalar branches defined slightly beyond their conditions. */
  private guard(expr: Expr): Expr {
    if (!hasGuardedBranches(expr) || !this.isScalar(expr)) return expr
    return guardBranches(expr, (name) => this.definitions.get(name))
  }

  /** The clauses of `when`; the assignments become equations that hold the value between the instants. */
  rewriteWhens(whens: readonly FlatWhen[]): WhenClause[] {
    const clauses: WhenClause[] = []
    for (let k = 0; k < whens.length; ) {
      const { chain } = whens[k]
      const group: WhenClause[] = []
      do {
        const clause = this.rewriteWhen(whens[k], `$when[${++k}]`, false)
        group.push(withoutEarlier(clause, group))
      } while (chain !== undefined && whens[k]?.chain === chain)
      this.addAssignments(group)
      clauses.push(...group)
    }
    return clauses
  }

  /** The clauses of `assert`. */
  rewriteAsserts(asserts: readonly FlatAssert[]): WhenClause[] {
    return asserts.map((assert, k) => this.rewriteWhen(whenViolated(assert), `$assert[${k + 1}]`, true))
  }

  /** Makes the trigger a separate equation, and rewrites the values of the actions. */
  private rewriteWhen(when: FlatWhen, flag: string, isAssert: boolean): WhenClause {
    const { component } = when
    this.isInWhen = true
    const trigger = this.named(this.rewrite(when.condition), flag, component)
    const rises = this.rises(trigger)
    const actions = when.actions.map((action) => {
      if (action.kind === 'assert') return { ...action, condition: this.rewrite(action.condition) }
      if (action.kind === 'terminate') return action
      return { ...action, value: this.rewrite(action.value) }
    })
    const text = `when ${printExpr(when.condition)}`
    return { flag: trigger.name, text, when: { ...when, condition: rises, actions }, isAssert }
  }

  /** One equation for each assigned variable, or element: its value in the branches, otherwise the one before. */
  private addAssignments(clauses: readonly WhenClause[]): void {
    const assignments = new Map<
      string,
      { target: Expr; held: Expr; clause: WhenClause; cases: [Expr, Expr][] }
    >()
    for (const clause of clauses) {
      for (const action of clause.when.actions) {
        if (action.kind !== 'assign') continue
        const { name, subscripts } = action
        const whole: Expr = { kind: 'name', name }
        const target: Expr = subscripts === undefined ? whole : { kind: 'index', base: whole, subscripts }
        const key = printExpr(target)
        let known = assignments.get(key)
        if (known === undefined) {
          const before = this.additions.leftLimit(name)
          const held: Expr = subscripts === undefined ? before : { kind: 'index', base: before, subscripts }
          assignments.set(key, (known = { target, held, clause, cases: [] }))
        }
        known.cases.push([clause.when.condition, action.value])
      }
    }
    for (const { target, held, clause, cases } of assignments.values()) {
      const { component, pos } = clause.when
      const value = cases.reduceRight((rest, [condition, each]) => ifExpr(condition, each, rest), held)
      this.additions.addEquation(target, value, { component, ...(pos && { pos }) })
    }
  }

  /** True at the event at which a Boolean variable becomes true. */
  private rises(flag: NameExpr): Expr {
    return { kind: 'call', fn: 'and', args: [flag, not(this.additions.leftLimit(flag.name))] }
  }

  /** A Boolean expression as a variable: itself, or a new variable equal to it. */
  private named(condition: Expr, name: string, component: string): NameExpr {
    if (condition.kind === 'name') return condition
    const left: NameExpr = { kind: 'name', name }
    this.additions.addEquation(left, condition, { component })
    return left
  }

  private operandOf(node: CallExpr): NameExpr {
    if (node.args[0].kind !== 'name') this.nTrigger++
    return this.named(node.args[0], `$trigger[${this.nTrigger}]`, '')
  }

  rewrite(expr: Expr): Expr {
    return fold<Expr>(
      expr,
      (node, parts) => this.rewriteNode(withChildren(node, parts)),
      (node) => {
        if (node.kind === 'call' && node.fn === 'noEvent') return this.rewriteQuietly(node.args[0])
        if (node.kind === 'call' && this.isClock(node)) return this.rewriteClock(node)
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

  private rewriteNode(node: Expr): Expr {
    if (node.kind !== 'call') return node
    if (RELATIONS.has(node.fn)) return this.relation(node)
    if (STEP_FUNCTIONS.has(node.fn) || SAWTOOTH_FUNCTIONS.has(node.fn)) return this.step(node)
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
        const [arg] = node.args
        if (arg.kind === 'name' && !this.discrete.has(arg.name)) {
          throw new VarioError(
            'EVENTS',
            `change(${arg.name}): expected a discrete variable, got ${arg.name}, which changes between events. ` +
              `Write a relation, such as ${arg.name} > 0.`,
            { name: arg.name, ...(node.pos && { pos: node.pos }) },
          )
        }
        const operand = this.operandOf(node)
        return { kind: 'call', fn: '<>', args: [operand, this.additions.leftLimit(operand.name)] }
      }
      case 'initial':
      case 'terminal':
        this.usesTerminal ||= node.fn === 'terminal'
        return { kind: 'call', fn: '$flag', args: [{ kind: 'string', value: node.fn }] }
      case 'sample':
      case 'hold':
      case 'previous':
        return this.clocks.rewriteSampledValue(node, node.fn, this.hasLoopVariable(node))
      case '$resample':
        return this.clocks.rewriteSampledValue(node, (node.args[2] as StringExpr).value as 'noClock', false)
      case 'interval':
      case 'firstTick':
        return this.clocks.rewriteMark(node)
      default:
        return node
    }
  }

  private isClock({ fn }: CallExpr): boolean {
    return (fn === 'Clock' || fn in CLOCK_CONVERSIONS) && !this.model.functions.has(fn)
  }

  /** A clock by its number. Clocks are equal if their texts are. */
  private rewriteClock(node: CallExpr): Expr {
    const written = substitute(node, this.clockArguments) as CallExpr
    const text = printExpr(written)
    const { clocks, additions } = this
    const [first, second] = node.args
    if (node.fn !== 'Clock') {
      const from = this.rewrite(first) as CallExpr
      return clocks.clock(text, () => ({
        kind: 'derived',
        from: (from.args[0] as NumberExpr).value,
        fn: node.fn,
        factors: node.args.slice(1),
        text,
      }))
    }
    const form = formOfClock(written, this.model, this.isBoolean)
    if (form !== 'condition') this.assertConstantClock(node)
    return clocks.clock(text, (index) => {
      if (form === 'interval') return { kind: 'periodic', start: null, interval: first, text }
      if (form === 'start') return { kind: 'periodic', start: first, interval: second, text }
      if (form === 'rational') return { kind: 'rational', counter: first, resolution: second, text }
      const condition: NameExpr = { kind: 'name', name: `$tick[${index + 1}]` }
      additions.addEquation(condition, this.rewrite(first), { component: '' })
      additions.leftLimit(condition.name)
      return { kind: 'event', condition: condition.name, startInterval: second ?? ZERO, text }
    })
  }

  /** Checks that the arguments of a clock are constant between events, because ticks are computed in advance. */
  private assertConstantClock(node: CallExpr): void {
    for (const name of collectNames(node)) {
      const variable = this.model.variables.get(name)
      const isContinuous =
        name === 'time' || (variable !== undefined && !isModelInput(variable) && !this.discrete.has(name))
      if (!isContinuous) continue
      throw errorAt(
        'EVENTS',
        `${printExpr(node)}: ${name} changes between ticks. Expected parameters, numbers or discrete variables; ` +
          `events at a value of ${name} are those of a relation, as in 'when ${name} > 1 then …'.`,
        node.pos,
        { name },
      )
    }
  }

  private pre(arg: Expr): Expr {
    if (arg.kind === 'index' && arg.base.kind === 'name') return { ...arg, base: this.pre(arg.base) }
    if (arg.kind !== 'name') {
      throw new VarioError('EVENTS', `pre(${printExpr(arg)}): expected the name of a discrete variable.`)
    }
    if (!this.isInWhen && !this.discrete.has(arg.name)) {
      throw new VarioError(
        'EVENTS',
        `pre(${arg.name}): expected a discrete variable, got ${arg.name}, which changes between events and has no value ` +
          `before there. Write pre inside of 'when'.`,
        { name: arg.name, ...(arg.pos && { pos: arg.pos }) },
      )
    }
    this.additions.requireStart('pre', arg.name)
    return this.additions.leftLimit(arg.name)
  }

  /** Rewrites a function that jumps; it causes events if its argument is a continuous scalar. */
  private step(node: CallExpr): Expr {
    if (this.isQuiet || this.hasLoopVariable(node)) return node
    if (!node.args.some((arg) => this.isContinuous(arg)) || !node.args.every(this.isScalar)) return node
    return this.steps.rewrite(node)
  }

  /** Makes a relation between continuous quantities a condition that is frozen between events. */
  private relation(node: CallExpr, text = printExpr(node), limit?: StepLimit): Expr {
    const [left, right] = node.args
    if (this.isQuiet || this.hasLoopVariable(node)) return node
    if (!this.isContinuous(left) && !this.isContinuous(right)) return node
    const key = printExpr(node)
    let index = this.conditionOf.get(key)
    if (index === undefined) {
      index = this.conditions.length
      this.conditionOf.set(key, index)
      this.conditions.push({ ...this.createCondition(node.fn, left, right, text), ...(limit && { limit }) })
    }
    return { kind: 'call', fn: '$condition', args: [{ kind: 'number', value: index }] }
  }

  private createCondition(op: string, left: Expr, right: Expr, text: string): Condition {
    const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }[op]!
    if (isTime(left) && !this.isContinuous(right)) return { kind: 'time', op, right, text }
    if (isTime(right) && !this.isContinuous(left)) return { kind: 'time', op: mirrored, right: left, text }
    return this.linearInTime(op, left, right, text) ?? { kind: 'state', op, left, right, text }
  }

  /** Rewrites a relation that is linear in the time, with coefficients that are constant between events. */
  private linearInTime(op: string, left: Expr, right: Expr, text: string): Condition | null {
    const continuous = [...this.continuousNames(left), ...this.continuousNames(right)]
    if (continuous.some((name) => name !== TIME)) return null
    const parts = linearFactor(sub(left, right), TIME)
    if (parts === null || isZero(parts.factor)) return null
    const { factor, rest } = parts
    return { kind: 'time', op, right: div(neg(rest), factor), linear: { factor, rest }, text }
  }

  /** True if an expression may change between events. */
  private isContinuous(expr: Expr): boolean {
    return this.continuousNames(expr).length > 0
  }

  /** Names that make an expression change between events. */
  private continuousNames(expr: Expr): string[] {
    const { names } = findDependence(expr, this.model, this.isScalar)
    return [...names].filter((name) => !this.discrete.has(name))
  }

  /** True if the expression has a loop variable: one element of a comprehension cannot be a condition. */
  private hasLoopVariable(expr: Expr): boolean {
    if (this.locals.length === 0) return false
    let hasLocal = false
    visitNames(expr, ({ name }) => {
      hasLocal ||= this.locals.includes(name)
    })
    return hasLocal
  }
}

const TIME = 'time'
const TIME_NAME: Expr = { kind: 'name', name: TIME }
const ZERO: Expr = { kind: 'number', value: 0 }

function and(a: Expr, b: Expr): Expr {
  return { kind: 'call', fn: 'and', args: [a, b] }
}

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
