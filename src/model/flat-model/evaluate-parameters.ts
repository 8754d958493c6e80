/** Evaluates all parameters and start values of a flat model before every run. */
import { describe, InputError, parseUnit } from '../../base/index.ts'
import { dataOf, type EvaluatedValue, isMatrix, isNumeric, sameShape } from '../../symbolic/index.ts'
import type { ValueType } from '../nodes.ts'
import { numbersOfBooleans } from './boolean-values.ts'
import type { FlatModel, FlatParameter, FlatVariable } from './flat-model.ts'
import { applyOverrides, type Overrides } from './overrides.ts'
import { ParameterEvaluator } from './parameter-evaluator.ts'

const NOTHING: ReadonlyMap<string, number> = new Map()

/** Nested tree of `simulate({ merge })`: new values by name, maps for sub-models, `quantity` for other units. */
export type MergeTree = Readonly<Record<string, unknown>>

/** Attributes of a variable in SI units. */
export interface EvaluatedAttributes {
  readonly init?: EvaluatedValue
  /** True if `init` is a default and not written by the user. */
  readonly isDefault?: true
  readonly start?: EvaluatedValue
  readonly min?: EvaluatedValue
  readonly max?: EvaluatedValue
  readonly nominal?: EvaluatedValue
}

/** The values of a model before a run, in SI units. */
export interface EvaluatedModel {
  /** Parameters by full name, in SI units. */
  readonly parameters: ReadonlyMap<string, EvaluatedValue>
  /** Attributes of the variables that have any, by full name. */
  readonly attributes: ReadonlyMap<string, EvaluatedAttributes>
}

/**
 * Values of all parameters, and `init` or otherwise `start` values of all variables with one, by full name and
 * in SI units: numbers, Booleans, texts, vectors as Float64Array, matrices as `MatrixValue`, other objects unchanged.
 *
 * @param merge new values; an unknown path is an error. A scalar stays a scalar; vectors may change their length.
 */
export function evaluateParameters(flat: FlatModel, merge: MergeTree = {}): Map<string, EvaluatedValue> {
  const { parameters, attributes } = evaluateModel(flat, merge)
  const values = new Map(parameters)
  for (const [name, { init, start }] of attributes) {
    const value = init ?? start
    if (value !== undefined) values.set(name, value)
  }
  return values
}

/**
 * Evaluates all parameters and all attributes of variables.
 *
 * @param computed values in SI units of parameters that the start of the run has determined
 */
export function evaluateModel(
  flat: FlatModel,
  merge: MergeTree = {},
  computed: ReadonlyMap<string, number> = NOTHING,
): EvaluatedModel {
  const overrides = applyOverrides(flat, merge)
  const evaluator = createEvaluator(flat, overrides, computed)
  checkShapes(flat, overrides, evaluator)

  const parameters = new Map<string, EvaluatedValue>()
  for (const name of flat.parameters.keys()) {
    const value = evaluator.value(name)
    checkLimits(overrides.parameters.get(name) ?? flat.parameters.get(name)!, value, evaluator)
    parameters.set(name, typedValue(name, flat.parameters.get(name)!.type, value))
  }
  checkStructure(flat, parameters)
  const attributes = new Map<string, EvaluatedAttributes>()
  for (const map of [flat.variables, flat.unused]) {
    for (const [name, declared] of map) {
      const evaluated = evaluateAttributes(overrides.variables.get(name) ?? declared, evaluator)
      if (evaluated === undefined) continue
      attributes.set(name, typedAttributes(name, declared.type, evaluated))
    }
  }
  return { parameters, attributes }
}

/** The values of a model in which other names have types: arrays of Booleans become numbers. */
export function withTypes(flat: FlatModel, { parameters, attributes }: EvaluatedModel): EvaluatedModel {
  return {
    parameters: new Map(
      Array.from(parameters, ([name, value]) => [
        name,
        typedValue(name, flat.parameters.get(name)?.type, value),
      ]),
    ),
    attributes: new Map(
      Array.from(attributes, ([name, each]) => [
        name,
        typedAttributes(name, (flat.variables.get(name) ?? flat.unused.get(name))?.type, each),
      ]),
    ),
  }
}

function typedAttributes(
  name: string,
  type: ValueType | undefined,
  attributes: EvaluatedAttributes,
): EvaluatedAttributes {
  if (type === undefined) return attributes
  const { init, start, ...others } = attributes
  return {
    ...others,
    ...(init !== undefined && { init: typedValue(name, type, init) }),
    ...(start !== undefined && { start: typedValue(name, type, start) }),
  }
}

/** A value that is one of its type; arrays of Booleans are stored as the numbers 0 and 1. */
function typedValue(name: string, type: ValueType | undefined, value: EvaluatedValue): EvaluatedValue {
  if (type !== 'Boolean') {
    checkTypeOfValue(name, type, value)
    return value
  }
  if (typeof value === 'boolean') return value
  const numbers = numbersOfBooleans(value)
  if (numbers === undefined) throw new InputError(name, 'true or false', value)
  return numbers
}

/** Checks that a value is one of its type. */
function checkTypeOfValue(
  name: string,
  type: Exclude<ValueType, 'Boolean'> | undefined,
  value: EvaluatedValue | undefined,
): void {
  if (type === undefined || value === undefined) return
  const numbers =
    typeof value === 'number' ? [value] : isNumeric(value) ? Array.from(dataOf(value)) : [Number.NaN]
  const isOfType = (x: number): boolean =>
    Number.isInteger(x) && (type === 'Integer' || (x >= 1 && x <= type.length))
  if (numbers.every(isOfType)) return
  throw new InputError(name, type === 'Integer' ? 'a whole number' : `one of ${type.join(', ')}`, value)
}

/** Checks that the parameters that decided the structure have the same values. */
function checkStructure(flat: FlatModel, parameters: ReadonlyMap<string, EvaluatedValue>): void {
  for (const decision of flat.decisions) {
    if (decision.decides !== 'components') continue
    const { value } = decision
    const { name } = decision.expr
    const now = parameters.get(name)
    if (now === undefined || isSameValue(value, now)) continue
    const expected = `${describe(value)}, because it decided which components exist; translate the model with the new value`
    throw new InputError(`merge.${name}`, expected, describeValue(now))
  }
}

function isSameValue(a: EvaluatedValue, b: EvaluatedValue): boolean {
  if (!isNumeric(a) || !isNumeric(b)) return a === b
  const [x, y] = [dataOf(a), dataOf(b)]
  return sameShape(a, b) && x.every((value, i) => Object.is(value, y[i]))
}

/**
 * Creates the evaluator of expressions; they may use parameters, and the start values of variables under the names of
 * the variables.
 */
function createEvaluator(
  flat: FlatModel,
  overrides: Overrides,
  computed: ReadonlyMap<string, number> = NOTHING,
): ParameterEvaluator {
  const find = (name: string): Pick<FlatParameter, 'value' | 'unit'> | undefined => {
    const value = computed.get(name)
    if (value !== undefined) return { value: { literal: value } }
    const parameter = overrides.parameters.get(name) ?? flat.parameters.get(name)
    if (parameter !== undefined) return parameter
    const variable = overrides.variables.get(name) ?? flat.variables.get(name) ?? flat.unused.get(name)
    const start = variable?.init ?? variable?.start
    return start && { value: start, ...(variable?.unit !== undefined && { unit: variable.unit }) }
  }
  return new ParameterEvaluator(find, flat.functions)
}

function evaluateAttributes(
  variable: FlatVariable,
  evaluator: ParameterEvaluator,
): EvaluatedAttributes | undefined {
  const result: Record<string, EvaluatedValue> = variable.isDefault ? { isDefault: true } : {}
  for (const name of ['init', 'start', 'min', 'max', 'nominal'] as const) {
    const value = variable[name]
    if (value === undefined) continue
    result[name] =
      name === 'nominal' && 'literal' in value && typeof value.literal === 'number'
        ? value.literal * parseUnit(variable.unit ?? '').factor
        : evaluator.evaluate(`${variable.name}.${name}`, value, variable.unit)
  }
  return Object.keys(result).length > 0 ? result : undefined
}

/** Checks that merged values have the type and the number of dimensions of the values that they replace. */
function checkShapes(flat: FlatModel, overrides: Overrides, evaluator: ParameterEvaluator): void {
  const declared = createEvaluator(flat, { parameters: new Map(), variables: new Map() })
  const names = [...overrides.parameters.keys(), ...overrides.variables.keys()]
  for (const name of names) {
    const isVariable = overrides.variables.has(name)
    const variable = flat.variables.get(name) ?? flat.unused.get(name)
    if (isVariable && variable?.init === undefined && variable?.start === undefined) continue
    const [before, after] = [declared.value(name), evaluator.value(name)]
    const problem = compareShapes(before, after)
    if (problem !== undefined) throw new InputError(`merge.${name}`, problem, describeValue(after))
  }
}

/** Describes the expected value if `after` cannot replace `before`. */
function compareShapes(before: EvaluatedValue, after: EvaluatedValue): string | undefined {
  const [old, now] = [shapeOf(before), shapeOf(after)]
  if (old === undefined || old === now) return undefined
  if (before instanceof Float64Array && before.length === 0 && isMatrix(after)) return undefined
  return old === 'a number' && (now === 'a vector' || now === 'a matrix')
    ? 'a number, because a scalar stays a scalar'
    : old
}

function shapeOf(value: EvaluatedValue): string | undefined {
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'function') return 'a function'
  if (value instanceof Float64Array) return 'a vector'
  return isMatrix(value) ? 'a matrix' : undefined
}

function describeValue(value: EvaluatedValue): EvaluatedValue {
  return isMatrix(value) ? `a ${value.rows} × ${value.cols} matrix` : value
}

function checkLimits(parameter: FlatParameter, value: EvaluatedValue, evaluator: ParameterEvaluator): void {
  const limit = (which: 'min' | 'max', fallback: number): number => {
    const declared = parameter[which]
    if (declared === undefined) return fallback
    const evaluated = evaluator.evaluate(`${parameter.name}.${which}`, declared, parameter.unit)
    return typeof evaluated === 'number' ? evaluated : fallback
  }
  if (parameter.min === undefined && parameter.max === undefined) return
  const [min, max] = [limit('min', Number.NEGATIVE_INFINITY), limit('max', Number.POSITIVE_INFINITY)]
  const numbers = typeof value === 'number' ? [value] : value instanceof Float64Array ? [...value] : []
  const outside = numbers.find((number) => !(number >= min && number <= max))
  if (outside === undefined) return
  const range = [
    ...(Number.isFinite(min) ? [`>= ${min}`] : []),
    ...(Number.isFinite(max) ? [`<= ${max}`] : []),
  ].join(' and ')
  const unit = parameter.unit === undefined ? '' : ' (in SI units)'
  throw new InputError(parameter.name, `a value ${range}${unit}`, outside)
}
