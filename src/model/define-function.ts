import { InputError, VarioError } from '../base/index.ts'
import {
  type Algorithm,
  type AlgorithmVariable,
  differentiateAlgorithm,
  type EvaluatedValue,
  errorAt,
  type FunctionInfo,
  type FunctionInput,
  findUndeclared,
  lowerAlgorithm,
  parseAlgorithm,
  type RecordField,
  type ResultShape,
  rateName,
  rememberAlgorithm,
  runAlgorithm,
  variablesOf,
} from '../symbolic/index.ts'
import { findFunction, registerFunction } from './function-registry.ts'
import { isModel, isPar, isVar, membersOf } from './nodes.ts'
import type { AnyComponent } from './types.ts'

/** Number of derivatives of a function: index reduction needs two, and a system of equations one more. */
const MAX_ORDER = 3

/** Functions made from texts, and their derivatives, by name. */
const defined = new Map<string, FunctionInfo>()

/** Functions that an algorithm may call: those made from texts, and registered ones. */
const callable: Pick<ReadonlyMap<string, FunctionInfo>, 'get' | 'has' | 'keys'> = {
  get: (name) => defined.get(name) ?? findFunction(name),
  has: (name) => defined.has(name) || findFunction(name) !== undefined,
  keys: () => defined.keys(),
}

/**
 * Makes a function from a text in the notation of Modelica, with local variables, loops and branches, and registers it
 * under its name:
 *
 *     const mean = defineFunction`
 *       function mean
 *         input Real x[:];
 *         output Real m;
 *       algorithm
 *         for i in 1:size(x, 1) loop
 *           m := m + x[i]/size(x, 1);
 *         end for;
 *       end mean;
 *     `
 *
 * A record is declared by a model, `input ${State} s;`, or in the text, `record State Real x; Real v; end State;`.
 * Equations call it as `mean(…)` or `${mean}(…)`. Its derivatives follow from the text. Variables begin with 0; `unit`
 * of an output is the unit of the result.
 */
export function defineFunction(
  text: TemplateStringsArray | string,
  ...records: AnyComponent[]
): FunctionInfo {
  const raw = typeof text === 'string' ? [text] : text.raw
  const names = records.map((_, k) => `Record${k + 1}`)
  const source = raw.map((part, k) => part + (names[k] ?? '')).join('')
  const known = new Map(
    records.map((record, k) => [names[k], fieldsOfModel(`defineFunction: \${${k + 1}}`, record)]),
  )
  const written = parseAlgorithm(source, known)
  const [unknown] = findUndeclared(written)
  if (unknown !== undefined) {
    const names = written.variables.map(({ name }) => name).join(', ')
    throw errorAt(
      'SYNTAX',
      `${written.name}: expected one of the names ${names}, got '${unknown.name}'. Declare it in the function.`,
      unknown.pos,
    )
  }
  const own = propertiesOfResults(written)
  const get = (called: string) =>
    called === written.name ? { name: called, evaluate: () => 0, ...own } : callable.get(called)
  const algorithm = lowerAlgorithm(written, { get })
  const { name, evaluate, ...info } = createInfo(algorithm, 0, variablesOf(algorithm, 'input').length)
  registerFunction(name, evaluate as (...args: unknown[]) => unknown, info)
  return findFunction(name)!
}

/** @param nInputs number of inputs of the function that has been differentiated `order` times */
function createInfo(algorithm: Algorithm, order: number, nInputs: number): FunctionInfo {
  const outputs = variablesOf(algorithm, 'output')
  const functions = callable as ReadonlyMap<string, FunctionInfo>
  const units = outputs.map(({ unit = '' }) => unit)
  const hasUnits = outputs.some(({ unit }) => unit !== undefined)
  const evaluate = (...args: EvaluatedValue[]): EvaluatedValue =>
    runAlgorithm(algorithm, withOmitted(args, order, nInputs), functions)
  const isDerivative = order > 0
  rememberAlgorithm(evaluate, { algorithm, functions, nInputs: nInputs * 2 ** order, isDerivative })
  const info: FunctionInfo = {
    name: algorithm.name,
    evaluate,
    ...(order === 0 &&
      outputs.some(({ name }) => name.includes('.')) && { outputs: outputs.map(({ name }) => name) }),
    ...propertiesOfResults(algorithm, order === 0),
    ...(hasUnits && { unit: units.length === 1 ? units[0] : units }),
  }
  defined.set(algorithm.name, info)
  if (order === MAX_ORDER) return info
  const complete = { ...info, ...derivativeOf(algorithm, order, nInputs) }
  defined.set(algorithm.name, complete)
  return complete
}

/** Inputs and results by the declarations. */
function propertiesOfResults(
  algorithm: Algorithm,
  hasInputs = true,
): Pick<FunctionInfo, 'inputs' | 'results' | 'shape' | 'booleans'> {
  const outputs = variablesOf(algorithm, 'output')
  const shapes = outputs.map(shapeOf)
  const booleans = outputs.map(dimensionsOfBooleans)
  return {
    ...(hasInputs && { inputs: variablesOf(algorithm, 'input').map(inputOf) }),
    results: outputs.length,
    shape: outputs.length === 1 ? shapes[0] : shapes,
    ...(booleans.some((dims) => dims > 0) && { booleans }),
  }
}

/** The function of the derivative; or the reason why there is none, for the equations that need it. */
function derivativeOf(
  algorithm: Algorithm,
  order: number,
  nInputs: number,
): Pick<FunctionInfo, 'derivativeFunction' | 'derivative'> {
  try {
    const rate = differentiateAlgorithm(algorithm, withRates(algorithm), order + 1)
    return { derivativeFunction: createInfo(rate, order + 1, nInputs) }
  } catch (error) {
    if (!(error instanceof VarioError) || error.code !== 'DERIVATIVE') throw error
    const message = `cannot differentiate '${algorithm.name}': ${error.message}`
    const fail = (): never => {
      throw new VarioError('DERIVATIVE', message, error.fields)
    }
    return { derivative: fail }
  }
}

/** The arguments with undefined for those that the call leaves out: of a derivative, in both halves. */
function withOmitted(
  args: readonly EvaluatedValue[],
  order: number,
  nInputs: number,
): readonly (EvaluatedValue | undefined)[] {
  if (order === 0) return args.length < nInputs ? Array.from({ length: nInputs }, (_, i) => args[i]) : args
  const half = args.length / 2
  const parts = [args.slice(0, half), args.slice(half)]
  return parts.flatMap((part) => withOmitted(part, order - 1, nInputs))
}

/** The functions that an algorithm may call, with the names of their derivatives; also itself. */
function withRates(algorithm: Algorithm): ReadonlyMap<string, FunctionInfo> {
  const get = (name: string): FunctionInfo | undefined => {
    const info = callable.get(name)
    if (info === undefined) return undefined
    const isDefined = name === algorithm.name || typeof info.derivativeFunction === 'object'
    return isDefined ? { ...info, derivativeFunction: rateName(name) } : info
  }
  return { ...callable, get } as ReadonlyMap<string, FunctionInfo>
}

/** The fields of a record that a model declares: its variables and parameters, and those of records inside of it. */
function fieldsOfModel(where: string, model: unknown): RecordField[] {
  if (!isModel(model))
    throw new InputError(where, 'a model, whose variables are the fields of a record', model)
  return membersOf(model).flatMap(([name, member]): RecordField[] => {
    if (isModel(member))
      return fieldsOfModel(where, member).map((field) => ({ ...field, name: `${name}.${field.name}` }))
    if (!isVar(member) && !isPar(member))
      throw new InputError(`${where}.${name}`, 'a variable or a record', member)
    const type = member.type === 'Integer' || member.type === 'Boolean' ? member.type : 'Real'
    const sizes = sizesOf(isVar(member) ? (member.init ?? member.start) : member.value)
    return [{ name, type, sizes, ...(member.unit !== undefined && { unit: member.unit }) }]
  })
}

/** Dimensions of a value: any number of elements. */
function sizesOf(value: unknown): null[] {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return []
  return Array.isArray(value) && Array.isArray(value[0]) ? [null, null] : [null]
}

function inputOf(variable: AlgorithmVariable): FunctionInput {
  const { name, value } = variable
  return { name, ...(value && { value }), booleans: dimensionsOfBooleans(variable) }
}

/** Number of dimensions of an array of Booleans; 0 for other variables. */
function dimensionsOfBooleans({ type, sizes }: AlgorithmVariable): number {
  return type === 'Boolean' ? sizes.length : 0
}

function shapeOf({ sizes, type }: AlgorithmVariable): ResultShape {
  if (type === 'Boolean' && sizes.length === 0) return 'boolean'
  if (type === 'String') return 'object'
  return (['scalar', 'vector', 'matrix'] as const)[sizes.length]
}
