/**
 * Clock inference: writes the clocks that a model leaves out. Variables and operators of one equation share a clock;
 * `sample` and `hold` separate them from continuous variables, and `subSample`, `superSample`, `shiftSample` and
 * `backSample` relate two clocks, in both directions.
 */
import { VarioError } from '../../base/index.ts'
import type { FlatEquation, FlatModel, FlatWhen } from '../../model/index.ts'
import { type Expr, errorAt, mapNames, printExpr } from '../../symbolic/index.ts'
import { isOpenClock } from './clock-graph.ts'
import { ClockPartitions, type Component, type Gate } from './clock-partitions.ts'
import { ClockReader, hasClockOperators } from './clock-reader.ts'
import { type DiscretizedPartition, discretizePartitions } from './discretize-partitions.ts'
import type { IsScalar } from './find-discrete-names.ts'

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
  /** Variables for arguments of clocks, with the arguments as written. */
  readonly arguments: ReadonlyMap<string, Expr>
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
  if (!hasClockOperators(model))
    return { model, pairs: [], clocked: new Set(), gates: new Map(), arguments: new Map() }
  const reader = new ClockReader(model, discrete, isBoolean)
  return new ClockInference(reader).run(model, isScalar, isBoolean)
}

/** Finds the clocks of a model that has been read. */
class ClockInference {
  private readonly partitions: ClockPartitions

  constructor(private readonly reader: ClockReader) {
    this.partitions = new ClockPartitions(reader, (component) => this.assertDiscretizable(component))
  }

  run(model: FlatModel, isScalar: IsScalar, isBoolean: (expr: Expr) => boolean): ClockedModel {
    const { reader, partitions } = this
    const { graph } = reader
    const { clocked, discretized } = partitions
    graph.solve()
    for (const { names, node } of reader.intervals)
      for (const each of names)
        if (clocked.has(each) && graph.clockOf(each) === undefined) graph.join([each, node])
    const found = graph.solve()
    this.assertOperands()
    this.assertClocks()
    const written = reader.equations.map(({ source }) => source)
    const complete = discretizePartitions(
      written,
      discretized.map((component) => this.createDiscretized(component)),
      isBoolean,
    )
    const gates = partitions.createGates(complete.equations, isScalar, (component) => {
      const index = discretized.indexOf(component)
      return index < 0 ? [0, 0] : complete.ranges[index]
    })
    const write = (expr: Expr): Expr => this.write(expr)
    return {
      model: {
        ...model,
        equations: complete.equations.map((each) => writeEquation(each, write)),
        whens: reader.whens.map((when) => writeWhen(when, write)),
        asserts: reader.asserts.map((assert) => ({ ...assert, condition: write(assert.condition) })),
      },
      pairs: found.map(({ node, clocks: [a, b], ...rest }) => ({
        where: this.describe(node),
        clocks: [write(a), write(b)],
        ...rest,
      })),
      clocked,
      arguments: reader.arguments,
      gates: new Map([...gates].map(([k, gate]) => [k, { ...gate, clock: write(gate.clock) }])),
    }
  }

  private createDiscretized({ equations, methods }: Component): DiscretizedPartition {
    const states = new Set(equations.flatMap(({ left, right }) => [...left.rates, ...right.rates]))
    const [state] = states
    return {
      equations: new Set(equations.map(({ source }) => source)),
      states,
      variables: new Set(equations.flatMap(({ left, right }) => [...left.names, ...right.names])),
      method: [...methods][0],
      clock: this.reader.graph.clockOf(state)!,
    }
  }

  /** Variables of one clock, for messages. */
  private describe(node: string): string {
    const root = this.reader.graph.find(node)
    const names = [...this.partitions.clocked].filter(
      (each) => !each.startsWith('$') && this.reader.graph.find(each) === root,
    )
    const isOwn = !node.startsWith('$') && !names.includes(node)
    const all = isOwn ? [node, ...names] : names
    if (all.length > 0) return listNames(all)
    return listNames([
      ...new Set(
        this.reader.uses.flatMap(({ variable, clock }) =>
          this.reader.graph.find(clock) === root ? [variable] : [],
        ),
      ),
    ])
  }

  /** Checks that the operand of `hold` and the like changes only at ticks. */
  private assertOperands(): void {
    for (const [operand, node] of this.reader.operands) {
      if (this.partitions.clocked.has(operand) || operand.startsWith('$')) continue
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
    for (const { source, left, right } of this.reader.equations) {
      const isLeft = source.left.kind === 'name' && source.left.name === variable
      if (!isLeft && !(source.right.kind === 'name' && source.right.name === variable)) continue
      const side = isLeft ? right : left
      const part = side.hasTime
        ? 'time'
        : [...side.names].find((each) => !this.partitions.clocked.has(each) && each !== variable)
      if (part !== undefined) return `: its equation contains ${part}`
    }
    return ''
  }

  private assertClocks(): void {
    const { graph } = this.reader
    const nodes = [
      ...this.partitions.clocked,
      ...this.reader.clockNames,
      ...this.reader.equations.flatMap(({ left, right }) => [...left.ticks, ...right.ticks]),
      ...this.reader.others.flatMap(({ ticks }) => ticks),
      ...this.reader.uses.map(({ clock }) => clock),
    ]
    const missing = nodes.find((node) => graph.clockOf(node) === undefined)
    if (missing === undefined) return
    const where = this.describe(missing) || this.equationOf(missing)
    const isFactorOpen = graph.relations.some(
      ({ from, to, conversion }) =>
        conversion?.factors.length === 0 &&
        [from, to].some((node) => graph.find(node) === graph.find(missing)),
    )
    const advice = isFactorOpen ? ', or give the factor of subSample or superSample' : ''
    throw new VarioError(
      'EVENTS',
      `${where}: expected a clock, got none. Name it in one of the operators, as in sample(x, Clock(0.1))${advice}.`,
      { where },
    )
  }

  /** Text of the equation with an operator of this clock. */
  private equationOf(tick: string): string {
    const found = this.reader.equations.find(({ left, right }) =>
      [...left.ticks, ...right.ticks].some(
        (each) => this.reader.graph.find(each) === this.reader.graph.find(tick),
      ),
    )
    return found ? `${this.readable(found.source.left)} = ${this.readable(found.source.right)}` : 'sample(…)'
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
      `der(${states[0]}): expected equations at the ticks of a clock only, got one that changes between ticks${text}. ` +
        'Separate them by sample(…) and hold(…).',
      { states },
    )
  }

  private readable(expr: Expr): string {
    return printExpr(expr).replace(/(, )?\$clockOf\[\d+\]/g, '')
  }

  /** An expression with the clocks that have been found. */
  private write(expr: Expr): Expr {
    return mapNames(expr, (node) => {
      const clock = isOpenClock(node.name) ? this.reader.graph.clockOf(node.name) : undefined
      return clock === undefined ? node : this.write(clock)
    })
  }
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
