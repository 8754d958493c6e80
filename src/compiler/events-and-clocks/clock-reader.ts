import type { VarioError } from '../../base/index.ts'
import {
  type FlatAssert,
  type FlatEquation,
  type FlatModel,
  type FlatWhen,
  isModelInput,
} from '../../model/index.ts'
import {
  type CallExpr,
  CLOCK_OPERATORS,
  CONSTANTS,
  call,
  collectNames,
  type Expr,
  errorAt,
  fold,
  type NameExpr,
  name,
  printExpr,
  someNode,
  withChildren,
} from '../../symbolic/index.ts'
import { CLOCK_CONVERSIONS, ClockGraph } from './clock-graph.ts'

/** Operators that change, or may change, at other instants than ticks. */
const OTHER_OPERATORS: ReadonlySet<string> = new Set([
  'pre',
  'edge',
  'change',
  'initial',
  'terminal',
  'after',
])
/** Operators that a `when` with a clock may not contain: then it is one of events. */
const EVENT_OPERATORS: ReadonlySet<string> = new Set(['pre', 'edge', 'change'])

/** The parts of one side of an equation that matter for clocks. */
export interface Side {
  /** Variables whose present values occur. */
  readonly names: Set<string>
  /** Variables of `previous`. */
  readonly pasts: Set<string>
  /** Variables of `der`. */
  readonly rates: Set<string>
  /** Open clocks of the operators in it, without those of `hold`. */
  readonly ticks: string[]
  /** A part changes at other instants than ticks. */
  isContinuous: boolean
  hasTime: boolean
}

/** An equation whose operators have clocks, open ones where they are left out. */
export interface ReadEquation {
  /** Its number. */
  readonly k: number
  readonly source: FlatEquation
  readonly left: Side
  readonly right: Side
}

/** A `when` that assigns at the ticks of a clock. */
export interface ClockedWhen {
  /** Its clock. */
  readonly node: string
  /** The variables that it assigns. */
  readonly names: readonly string[]
  readonly side: Side
}

/** True if a model contains operators of clocks. */
export function hasClockOperators({ equations, whens, asserts, functions }: FlatModel): boolean {
  const isOperator = (node: Expr): boolean =>
    node.kind === 'call' && CLOCK_OPERATORS.has(node.fn) && !functions.has(node.fn)
  const occursIn = (expr: Expr): boolean => someNode(expr, isOperator)
  return (
    equations.some(({ left, right }) => occursIn(left) || occursIn(right)) ||
    whens.some(
      (when) => occursIn(when.condition) || when.actions.some((each) => valuesOf(each).some(occursIn)),
    ) ||
    asserts.some(({ condition }) => occursIn(condition))
  )
}

/** Reads the equations of a model: gives their operators clocks, and notes in a graph which of them are related. */
export class ClockReader {
  readonly graph = new ClockGraph()
  /** Variables that are clocks. */
  readonly clockNames: ReadonlySet<string>
  readonly equations: ReadEquation[] = []
  readonly whens: readonly FlatWhen[]
  readonly asserts: readonly FlatAssert[]
  /** Further expressions, each as one side: of conditions, of `when`, and operands of `sample`. */
  readonly others: Side[] = []
  /** Variables that must be clocked, because of operators applied to them, with one of these. */
  readonly operands = new Map<string, CallExpr>()
  /** Variables of `hold` and `previous` with the clocks of these operators. */
  readonly uses: { readonly variable: string; readonly clock: string }[] = []
  /** Intervals with variables, of the clock of a node. */
  readonly intervals: { readonly names: readonly string[]; readonly node: string }[] = []
  /** Solver methods of clocks. */
  readonly methods = new Map<string, string>()
  /** Variables that a `when` assigns at events. */
  readonly assigned = new Set<string>()
  readonly clockedWhens: ClockedWhen[] = []
  /** Equations of operands, with their right sides. */
  private readonly added: { readonly source: FlatEquation; readonly right: Side }[] = []
  private readonly locals: string[] = []

  constructor(
    private readonly model: FlatModel,
    private readonly discrete: ReadonlyMap<string, boolean>,
    private readonly isBoolean: (expr: Expr) => boolean,
  ) {
    this.clockNames = findClockNames(model, (expr) => this.isOperator(expr))
    for (const equation of model.equations) this.readEquation(equation)
    this.whens = model.whens.map((when) => this.readWhen(when))
    this.asserts = model.asserts.map((assert) => ({ ...assert, condition: this.readOther(assert.condition) }))
    for (const { source, right } of this.added) {
      const left = createSide()
      this.readName((source.left as NameExpr).name, left)
      this.keep(source, left, right)
    }
  }

  /** Solver methods of the clock of a node. */
  methodsOf(tick: string): readonly string[] {
    const { graph } = this
    const root = graph.find(tick)
    const own = [...this.methods].flatMap(([node, method]) => (graph.find(node) === root ? [method] : []))
    if (own.length > 0 || this.methods.size === 0) return own
    // a clock that is converted from another one keeps its method
    return graph.relations.flatMap(({ from, to, conversion }) => {
      const isOfClocks = conversion !== null && (from.startsWith('$') || this.clockNames.has(from))
      return isOfClocks && graph.find(to) === root && graph.find(from) !== root ? this.methodsOf(from) : []
    })
  }

  private readEquation(source: FlatEquation): void {
    const { left, right } = source
    for (const [target, value] of [
      [left, right],
      [right, left],
    ]) {
      if (target.kind !== 'name' || !this.clockNames.has(target.name) || !this.isClock(value)) continue
      const clock = this.readClock(value)
      this.graph.join([target.name, clock.node])
      this.keep({ ...source, left: target, right: clock.expr }, createSide(), createSide())
      return
    }
    const sides = [createSide(), createSide()] as const
    const [a, b] = [this.read(left, sides[0]), this.read(right, sides[1])]
    this.keep({ ...source, left: a, right: b }, ...sides)
  }

  private keep(source: FlatEquation, left: Side, right: Side): void {
    this.equations.push({ k: this.equations.length, source, left, right })
  }

  private readOther(expr: Expr): Expr {
    const side = createSide()
    this.others.push(side)
    return this.read(expr, side)
  }

  private readWhen(when: FlatWhen): FlatWhen {
    const isClock = this.isClock(when.condition)
    const side = createSide()
    const names: string[] = []
    let isOfEvents = !isClock
    for (const action of when.actions) {
      if (action.kind === 'assign') names.push(action.name)
      isOfEvents ||= action.kind === 'reinit'
      isOfEvents ||= valuesOf(action).some((value) =>
        someNode(value, (node) => node.kind === 'call' && EVENT_OPERATORS.has(node.fn)),
      )
    }
    const clock = isClock ? this.readClock(when.condition) : null
    const actions = when.actions.map((action) => {
      if (action.kind === 'assert') return { ...action, condition: this.read(action.condition, side) }
      return action.kind === 'terminate' ? action : { ...action, value: this.read(action.value, side) }
    })
    if (clock !== null) this.graph.join([clock.node, ...side.ticks])
    if (clock !== null && !isOfEvents) this.clockedWhens.push({ node: clock.node, names, side })
    else {
      this.others.push(side)
      for (const each of names) this.assigned.add(each)
    }
    return { ...when, condition: clock?.expr ?? this.readOther(when.condition), actions }
  }

  /** Gives the operators in an expression their clocks, open ones where they are left out, and notes its parts. */
  private read(expr: Expr, side: Side): Expr {
    return fold<Expr>(
      expr,
      (node, parts) => withChildren(node, parts),
      (node) => {
        if (node.kind === 'name') {
          this.readName(node.name, side)
          return node
        }
        if (node.kind === 'comprehension') {
          const range = this.read(node.range, side)
          this.locals.push(node.variable)
          const body = this.read(node.body, side)
          this.locals.pop()
          return { ...node, range, body }
        }
        return node.kind === 'call' ? this.readCall(node, side) : undefined
      },
    )
  }

  private readName(each: string, side: Side): void {
    if (this.locals.includes(each) || this.isConstant(each)) return
    if (each === 'time' && !this.model.variables.has(each)) side.hasTime = true
    else if (this.isOutside(each)) side.isContinuous = true
    else side.names.add(each)
  }

  /** True for inputs of the model and for clocks. */
  isOutside(each: string): boolean {
    const variable = this.model.variables.get(each)
    return this.clockNames.has(each) || (variable !== undefined && isModelInput(variable))
  }

  private readCall(node: CallExpr, side: Side): Expr | undefined {
    if (node.fn === 'der')
      for (const each of collectNames(node.args[0])) if (!this.isConstant(each)) side.rates.add(each)
    if (OTHER_OPERATORS.has(node.fn) || this.model.functions.get(node.fn)?.hasMemory) side.isContinuous = true
    if (!this.isOperator(node)) return undefined
    const [value, clock] = node.args
    switch (node.fn) {
      case 'Clock':
        side.isContinuous = true
        return this.readClock(node).expr
      case 'sample':
        return { ...node, args: [this.readOther(value), this.tick(side, clock)] }
      case 'hold':
        return this.readHold(node, side)
      case 'previous':
        return this.readPrevious(node, side)
      case 'interval':
      case 'firstTick':
        return { ...node, args: [this.readInterval(value, side)] }
      default:
        return this.readConversion(node, side)
    }
  }

  /** The clock of an operator: the given one, or an open one. */
  private tick(side: Side, clock: Expr | undefined): Expr {
    const { expr, node } = this.readClockOf(clock)
    side.ticks.push(node)
    return expr
  }

  /** A new node that has the given clock, or an open one. */
  private readClockOf(clock: Expr | undefined): { readonly node: string; readonly expr: Expr } {
    const open = this.graph.open()
    if (clock === undefined) return { node: open.name, expr: open }
    const given = this.readClock(clock)
    this.graph.join([open.name, given.node])
    return { node: open.name, expr: given.expr }
  }

  private readHold(node: CallExpr, side: Side): Expr {
    const [value, clock] = node.args
    side.isContinuous = true
    if (value.kind !== 'name') {
      if (clock === undefined) throw notVariable(node)
      const { expr } = this.readClockOf(clock)
      return { ...node, args: [this.readOther(value), expr] }
    }
    if (this.isConstant(value.name))
      return clock === undefined ? value : { ...node, args: [value, this.readClock(clock).expr] }
    const { expr, node: open } = this.readClockOf(clock)
    this.uses.push({ variable: value.name, clock: open })
    if (clock === undefined) this.operands.set(value.name, node)
    return { ...node, args: [value, expr] }
  }

  private readPrevious(node: CallExpr, side: Side): Expr {
    const [value, clock] = node.args
    // the previous value of an element is an element of the previous value
    if (value.kind === 'index')
      return {
        ...value,
        base: this.readPrevious({ ...node, args: [value.base, ...node.args.slice(1)] }, side),
      }
    if (clock === undefined && value.kind === 'name' && this.isConstant(value.name)) return value
    const expr = this.tick(side, clock)
    if (value.kind !== 'name') return { ...node, args: [value, expr] }
    if (!this.isConstant(value.name) && !this.isOutside(value.name)) {
      side.pasts.add(value.name)
      this.uses.push({ variable: value.name, clock: side.ticks[side.ticks.length - 1] })
      if (clock === undefined) this.operands.set(value.name, node)
    }
    return { ...node, args: [value, expr] }
  }

  /** The clock of `interval(x)` and `firstTick(x)`: that of x, or without x that of the equation. */
  private readInterval(value: Expr | undefined, side: Side): Expr {
    if (value === undefined) return this.tick(side, undefined)
    if (this.isClock(value)) return this.tick(side, value)
    this.read(value, side)
    return this.tick(side, undefined)
  }

  /** `subSample` and the like: of a clock, or of a value. */
  private readConversion(node: CallExpr, side: Side): Expr {
    const [value] = node.args
    if (this.isClock(value)) {
      side.isContinuous = true
      return this.readClock(node).expr
    }
    const operand = this.readOperand(node)
    const open = this.tick(side, undefined) as NameExpr
    if (!this.isConstant(operand.name)) {
      this.operands.set(operand.name, node)
      if (node.fn !== 'noClock')
        this.graph.link(operand.name, open.name, { fn: node.fn, factors: this.factorsOf(node) })
    }
    return call('$resample', operand, open, { kind: 'string', value: node.fn })
  }

  /** The operand of a conversion as a variable, which is added for expressions. */
  private readOperand(node: CallExpr): NameExpr {
    const [value] = node.args
    if (value.kind === 'name') return value
    if (node.fn === 'backSample' || this.hasLocal(value)) throw notVariable(node)
    const operand = name(`$operand[${this.added.length + 1}]`)
    const side = createSide()
    const entry = {
      source: { left: operand, right: value, component: '', origin: 'equation' } as const,
      right: side,
    }
    const index = this.added.push(entry) - 1
    this.added[index] = { ...entry, source: { ...entry.source, right: this.read(value, side) } }
    return operand
  }

  private hasLocal(expr: Expr): boolean {
    return this.locals.some((local) => collectNames(expr).has(local))
  }

  /** Factors of a conversion, which are constant. A factor 0 is left out: it is inferred. */
  private factorsOf(node: CallExpr): readonly Expr[] {
    const factors = node.args.slice(1)
    const changing = factors
      .flatMap((factor) => [...collectNames(factor)])
      .find((each) => !this.isConstant(each))
    if (changing === undefined) return isZeroLiteral(factors[0]) && factors.length === 1 ? [] : factors
    throw errorAt(
      'EVENTS',
      `${printExpr(node)}: expected a number or a parameter as factor, got ${changing}, which may change. Sample at ` +
        `a variable interval, Clock(${changing}), instead.`,
      node.pos,
      { name: changing },
    )
  }

  private isOperator(expr: Expr): boolean {
    return expr.kind === 'call' && CLOCK_OPERATORS.has(expr.fn) && !this.model.functions.has(expr.fn)
  }

  private isClock(expr: Expr): boolean {
    return isClockExpr(expr, this.clockNames, (each) => this.isOperator(each))
  }

  /** A clock as node of the graph, and its expression, in which open clocks may occur. */
  private readClock(expr: Expr): { readonly node: string; readonly expr: Expr } {
    if (expr.kind === 'name' && this.clockNames.has(expr.name)) return { node: expr.name, expr }
    if (expr.kind !== 'call' || !this.isClock(expr)) throw notClock(expr, this.isBoolean(expr))
    const open = this.graph.open()
    const [first, second] = expr.args
    if (expr.fn !== 'Clock') {
      const inner = this.readClock(first)
      this.graph.link(inner.node, open.name, { fn: expr.fn, factors: this.factorsOf(expr) })
    } else if (first !== undefined && this.isClock(first)) {
      const inner = this.readClock(first)
      if (second?.kind !== 'string') throw notMethod(expr)
      this.graph.link(inner.node, open.name, null)
      if (second.value !== '') this.methods.set(open.name, second.value)
    } else if (first !== undefined) {
      const clock: Expr = { ...expr, args: expr.args.map((arg) => this.readOther(arg)) }
      this.graph.give(open.name, clock)
      const names = [...collectNames(clock)].filter((each) => !this.isConstant(each))
      if (names.length > 0 && !this.isBoolean(first)) this.intervals.push({ names, node: open.name })
      return { node: open.name, expr: clock }
    }
    return { node: open.name, expr: open }
  }

  /** True for parameters, constants, and variables that depend only on them. */
  isConstant(each: string): boolean {
    const { model, discrete } = this
    return (
      model.parameters.has(each) ||
      discrete.get(each) === false ||
      (CONSTANTS.has(each) && !model.variables.has(each))
    )
  }
}

/** An empty side. */
function createSide(): Side {
  return {
    names: new Set(),
    pasts: new Set(),
    rates: new Set(),
    ticks: [],
    isContinuous: false,
    hasTime: false,
  }
}

/** Variables that are clocks: equal to `Clock(…)`, to a conversion of a clock, or to another such variable. */
function findClockNames({ equations }: FlatModel, isOperator: (expr: Expr) => boolean): Set<string> {
  const names = new Set<string>()
  for (let size = -1; names.size > size; ) {
    size = names.size
    for (const { left, right } of equations) {
      if (left.kind === 'name' && isClockExpr(right, names, isOperator)) names.add(left.name)
      if (right.kind === 'name' && isClockExpr(left, names, isOperator)) names.add(right.name)
    }
  }
  return names
}

function isClockExpr(expr: Expr, names: ReadonlySet<string>, isOperator: (expr: Expr) => boolean): boolean {
  if (expr.kind === 'name') return names.has(expr.name)
  if (expr.kind !== 'call' || !isOperator(expr)) return false
  return expr.fn === 'Clock' || (expr.fn in CLOCK_CONVERSIONS && isClockExpr(expr.args[0], names, isOperator))
}

function isZeroLiteral(expr: Expr | undefined): boolean {
  return expr?.kind === 'number' && expr.value === 0
}

/** Expressions of an action of a `when`. */
function valuesOf(action: FlatWhen['actions'][number]): readonly Expr[] {
  if (action.kind === 'assert') return [action.condition]
  return action.kind === 'terminate' ? [] : [action.value]
}

function notVariable({ fn, args, pos }: CallExpr): VarioError {
  return errorAt(
    'EVENTS',
    `${fn}(${printExpr(args[0])}): expected the name of a variable with a start value.`,
    pos,
  )
}

function notClock(expr: Expr, isCondition: boolean): VarioError {
  const text = printExpr(expr)
  const advice = isCondition
    ? `Write Clock(${text}) for a clock that ticks when it becomes true.`
    : 'Write Clock(interval), or a variable with an equation c = Clock(…).'
  return errorAt('TYPE', `expected a clock, got ${text}. ${advice}`, expr.pos)
}

function notMethod(expr: CallExpr): VarioError {
  return errorAt(
    'EVENTS',
    `${printExpr(expr)}: expected the name of a solver method, as in Clock(c, "ImplicitEuler").`,
    expr.pos,
  )
}
