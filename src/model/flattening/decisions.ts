import {
  CLOCK_OPERATORS,
  CONSTANTS,
  type EvaluatedValue,
  type Expr,
  type FunctionInfo,
  mapExpr,
  number,
  printExpr,
  someNode,
  visitNames,
  ZERO,
} from '../../symbolic/index.ts'
import { type Decision, FunctionTable, ParameterEvaluator, type ValueOrExpr } from '../flat-model/index.ts'
import { DeclaredValues } from './declared-values.ts'
import { type Instance, isInstanceArray } from './instance.ts'
import { lookup } from './lookup.ts'
import { resolveOwn } from './resolve.ts'

/** Functions of the sizes of arrays, which the start values of variables define. */
const SIZES: ReadonlySet<string> = new Set(['size', 'length', 'ndims', 'eachindex'])

/** Values of parameters that decide which equations there are: ranges of loops, conditions of branches. */
export class Decisions {
  /** The expressions evaluated so far, with full names, and their values. */
  readonly made = new Map<string, Decision>()
  private readonly values: DeclaredValues
  private readonly functions = new FunctionTable()
  private readonly evaluator: ParameterEvaluator

  /** @param given values in SI that replace the declared ones, by full names */
  constructor(
    private readonly root: Instance,
    given: ReadonlyMap<string, EvaluatedValue>,
  ) {
    this.values = new DeclaredValues(root, this.functions)
    this.evaluator = new ParameterEvaluator((name) => {
      const value = given.get(name)
      return value === undefined ? this.declared(name) : { value: { literal: value } }
    }, this.functions.functions)
  }

  /** Value of an expression in the equations of `instance`; undefined unless it consists of parameters and sizes. */
  evaluate(
    written: Expr,
    instance: Instance,
    local: ReadonlyMap<string, FunctionInfo>,
  ): EvaluatedValue | undefined {
    const expr = withComponentCounts(written, instance)
    if (!this.isStructural(expr, instance)) return undefined
    const resolved = resolveOwn(expr, instance, local, this.functions)
    const value = this.evaluator.evaluate(
      instance.path === '' ? 'model' : instance.path,
      { expr: resolved },
      undefined,
    )
    const text = printExpr(resolved)
    let isConstant = true
    visitNames(resolved, () => {
      isConstant = false
    })
    if (!isConstant) this.made.set(text, { expr: resolved, value, decides: 'equations' })
    return value
  }

  /** True if all names are parameters, or arrays whose sizes are known. */
  private isStructural(expr: Expr, instance: Instance): boolean {
    const isOfRun = (node: Expr): boolean =>
      node.kind === 'member' || node.kind === 'object' || (node.kind === 'call' && IN_RUN.has(node.fn))
    if (someNode(expr, isOfRun)) return false
    const withoutSizes = mapExpr(expr, (node) => (this.isKnownSize(node, instance) ? ZERO : node))
    let isKnown = true
    visitNames(withoutSizes, ({ name }) => {
      const found = lookup(instance, name)
      isKnown &&= found.kind === 'declaration' ? this.values.isParameter(found) : CONSTANTS.has(name)
    })
    return isKnown
  }

  /** True for the size of an array variable with a start value. */
  private isKnownSize(node: Expr, instance: Instance): boolean {
    if (node.kind !== 'call' || !SIZES.has(node.fn)) return false
    const [array, dimension] = node.args
    if (array?.kind !== 'name' || (dimension !== undefined && dimension.kind !== 'number')) return false
    const found = lookup(instance, array.name)
    return found.kind === 'declaration' && this.start(found.path) !== undefined
  }

  /** Value of a parameter, or start value of a variable. */
  private declared(path: string): { value: ValueOrExpr; unit?: string } | undefined {
    return this.values.find(path) ?? this.start(path)
  }

  private start(path: string): { value: ValueOrExpr; unit?: string } | undefined {
    const found = lookup(this.root, path)
    if (found.kind !== 'declaration' || found.node === null) return undefined
    const { init, start, unit } = this.values.variable(found.name, found.node, found.instance)
    const value = init ?? start
    return value && { value, ...(unit !== undefined && { unit }) }
  }
}

/** An expression with numbers in place of the sizes of arrays of components. */
function withComponentCounts(expr: Expr, instance: Instance): Expr {
  return mapExpr(expr, (node) => {
    if (node.kind !== 'call' || !SIZES.has(node.fn) || node.args[0]?.kind !== 'name') return node
    const child = instance.children.get(node.args[0].name)
    if (child === undefined || !isInstanceArray(child)) return node
    return node.fn === 'length' || node.args.length === 2 ? number(child.length) : node
  })
}

/** Operators whose values belong to a run. */
const IN_RUN: ReadonlySet<string> = new Set([
  ...'der pre edge change initial terminal after'.split(' '),
  ...CLOCK_OPERATORS,
])
