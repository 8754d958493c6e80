import { assertOneOf, InputError } from '../base/index.ts'
import { isExpr, isPlainObject, type Machine } from './nodes.ts'

const KEYS: readonly string[] = ['from', 'to', 'condition', 'immediate', 'reset', 'synchronize', 'priority']

/** Checks the kinds of the values; the names of states are checked by the translation. */
export function checkMachine(path: string, value: unknown): asserts value is Machine {
  if (!isPlainObject(value) || typeof value.initial !== 'string' || !Array.isArray(value.transitions))
    throw new InputError(path, 'the name of the initial state and a list of transitions', value)
  for (const [k, transition] of value.transitions.entries())
    checkTransition(`${path}.transitions[${k}]`, transition)
}

function checkTransition(path: string, value: unknown): void {
  if (!isPlainObject(value)) throw new InputError(path, '{ from, to, condition }', value)
  for (const key of Object.keys(value)) assertOneOf(path, key, KEYS)
  const { from, to, condition, priority = 1 } = value
  for (const [key, item] of Object.entries({ from, to }))
    if (typeof item !== 'string') throw new InputError(`${path}.${key}`, 'the name of a state', item)
  if (!isExpr(condition)) throw new InputError(`${path}.condition`, 'an expr`…`', condition)
  for (const key of ['immediate', 'reset', 'synchronize'])
    if (value[key] !== undefined && typeof value[key] !== 'boolean')
      throw new InputError(`${path}.${key}`, 'true or false', value[key])
  if (typeof priority !== 'number' || !Number.isInteger(priority) || priority < 1)
    throw new InputError(`${path}.priority`, 'a whole number from 1 on', priority)
}
