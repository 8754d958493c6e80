import type { FlatModel } from '../../model/index.ts'
import { add, type Expr, equalExpr, isZero, mapNames, name, neg, sub, ZERO } from '../../symbolic/index.ts'
import type { Condition, RewrittenModel } from '../events-and-clocks/index.ts'
import {
  createIntegerRows,
  type EliminationResult,
  eliminateIntegerRows,
  ROW_STATUS,
  VARIABLE_ROLE,
} from '../structural-analysis/index.ts'
import { findMissing } from './assert-determined.ts'
import type { DescribeConflicts } from './describe-conflicts.ts'
import { EquationSet } from './equation-set.ts'
import { CONSTANT, pushParts } from './linear-rows.ts'
import { describeEquation, MissingEquationError } from './structure-error.ts'

/** Value of an eliminated variable: ± another variable, or zero. */
export interface Alias {
  /** null: the variable is zero. */
  readonly name: string | null
  readonly sign: 1 | -1
}

export interface AliasElimination {
  readonly equationSet: EquationSet
  readonly aliases: ReadonlyMap<string, Alias>
  /** Undetermined variables that are set to zero: potentials without a ground. */
  readonly arbitrary: readonly string[]
  /** Equations that follow from others. */
  readonly redundant: readonly string[]
  /** Unknowns that are equal up to their signs but not aliases: `0 = J1.phi - J2.phi` between potential states. */
  readonly equalities: readonly Equality[]
  /** The error of unknowns that nothing determines; null if there are none. */
  readonly missing: MissingEquationError | null
}

/** first = sign·second */
export interface Equality {
  readonly first: string
  readonly second: string
  readonly sign: 1 | -1
}

/**
 * Takes the equations that are sums of ±1 times unknowns equal to zero, such as connections, and solves them exactly:
 * aliases, zeros, redundant equations, hidden constraints between states, potentials without ground.
 */
export function eliminateAliases(
  model: FlatModel,
  rewritten: RewrittenModel,
  equationSet: EquationSet,
  describeConflicts: DescribeConflicts,
  isArray: (name: string) => boolean = () => false,
): AliasElimination {
  const { rows, result } = eliminateRows(model, rewritten, equationSet, isArray)
  const aliases = new Map<string, Alias>()
  equationSet.names.forEach((alias, v) => {
    const sign = result.sign[v]
    const target = result.representative[v]
    if (sign === 0) aliases.set(alias, { name: null, sign: 1 })
    else if (target !== v) aliases.set(alias, { name: equationSet.names[target], sign: sign > 0 ? 1 : -1 })
  })

  // The equations in their original order: the other ones with aliases substituted, and the remaining rows.
  const remaining = new Map<number, number>()
  result.source.forEach((row, k) => {
    remaining.set(rows[row].eq, k)
  })
  const isRow = new Set(rows.map((row) => row.eq))
  const next = new EquationSet(equationSet.isKnown)
  equationSet.equations.forEach((equation, eq) => {
    if (!isRow.has(eq)) {
      next.add(replace(equation.left, aliases), replace(equation.right, aliases), equation.source, 0)
      return
    }
    const k = remaining.get(eq)
    if (k === undefined) return
    const { rowPtr, vars, coefs } = result.rows
    let sum: Expr = ZERO
    for (let p = rowPtr[k]; p < rowPtr[k + 1]; p++) {
      const term = name(equationSet.names[vars[p]])
      sum = coefs[p] > 0 ? add(sum, times(coefs[p], term)) : sub(sum, times(-coefs[p], term))
    }
    next.add(ZERO, sum, equation.source, 0)
  })
  // A derivative that only aliases need, such as the output of a speed sensor, is computed only if an equation contains
  // it.
  for (const { eq, entries } of rows) {
    for (const [v] of entries) {
      const alias = aliases.get(equationSet.names[v])
      if (!alias?.name?.startsWith('der(') || next.index.has(alias.name)) continue
      aliases.delete(equationSet.names[v])
      const value = alias.sign > 0 ? name(alias.name) : neg(name(alias.name))
      next.add(name(equationSet.names[v]), value, equationSet.equations[eq].source, 0)
    }
  }
  keepDerivatives(next, aliases, equationSet)
  const isRedundant = (_: Row, r: number): boolean => result.rowStatus[r] === ROW_STATUS.redundant
  const redundant = rows.filter(isRedundant).map(({ eq }) => describeEquation(equationSet, eq))
  const arbitrary = [...result.arbitrary].map((v) => equationSet.names[v])
  const missing = findMissing(model, equationSet, { rows, result }, () => describeConflicts(next))
  if (missing === null) assertNoneLost(model, equationSet, next, aliases, redundant)
  const equalities = findEqualities(equationSet, result)
  return { equationSet: next, aliases, arbitrary, redundant, equalities, missing }
}

/**
 * Checks that every unknown occurs in an equation other than identities, such as x = x or 0*x = 0, which determine
 * nothing.
 */
function assertNoneLost(
  model: FlatModel,
  equationSet: EquationSet,
  next: EquationSet,
  aliases: ReadonlyMap<string, Alias>,
  redundant: readonly string[],
): void {
  const isLost = (n: string): boolean => !next.index.has(n) && !aliases.has(n) && !n.startsWith('der(')
  const lost = equationSet.names.filter(isLost)
  if (lost.length === 0) return
  const texts = ['  These equations hold for any values:', ...redundant.map((text) => `    ${text}`)]
  throw new MissingEquationError(lost.length, lost, lost, model, texts)
}

/** Gives one alias of a derivative its equation back if only aliases mention the derivative, so that it is computed. */
function keepDerivatives(next: EquationSet, aliases: Map<string, Alias>, original: EquationSet): void {
  for (const [alias, { name: target, sign }] of aliases) {
    if (target === null || !target.startsWith('der(') || next.index.has(target)) continue
    const v = original.index.get(target)!
    const { source } = original.equations.find((_, eq) => original.unknownsOf(eq).includes(v))!
    next.add(name(alias), sign > 0 ? name(target) : neg(name(target)), source, 0)
    aliases.delete(alias)
  }
}

interface Row {
  readonly eq: number
  readonly entries: [number, number][]
}

/** Finds and solves the equations that are sums. */
function eliminateRows(
  model: FlatModel,
  rewritten: RewrittenModel,
  equationSet: EquationSet,
  isArray: (name: string) => boolean,
): { readonly rows: readonly Row[]; readonly result: EliminationResult } {
  /** Arrays eliminated as zero: the number zero does not give their number of elements. */
  const zeroArrays = new Set<number>()
  for (;;) {
    const rows: Row[] = []
    const isElsewhere = new Uint8Array(equationSet.names.length)
    equationSet.equations.forEach(({ left, right }, eq) => {
      // a sum of unknowns without entries is an identity, too
      const entries = integerRow(left, right, equationSet) ?? (isIdentity(left, right) ? [] : null)
      if (entries && !(zeroArrays.size > 0 && entries.some(([v]) => zeroArrays.has(v)))) {
        rows.push({ eq, entries })
        return
      }
      for (const v of equationSet.unknownsOf(eq)) isElsewhere[v] = 1
    })
    const result = eliminateIntegerRows({
      nVars: equationSet.names.length,
      rows: createIntegerRows(rows.map((row) => row.entries)),
      role: rolesOf(rewritten, equationSet, isElsewhere),
      keepRank: equationSet.names.map((n) => keepRank(model, n)),
    })
    const before = zeroArrays.size
    equationSet.names.forEach((n, v) => {
      if (result.sign[v] === 0 && isArray(n)) zeroArrays.add(v)
    })
    if (zeroArrays.size === before) return { rows, result }
  }
}

/** Remaining rows that make two unknowns equal up to the sign. */
function findEqualities(equationSet: EquationSet, result: EliminationResult): Equality[] {
  const { rowPtr, vars, coefs } = result.rows
  const equalities: Equality[] = []
  for (let k = 0; k < rowPtr.length - 1; k++) {
    const p = rowPtr[k]
    if (rowPtr[k + 1] !== p + 2 || Math.abs(coefs[p]) !== Math.abs(coefs[p + 1])) continue
    const [first, second] = [equationSet.names[vars[p]], equationSet.names[vars[p + 1]]]
    equalities.push({ first, second, sign: coefs[p] === coefs[p + 1] ? -1 : 1 })
  }
  return equalities
}

/** Replaces eliminated names in an expression. */
export function replace(expr: Expr, aliases: ReadonlyMap<string, Alias>): Expr {
  return mapNames(expr, (node) => {
    const alias = aliases.get(node.name)
    if (!alias) return node
    if (alias.name === null) return ZERO
    return alias.sign > 0 ? name(alias.name) : neg(name(alias.name))
  })
}

/** Replaces eliminated names in a condition. */
export function replaceInCondition(condition: Condition, aliases: ReadonlyMap<string, Alias>): Condition {
  if (condition.kind === 'time') {
    const { linear } = condition
    return {
      ...condition,
      right: replace(condition.right, aliases),
      ...(linear && {
        linear: { factor: replace(linear.factor, aliases), rest: replace(linear.rest, aliases) },
      }),
    }
  }
  return { ...condition, left: replace(condition.left, aliases), right: replace(condition.right, aliases) }
}

function times(factor: number, term: Expr): Expr {
  return factor === 1 ? term : { kind: 'call', fn: '*', args: [{ kind: 'number', value: factor }, term] }
}

/** Coefficients of the unknowns in left - right if it is a sum of ± unknowns; null otherwise. */
function integerRow(left: Expr, right: Expr, equationSet: EquationSet): [number, number][] | null {
  if (left.kind === 'name' && right.kind === 'name') {
    const [l, r] = [equationSet.index.get(left.name), equationSet.index.get(right.name)]
    if (l !== undefined && r !== undefined)
      return l === r
        ? []
        : [
            [l, 1],
            [r, -1],
          ]
  }
  const row = new Map<number, number>()
  const stack: [Expr, number][] = [
    [right, -1],
    [left, 1],
  ]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const [node, sign] = entry
    if (isZero(node)) continue
    if (node.kind === 'name') {
      const v = equationSet.index.get(node.name)
      if (v === undefined) return null
      row.set(v, (row.get(v) ?? 0) + sign)
    } else if (node.kind === 'call' && node.fn === '+') {
      stack.push([node.args[1], sign], [node.args[0], sign])
    } else if (node.kind === 'call' && node.fn === '-') {
      stack.push([node.args[1], -sign], [node.args[0], sign])
    } else if (node.kind === 'call' && node.fn === 'neg') {
      stack.push([node.args[0], -sign])
    } else {
      return null
    }
  }
  for (const [v, coefficient] of row) if (coefficient === 0) row.delete(v)
  return [...row]
}

/** Variables of `pre`, `hold` and `previous` keep their names, as states do. */
function rolesOf(rewritten: RewrittenModel, equationSet: EquationSet, isElsewhere: Uint8Array): Uint8Array {
  const role = new Uint8Array(equationSet.names.length)
  equationSet.names.forEach((n, v) => {
    if (n.startsWith('der(')) role[v] = VARIABLE_ROLE.derivative
    else if (equationSet.derivativeOf[v] >= 0 || keepsName(rewritten, n)) role[v] = VARIABLE_ROLE.state
    else role[v] = isElsewhere[v] ? VARIABLE_ROLE.algebraic : VARIABLE_ROLE.local
  })
  return role
}

function keepsName(rewritten: RewrittenModel, n: string): boolean {
  return rewritten.preNames.has(n) || rewritten.sampledValues.some(({ variable }) => variable === n)
}

/**
 * Rank among several names of the same variable: kept is the one preferred as a state, then the one with an init
 * value, then with a start value, then one shown in the result, then the one with the shortest path.
 */
function keepRank(model: FlatModel, n: string): number {
  const variable = model.variables.get(n)
  let depth = 1
  for (let dot = n.indexOf('.'); dot >= 0; dot = n.indexOf('.', dot + 1)) depth++
  const select = { never: -20000, avoid: -10000, default: 0, prefer: 10000, always: 20000 }
  const value =
    select[variable?.stateSelect ?? 'default'] + (variable?.init ? 3000 : variable?.start ? 2000 : 0)
  return value + (variable?.hideResult ? 0 : 1000) - depth
}

/**
 * True if an equation holds for all values of its unknowns: both sides are the same expression, or their difference is
 * a sum in which every term cancels: x = x + 0, 0*x = 0, 2*x = x + x.
 */
export function isIdentity(left: Expr, right: Expr): boolean {
  if (equalExpr(left, right)) return left.kind !== 'number'
  const coefficients = new Map<string, number>()
  const add = (name: string, value: number): void => {
    coefficients.set(name, (coefficients.get(name) ?? 0) + value)
  }
  // Sums may be long: a stack instead of recursion
  const stack: [Expr, number][] = [
    [left, 1],
    [right, -1],
  ]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const [expr, factor] = entry
    if (expr.kind === 'number') add(CONSTANT, factor * expr.value)
    else if (expr.kind === 'name') add(expr.name, factor)
    else if (!pushParts(expr, factor, stack, literalOf)) return false
  }
  return [...coefficients.values()].every((value) => value === 0)
}

function literalOf(expr: Expr): number | null {
  return expr.kind === 'number' ? expr.value : null
}
