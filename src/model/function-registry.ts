/** Functions that equations call by name and that JSON files refer to. */
import { assertKnownKeys, assertOneOf, InputError, parseUnit } from '../base/index.ts'
import { BUILTINS, type FunctionInfo, OPERATORS, propertiesOf } from '../symbolic/index.ts'
import type { HostFunction } from './nodes.ts'

const registry = new Map<string, FunctionInfo>()

/** Without those that only functions of a component with memory have: `hasMemory`, `isOrdering`. */
const OPTIONS: readonly (keyof FunctionInfo)[] = [
  ...([
    'results',
    'shape',
    'derivative',
    'derivativeFunction',
    'linearIn',
    'jacobian',
    'inverse',
    'inputs',
    'outputs',
    'booleans',
  ] as const),
  ...(['selectsColumns', 'expand', 'remember', 'readsOnly', 'isSmooth', 'unit'] as const),
]
const SHAPES = ['scalar', 'vector', 'matrix', 'object', 'boolean', 'like'] as const

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

/**
 * Makes `evaluate` callable in equations as `name(…)`, and readable and writable in JSON. `info` gives the number and
 * the shape of its results and its derivative (default: those of `describeFunction`). Registering a name again replaces
 * the function.
 */
export function registerFunction<F extends HostFunction>(
  name: string,
  evaluate: F,
  info?: Omit<FunctionInfo, 'name' | 'evaluate'>,
): F {
  if (!NAME.test(name)) throw new InputError('registerFunction', 'a name of letters, digits and _', name)
  if (BUILTINS.has(name) || OPERATORS.has(name)) {
    throw new InputError('registerFunction', 'a name that the language does not use for a function', name)
  }
  if (typeof evaluate !== 'function')
    throw new InputError(`registerFunction '${name}'`, 'a function', evaluate)
  const properties = info ?? propertiesOf(evaluate)
  checkInfo(`registerFunction '${name}'`, properties)
  registry.set(name, Object.freeze({ ...properties, name, evaluate }))
  return evaluate
}

/** Checks the types of the options at runtime, because callers in JavaScript bypass the declared types. */
function checkInfo(where: string, info: Partial<FunctionInfo>): void {
  assertKnownKeys(where, info, OPTIONS, 'only the names')
  const {
    results = 1,
    shape = 'scalar',
    unit,
    derivative,
    derivativeFunction,
    linearIn = [],
    jacobian,
    inverse,
    inputs = [],
    outputs = [],
    booleans = [],
    expand,
    remember,
  } = info
  const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
  const isFunction = (value: unknown): boolean =>
    typeof (value as Partial<FunctionInfo> | null)?.evaluate === 'function'
  const expect = (key: string, expected: string, isRight: boolean, found: unknown): void => {
    if (!isRight) throw new InputError(`${where}: ${key}`, expected, found)
  }
  expect('results', 'a whole number from 1 on', isCount(results) && results > 0, results)
  if (typeof shape === 'string') assertOneOf(`${where}: shape`, shape, SHAPES)
  else {
    expect(
      'shape',
      `one of ${SHAPES.join(', ')}, or a list of ${results} of them`,
      isList(shape, results),
      shape,
    )
    for (const each of shape) assertOneOf(`${where}: shape`, each, SHAPES)
  }
  for (const text of unit === undefined ? [] : [unit].flat()) {
    expect('unit', "a unit such as 'm', or a list with one per result", typeof text === 'string', text)
    parseUnit(text)
  }
  const isExpressions = derivative === undefined || typeof derivative === 'function'
  expect('derivative', 'a function of the arguments as expressions', isExpressions, derivative)
  for (const [key, value] of Object.entries({ expand, remember })) {
    const isExpansion = value === undefined || typeof value === 'function'
    expect(key, 'a function of the arguments as expressions', isExpansion, value)
  }
  const isRate = typeof derivativeFunction === 'string' || isFunction(derivativeFunction)
  const isKnown = derivativeFunction === undefined || isRate
  expect(
    'derivativeFunction',
    'the name of a registered function, or such a function',
    isKnown,
    derivativeFunction,
  )
  const isInputs = Array.isArray(inputs) && inputs.every((input) => typeof input?.name === 'string')
  expect('inputs', "a list of { name: 'x' }", isInputs, inputs)
  const isOutputs = Array.isArray(outputs) && (outputs.length === 0 || outputs.length === results)
  expect(
    'outputs',
    `a list of ${results} names`,
    isOutputs && outputs.every((name) => typeof name === 'string'),
    outputs,
  )
  const isDimensions = Array.isArray(booleans) && booleans.every((dims) => isCount(dims) && dims <= 2)
  expect('booleans', 'a list with 0, 1 or 2 dimensions per result', isDimensions, booleans)
  const isNumbers = Array.isArray(linearIn) && linearIn.every(isCount)
  expect('linearIn', 'a list with numbers of arguments, counted from 0', isNumbers, linearIn)
  const isMatrix = jacobian === undefined || typeof jacobian === 'function'
  const isPartials = Array.isArray(jacobian) && jacobian.every((each) => each === null || isFunction(each))
  expect(
    'jacobian',
    'a function, or a list with a function or null per argument',
    isMatrix || isPartials,
    jacobian,
  )
  expect('inverse', '{ name, evaluate }', inverse === undefined || isFunction(inverse), inverse)
}

function isList(value: unknown, length: number): boolean {
  return Array.isArray(value) && value.length === length
}

/** The function registered as `name`. */
export function findFunction(name: string): FunctionInfo | undefined {
  return registry.get(name)
}

/** The name under which a function is registered. */
export function findFunctionName(evaluate: unknown): string | undefined {
  for (const info of registry.values()) if (info.evaluate === evaluate) return info.name
  return undefined
}

/** All registered names. */
export function registeredFunctions(): string[] {
  return [...registry.keys()]
}
