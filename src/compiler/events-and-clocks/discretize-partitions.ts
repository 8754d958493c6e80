import { VarioError } from '../../base/index.ts'
import type { FlatEquation } from '../../model/index.ts'
import {
  add,
  call,
  type Expr,
  fold,
  ifExpr,
  mapNames,
  mul,
  type NameExpr,
  name,
  number,
  printExpr,
  SAMPLING_OPERATORS,
  withChildren,
} from '../../symbolic/index.ts'

/** Differential equations that are solved at the ticks of a clock. */
export interface DiscretizedPartition {
  readonly equations: ReadonlySet<FlatEquation>
  readonly states: ReadonlySet<string>
  /** All variables of the equations, with the states. */
  readonly variables: ReadonlySet<string>
  /** The clock, whose interval is the step size. */
  readonly clock: Expr
  readonly method: string
}

/** A stage after the one at the last tick: x = x₋₁ + h·advance·k of the stage before, at the time t₋₁ + node·h. */
interface Stage {
  readonly advance: number
  readonly node: number
}

/** x = x₋₁ + h·(Σ weights·k), where k are the derivatives at the last tick and at the stages, and `end` at this tick. */
interface Method {
  readonly stages: readonly Stage[]
  readonly weights: readonly number[]
  readonly end: number
}

/** Methods by their names in Modelica [Modelica 3.6, 16.8.2]. */
const METHODS: Readonly<Record<string, Method>> = {
  ExplicitEuler: { stages: [], weights: [1], end: 0 },
  ExplicitMidPoint2: { stages: [{ advance: 0.5, node: 0.5 }], weights: [0, 1], end: 0 },
  ExplicitRungeKutta4: {
    stages: [
      { advance: 0.5, node: 0.5 },
      { advance: 0.5, node: 0.5 },
      { advance: 1, node: 1 },
    ],
    weights: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
    end: 0,
  },
  ImplicitEuler: { stages: [], weights: [0], end: 1 },
  ImplicitTrapezoid: { stages: [], weights: [0.5], end: 0.5 },
}

/** Prefix of the name of a derivative in a clocked partition, followed by the state in brackets. */
const RATE = '$rate'

/** True for a variable that replaces a derivative or an input of a clocked partition, or is a copy for a stage. */
export function isAdded(variable: string): boolean {
  return /^\$(rate|input|stage\d+|operand)\[/.test(variable)
}

/** Variable of the model with the same sizes, for an added variable unless it is an input. */
export function withoutPrefix(variable: string): string {
  return isAdded(variable) ? withoutPrefix(variable.slice(variable.indexOf('[') + 1, -1)) : variable
}

/** Name of the state whose size the start value of an added variable has; undefined: another name. */
export function stateOfRate(variable: string): string | undefined {
  return variable.startsWith(`${RATE}[`) ? variable.slice(RATE.length + 1, -1) : undefined
}

/**
 * Replaces differential equations of clocked partitions by difference equations: a derivative becomes an algebraic
 * variable, and its state follows from the value at the last tick. Stages between the ticks have copies of the
 * equations. Real inputs of the partition vary linearly between the ticks; other inputs keep their last values.
 *
 * @returns the equations in their order with the added ones behind, and the range of added ones of every partition
 */
export function discretizePartitions(
  equations: readonly FlatEquation[],
  partitions: readonly DiscretizedPartition[],
  isBoolean: (expr: Expr) => boolean,
): { readonly equations: FlatEquation[]; readonly ranges: readonly (readonly [from: number, to: number])[] } {
  const replaced = [...equations]
  const added: FlatEquation[] = []
  const ranges: [from: number, to: number][] = []
  const counts = { stage: 0, input: 0 }
  for (const partition of partitions) {
    const from = equations.length + added.length
    new PartitionDiscretizer(partition, isBoolean, added, counts).discretize(replaced)
    ranges.push([from, equations.length + added.length])
  }
  return { equations: [...replaced, ...added], ranges }
}

class PartitionDiscretizer {
  private readonly method: Method
  private readonly inputs: { readonly name: string; readonly isHeld: boolean }[] = []
  /** Interval of the clock, and true at its first tick. */
  private readonly h: Expr
  private readonly first: Expr

  /**
   * @param added takes the added equations
   * @param counts numbers of stages and inputs so far, of all partitions
   */
  constructor(
    private readonly partition: DiscretizedPartition,
    private readonly isBoolean: (expr: Expr) => boolean,
    private readonly added: FlatEquation[],
    private readonly counts: { stage: number; input: number },
  ) {
    const { method, clock } = partition
    if (!Object.hasOwn(METHODS, method)) {
      throw new VarioError(
        'EVENTS',
        `Clock(…, "${method}"): expected a solver method, one of ${Object.keys(METHODS).join(', ')}.`,
        { method },
      )
    }
    this.method = METHODS[method]
    this.h = call('interval', clock)
    this.first = call('firstTick', clock)
  }

  /** Replaces the equations of the partition among all `equations`, and adds those of stages and states. */
  discretize(equations: FlatEquation[]): void {
    const own: FlatEquation[] = []
    equations.forEach((equation, k) => {
      if (!this.partition.equations.has(equation)) return
      const { left, right } = equation
      const next = { ...equation, left: this.withoutRates(left), right: this.withoutRates(right) }
      equations[k] = next
      own.push(next)
    })
    const rates = new Map([...this.partition.states].map((state) => [state, [this.last(rateOf(state).name)]]))
    for (const stage of this.method.stages) this.addStage(stage, own, rates)
    this.addStates(rates)
  }

  private define(target: Expr, right: Expr): void {
    this.added.push({ left: target, right, component: '', origin: 'equation' })
  }

  /** Value at the last tick. */
  private last(variable: string): Expr {
    return call('previous', name(variable), this.partition.clock)
  }

  /** Derivatives and the time as variables; for methods with stages, also the inputs. */
  private withoutRates(expr: Expr): Expr {
    return fold<Expr>(
      expr,
      (node, parts) => replaceRate(withChildren(node, parts)),
      (node) => {
        if (node.kind === 'name' && node.name === 'time')
          return this.nameInput(call('sample', node, this.partition.clock), false)
        const isInput =
          node.kind === 'call' &&
          (SAMPLING_OPERATORS.has(node.fn) || node.fn === '$resample' || node.fn === 'firstTick')
        if (!isInput) return undefined
        if (this.method.stages.length === 0) return node
        return this.nameInput(node, node.fn === 'previous' || this.isBoolean(node))
      },
    )
  }

  private nameInput(operator: Expr, isHeld: boolean): Expr {
    const input = name(`$input[${++this.counts.input}]`)
    this.inputs.push({ name: input.name, isHeld })
    this.define(input, operator)
    return input
  }

  /**
   * Adds copies of the equations for a stage.
   *
   * @param rates derivatives of each state at the last tick and at the stages so far, to which those of the stage come
   */
  private addStage(
    { advance, node }: Stage,
    own: readonly FlatEquation[],
    rates: ReadonlyMap<string, Expr[]>,
  ): void {
    const { partition, inputs, h, first } = this
    const { states, variables } = partition
    const stage = ++this.counts.stage
    const copies = new Set([...variables, ...inputs.map((input) => input.name)])
    for (const state of states) copies.add(rateOf(state).name)
    const copyOf = (node: NameExpr): Expr =>
      copies.has(node.name) ? name(`$stage${stage}[${node.name}]`) : node
    for (const state of states) {
      const known = rates.get(state)!
      const step = mul(mul(number(advance), h), known[known.length - 1])
      this.define(copyOf(name(state)), ifExpr(first, this.last(state), add(this.last(state), step)))
      known.push(copyOf(rateOf(state)))
    }
    for (const { name: input, isHeld } of inputs) {
      const between = isHeld
        ? this.last(input)
        : node === 1
          ? name(input)
          : add(mul(number(1 - node), this.last(input)), mul(number(node), name(input)))
      this.define(copyOf(name(input)), ifExpr(first, name(input), between))
    }
    for (const equation of own) {
      const [left, right] = [mapNames(equation.left, copyOf), mapNames(equation.right, copyOf)]
      this.added.push({ ...equation, left, right })
    }
  }

  /** Adds the states at a tick. */
  private addStates(rates: ReadonlyMap<string, readonly Expr[]>): void {
    const { method, h, first } = this
    for (const state of this.partition.states) {
      const terms = rates.get(state)!.map((rate, i) => [method.weights[i], rate] as const)
      const all = [...terms, [method.end, rateOf(state)] as const].filter(([weight]) => weight !== 0)
      const sum = all.map(([weight, rate]) => (weight === 1 ? rate : mul(number(weight), rate))).reduce(add)
      this.define(name(state), ifExpr(first, this.last(state), add(this.last(state), mul(h, sum))))
    }
  }
}

/** A derivative as a variable; other expressions stay. */
function replaceRate(node: Expr): Expr {
  if (node.kind !== 'call' || node.fn !== 'der') return node
  const [state] = node.args
  if (state.kind === 'name') return rateOf(state.name)
  throw new VarioError(
    'EVENTS',
    `der(${printExpr(state)}): expected the derivative of a variable in an equation that is solved at the ticks of a ` +
      `clock. Give the expression a name.`,
  )
}

function rateOf(state: string): NameExpr {
  return name(`${RATE}[${state}]`)
}
