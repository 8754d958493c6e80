/**
 * Clock inference: writes the clocks that a model leaves out. Variables and operators of one equation share a clock;
 * `sample` and `hold` separate them from continuous variables, and `subSample`, `superSample`, `shiftSample` and
 * `backSample` relate two clocks, in both directions.
 */
import { VarioError } from '../../base/index.ts'
import { type FlatEquation, type FlatModel, type FlatWhen, isModelInput } from '../../model/index.ts'
import {
  type CallExpr,
  CLOCK_OPERATORS,
  CONSTANTS,
  call,
  collectNames,
  type Expr,
  errorAt,
  fold,
  mapNames,
  type NameExpr,
  name,
  type Position,
  printExpr,
  someNode,
  withChildren,
} from '../../symbolic/index.ts'
import { CLOCK_CONVERSIONS, ClockGraph } from './clock-graph.ts'
import { type DiscretizedPartition, discretize, isAdded, withoutPrefix } from './discretize.ts'
import type { IsScalar } from './find-discrete-names.ts'
import { isAlias, matchClocked } from './match-clocked.ts'

/** Two clocks, as expressions, that must tick together. */
export interface ClockPair {
  /** The variables that have both of them. */
  readonly where: string
  readonly clocks: readonly [Expr, Expr]
  readonly isMultiple?: true
}

/** A model in which every operator has its clock as the last argument. */
export interface ClockedModel {
  readonly model: FlatModel
  readonly pairs: readonly ClockPair[]
  /** Variables that change only at ticks. */
  readonly clocked: ReadonlySet<string>
  /** Equations, by number, that hold at ticks only: between them their variable keeps its value. */
  readonly gates: ReadonlyMap<number, Gate>
}

/** The variable that an equation determines at the ticks of a clock. */
export interface Gate {
  readonly variable: string
  readonly clock: Expr
}

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
interface Side {
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

interface ReadEquation {
  /** Its number. */
  readonly k: number
  readonly source: FlatEquation
  readonly left: Side
  readonly right: Side
}

/** A connected set of equations and variables. */
interface Component {
  isClocked: boolean
  isContinuous: boolean
  hasTime: boolean
  hasRates: boolean
  /** Solver methods of the clocks in it. */
  readonly methods: Set<string>
  readonly equations: ReadEquation[]
}

/**
 * Writes the clock of every operator of clocks.
 *
 * @param discrete see `findDiscreteNames`: false for variables that are constant
 * @throws VarioError 'EVENTS' for clocked variables without a clock
 */
export function inferClocks(
  model: FlatModel,
  discrete: ReadonlyMap<string, boolean>,
  isScalar: IsScalar,
  isBoolean: (expr: Expr) => boolean,
): ClockedModel {
  if (!hasClockOperators(model)) return { model, pairs: [], clocked: new Set(), gates: new Map() }
  return new ClockInference(model, discrete, isScalar, isBoolean).run()
}

function hasClockOperators({ equations, whens, asserts, functions }: FlatModel): boolean {
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

class ClockInference {
  private readonly graph = new ClockGraph()
  private readonly clockNames: ReadonlySet<string>
  private readonly equations: ReadEquation[] = []
  /** Further expressions, each as one side: of conditions, of `when`, and operands of `sample`. */
  private readonly others: Side[] = []
  private readonly added: FlatEquation[] = []
  private readonly addedSides = new Map<FlatEquation, Side>()
  /** Variables that must be clocked, because of operators applied to them, with one of these. */
  private readonly operands = new Map<string, CallExpr>()
  /** Variables of `hold` and `previous` with the clocks of these operators. */
  private readonly uses: { readonly variable: string; readonly clock: string }[] = []
  /** Intervals with variables, of the clock of a node. */
  private readonly intervals: { readonly names: readonly string[]; readonly node: string }[] = []
  /** Solver methods of clocks. */
  private readonly methods = new Map<string, string>()
  private readonly assigned = new Set<string>()
  private readonly clockedWhens: {
    readonly node: string
    readonly names: readonly string[]
    readonly side: Side
  }[] = []
  private readonly locals: string[] = []
  private readonly clocked = new Set<string>()
  private readonly components = new Map<string, Component>()
  private readonly parts = new ClockGraph()
  /** Components without continuous variables, and the definitions of clocked variables in the others. */
  private readonly pure: Component[] = []
  private readonly definitions = new Map<string, number>()
  private nOperand = 0

  constructor(
    private readonly model: FlatModel,
    private readonly discrete: ReadonlyMap<string, boolean>,
    private readonly isScalar: IsScalar,
    private readonly isBoolean: (expr: Expr) => boolean,
  ) {
    this.clockNames = findClockNames(model, (expr) => this.isOperator(expr))
  }

  run(): ClockedModel {
    const { model, graph } = this
    for (const equation of model.equations) this.readEquation(equation)
    const whens = model.whens.map((when) => this.readWhen(when))
    const asserts = model.asserts.map((assert) => ({
      ...assert,
      condition: this.readOther(assert.condition),
    }))
    for (const equation of this.added) this.keepAdded(equation)
    this.findComponents()
    const discretized = this.findClocked()
    this.join()
    graph.solve()
    for (const { names, node } of this.intervals)
      for (const each of names)
        if (this.clocked.has(each) && graph.clockOf(each) === undefined) graph.join([each, node])
    const found = graph.solve()
    this.assertOperands()
    this.assertClocks()
    const pairs = found.map(({ node, clocks, ...rest }) => ({ where: this.describe(node), clocks, ...rest }))
    const partitions = discretized.map(({ equations, methods }): DiscretizedPartition => {
      const sources = equations.map(({ source }) => source)
      const states = new Set(equations.flatMap(({ left, right }) => [...left.rates, ...right.rates]))
      const [state] = states
      const variables = new Set(equations.flatMap(({ left, right }) => [...left.names, ...right.names]))
      return {
        equations: new Set(sources),
        states,
        variables,
        method: [...methods][0],
        clock: graph.clockOf(state)!,
      }
    })
    const written = this.equations.map(({ source }) => source)
    const complete = discretize(written, partitions, this.isBoolean)
    const gates = this.createGates(complete.equations, (component) => {
      const index = discretized.indexOf(component)
      return index < 0 ? [0, 0] : complete.ranges[index]
    })
    const write = (expr: Expr): Expr => this.write(expr)
    return {
      gates: new Map([...gates].map(([k, gate]) => [k, { ...gate, clock: write(gate.clock) }])),
      model: {
        ...model,
        equations: complete.equations.map((each) => writeEquation(each, write)),
        whens: whens.map((when) => writeWhen(when, write)),
        asserts: asserts.map((assert) => ({ ...assert, condition: write(assert.condition) })),
      },
      pairs: pairs.map((pair) => ({ ...pair, clocks: [write(pair.clocks[0]), write(pair.clocks[1])] })),
      clocked: this.clocked,
    }
  }

  // --- reading --------------------------------------------------------------------------------

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

  /** An added equation, whose operators have open clocks already. */
  private keepAdded(source: FlatEquation): void {
    const left = createSide()
    this.readName((source.left as NameExpr).name, left)
    this.keep(source, left, this.addedSides.get(source)!)
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
  private isOutside(each: string): boolean {
    const variable = this.model.variables.get(each)
    return this.clockNames.has(each) || (variable !== undefined && isModelInput(variable))
  }

  private readCall(node: CallExpr, side: Side): Expr | undefined {
    if (node.fn === 'der' && node.args[0].kind === 'name') side.rates.add(node.args[0].name)
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
    const operand = name(`$operand[${++this.nOperand}]`)
    const side = createSide()
    const right = this.read(value, side)
    const equation: FlatEquation = { left: operand, right, component: '', origin: 'equation' }
    this.addedSides.set(equation, side)
    this.added.push(equation)
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

  // --- clocks ---------------------------------------------------------------------------------

  private isOperator(expr: Expr): boolean {
    return expr.kind === 'call' && CLOCK_OPERATORS.has(expr.fn) && !this.model.functions.has(expr.fn)
  }

  private isClock(expr: Expr): boolean {
    return isClockExpr(expr, this.clockNames, (each) => this.isOperator(each))
  }

  /** A clock as node of the graph, and its expression, in which open clocks may occur. */
  private readClock(expr: Expr): { readonly node: string; readonly expr: Expr } {
    if (expr.kind === 'name' && this.clockNames.has(expr.name)) return { node: expr.name, expr }
    if (expr.kind !== 'call' || !this.isClock(expr)) throw notClock(expr)
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

  private isConstant(each: string): boolean {
    const { model, discrete } = this
    return (
      model.parameters.has(each) ||
      discrete.get(each) === false ||
      (CONSTANTS.has(each) && !model.variables.has(each))
    )
  }

  // --- partitions -----------------------------------------------------------------------------

  /** Connects equations and variables, without regard to operators that separate clocks. */
  private findComponents(): void {
    const { parts, components } = this
    const nameOf = (k: number): string => `equation ${k}`
    this.equations.forEach(({ left, right }, k) => {
      parts.join([nameOf(k), ...left.names, ...left.pasts, ...right.names, ...right.pasts])
    })
    this.equations.forEach((equation, k) => {
      const component = this.componentOf(nameOf(k))
      component.equations.push(equation)
      for (const side of [equation.left, equation.right]) {
        component.isClocked ||= side.ticks.length > 0
        component.isContinuous ||= side.isContinuous
        component.hasTime ||= side.hasTime
        component.hasRates ||= side.rates.size > 0
        for (const tick of side.ticks)
          for (const method of this.methodsOf(tick)) component.methods.add(method)
      }
    })
    for (const each of this.operands.keys()) this.componentOf(each).isClocked = true
    for (const each of this.assigned) this.componentOf(each).isContinuous = true
    for (const { names, node } of this.clockedWhens) {
      for (const each of names) {
        const component = this.componentOf(each)
        component.isClocked = true
        for (const method of this.methodsOf(node)) component.methods.add(method)
      }
    }
    this.inferMethods([...components.values()])
  }

  private componentOf(node: string): Component {
    const root = this.parts.find(node)
    let component = this.components.get(root)
    if (component === undefined) {
      component = {
        isClocked: false,
        isContinuous: false,
        hasTime: false,
        hasRates: false,
        methods: new Set(),
        equations: [],
      }
      this.components.set(root, component)
    }
    return component
  }

  private methodsOf(tick: string): readonly string[] {
    const root = this.graph.find(tick)
    return [...this.methods].flatMap(([node, method]) => (this.graph.find(node) === root ? [method] : []))
  }

  /** Differential equations of a sub-clock have the method of the clocks related to it. */
  private inferMethods(components: readonly Component[]): void {
    const neighbors = new Map<Component, Set<Component>>()
    const own = new Map<string, Component>()
    for (const component of components)
      for (const { left, right } of component.equations)
        for (const tick of [...left.ticks, ...right.ticks]) own.set(tick, component)
    for (const { from, to, conversion } of this.graph.relations) {
      const [a, b] = [this.components.get(this.parts.find(from)), own.get(to)]
      if (conversion === null || !a || !b || a === b) continue
      neighbors.set(a, (neighbors.get(a) ?? new Set()).add(b))
      neighbors.set(b, (neighbors.get(b) ?? new Set()).add(a))
    }
    let open = components.filter(({ methods }) => methods.size === 0)
    for (let isChanged = true; isChanged; ) {
      const found = open.map((component) =>
        [...(neighbors.get(component) ?? [])].flatMap(({ methods }) => [...methods]),
      )
      open.forEach(({ methods }, k) => {
        for (const method of found[k]) methods.add(method)
      })
      isChanged = open.some(({ methods }) => methods.size > 0)
      open = open.filter(({ methods }) => methods.size === 0)
    }
  }

  /** Finds the clocked variables; returns the components whose differential equations are solved at the ticks. */
  private findClocked(): Component[] {
    const discretized: Component[] = []
    const mixed: Component[] = []
    for (const component of new Set(this.components.values())) {
      const { isClocked, isContinuous, hasTime, hasRates, methods } = component
      if (!isClocked) continue
      const isDiscretized = hasRates && methods.size > 0
      if (isDiscretized) this.assertDiscretizable(component)
      if (isDiscretized) discretized.push(component)
      if (isDiscretized || (!isContinuous && !hasRates && !hasTime)) {
        for (const { left, right } of component.equations)
          for (const each of [...left.names, ...right.names]) this.clocked.add(each)
        this.pure.push(component)
      } else mixed.push(component)
    }
    for (const { names } of this.clockedWhens) for (const each of names) this.clocked.add(each)
    this.followDefinitions(mixed.flatMap(({ equations }) => equations))
    return discretized
  }

  /** Of equations that also contain continuous variables, those are clocked that define a variable by clocked ones. */
  private followDefinitions(equations: readonly ReadEquation[]): void {
    const waiting = new Map<string, { target: string; k: number; nOpen: number }[]>()
    const open: string[] = [...this.clocked]
    const settle = (target: string, k: number): void => {
      if (this.clocked.has(target) || this.assigned.has(target)) return
      this.clocked.add(target)
      this.definitions.set(target, k)
      open.push(target)
    }
    for (const { k, source, left, right } of equations) {
      for (const [target, side] of [
        [source.left, right],
        [source.right, left],
      ] as const) {
        if (target.kind !== 'name' || this.isConstant(target.name) || this.isOutside(target.name)) continue
        if (side.isContinuous || side.hasTime || side.rates.size > 0) continue
        const definition = { target: target.name, k, nOpen: side.names.size }
        if (side.names.size === 0 && side.ticks.length > 0) settle(target.name, k)
        for (const each of side.names) waiting.set(each, [...(waiting.get(each) ?? []), definition])
      }
    }
    for (let each = open.pop(); each !== undefined; each = open.pop())
      for (const definition of waiting.get(each) ?? [])
        if (--definition.nOpen === 0) settle(definition.target, definition.k)
  }

  /** The variables that the clocked equations determine. */
  private createGates(
    equations: readonly FlatEquation[],
    rangeOf: (component: Component) => readonly [from: number, to: number],
  ): Map<number, Gate> {
    const gates = new Map<number, Gate>()
    const isScalar = (each: string): boolean => this.isScalar(name(withoutPrefix(each)))
    const isClocked = (each: string): boolean =>
      isAdded(each) || (this.clocked.has(each) && !this.assigned.has(each))
    for (const component of this.pure) {
      const [from, to] = rangeOf(component)
      const candidates = component.equations.map(({ k }) => k)
      for (let k = from; k < to; k++) candidates.push(k)
      for (const [k, variable] of matchClocked(equations, candidates, isClocked, isScalar)) {
        const clock = this.clockOfEquation(component)
        if (clock !== undefined) gates.set(k, { variable, clock })
      }
    }
    for (const [variable, k] of this.definitions) {
      const clock = this.graph.clockOf(variable)
      const { left, right } = equations[k]
      if (clock !== undefined && !(isAlias(left) && isAlias(right))) gates.set(k, { variable, clock })
    }
    return gates
  }

  private clockOfEquation({ equations }: Component): Expr | undefined {
    for (const { left, right } of equations)
      for (const node of [...left.names, ...right.names, ...left.ticks, ...right.ticks]) {
        const clock = this.graph.clockOf(node)
        if (clock !== undefined) return clock
      }
    return undefined
  }

  /** Joins the variables and operators that share a clock. */
  private join(): void {
    const { graph, clocked } = this
    const clockedOf = (names: Iterable<string>): string[] => [...names].filter((each) => clocked.has(each))
    for (const { source, left, right } of this.equations) {
      const ticks = [...left.ticks, ...right.ticks]
      const isDefinition = [source.left, source.right].some(
        (target) => target.kind === 'name' && clocked.has(target.name),
      )
      const isPure = [...left.names, ...right.names].every((each) => clocked.has(each))
      const isClocked = isPure && !left.isContinuous && !right.isContinuous
      graph.join(
        isDefinition || isClocked ? [...ticks, ...clockedOf([...left.names, ...right.names])] : ticks,
      )
    }
    for (const { ticks } of this.others) graph.join(ticks)
    for (const { variable, clock } of this.uses) if (clocked.has(variable)) graph.join([variable, clock])
    for (const { node, names, side } of this.clockedWhens)
      graph.join([node, ...names, ...clockedOf(side.names)])
  }

  // --- errors ---------------------------------------------------------------------------------

  /** Variables of one clock, for messages. */
  private describe(node: string): string {
    const root = this.graph.find(node)
    const names = [...this.clocked].filter((each) => !each.startsWith('$') && this.graph.find(each) === root)
    const isOwn = !node.startsWith('$') && !names.includes(node)
    const all = isOwn ? [node, ...names] : names
    if (all.length > 0) return listNames(all)
    return listNames([
      ...new Set(
        this.uses.flatMap(({ variable, clock }) => (this.graph.find(clock) === root ? [variable] : [])),
      ),
    ])
  }

  /** Checks that the operand of `hold` and the like changes only at ticks. */
  private assertOperands(): void {
    for (const [operand, node] of this.operands) {
      if (this.clocked.has(operand) || operand.startsWith('$')) continue
      const reason = this.reasonOf(operand)
      throw errorAt(
        'EVENTS',
        `${printExpr(node)}: expected a clocked variable, but ${operand} changes between ticks${reason}. Take values at ` +
          `the ticks by sample(…), as in sample(${operand}, Clock(0.1)).`,
        node.pos,
        { name: operand },
      )
    }
  }

  /** The part of the equation of a variable that changes between ticks. */
  private reasonOf(variable: string): string {
    for (const { source, left, right } of this.equations) {
      const isLeft = source.left.kind === 'name' && source.left.name === variable
      if (!isLeft && !(source.right.kind === 'name' && source.right.name === variable)) continue
      const side = isLeft ? right : left
      const part = side.hasTime
        ? 'time'
        : [...side.names].find((each) => !this.clocked.has(each) && each !== variable)
      if (part !== undefined) return `: its equation contains ${part}`
    }
    return ''
  }

  private assertClocks(): void {
    const { graph } = this
    const nodes = [
      ...this.clocked,
      ...this.clockNames,
      ...this.equations.flatMap(({ left, right }) => [...left.ticks, ...right.ticks]),
      ...this.others.flatMap(({ ticks }) => ticks),
      ...this.uses.map(({ clock }) => clock),
    ]
    const missing = nodes.find((node) => graph.clockOf(node) === undefined)
    if (missing === undefined) return
    const where = this.describe(missing)
    const isFactorOpen = graph.relations.some(
      ({ from, to, conversion }) =>
        conversion?.factors.length === 0 &&
        [from, to].some((node) => graph.find(node) === graph.find(missing)),
    )
    const advice = isFactorOpen ? ', or give the factor of subSample or superSample' : ''
    throw new VarioError(
      'EVENTS',
      `${where || 'sample(…)'}: expected a clock, got none. Name it in one of the operators, as in sample(x, Clock(0.1))${advice}.`,
      { where },
    )
  }

  private assertDiscretizable({ methods, equations, isContinuous }: Component): void {
    const states = equations.flatMap(({ left, right }) => [...left.rates, ...right.rates])
    if (methods.size > 1) {
      throw new VarioError(
        'EVENTS',
        `der(${states[0]}): expected one solver method for the clock, got ${[...methods].join(' and ')}. Give the clock ` +
          'of this equation its own method, Clock(c, "ImplicitEuler").',
        { methods: [...methods] },
      )
    }
    if (!isContinuous) return
    const cause = equations.find(({ left, right }) => left.isContinuous || right.isContinuous)
    const text = cause ? `: ${printExpr(cause.source.left)} = ${this.readable(cause.source.right)}` : ''
    throw new VarioError(
      'EVENTS',
      `der(${states[0]}) is solved at the ticks of a clock, but is connected with equations that change between ` +
        `ticks${text}. Separate them by sample(…) and hold(…).`,
      { states },
    )
  }

  private readable(expr: Expr): string {
    return printExpr(expr).replace(/, \$clockOf\[\d+\]/g, '')
  }

  /** An expression with the clocks that have been found. */
  private write(expr: Expr): Expr {
    return mapNames(expr, (node) => {
      const clock = node.name.startsWith('$clockOf[') ? this.graph.clockOf(node.name) : undefined
      return clock === undefined ? node : this.write(clock)
    })
  }
}

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

function writeEquation(equation: FlatEquation, write: (expr: Expr) => Expr): FlatEquation {
  return { ...equation, left: write(equation.left), right: write(equation.right) }
}

function writeWhen(when: FlatWhen, write: (expr: Expr) => Expr): FlatWhen {
  const actions = when.actions.map((action) => {
    if (action.kind === 'assert') return { ...action, condition: write(action.condition) }
    return action.kind === 'terminate' ? action : { ...action, value: write(action.value) }
  })
  return { ...when, condition: write(when.condition), actions }
}

function listNames(names: readonly string[]): string {
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

function notVariable({ fn, args, pos }: CallExpr): VarioError {
  return errorAt(
    'EVENTS',
    `${fn}(${printExpr(args[0])}): expected the name of a variable with a start value.`,
    pos as Position | undefined,
  )
}

function notClock(expr: Expr): VarioError {
  return errorAt(
    'EVENTS',
    `expected a clock, got ${printExpr(expr)}. Write Clock(interval), or Clock(${printExpr(expr)}) for a clock that ticks ` +
      'when a condition becomes true.',
    expr.pos,
  )
}

function notMethod(expr: CallExpr): VarioError {
  return errorAt(
    'EVENTS',
    `${printExpr(expr)}: expected the name of a solver method, as in Clock(c, "ImplicitEuler").`,
    expr.pos,
  )
}
