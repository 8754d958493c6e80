/**
 * Equations over the variables of an array of components, `C.v = R*C.i`: one equation for each component, because each
 * has its own variables.
 */
import {
  type EvaluatedModel,
  type FlatAssert,
  type FlatEquation,
  type FlatModel,
  findOccurrences,
} from '../../model/index.ts'
import {
  type ArrayExpr,
  add,
  BUILTINS,
  type CallExpr,
  type ComprehensionExpr,
  call,
  collectNames,
  type Expr,
  errorAt,
  ifExpr,
  index,
  isReduction,
  mul,
  number,
  printExpr,
  someNode,
  substitute,
  ZERO,
} from '../../symbolic/index.ts'
import { ExpressionRanks } from '../code-generation/index.ts'
import { createEquationSet, createKnownNames, derivativeName, expandEquations } from '../equations/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import type { Rank, RankOf } from '../value-store/index.ts'
import { checkTypes } from './check-types.ts'
import { inferRanks, rankOfName } from './infer-ranks.ts'

/** The model with such equations split. An equation that determines a vector as a whole stays one equation. */
export function splitComponentArrays(model: FlatModel, values: EvaluatedModel): FlatModel {
  if (!findOccurrences(model.equations).kinds.has('array')) return model
  const hasComponents = model.equations.map(
    ({ left, right }) => someNode(left, isOfComponents) || someNode(right, isOfComponents),
  )
  if (!hasComponents.includes(true)) return model
  const sources = model.equations.map((source) => ({ left: source.left, right: source.right, source }))
  const known = inferRanks(model, values, createEquationSet(sources, createKnownNames(model)))
  const ranks = new ExpressionRanks(model.functions, (name) => ({ rank: rankOfName(known, name), index: 0 }))
  checkTypes(model, (name) => rankOfName(known, name))
  const parts = model.equations.map((equation, k): Part => {
    if (!hasComponents[k]) return { whole: equation, elements: null, asserts: [] }
    return new ArrayEquation(equation, (expr) => ranks.rank(expr)).split()
  })
  const chosen = keepEquationsOfVectors(model, parts, (name) => isArrayRank(rankOfName(known, name)))
  return {
    ...model,
    equations: chosen.flatMap(({ whole, elements }) => elements ?? [whole]),
    asserts: [...model.asserts, ...chosen.flatMap(({ asserts }) => asserts)],
  }
}

/** An equation, and the equations of its elements; null: it is not split. */
interface Part {
  readonly whole: FlatEquation
  readonly elements: readonly FlatEquation[] | null
  /** Checks of the sizes. */
  readonly asserts: readonly FlatAssert[]
}

/**
 * Keeps `w = C.v` whole if nothing else determines the vector `w`, and splits it if `w` is known and determines the
 * components.
 */
function keepEquationsOfVectors(
  model: FlatModel,
  parts: readonly Part[],
  isVector: (name: string) => boolean,
): Part[] {
  const isKnown = createKnownNames(model)
  const assigned = new Set(
    model.whens.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.kind === 'assign' ? [action.name] : [])),
    ),
  )
  const isGiven = (name: string): boolean => isKnown(name) || assigned.has(name)
  const vectorsOf = ({ left, right }: FlatEquation): string[] =>
    [...collectNames(left), ...collectNames(right)].filter((name) => isVector(name) && !isGiven(name))
  const vectors = parts.flatMap(({ whole, elements }) => (elements === null ? [] : vectorsOf(whole)))
  const openNames = (list: readonly Part[]): Set<string> => {
    const equations = list.flatMap(({ whole, elements }) => {
      if (elements === null) return [whole]
      // an element determines no vector
      const others = new Map(vectorsOf(whole).map((name) => [name, ZERO]))
      const without = ({ left, right }: FlatEquation) => ({
        left: substitute(left, others),
        right: substitute(right, others),
      })
      return elements.map((element) => ({ ...element, ...without(element) }))
    })
    const equationSet = createEquationSet(expandEquations(model, equations), isGiven)
    const { parts: found } = checkStructure(equationSet.build(), Int32Array.from(equationSet.derivativeOf))
    const open = Array.from(found.underVars, (v) => equationSet.names[v])
    return new Set([...open, ...vectors.filter((name) => !equationSet.index.has(name))])
  }

  let chosen = [...parts]
  let open: Set<string> | undefined
  for (const [k, { whole, elements }] of parts.entries()) {
    if (elements === null || vectorsOf(whole).length === 0) continue
    open ??= openNames(chosen)
    if (!vectorsOf(whole).some((name) => open!.has(name) || open!.has(derivativeName(name)))) continue
    const kept = chosen.with(k, { whole, elements: null, asserts: [] })
    const left = openNames(kept)
    if (left.size < open.size) [chosen, open] = [kept, left]
  }
  return chosen
}

function isOfComponents(expr: Expr): expr is ArrayExpr {
  return expr.kind === 'array' && expr.isOfComponents === true
}

function isArrayRank(rank: Rank): boolean {
  return rank === 'vector' || rank === 'matrix'
}

/** Functions of one element each: `+`, `sin`. */
const SUMS: ReadonlySet<string> = new Set(['+', '-', 'neg'])
const BY_ELEMENT: Readonly<Record<string, string>> = { '.+': '+', '.-': '-', '.*': '*', './': '/', '.^': '^' }
/** Operators of the language that act on each element. */
const THROUGH: ReadonlySet<string> = new Set(['noEvent', 'der', 'pre'])

class ArrayEquation {
  /** Arrays whose elements the equations take: their sizes must agree. */
  private readonly arrays = new Set<Expr>()

  constructor(
    private readonly equation: FlatEquation,
    private readonly rankOf: RankOf,
  ) {}

  /** No elements if the sides are numbers, or if no array of components is a term of them. */
  split(): Part {
    const { left, right } = this.equation
    this.element(left, 1)
    this.element(right, 1)
    const components = [...this.arrays].find(isOfComponents)
    if (components === undefined) return { whole: this.equation, elements: null, asserts: [] }
    const asserts = this.checkSizes(components)
    const elements = components.elements.map((_: Expr, i: number) => ({
      ...this.equation,
      left: this.element(left, i + 1),
      right: this.element(right, i + 1),
    }))
    return { whole: this.equation, elements, asserts }
  }

  private checkSizes(components: ArrayExpr): FlatAssert[] {
    const asserts: FlatAssert[] = []
    const { component, pos } = this.equation
    const n = components.elements.length
    for (const array of this.arrays) {
      if (array.kind === 'array' && array.elements.length === n) continue
      const text = `expected ${n} elements as in ${printShort(components)}, got another number in ${printShort(array)}`
      if (array.kind === 'array') throw errorAt('TYPE', `${component || 'model'}: ${text}.`, pos)
      const condition = call('==', call('size', array, number(1)), number(n))
      const message: Expr = { kind: 'string', value: `${text}.` }
      asserts.push({ kind: 'assert', condition, message, component, ...(pos && { pos }) })
    }
    return asserts
  }

  /** Element k of an expression, counted from 1. */
  private element(e: Expr, k: number): Expr {
    if (!this.isArray(e)) return e
    switch (e.kind) {
      case 'array':
        this.arrays.add(e)
        return e.elements[k - 1] ?? e
      case 'comprehension':
        return this.elementOfComprehension(e, k)
      case 'if':
        return ifExpr(e.condition, this.element(e.then, k), this.element(e.else, k))
      case 'call':
        return this.elementOfCall(e, k)
    }
    return this.chosen(e, k)
  }

  private elementOfCall(e: CallExpr, k: number): Expr {
    const all = (fn = e.fn): Expr => ({ ...e, fn, args: e.args.map((arg) => this.element(arg, k)) })
    const info = BUILTINS.get(e.fn)
    if (SUMS.has(e.fn) || THROUGH.has(e.fn)) return all()
    if (info?.shape === 'like' && !isReduction(info, e.args.length)) return all()
    if (Object.hasOwn(BY_ELEMENT, e.fn)) return all(BY_ELEMENT[e.fn])
    const [a, b] = e.args
    if (e.fn === '/' && !this.isArray(b)) return all()
    if (e.fn === '*' && (!this.isArray(a) || !this.isArray(b))) return all()
    // a row of a matrix times a vector
    if (e.fn === '*' && this.rankOf(a) === 'matrix' && this.rankOf(b) === 'vector')
      return { ...e, args: [this.element(a, k), b] }
    return this.chosen(e, k)
  }

  private elementOfComprehension(e: ComprehensionExpr, k: number): Expr {
    this.arrays.add(e)
    const { range } = e
    const value =
      range.kind === 'range'
        ? add(range.from, mul(range.step ?? number(1), number(k - 1)))
        : index(range, [number(k)])
    return substitute(e.body, new Map([[e.variable, value]]))
  }

  private chosen(e: Expr, k: number): Expr {
    this.arrays.add(e)
    return index(e, [number(k)])
  }

  private isArray(e: Expr): boolean {
    return isArrayRank(this.rankOf(e))
  }
}

/** Text of an array; of many elements the first ones. */
function printShort(array: Expr): string {
  if (array.kind !== 'array' || array.elements.length <= 3) return printExpr(array)
  return `[${array.elements.slice(0, 2).map(printExpr).join(', ')}, …]`
}
