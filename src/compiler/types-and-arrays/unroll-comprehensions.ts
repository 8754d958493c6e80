import { VarioError } from '../../base/index.ts'
import { type EvaluatedModel, type FlatModel, findOccurrences } from '../../model/index.ts'
import {
  CONSTANTS,
  type ComprehensionExpr,
  childrenOf,
  dataOf,
  type EvaluatedValue,
  type Expr,
  evaluate,
  fold,
  isNumeric,
  number,
  printExpr,
  someNode,
  substitute,
  visitNames,
  withChildren,
} from '../../symbolic/index.ts'
import { CHANGING_CALLS } from '../events-and-clocks/index.ts'

/** Range of a comprehension whose elements have separate events, with its elements at translation. */
export interface UnrolledRange {
  readonly range: Expr
  readonly values: readonly number[]
}

/** The model with such comprehensions expanded into arrays of their elements, and their ranges. */
export interface UnrolledModel {
  readonly model: FlatModel
  readonly ranges: readonly UnrolledRange[]
}

/**
 * Expands comprehensions whose elements change at separate events: `[if x[i] > 0 then … for i in 1:3]` has three
 * conditions. All others stay unchanged.
 */
export function unrollComprehensions(model: FlatModel, values: EvaluatedModel): UnrolledModel {
  const ranges: UnrolledRange[] = []
  const unroll = (expr: Expr): Expr => {
    if (!someNode(expr, (node) => node.kind === 'comprehension')) return expr
    return fold<Expr>(
      expr,
      (node, parts) => withChildren(node, parts),
      (node) => {
        if (node.kind === 'call' && node.fn === 'noEvent') return node
        if (node.kind !== 'comprehension' || !hasOwnEvents(node.body, node.variable, model)) return undefined
        const elements = evaluateRange(node.range, values)
        if (elements === null) throw openRange(node)
        ranges.push({ range: node.range, values: elements })
        return {
          kind: 'array',
          elements: elements.map((value) =>
            unroll(substitute(node.body, new Map([[node.variable, number(value)]]))),
          ),
          ...(node.pos && { pos: node.pos }),
        }
      },
    )
  }
  const { kinds } = findOccurrences(model.equations)
  const equations = !kinds.has('comprehension')
    ? model.equations
    : model.equations.map((equation) => {
        const [left, right] = [unroll(equation.left), unroll(equation.right)]
        return left === equation.left && right === equation.right ? equation : { ...equation, left, right }
      })
  const whens = model.whens.map((when) => ({
    ...when,
    condition: unroll(when.condition),
    actions: when.actions.map((action) =>
      'value' in action ? { ...action, value: unroll(action.value) } : action,
    ),
  }))
  const asserts = model.asserts.map((assert) => ({ ...assert, condition: unroll(assert.condition) }))
  return ranges.length === 0 ? { model, ranges } : { model: { ...model, equations, whens, asserts }, ranges }
}

/** True if the elements of a range differ from those at translation. */
export function hasNewElements({ range, values: before }: UnrolledRange, values: EvaluatedModel): boolean {
  const now = evaluateRange(range, values)
  return now === null || now.length !== before.length || now.some((value, i) => value !== before[i])
}

/** True if an expression that changes at events depends on the loop variable and on more than parameters. */
function hasOwnEvents(body: Expr, variable: string, model: FlatModel): boolean {
  const changes = (node: Expr): boolean => {
    let hasVariable = false
    let hasUnknown = false
    visitNames(node, ({ name }) => {
      if (name === variable) hasVariable = true
      else if (!model.parameters.has(name) && !(CONSTANTS.has(name) && !model.variables.has(name)))
        hasUnknown = true
    })
    return hasVariable && hasUnknown
  }
  const visit = (node: Expr): boolean => {
    if (node.kind === 'call' && node.fn === 'noEvent') return false
    if (node.kind === 'call' && CHANGING_CALLS.has(node.fn) && changes(node)) return true
    return childrenOf(node).some(visit)
  }
  return visit(body)
}

/** Elements of a range by parameters and start values; null if they are unknown. */
export function evaluateRange(range: Expr, values: EvaluatedModel): number[] | null {
  const lookup = (name: string): EvaluatedValue | undefined => {
    const attributes = values.attributes.get(name)
    return values.parameters.get(name) ?? attributes?.init ?? attributes?.start
  }
  try {
    const value = evaluate(range, lookup)
    if (typeof value === 'number') return [value]
    return isNumeric(value) ? Array.from(dataOf(value)) : null
  } catch (error) {
    if (error instanceof VarioError) return null
    throw error
  }
}

function openRange(node: ComprehensionExpr): VarioError {
  return new VarioError(
    'EVENTS',
    `[… for ${node.variable} in ${printExpr(node.range)}]: expected a range that follows from parameters and start values, ` +
      'because its elements change at events. Write noEvent(…) for the values alone.',
    { ...(node.pos && { pos: node.pos }) },
  )
}
