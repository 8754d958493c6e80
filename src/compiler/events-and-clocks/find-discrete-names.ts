import type { FlatModel } from '../../model/index.ts'
import { CLOCK_OPERATORS, CONSTANTS, childrenOf, type Expr, someNode } from '../../symbolic/index.ts'

/** Prefix of the names of the values of `sample`, `hold` and `previous`, followed by their numbers. */
export const SAMPLED_VALUE = '$clocked'
/** Relations whose changes are events. */
export const RELATIONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
/** Functions that jump and are constant between events, and functions with such a part. */
export const STEP_FUNCTIONS: ReadonlySet<string> = new Set([
  'floor',
  'ceil',
  'integer',
  'round',
  'div',
  'sign',
])
export const SAWTOOTH_FUNCTIONS: ReadonlySet<string> = new Set(['mod', 'rem'])
/** Both. */
export const STEPPING_CALLS: ReadonlySet<string> = new Set([...STEP_FUNCTIONS, ...SAWTOOTH_FUNCTIONS])
/** Functions that cause events where their arguments change. */
export const CHANGING_CALLS: ReadonlySet<string> = new Set([
  ...RELATIONS,
  ...STEP_FUNCTIONS,
  ...SAWTOOTH_FUNCTIONS,
  ...['positive', 'negative', 'after'],
])
/** Operators whose values change only at events, whatever their arguments are. */
const DISCRETE_OPERATORS: ReadonlySet<string> = new Set([
  ...RELATIONS,
  ...['positive', 'negative', 'after', 'edge', 'change', 'pre', 'initial', 'terminal'],
  ...CLOCK_OPERATORS,
  '$resample',
])
/** Functions of the sizes of their arguments, which are constant during a run. */
const SIZES = new Set(['length', 'size', 'eachindex', 'zerosLike'])

/** True if an expression is a scalar. */
export type IsScalar = (expr: Expr) => boolean

/** True if an expression contains an event operator. */
export function hasEventOperator(expr: Expr): boolean {
  return someNode(
    expr,
    (node) =>
      node.kind === 'call' &&
      (DISCRETE_OPERATORS.has(node.fn) || CHANGING_CALLS.has(node.fn) || node.fn === 'noEvent'),
  )
}

/** Dependence of an expression on quantities that change between events. */
export interface Dependence {
  /** Variables, or `time`, whose changes between events change the expression. */
  readonly names: Set<string>
  /** True if a part of it changes at events. */
  hasEvents: boolean
}

/**
 * Finds variables that are constant between events: assigned in `when`, or by an equation `x = …` with a right side
 * that is constant between events. The value is true for a variable that may change at events, false for one that
 * depends only on parameters.
 */
export function findDiscreteNames(
  model: FlatModel,
  isScalar: IsScalar = () => true,
): ReadonlyMap<string, boolean> {
  const discrete = new Map<string, boolean>()
  /** Definitions that depend on a name not yet known to be discrete. */
  const waiting = new Map<string, Definition[]>()
  const open: string[] = []
  const settle = (name: string, hasEvents: boolean): void => {
    if (discrete.has(name) || !isUnknown(model, name)) return
    discrete.set(name, hasEvents)
    open.push(name)
  }

  for (const when of model.whens) {
    for (const action of when.actions) if (action.kind === 'assign') settle(action.name, true)
  }
  const define = (target: string, { names, hasEvents }: Dependence): void => {
    const definition: Definition = { name: target, nOpen: names.size, hasEvents }
    if (names.size === 0) settle(target, hasEvents)
    for (const name of names) {
      const list = waiting.get(name)
      if (list) list.push(definition)
      else waiting.set(name, [definition])
    }
  }
  /** Arrays of Booleans that are defined by elements: as discrete as all of these together. */
  const arrays = new Map<string, Dependence>()
  for (const { left, right } of model.equations) {
    for (const [target, value] of [
      [left, right],
      [right, left],
    ]) {
      if (target.kind !== 'name' || !isUnknown(model, target.name)) continue
      define(target.name, findDependence(value, model, isScalar))
    }
    if (left.kind !== 'index' || left.base.kind !== 'name') continue
    const { name } = left.base
    if (model.variables.get(name)?.type !== 'Boolean') continue
    const { names, hasEvents } = findDependence(right, model, isScalar)
    names.delete(name)
    const whole = arrays.get(name)
    if (whole === undefined) arrays.set(name, { names, hasEvents })
    else {
      for (const each of names) whole.names.add(each)
      whole.hasEvents ||= hasEvents
    }
  }
  for (const [name, dependence] of arrays) define(name, dependence)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const definition of waiting.get(name) ?? []) {
      definition.hasEvents ||= discrete.get(name)!
      if (--definition.nOpen === 0) settle(definition.name, definition.hasEvents)
    }
  }
  return discrete
}

interface Definition {
  readonly name: string
  /** Number of names in its expression that are not known to be discrete. */
  nOpen: number
  hasEvents: boolean
}

/**
 * Finds the quantities on which the value of an expression depends between events.
 *
 * @param isScalar steps of arrays do not cause events
 */
export function findDependence(expr: Expr, model: FlatModel, isScalar: IsScalar = () => true): Dependence {
  const result: Dependence = { names: new Set(), hasEvents: false }
  if (expr.kind === 'number') return result
  // Inside `noEvent` relations do not cause events; in comprehensions each element has its own.
  const stack: Visit[] = [{ node: expr, isQuiet: false, locals: [] }]
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, isQuiet, locals } = visit
    if (node.kind === 'name') {
      if (node.name.startsWith('pre(') || node.name.startsWith('$')) result.hasEvents = true
      else if (!locals.includes(node.name) && isUnknown(model, node.name)) result.names.add(node.name)
    } else if (node.kind === 'comprehension') {
      stack.push({ node: node.range, isQuiet, locals })
      stack.push({ node: node.body, isQuiet, locals: [...locals, node.variable] })
    } else if (node.kind === 'call') {
      const { fn } = node
      if (SIZES.has(fn)) continue
      if ((DISCRETE_OPERATORS.has(fn) && !(isQuiet && RELATIONS.has(fn))) || isRewritten(fn)) {
        result.hasEvents = true
        continue
      }
      if (STEP_FUNCTIONS.has(fn) && !isQuiet && node.args.every(isScalar)) {
        // Events only if the arguments change
        for (const part of node.args) {
          const { names, hasEvents } = findDependence(part, model, isScalar)
          result.hasEvents ||= hasEvents || names.size > 0
        }
        continue
      }
      if (fn === 'der' || model.functions.get(fn)?.hasMemory) result.names.add('time')
      for (const part of node.args) stack.push({ node: part, isQuiet: isQuiet || fn === 'noEvent', locals })
    } else {
      for (const part of childrenOf(node)) stack.push({ node: part, isQuiet, locals })
    }
  }
  return result
}

interface Visit {
  readonly node: Expr
  readonly isQuiet: boolean
  /** Loop variables of the enclosing comprehensions. */
  readonly locals: readonly string[]
}

/** True for a function that replaces a discrete operator after rewriting. */
function isRewritten(fn: string): boolean {
  return fn.startsWith('$') && fn !== '$result'
}

/** True for a name that is neither a parameter nor a constant. Inputs change at any time. */
function isUnknown(model: FlatModel, name: string): boolean {
  return !model.parameters.has(name) && !(CONSTANTS.has(name) && !model.variables.has(name))
}
