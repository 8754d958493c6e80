import type { EvaluatedModel } from '../../model/index.ts'
import { collectNames, linearFactor, printExpr, sub } from '../../symbolic/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import { baseOfDerivative, derivativeName, type EquationSet, printAsWritten } from './equation-set.ts'
import { parameterValue } from './parameter-factors.ts'

/** Describes the unknowns that are determined twice. */
export type DescribeConflicts = (equationSet: EquationSet) => readonly string[]

/** Rounding residue of a coefficient, relative to the largest one. */
const ROUNDING = 1e-12
/** Smallest relative difference of values that counts as a difference. */
const DIFFERENT = 1e-9

/** Σ coefficient·unknown + rest = 0, as a combination of equations. */
interface Row {
  readonly coefs: Map<string, number>
  /** NaN: depends on the time or on inputs. */
  rest: number
  /** Sum of the magnitudes that contribute to the rest. */
  size: number
  /** Numbers of the contributing equations. */
  readonly eqs: Set<number>
}

/**
 * Describes equations that determine the same unknowns twice, such as two voltage sources in parallel: they contradict
 * each other with the current values of the parameters, or are equivalent. The equations are combined linearly until no
 * unknown remains.
 *
 * @param redundant equations that have been removed because they follow from others
 */
export function describeConflicts(
  equationSet: EquationSet,
  values: EvaluatedModel,
  redundant: readonly string[] = [],
): string[] {
  const { parts } = checkStructure(equationSet.build(), Int32Array.from(equationSet.derivativeOf))
  const rows: Row[] = []
  for (const e of parts.overEqs) {
    const row = createRow(equationSet, e, values)
    if (row) rows.push(row)
  }
  const highest = rows.reduce((order, row) => Math.max(order, orderOf(row)), 0)
  const lines: string[] = []
  const basis: { readonly pivot: string; readonly row: Row }[] = []
  for (const given of rows) {
    const row = differentiate(given, highest - orderOf(given))
    const largest = [...row.coefs.values()].reduce((most, c) => Math.max(most, Math.abs(c)), 0)
    for (const { pivot, row: other } of basis) subtract(row, other, pivot)
    for (const [name, c] of row.coefs) if (Math.abs(c) <= ROUNDING * largest) row.coefs.delete(name)
    const [first] = [...row.coefs].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    if (first) basis.push({ pivot: first[0], row })
    else lines.push(...describe(equationSet, row, values))
  }
  if (redundant.length > 0) lines.push('  These equations follow from others and determine nothing:')
  return [...lines, ...redundant.map((text) => `    ${text}`)]
}

/** An equation that is linear in its unknowns, with factors of parameters; otherwise null. */
function createRow(equationSet: EquationSet, e: number, values: EvaluatedModel): Row | null {
  const { left, right } = equationSet.equations[e]
  let expr = sub(left, right)
  const coefs = new Map<string, number>()
  for (const v of new Set(equationSet.unknownsOf(e))) {
    const parts = linearFactor(expr, equationSet.names[v])
    const factor = parts && parameterValue(parts.factor, values)
    if (factor === null) return null
    if (factor !== 0) coefs.set(equationSet.names[v], factor)
    expr = parts!.rest
  }
  const rest = parameterValue(expr, values) ?? Number.NaN
  return { coefs, rest, size: Math.abs(rest), eqs: new Set([e]) }
}

/** Maximum number of differentiations of the unknowns: 1 if the row contains `der(x)`. */
function orderOf({ coefs }: Row): number {
  const order = (name: string): number => (name.length - baseOfDerivative(name).length) / 'der()'.length
  return [...coefs.keys()].reduce((most, name) => Math.max(most, order(name)), 0)
}

/** The row with its unknowns differentiated; constant terms vanish. */
function differentiate({ coefs, rest, size, eqs }: Row, times: number): Row {
  let entries = [...coefs]
  for (let k = 0; k < times; k++) entries = entries.map(([name, c]) => [derivativeName(name), c])
  const isConstant = times > 0 && !Number.isNaN(rest)
  return {
    coefs: new Map(entries),
    rest: isConstant ? 0 : rest,
    size: isConstant ? 0 : size,
    eqs: new Set(eqs),
  }
}

/** Eliminates an unknown from a row by means of another row. */
function subtract(row: Row, other: Row, pivot: string): void {
  const c = row.coefs.get(pivot)
  if (c === undefined) return
  const factor = c / other.coefs.get(pivot)!
  for (const [name, value] of other.coefs) row.coefs.set(name, (row.coefs.get(name) ?? 0) - factor * value)
  row.coefs.delete(pivot)
  row.rest -= factor * other.rest
  row.size += Math.abs(factor) * other.size
  for (const e of other.eqs) row.eqs.add(e)
}

function describe(equationSet: EquationSet, { rest, size, eqs }: Row, values: EvaluatedModel): string[] {
  const texts: string[] = []
  const parameters = new Set<string>()
  for (const e of [...eqs].sort((a, b) => a - b)) {
    const { source, left } = equationSet.equations[e]
    // remaining connection equations are combined from several equations
    const isOwn =
      source.origin === 'equation' && (left.kind !== 'number' || equationSet.unknownsOf(e).length === 0)
    const text = isOwn
      ? `${printExpr(source.left)} = ${printExpr(source.right)}`
      : printAsWritten(equationSet.equations[e])
    texts.push(`    ${text}   (${source.component === '' ? 'top level' : source.component})`)
    for (const side of [source.left, source.right])
      for (const name of collectNames(side)) if (values.parameters.has(name)) parameters.add(name)
  }
  const known = [...parameters].map((name) => `${name} = ${values.parameters.get(name)}`)
  const withValues = known.length > 0 ? ` with ${known.join(', ')}` : ''
  const isOne = texts.length === 1
  const advice =
    `    Remove ${isOne ? 'it' : 'one of them'}, or insert a component that allows the two ` +
    'sides to differ.'
  return [`  ${titleOf(rest, size, isOne, withValues)}:`, ...texts, advice]
}

function titleOf(rest: number, size: number, isOne: boolean, withValues: string): string {
  if (Number.isNaN(rest)) {
    const subject = isOne ? 'This equation and the connections' : 'These equations'
    return `${subject} determine the same: they contradict or repeat each other`
  }
  if (Math.abs(rest) > DIFFERENT * size) {
    const what = isOne ? 'This equation contradicts the connections' : 'These equations contradict each other'
    return `${what}${withValues}`
  }
  return isOne
    ? `This equation repeats the connections${withValues}, and determines nothing`
    : `These equations are equivalent${withValues}: one of them is redundant and determines nothing`
}
