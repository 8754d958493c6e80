import { VarioError } from '../../base/index.ts'
import type { EvaluatedModel, FlatEquation } from '../../model/index.ts'
import { collectNames, type Expr, linearFactor, printExpr, solveFor } from '../../symbolic/index.ts'
import type { ExpandedEquation } from '../arrays/index.ts'
import {
  baseOfDerivative,
  isNonZeroFactor,
  isZeroFactor,
  nameDerivatives,
  parameterValue,
} from '../system/index.ts'
import type { Translation } from './translation.ts'

/** A term that a parameter of the value zero takes out of an equation: `L*der(i)` with L = 0. */
interface ZeroTerm {
  readonly factor: Expr
  readonly unknown: string
  readonly text: string
}

/**
 * Factors of parameters that the order of evaluation divides by. One that is zero changes the structure of the model, as L = 0 makes
 * an algebraic equation of L*der(i) + R*i = u: the terms of such equations are left out, and the model is translated without them.
 */
export class ZeroTerms {
  /** What is divided by and is not zero. */
  readonly nonZeroFactors: Expr[] = []
  /** Equations in which what would be divided by is zero. */
  readonly sources: ReadonlySet<FlatEquation>
  private readonly found: Set<FlatEquation>
  private readonly terms: ZeroTerm[] = []

  constructor(
    private readonly values: EvaluatedModel,
    sources: ReadonlySet<FlatEquation> = new Set(),
  ) {
    this.found = new Set(sources)
    this.sources = sources
  }

  /** What the terms that were left out have as factors: zero. */
  get zeroFactors(): Expr[] {
    return this.terms.map(({ factor }) => factor)
  }

  /** The choice of states asks whether it may divide by a factor. */
  readonly mayDivideBy = (factor: Expr): boolean => {
    const isTrue = isNonZeroFactor(factor, this.values)
    if (isTrue) this.nonZeroFactors.push(factor)
    return isTrue
  }

  /** The order of evaluation divides by a factor. */
  readonly noteDivision = (factor: Expr, source: FlatEquation): void => {
    const value = parameterValue(factor, this.values)
    if (value === 0) this.found.add(source)
    else if (value !== null) this.nonZeroFactors.push(factor)
  }

  /** The equations without the terms that are zero. */
  leaveOut(
    equations: readonly ExpandedEquation[],
    isKnown: (name: string) => boolean,
  ): readonly ExpandedEquation[] {
    if (this.sources.size === 0) return equations
    const left = equations.map((equation) =>
      this.sources.has(equation.source) ? this.reduce(equation, isKnown) : equation,
    )
    this.assertMentioned(left)
    return left
  }

  /** The next attempt, if divisions by zero were found that this one did not know; otherwise null. */
  next(): ZeroTerms | null {
    return this.found.size > this.sources.size ? new ZeroTerms(this.values, this.found) : null
  }

  /** Says in an error which terms are missing in the equations that it tells of. */
  explain(error: unknown): unknown {
    if (!(error instanceof VarioError) || this.terms.length === 0) return error
    return new VarioError(
      error.code,
      `${this.describe()}, there is no solution. ${error.message}`,
      error.fields,
    )
  }

  private describe(): string {
    const terms = this.terms.map(
      ({ factor, unknown, text }) => `${printExpr(factor)} of ${unknown} in ${text}`,
    )
    return `With the value zero of the factor ${[...new Set(terms)].join(', and of ')}`
  }

  private reduce(
    { left, right, source }: ExpandedEquation,
    isKnown: (name: string) => boolean,
  ): ExpandedEquation {
    let sides = [nameDerivatives(left), nameDerivatives(right)]
    const text = `${printExpr(left)} = ${printExpr(right)}`
    const names = new Set(sides.flatMap((side) => [...collectNames(side)]))
    for (const unknown of names) {
      if (isKnown(unknown)) continue
      const factor = solveFor(sides[0], sides[1], unknown)?.factor
      if (factor === undefined || !isZeroFactor(factor, this.values)) continue
      this.terms.push({ factor, unknown, text })
      sides = sides.map((side) => linearFactor(side, unknown)!.rest)
    }
    return { left: sides[0], right: sides[1], source }
  }

  /** What no equation mentions any more has no value. */
  private assertMentioned(equations: readonly ExpandedEquation[]): void {
    const mentioned = new Set<string>()
    for (const { left, right } of equations)
      for (const side of [left, right])
        for (const name of collectNames(nameDerivatives(side))) mentioned.add(baseOfDerivative(name))
    const lost = this.terms.filter(({ unknown }) => !mentioned.has(baseOfDerivative(unknown)))
    if (lost.length === 0) return
    const names = [...new Set(lost.map(({ unknown }) => baseOfDerivative(unknown)))]
    throw new VarioError('STRUCTURE', `Nothing determines ${names.join(', ')}.`, { undetermined: names })
  }
}

/** Variables that are states of one translation, or the same as states, and none of another one, with the factors that are zero there. */
export function findLostStates(
  first: Pick<Translation, 'states' | 'aliases'>,
  { states, zeroFactors }: Pick<Translation, 'states' | 'zeroFactors'>,
): Map<string, string> {
  const factors = [...new Set(zeroFactors.map((factor) => printExpr(factor)))].join(', ')
  const lost = new Map(first.states.map(({ name }) => [name, factors]))
  for (const { name } of states) lost.delete(name)
  for (const [name, alias] of first.aliases)
    if (alias.name !== null && lost.has(alias.name)) lost.set(name, factors)
  return lost
}
