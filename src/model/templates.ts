/** The tagged templates `equations` and `expr`. */
import {
  type Expr,
  type FunctionInfo,
  mapExpr,
  mapStatement,
  namedArgument,
  nameOfArgument,
  parseTemplate,
  parseTemplateExpression,
  quantityExpr,
  RECORD,
} from '../symbolic/index.ts'
import { findFunction, findFunctionName } from './function-registry.ts'
import {
  type EquationBlock,
  type EquationsNode,
  type ExprNode,
  isExpr,
  isModel,
  isQuantity,
  membersOf,
} from './nodes.ts'

/**
 * Equations as text: `left = right`, one per line. `${…}` takes numbers, arrays, names, functions, quantities (as their
 * SI values) and `expr` nodes. A text in place of the template is read unchanged: equations('der(x) = -x').
 */
export function equations(strings: TemplateStringsArray | string, ...values: unknown[]): EquationsNode {
  return createEquations(parseBlock(strings, values))
}

/**
 * The same for texts of this package, which are known to be valid: parsed when they are used first, because a program uses a
 * few components of a library.
 */
export function equationsOnDemand(strings: TemplateStringsArray, ...values: unknown[]): EquationsNode {
  let block: EquationBlock | undefined
  const read = (): EquationBlock => {
    block ??= parseBlock(strings, values)
    return block
  }
  return createEquations(
    Object.freeze({
      get statements() {
        return read().statements
      },
      get functions() {
        return read().functions
      },
    }),
  )
}

function createEquations(block: EquationBlock): EquationsNode {
  return Object.freeze({ _class: 'Equations', blocks: Object.freeze([block]) })
}

function parseBlock(strings: TemplateStringsArray | string, values: readonly unknown[]): EquationBlock {
  const functions = new Map<string, FunctionInfo>()
  const parsed = parseTemplate(textsOf(strings), plainValues(values, functions), 'equations')
  const records = takeRecords(parsed.functions, functions)
  const statements = parsed.statements.map((each) => mapStatement(each, records))
  return Object.freeze({ statements: Object.freeze(statements), functions })
}

/**
 * An expression of parameters or variables: Par(expr`2*r`), Resistor({ R: expr`r` }). Its names are looked up in the
 * component in which it is written, then in the enclosing components.
 */
export function expr(strings: TemplateStringsArray | string, ...values: unknown[]): ExprNode {
  const functions = new Map<string, FunctionInfo>()
  const parsed = parseTemplateExpression(textsOf(strings), plainValues(values, functions), 'expr')
  const records = takeRecords(parsed.functions, functions)
  return Object.freeze({ _class: 'Expr', expr: records(parsed.expr), functions, up: 0 })
}

/**
 * Enters the called functions in `functions`, and returns the change of calls of models, which make records: `${State}(1, 2)`
 * is `record(x = 1, v = 2)`.
 */
function takeRecords(
  called: ReadonlyMap<string, FunctionInfo>,
  functions: Map<string, FunctionInfo>,
): (expr: Expr) => Expr {
  const records = new Map<string, string[]>()
  for (const [name, info] of called) {
    if (isModel(info.evaluate))
      records.set(
        name,
        membersOf(info.evaluate).map(([field]) => field),
      )
    else functions.set(name, withRegistration(name, info))
  }
  if (records.size === 0) return (expr) => expr
  return (expr) =>
    mapExpr(expr, (node) => {
      const fields = node.kind === 'call' ? records.get(node.fn) : undefined
      if (node.kind !== 'call' || fields === undefined) return node
      const args = node.args.map((arg, k) => {
        const isNamed = nameOfArgument(arg) !== undefined || fields[k] === undefined
        return isNamed ? arg : namedArgument(fields[k], arg, (arg.pos ?? node.pos)!)
      })
      return { ...node, fn: RECORD, args }
    })
}

/** Adds the information given to `registerFunction` to an interpolated function. */
function withRegistration(name: string, info: FunctionInfo): FunctionInfo {
  const registered = Object.keys(info).length === 2 ? findFunctionName(info.evaluate) : undefined
  return registered === undefined ? info : { ...findFunction(registered)!, name }
}

/** Raw texts of a template: escapes in strings belong to the language, not to JavaScript. */
function textsOf(strings: TemplateStringsArray | string): readonly string[] {
  return typeof strings === 'string' ? [strings] : strings.raw
}

/**
 * Converts nodes of the model to values for the parser. Functions of interpolated expressions are added to `functions`.
 */
function plainValues(values: readonly unknown[], functions: Map<string, FunctionInfo>): unknown[] {
  return values.map((value) => {
    if (isQuantity(value)) return quantityExpr(value.value, value.unit)
    if (!isExpr(value)) return value
    for (const [name, info] of value.functions) functions.set(name, info)
    return value.expr
  })
}
