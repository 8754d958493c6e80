import { assertKnownName, InputError, suggestName } from '../../../base/index.ts'
import { toPlainRecord } from '../../../model/index.ts'
import { checkUnits, readStartVector } from '../../records/index.ts'
import { addInstance, findInScopes, type PoolStart } from '../../structure/index.ts'
import type { Change, ChangeContext } from './context/index.ts'

/** Start values of an added instance, with units. */
const START_KEYS = { translation: 'm', rotation: 'rad', velocity: 'm/s', angularVelocity: 'rad/s' } as const

/** Adds an instance of a pool. */
export function addFromPool(context: ChangeContext, reference: string, given: PoolStart): Change {
  const { pools } = context.structure
  const pool = typeof reference === 'string' ? findInScopes(pools, context.from.path, reference) : undefined
  if (pool === undefined) {
    const names = [...pools.keys()]
    const expected = `the path of a pool: ${names.join(', ') || '(there is none)'}${suggestName(reference, names)}`
    throw new InputError('actions: add', expected, reference)
  }
  const { structure, instance } = addInstance(context.structure, pool, readStart(given))
  const { path, fullPath, parts } = instance
  return {
    structure,
    text: `${fullPath} is added`,
    added: { name: path, objects: parts.map((part) => part.path) },
  }
}

/** Checks start values, and returns them in SI units. */
function readStart(given: PoolStart): PoolStart {
  const names = Object.keys(START_KEYS)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InputError('actions: add', `a map { ${names.join(', ')} }`, given)
  const start: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const path = `actions: add: ${key}`
    assertKnownName(path, key, names)
    if (value === undefined) continue
    checkUnits(path, value, START_KEYS[key as keyof typeof START_KEYS])
    start[key] = toPlainRecord(value)
    readStartVector(path, start[key], 3)
  }
  return start
}
