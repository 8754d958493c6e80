import type { FlatEquation, FlatModel } from '../model/index.ts'
import { CONSTANTS, type Expr, fold, printExpr, visitNames, withChildren } from '../symbolic/index.ts'
import { BipartiteBuilder, type BipartiteGraph } from './structure/index.ts'

/** One equation of the system, in full names; derivatives are names too: `der(C.v)`. */
export interface SystemEquation {
  readonly left: Expr
  readonly right: Expr
  /** The equation that it comes from: itself, or the one that has been differentiated. */
  readonly source: FlatEquation
  /** How often it has been differentiated. */
  readonly order: number
}

/** Name of the derivative of an unknown. */
export function derivativeName(name: string): string {
  return `der(${name})`
}

/** The equation as text, as the user would write it. */
export function printSystemEquation(equation: SystemEquation): string {
  return `${printExpr(equation.left)} = ${printExpr(equation.right)}`
}

/**
 * Unknowns and equations with their incidence. Unknowns are numbered in the order of their first appearance, a derivative before its
 * variable, which is also the order of the states.
 */
export class System {
  readonly names: string[] = []
  readonly index = new Map<string, number>()
  /** Number of the derivative of each unknown, -1 if it does not appear. */
  readonly derivativeOf: number[] = []
  readonly equations: SystemEquation[] = []
  private readonly builder = new BipartiteBuilder()

  constructor(readonly isKnown: (name: string) => boolean) {}

  /** Adds an equation; `der(…)` calls become names. */
  add(left: Expr, right: Expr, source: FlatEquation, order: number): void {
    const equation: SystemEquation = {
      left: nameDerivatives(left),
      right: nameDerivatives(right),
      source,
      order,
    }
    this.equations.push(equation)
    for (const v of this.incidence(this.equations.length - 1)) this.builder.addVariable(v)
    this.builder.endEquation()
  }

  build(): BipartiteGraph {
    return this.builder.build(this.names.length)
  }

  /** Enters unknowns with given numbers: the order of `names`. */
  enter(names: readonly string[], derivativeOf: ArrayLike<number>): void {
    names.forEach((name, v) => {
      this.index.set(name, v)
      this.names.push(name)
      this.derivativeOf.push(derivativeOf[v])
    })
  }

  /** Number of an unknown; new ones are added, derivatives together with what they are derivatives of. */
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

  /** Numbers of the unknowns in an equation, in the order of their appearance. */
  incidence(eq: number): Set<number> {
    const { left, right } = this.equations[eq]
    const found = new Set<number>()
    for (const side of [left, right]) {
      visitNames(side, ({ name }) => {
        if (!this.isKnown(name)) found.add(this.number(name))
      })
    }
    return found
  }
}

/** `der(name)` as the name of the derivative. */
export function nameDerivatives(expr: Expr): Expr {
  return fold<Expr>(expr, (node, parts) => {
    const next = withChildren(node, parts)
    if (next.kind !== 'call' || next.fn !== 'der') return next
    const [arg] = next.args
    return arg.kind === 'name' ? { kind: 'name', name: derivativeName(arg.name) } : next
  })
}

/** Names that are not unknowns: parameters, the time, top-level inputs, and left limits of discrete variables. */
export function createKnownNames(model: FlatModel): (name: string) => boolean {
  return (name) =>
    name === 'time' ||
    name.startsWith('pre(') ||
    model.parameters.has(name) ||
    (CONSTANTS.has(name) && !model.variables.has(name)) ||
    (model.variables.get(name)?.isInput === true && model.variables.get(name)?.component === '')
}
