/** Checks the types in a flat model before translation: numbers, Booleans, vectors, matrices. */
import { VarioError } from '../../base/index.ts'
import type { FlatAssert, FlatModel } from '../../model/index.ts'
import { type Expr, errorAt, name, type Position, show } from '../../symbolic/index.ts'
import type { Block } from '../equations/index.ts'
import { findDependence, findDiscreteNames } from '../events-and-clocks/index.ts'
import type { Rank, RankOf } from '../value-store/index.ts'
import { ExpressionTypes } from './expression-types.ts'
import { BOOLEAN, type Signature } from './signatures.ts'
import { inComponent } from './type-error.ts'
import { describeType, unite, type ValueType } from './value-type.ts'

/**
 * Checks every equation, `when` and `assert` of a model.
 *
 * @param rankOf ranks of the names of the model
 * @throws VarioError with code `TYPE` that names the component and shows the place
 */
export function checkTypes(model: FlatModel, rankOf: (name: string) => Rank): void {
  let discrete: ReadonlyMap<string, boolean> | undefined
  const isContinuous = (expr: Expr, locals: readonly string[]): boolean => {
    discrete ??= findDiscreteNames(model)
    for (const name of findDependence(expr, model).names)
      if (!discrete.has(name) && !locals.includes(name)) return true
    return false
  }
  const types = new ExpressionTypes({
    functions: model.functions,
    typeOfName: (name) => typeOfName(model, rankOf, name),
    isContinuous,
  })
  for (const equation of model.equations)
    inComponent(equation, () => {
      const { left, right, pos } = equation
      assertFullRecord(model, types, left, right, pos)
      checkSides(types, left, right, pos)
    })
  for (const when of model.whens) {
    const { condition, actions, pos } = when
    inComponent(when, () => {
      types.require(condition, BOOLEAN, "The condition of 'when'")
      for (const action of actions) {
        if (action.kind === 'assign')
          checkSides(types, elementOf(action.name, action.subscripts), action.value, pos)
        if (action.kind === 'reinit')
          checkSides(types, elementOf(action.state, action.element && [action.element]), action.value, pos)
        if (action.kind === 'assert') checkAssert(types, action)
        if (action.kind === 'terminate') types.require(action.message, MESSAGE, 'terminate(message)')
      }
    })
  }
  for (const assert of model.asserts) inComponent(assert, () => checkAssert(types, assert))
}

const MESSAGE: Signature = { types: ['string'], words: 'a text' }

function checkAssert(types: ExpressionTypes, { condition, message }: FlatAssert): void {
  types.require(condition, BOOLEAN, 'assert(condition, …)')
  types.require(message, MESSAGE, 'assert(…, message)')
}

function typeOfName(model: FlatModel, rankOf: (name: string) => Rank, name: string): ValueType {
  const rank = rankOf(name)
  if (rank === 'scalar' && model.variables.get(name)?.type === 'Boolean') return 'boolean'
  if (rank !== 'object') return rank
  const value = model.parameters.get(name)?.value
  if (value === undefined) return 'unknown'
  return 'literal' in value && typeof value.literal === 'string' ? 'string' : 'object'
}

/** Checks that both sides have one type; a number also fills every element of an array. */
function checkSides(types: ExpressionTypes, left: Expr, right: Expr, pos: Position | undefined): void {
  const [a, b] = [types.typeOf(left), types.typeOf(right)]
  if (unite(a, b) !== null) return
  if ((isNumbers(a) && b === 'scalar') || (isNumbers(b) && a === 'scalar')) return
  const found = `${show(left)} is ${describeType(a)}, ${show(right)} is ${describeType(b)}`
  const message = `The two sides of the equation: expected the same type, got different ones: ${found}.`
  throw errorAt('TYPE', message, pos ?? right.pos)
}

/** A number would fill all elements of a key of a record, such as the three of a force. */
function assertFullRecord(
  { variables }: FlatModel,
  types: ExpressionTypes,
  left: Expr,
  right: Expr,
  pos: Position | undefined,
): void {
  if (left.kind !== 'name' || variables.get(left.name)?.isInRecord !== true) return
  if (types.typeOf(left) !== 'vector' || types.typeOf(right) !== 'scalar') return
  const variable = right.kind === 'name' ? variables.get(right.name) : undefined
  const declare =
    variable !== undefined && variable.init === undefined && variable.start === undefined
      ? `, or declare ${variable.name}: Var({ start: [0, 0, …] })`
      : ''
  const message =
    `${left.name}: expected a vector, got the number ${show(right)}. ` +
    `Write all its elements: [a, b, …]${declare}.`
  throw errorAt('TYPE', message, pos ?? right.pos)
}

function isNumbers(type: ValueType): boolean {
  return type === 'scalar' || type === 'vector' || type === 'matrix'
}

function elementOf(name: string, subscripts: readonly Expr[] | undefined): Expr {
  const base: Expr = { kind: 'name', name }
  return subscripts === undefined ? base : { kind: 'index', base, subscripts }
}

/** Checks that the unknowns of systems are numbers: `x = not x` has no solution that an iteration could find. */
export function assertNumericSystems(blocks: readonly Block[], rankOf: RankOf): void {
  for (const block of blocks) {
    if (block.kind === 'assign') continue
    const wrong = block.unknowns.filter((unknown) => {
      const rank = rankOf(name(unknown))
      return rank === 'boolean' || rank === 'object'
    })
    if (wrong.length === 0) continue
    const list = [...block.inner, ...block.residuals].map(({ text }) => text).join('\n    ')
    const names = wrong.map((unknown) => `'${unknown}'`).join(', ')
    throw new VarioError(
      'TYPE',
      `${names}: expected numbers as unknowns of a system, got values that depend on themselves:\n    ${list}\n` +
        'Use the value before the event, pre(x), on one of the right sides.',
      { unknowns: wrong },
    )
  }
}
