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
export function discretize(
  equations: readonly FlatEquation[],
  partitions: readonly DiscretizedPartition[],
  isBoolean: (expr: Expr) => boolean,
): { readonly equations: FlatEquation[]; readonly ranges: readonly (readonly [from: number, to: number])[] } {
  const replaced = [...equations]
  const added: FlatEquation[] = []
  const ranges: [from: number, to: number][] = []
  let nStage = 0
  let nInput = 0
  for (const { equations: own, states, variables, clock, method } of partitions) {
    const from = equations.length + added.length
    const formula = METHODS[method]
    if (!Object.hasOwn(METHODS, method)) {
      throw new VarioError(
        'EVENTS',
        `Clock(…, "${method}"): expected a solver method, one of ${Object.keys(METHODS).join(', ')}.`,
        { method },
      )
    }
    const define = (target: Expr, right: Expr): void => {
      added.push({ left: target, right, component: '', origin: 'equation' })
    }
    const inputs: { readonly name: string; readonly isHeld: boolean }[] = []
    const nameInput = (operator: Expr, isHeld: boolean): Expr => {
      const input = name(`$input[${++nInput}]`)
      inputs.push({ name: input.name, isHeld })
      define(input, operator)
      return input
    }
    /** Derivatives and the time as variables; for methods with stages, also the inputs. */
    const withoutRates = (expr: Expr): Expr =>
      fold<Expr>(
        expr,
        (node, parts) => replaceCall(withChildren(node, parts)),
        (node) => {
          if (node.kind === 'name' && node.name === 'time')
            return nameInput(call('sample', node, clock), false)
          const isInput =
            node.kind === 'call' &&
            (SAMPLING_OPERATORS.has(node.fn) || node.fn === '$resample' || node.fn === 'firstTick')
          if (!isInput) return undefined
          if (formula.stages.length === 0) return node
          return nameInput(node, node.fn === 'previous' || isBoolean(node))
        },
      )
    const replaceCall = (node: Expr): Expr => {
      if (node.kind !== 'call' || node.fn !== 'der') return node
      const [state] = node.args
      if (state.kind === 'name') return rateOf(state.name)
      throw new VarioError(
        'EVENTS',
        `der(${printExpr(state)}): expected the derivative of a variable in an equation that is solved at the ticks of a ` +
          `clock. Give the expression a name.`,
      )
    }
    const local: FlatEquation[] = []
    replaced.forEach((equation, k) => {
      if (!own.has(equation)) return
      const { left, right } = equation
      const next = { ...equation, left: withoutRates(left), right: withoutRates(right) }
      replaced[k] = next
      local.push(next)
    })
    const h = call('interval', clock)
    const first = call('firstTick', clock)
    const last = (variable: string): Expr => call('previous', name(variable), clock)
    const rates = (state: string): Expr[] => [last(rateOf(state).name)]
    const stageRates = new Map([...states].map((state) => [state, rates(state)]))
    for (const { advance, node } of formula.stages) {
      const stage = ++nStage
      const copies = new Set([...variables, ...inputs.map((input) => input.name)])
      for (const state of states) copies.add(rateOf(state).name)
      const copyOf = (node: NameExpr): Expr =>
        copies.has(node.name) ? name(`$stage${stage}[${node.name}]`) : node
      for (const state of states) {
        const known = stageRates.get(state)!
        const step = mul(mul(number(advance), h), known[known.length - 1])
        define(copyOf(name(state)), ifExpr(first, last(state), add(last(state), step)))
        known.push(copyOf(rateOf(state)))
      }
      for (const { name: input, isHeld } of inputs) {
        const between = isHeld
          ? last(input)
          : node === 1
            ? name(input)
            : add(mul(number(1 - node), last(input)), mul(number(node), name(input)))
        define(copyOf(name(input)), ifExpr(first, name(input), between))
      }
      for (const equation of local) {
        const [left, right] = [mapNames(equation.left, copyOf), mapNames(equation.right, copyOf)]
        added.push({ ...equation, left, right })
      }
    }
    for (const state of states) {
      const terms = stageRates.get(state)!.map((rate, i) => [formula.weights[i], rate] as const)
      const all = [...terms, [formula.end, rateOf(state)] as const].filter(([weight]) => weight !== 0)
      const sum = all.map(([weight, rate]) => (weight === 1 ? rate : mul(number(weight), rate))).reduce(add)
      define(name(state), ifExpr(first, last(state), add(last(state), mul(h, sum))))
    }
    ranges.push([from, equations.length + added.length])
  }
  return { equations: [...replaced, ...added], ranges }
}

function rateOf(state: string): NameExpr {
  return name(`${RATE}[${state}]`)
}
