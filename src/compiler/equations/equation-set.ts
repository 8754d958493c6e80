import { type FlatEquation, type FlatModel, isModelInput } from '../../model/index.ts'
import {
  CONSTANTS,
  type Expr,
  fold,
  hasDerivative,
  type NameExpr,
  printExpr,
  visitNames,
  withChildren,
} from '../../symbolic/index.ts'
import { withoutGuards } from '../events-and-clocks/index.ts'
import { BipartiteBuilder, type BipartiteGraph } from '../structural-analysis/index.ts'

/** One equation in full names; derivatives are names too: `der(C.v)`. */
export interface Equation {
  readonly left: Expr
  readonly right: Expr
  /** Source equation: itself, or the equation that has been differentiated. */
  readonly source: FlatEquation
  /** Number of differentiations. */
  readonly order: number
}

/** Name of the derivative of an unknown. */
export function derivativeName(name: string): string {
  return `der(${name})`
}

/** Name of the Dirac impulse of the equation with this number at events: zero at all other times. */
export function impulseName(number: number): string {
  return `${IMPULSE}[${number + 1}]`
}
const IMPULSE = '$impulse'

/** Name of the unknown for an element of a vector, or of its derivative, counted from 1. */
export function elementName(vector: string, place: number): string {
  return `${ELEMENT}${vector}[${place}]`
}
const ELEMENT = '$element.'

/** Vector and place of the name of an element; null for other names. */
export function splitElementName(name: string): { readonly vector: string; readonly place: number } | null {
  if (!name.startsWith(ELEMENT) || !name.endsWith(']')) return null
  const at = name.lastIndexOf('[')
  return { vector: name.slice(ELEMENT.length, at), place: Number(name.slice(at + 1, -1)) }
}

/** Prints the equation in the form of the modeling language. */
export function printAsWritten({ left, right }: Equation): string {
  const text = `${printExpr(withoutGuards(left))} = ${printExpr(withoutGuards(withoutImpulse(right)))}`
  return text.replaceAll(ELEMENT, '').replaceAll(ZERO_FACTOR, '0*')
}
/** Factor of the forces that a redundant constraint leaves open. */
const ZERO_FACTOR = 'noEvent(0)*'

function withoutImpulse(expr: Expr): Expr {
  const isSum = expr.kind === 'call' && expr.fn === '+' && expr.args.length === 2
  return isSum && expr.args[1].kind === 'name' && expr.args[1].name.startsWith(IMPULSE) ? expr.args[0] : expr
}

/**
 * Unknowns and equations with their incidence. Unknowns are numbered in the order of their first occurrence, a
 * derivative before its variable; this is also the order of the states.
 */
export class EquationSet {
  readonly names: string[] = []
  readonly index = new Map<string, number>()
  /** Number of the derivative of each unknown, -1 if it does not occur. */
  readonly derivativeOf: number[] = []
  readonly equations: Equation[] = []
  private readonly incidence: number[][] = []

  constructor(readonly isKnown: (name: string) => boolean) {}

  /** Adds an equation; `der(…)` calls become names. */
  add(left: Expr, right: Expr, source: FlatEquation, order: number): void {
    const equation: Equation = {
      left: nameDerivatives(left),
      right: nameDerivatives(right),
      source,
      order,
    }
    this.equations.push(equation)
    const unknowns: number[] = []
    const visit = ({ name }: NameExpr): void => {
      if (!this.isKnown(name)) unknowns.push(this.number(name))
    }
    visitNames(equation.left, visit)
    visitNames(equation.right, visit)
    this.incidence.push(unknowns)
  }

  build(): BipartiteGraph {
    const builder = new BipartiteBuilder()
    for (const unknowns of this.incidence) {
      for (const v of unknowns) builder.addVariable(v)
      builder.endEquation()
    }
    return builder.build(this.names.length)
  }

  /** Enters unknowns with given numbers: the order of `names`. */
  enter(names: readonly string[], derivativeOf: ArrayLike<number>): void {
    names.forEach((name, v) => {
      this.index.set(name, v)
      this.names.push(name)
      this.derivativeOf.push(derivativeOf[v])
    })
  }

  /** Number of an unknown; a new one is added, a derivative together with its variable. */
  number(name: string): number {
    let index = this.index.get(name)
    if (index !== undefined) return index
    index = this.names.length
    this.index.set(name, index)
    this.names.push(name)
    this.derivativeOf.push(-1)
    if (name.startsWith('der(')) this.derivativeOf[this.number(name.slice(4, -1))] = index
    return index
  }

  /** Numbers of the unknowns in an equation, in the order of their occurrence, with repetitions. */
  unknownsOf(eq: number): readonly number[] {
    return this.incidence[eq]
  }
}

/** Replaces `der(name)` by the name of the derivative. */
export function nameDerivatives(expr: Expr): Expr {
  if (!hasDerivative(expr)) return expr
  return fold<Expr>(expr, (node, parts) => {
    const next = withChildren(node, parts)
    if (next.kind !== 'call' || next.fn !== 'der') return next
    const [arg] = next.args
    return arg.kind === 'name' ? { kind: 'name', name: derivativeName(arg.name) } : next
  })
}

/**
 * True for names other than unknowns: parameters, the time, top-level inputs with their derivatives, left limits of
 * discrete variables, and impulses.
 */
export function createKnownNames(model: FlatModel): (name: string) => boolean {
  const known = new Set<string>(['time', ...model.parameters.keys()])
  for (const name of CONSTANTS.keys()) if (!model.variables.has(name)) known.add(name)
  const isInput = createInputNames(model)
  return (name) => known.has(name) || name.startsWith('pre(') || name.startsWith(IMPULSE) || isInput(name)
}

/** True for names of top-level inputs and of their derivatives of any order. */
export function createInputNames(model: FlatModel): (name: string) => boolean {
  const inputs = new Set<string>()
  for (const variable of model.variables.values()) if (isModelInput(variable)) inputs.add(variable.name)
  return (name) => inputs.size > 0 && inputs.has(baseOfDerivative(name))
}

/** True for names whose derivative with respect to time is zero. */
export function createConstantNames(model: FlatModel): (name: string) => boolean {
  const isKnown = createKnownNames(model)
  const isInput = createInputNames(model)
  return (name) => isKnown(name) && name !== 'time' && !isInput(name)
}

/** Variable of a derivative: `x` of `x`, `der(x)`, `der(der(x))`, … */
export function baseOfDerivative(name: string): string {
  let base = name
  while (base.startsWith('der(')) base = base.slice(4, -1)
  return base
}
