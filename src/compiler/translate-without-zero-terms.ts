import { VarioError } from '../base/index.ts'
import type { EvaluatedModel, FlatEquation } from '../model/index.ts'
import { collectNames, type Expr, linearFactor, printExpr, solveFor } from '../symbolic/index.ts'
import {
  baseOfDerivative,
  type Division,
  type ExpandedEquation,
  isZeroFactor,
  nameDerivatives,
  parameterValue,
} from './equations/index.ts'
import type { Translation } from './translation.ts'

/** A term that vanishes because a parameter is zero: `L*der(i)` with L = 0. */
export interface ZeroTerm {
  readonly factor: Expr
  readonly unknown: string
  readonly text: string
}

/** Equations without their zero terms, and these terms. */
export interface WithoutZeroTerms {
  readonly equations: readonly ExpandedEquation[]
  readonly terms: readonly ZeroTerm[]
}

/** Values of the factors by which equations are divided, with the current values of the parameters. */
export interface CheckedDivisions {
  /** Factors that are not zero. */
  readonly nonZero: readonly Expr[]
  /** Equations that would be divided by zero. */
  readonly byZero: readonly FlatEquation[]
}

/** Checks the factors by which the order of evaluation divides for zero. Factors with variables are omitted. */
export function checkDivisions(divisions: readonly Division[], values: EvaluatedModel): CheckedDivisions {
  const nonZero: Expr[] = []
  const byZero: FlatEquation[] = []
  for (const { factor, source } of divisions) {
    const value = parameterValue(factor, values)
    if (value === 0) byZero.push(source)
    else if (value !== null) nonZero.push(factor)
  }
  return { nonZero, byZero }
}

/**
 * Translates equations. A divisor in the order of evaluation that is zero changes the structure of the model: L = 0
 * turns L*der(i) + R*i = u into an algebraic equation. The zero terms of such equations are removed, and the model is
 * translated again, until no division by zero remains.
 *
 * @param translate translates the remaining equations, and returns those that it divides by zero
 */
export function translateWithoutZeroTerms<T extends Pick<Translation, 'states' | 'aliases'>>(
  equations: readonly ExpandedEquation[],
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
  translate: (left: WithoutZeroTerms) => { translation: T; byZero: readonly FlatEquation[] },
): { readonly translation: T; readonly lostStates: ReadonlyMap<string, string> } {
  const first = translate({ equations, terms: [] })
  let { translation, byZero } = first
  let terms: readonly ZeroTerm[] = []
  const sources = new Set<FlatEquation>()
  while (byZero.some((source) => !sources.has(source))) {
    for (const source of byZero) sources.add(source)
    const left = leaveOutZeroTerms(equations, sources, values, isKnown)
    terms = left.terms
    ;({ translation, byZero } = explainErrors(terms, () => {
      assertMentioned(left)
      return translate(left)
    }))
  }
  const lostStates = sources.size === 0 ? NO_STATES : findLostStates(first.translation, translation, terms)
  return { translation, lostStates }
}

const NO_STATES: ReadonlyMap<string, string> = new Map()

/** Removes the terms with a zero factor; only the equations in `sources` are changed. */
export function leaveOutZeroTerms(
  equations: readonly ExpandedEquation[],
  sources: ReadonlySet<FlatEquation>,
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
): WithoutZeroTerms {
  const terms: ZeroTerm[] = []
  const left = equations.map((equation) => {
    if (!sources.has(equation.source)) return equation
    let sides = [nameDerivatives(equation.left), nameDerivatives(equation.right)]
    const text = `${printExpr(equation.left)} = ${printExpr(equation.right)}`
    const names = new Set(sides.flatMap((side) => [...collectNames(side)]))
    for (const unknown of names) {
      if (isKnown(unknown)) continue
      const factor = solveFor(sides[0], sides[1], unknown)?.factor
      if (factor === undefined || !isZeroFactor(factor, values)) continue
      terms.push({ factor, unknown, text })
      sides = sides.map((side) => linearFactor(side, unknown)!.rest)
    }
    return { left: sides[0], right: sides[1], source: equation.source }
  })
  return { equations: left, terms }
}

/** Checks that every variable of a removed term still occurs in an equation. */
function assertMentioned({ equations, terms }: WithoutZeroTerms): void {
  const mentioned = new Set<string>()
  for (const { left, right } of equations)
    for (const side of [left, right])
      for (const name of collectNames(nameDerivatives(side))) mentioned.add(baseOfDerivative(name))
  const lost = terms.filter(({ unknown }) => !mentioned.has(baseOfDerivative(unknown)))
  if (lost.length === 0) return
  const names = [...new Set(lost.map(({ unknown }) => baseOfDerivative(unknown)))]
  throw new VarioError('STRUCTURE', `Nothing determines ${names.join(', ')}.`, { undetermined: names })
}

/** Adds to errors of an action the terms missing in the equations that they mention. */
function explainErrors<T>(terms: readonly ZeroTerm[], action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof VarioError) || terms.length === 0) throw error
    throw new VarioError(
      error.code,
      `${describeTerms(terms)}, there is no solution. ${error.message}`,
      error.fields,
    )
  }
}

function describeTerms(terms: readonly ZeroTerm[]): string {
  const texts = terms.map(({ factor, unknown, text }) => `${printExpr(factor)} of ${unknown} in ${text}`)
  return `With the value zero of the factor ${[...new Set(texts)].join(', and of ')}`
}

/**
 * Finds variables that are states of one translation, or equal to states, and not of another one, with the factors that
 * are zero there.
 */
export function findLostStates(
  first: Pick<Translation, 'states' | 'aliases'>,
  { states }: Pick<Translation, 'states'>,
  terms: readonly ZeroTerm[],
): Map<string, string> {
  const factors = [...new Set(terms.map(({ factor }) => printExpr(factor)))].join(', ')
  const lost = new Map(first.states.map(({ name }) => [name, factors]))
  for (const { name } of states) lost.delete(name)
  for (const [name, alias] of first.aliases)
    if (alias.name !== null && lost.has(alias.name)) lost.set(name, factors)
  return lost
}
