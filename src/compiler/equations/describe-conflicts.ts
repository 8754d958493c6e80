import type { EvaluatedModel } from '../../model/index.ts'
import { collectNames, printExpr } from '../../symbolic/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import { baseOfDerivative, type EquationSet, printAsWritten } from './equation-set.ts'
import {
  balanceOf,
  CONSTANT,
  combinationOf,
  eliminateRows,
  type LinearRow,
  listLinearRows,
} from './linear-rows.ts'

/** Describes the unknowns that are determined twice. */
export type DescribeConflicts = (equationSet: EquationSet) => readonly string[]

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
  const list = (): LinearRow[] => listLinearRows(equationSet, parts.overEqs, values)
  let dependent = eliminateRows(list()) ?? []
  if (dependent.length === 0) {
    // a position determined twice, once by its velocity: constant terms are lost
    const rows = list()
    const highest = rows.reduce((order, row) => Math.max(order, orderOf(row)), 0)
    dependent = eliminateRows(rows.map((row) => differentiate(row, highest - orderOf(row)))) ?? []
  }
  const lines = dependent.flatMap((row) => describeRow(equationSet, row, values))
  if (redundant.length > 0) lines.push('  These equations follow from others and determine nothing:')
  return [...lines, ...redundant.map((text) => `    ${text}`)]
}

/** Maximum number of differentiations of the unknowns: 1 if the row contains `der(x)`. */
function orderOf({ unknowns }: LinearRow): number {
  const order = (name: string): number => (name.length - baseOfDerivative(name).length) / 'der()'.length
  return [...unknowns.keys()].reduce((most, name) => Math.max(most, order(name)), 0)
}

/** The row with its terms differentiated; constant terms vanish. */
function differentiate(row: LinearRow, times: number): LinearRow {
  if (times === 0) return row
  const nameOf = (name: string): string => `${'der('.repeat(times)}${name}${')'.repeat(times)}`
  const change = <T>(terms: ReadonlyMap<string, T>): [string, T][] =>
    Array.from(terms, ([name, sum]) => [nameOf(name), sum])
  const known = new Map(change(row.known))
  known.delete(nameOf(CONSTANT))
  return { unknowns: new Map(change(row.unknowns)), known, parts: row.parts }
}

/** Describes equations of which a combination contains no unknown: they contradict or repeat each other. */
export function describeRow(equationSet: EquationSet, row: LinearRow, values: EvaluatedModel): string[] {
  const texts: string[] = []
  const parameters = new Set<string>()
  for (const e of combinationOf(row).keys()) {
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
  return [`  ${titleOf(balanceOf(row), isOne, withValues)}:`, ...texts, advice]
}

function titleOf(balance: ReturnType<typeof balanceOf>, isOne: boolean, withValues: string): string {
  if (balance === 'variable') {
    const subject = isOne ? 'This equation and the connections' : 'These equations'
    return `${subject} determine the same: they contradict or repeat each other`
  }
  if (balance === 'number') {
    const what = isOne ? 'This equation contradicts the connections' : 'These equations contradict each other'
    return `${what}${withValues}`
  }
  return isOne
    ? `This equation repeats the connections${withValues}, and determines nothing`
    : `These equations are equivalent${withValues}: one of them is redundant and determines nothing`
}
