/** Functions that equations call by name, and that JSON files refer to. */
import { InputError } from '../../base/index.ts'
import { BUILTINS, type FunctionInfo, OPERATORS } from '../../symbolic/index.ts'
import type { HostFunction } from './nodes.ts'

const registry = new Map<string, FunctionInfo>()

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

/**
 * Makes `evaluate` callable in equations as `name(…)`, and readable and writable by JSON. `info` tells the number and
 * the shape of its results and its derivative. Registering a name again replaces the function.
 */
export function registerFunction<F extends HostFunction>(
  name: string,
  evaluate: F,
  info: Omit<FunctionInfo, 'name' | 'evaluate'> = {},
): F {
  if (!NAME.test(name)) throw new InputError('registerFunction', 'a name of letters, digits and _', name)
  if (BUILTINS.has(name) || OPERATORS.has(name)) {
    throw new InputError('registerFunction', 'a name that is no function of the language', name)
  }
  if (typeof evaluate !== 'function')
    throw new InputError(`registerFunction '${name}'`, 'a function', evaluate)
  registry.set(name, Object.freeze({ ...info, name, evaluate }))
  return evaluate
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
