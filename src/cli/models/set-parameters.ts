/** `--set R.R=0.5kOhm`: new values of parameters and start values by their paths, with units. */
import { InputError, ownRecord, parseUnit, sameDimension, suggestName, UnitError } from '../../base/index.ts'
import { type FlatModel, type MergeTree, quantity } from '../../model/index.ts'
import { findRecordKey } from '../../multibody/index.ts'
import { type CliError, usageError } from '../terminal/index.ts'
import { type ElementPath, SetVectors, splitElement } from './vector-elements.ts'

const ATTRIBUTES = ['init', 'start', 'min', 'max', 'nominal']
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/
/** Maximum length of a list of names in a message. */
const MAX_LISTED = 20

/** Target of a value: keys of the merge tree, and its declared unit. */
interface Target {
  readonly keys: readonly string[]
  /** undefined: none is declared; any unit is accepted. */
  readonly unit: string | undefined
  /** True if numbers without a unit are in this unit. */
  readonly isText: boolean
}

/**
 * The tree for `simulate({ merge })`.
 * @throws CliError for an unknown path (with the nearest name and a list), a wrong unit or value.
 */
export function parseSettings(settings: readonly string[], flat: FlatModel): MergeTree {
  const tree: Record<string, unknown> = {}
  const vectors = new SetVectors(flat)
  for (const setting of settings) {
    const equals = setting.indexOf('=')
    if (equals <= 0)
      throw usageError(`--set ${setting}: expected a name, '=' and a value, such as R.R=0.5kOhm.`)
    const path = setting.slice(0, equals).trim()
    const text = setting.slice(equals + 1).trim()
    const element = findElement(path, flat)
    const target = findTarget(element?.path ?? path, flat)
    const value = parseValue(path, text, target)
    if (element === undefined) vectors.remember(path, value, target.unit)
    const whole = element === undefined ? value : vectors.replace(path, element, value, target.unit)
    insert(tree, target.keys, whole, flat)
  }
  return tree
}

/** The vector element of a path; elements of arrays of sub-models have their own names. */
function findElement(path: string, flat: FlatModel): ElementPath | undefined {
  const element = splitElement(path, ATTRIBUTES)
  if (element === undefined) return undefined
  const indexed = path.slice(0, path.lastIndexOf(']') + 1)
  for (const names of [flat.parameters, flat.variables, flat.unused])
    for (const name of names.keys()) if (name === indexed || name.startsWith(`${indexed}.`)) return undefined
  return element
}

function findTarget(path: string, flat: FlatModel): Target {
  const keys = path.split('.')
  for (let n = keys.length; n > 0; n--) {
    const name = keys.slice(0, n).join('.')
    const rest = keys.slice(n)
    const parameter = flat.parameters.get(name)
    if (parameter !== undefined) {
      const literal = 'literal' in parameter.value ? parameter.value.literal : undefined
      if (rest.length === 0 || (rest.length === 1 && rest[0] === 'value'))
        return { keys: keys.slice(0, n), unit: parameter.unit, isText: typeof literal === 'string' }
      return findInRecord(path, name, literal, rest)
    }
    const variable = flat.variables.get(name) ?? flat.unused.get(name)
    if (variable !== undefined) {
      if (rest.length > 1 || (rest.length === 1 && !ATTRIBUTES.includes(rest[0])))
        throw unknown(path, rest[0], ATTRIBUTES, `${name} is a variable; it has`)
      return { keys, unit: variable.unit, isText: false }
    }
  }
  throw unknownPath(path, flat)
}

function findInRecord(path: string, name: string, literal: unknown, rest: readonly string[]): Target {
  const keys = [name, ...rest].join('.').split('.')
  const found = findRecordKey(literal, rest)
  if (found !== undefined) {
    if (found.depth < rest.length)
      throw unknown(
        path,
        rest[found.depth],
        found.names,
        `${[name, ...rest.slice(0, found.depth)].join('.')} has`,
      )
    return { keys, unit: found.unit, isText: found.unit === undefined }
  }
  if (typeof literal !== 'object' || literal === null || Array.isArray(literal))
    throw usageError(`--set ${path}: the parameter ${name} does not have '${rest.join('.')}'.`)
  return { keys, unit: undefined, isText: true }
}

function unknownPath(path: string, flat: FlatModel): CliError {
  const names = [...flat.parameters.keys(), ...[...flat.variables.keys(), ...flat.unused.keys()]]
  const keys = path.split('.')
  // the deepest existing component
  for (let n = keys.length - 1; n >= 0; n--) {
    const prefix = n === 0 ? '' : `${keys.slice(0, n).join('.')}.`
    const members = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
    if (members.length === 0) continue
    const next = [...new Set(members.map((name) => name.replace(/\..*$/, '')))]
    if (next.includes(keys[n])) {
      const inside = members.filter((name) => name.startsWith(`${keys[n]}.`)).map((name) => prefix + name)
      return usageError(
        `--set ${path}: expected a parameter or start value, got a component.`,
        `Set one of its values: ${list(inside)}.`,
      )
    }
    const whole = suggestName(path, names)
    const where = prefix === '' ? 'The model has' : `${prefix.slice(0, -1)} has`
    return unknown(path, keys[n], next, where, suggestName(keys[n], next) || whole)
  }
  return usageError(`--set ${path}: the model has neither parameters nor variables.`)
}

function unknown(
  path: string,
  name: string,
  names: readonly string[],
  where: string,
  hint?: string,
): CliError {
  const suggestion = hint ?? suggestName(name, names)
  return usageError(`--set ${path}: unknown name '${name}'${suggestion}.`, `${where} ${list(names)}.`)
}

function list(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? `, … ${names.length} in all` : ''
  return names.slice(0, MAX_LISTED).join(', ') + more
}

function parseValue(path: string, text: string, { unit, isText }: Target): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  const quoted = /^(['"])(.*)\1$/s.exec(text)
  if (quoted !== null) return quoted[2]
  const numeric = splitNumeric(text)
  if (numeric === undefined) {
    if (isText && text !== '') return text
    throw usageError(
      `--set ${path}: expected a number${unit === undefined ? '' : ` [${unit}]`}, true, false or [1, 2, 3], got '${text}'.`,
    )
  }
  const { value, unit: written } = numeric
  if (typeof value === 'number' && !Number.isFinite(value))
    throw usageError(`--set ${path}: expected a finite number, got '${text}'.`)
  if (written === '') return value
  checkUnit(path, written, unit)
  return quantity(value as number, written)
}

/** Splits `0.5kOhm` or `[1, 2] mm` into numbers and unit. */
function splitNumeric(text: string): { value: number | number[]; unit: string } | undefined {
  if (text.startsWith('[')) {
    const end = text.lastIndexOf(']')
    try {
      return { value: JSON.parse(text.slice(0, end + 1)) as number[], unit: text.slice(end + 1).trim() }
    } catch {
      return undefined
    }
  }
  const match = NUMBER.exec(text)
  return match === null ? undefined : { value: Number(match[0]), unit: text.slice(match[0].length).trim() }
}

function checkUnit(path: string, written: string, declared: string | undefined): void {
  let parsed: ReturnType<typeof parseUnit>
  try {
    parsed = parseUnit(written)
  } catch (error) {
    if (!(error instanceof UnitError || error instanceof InputError)) throw error
    throw usageError(`--set ${path}: ${error.message}`)
  }
  if (declared === undefined) return
  if (!sameDimension(parsed.dimension, parseUnit(declared).dimension)) {
    const expected =
      declared === '1' || declared === '' ? 'a number without unit' : `a unit such as ${declared}`
    throw usageError(`--set ${path}: expected ${expected}, got '${written}'.`)
  }
}

/** Inserts a value into the tree; arrays of sub-models are lists there, with null for unchanged ones. */
function insert(
  tree: Record<string, unknown>,
  keys: readonly string[],
  value: unknown,
  flat: FlatModel,
): void {
  let node: Record<string, unknown> = tree
  for (const [k, key] of keys.entries()) {
    const element = /^(.*)\[(\d+)\]$/.exec(key)
    const isLast = k === keys.length - 1
    if (element === null) {
      if (isLast) node[key] = value
      else node = ownRecord(node, key)
      continue
    }
    const prefix = [...keys.slice(0, k), element[1]].join('.')
    if (!Object.hasOwn(node, element[1])) node[element[1]] = new Array(countElements(prefix, flat)).fill(null)
    const items = node[element[1]] as unknown[]
    const index = Number(element[2]) - 1
    if (isLast) items[index] = value
    else node = (items[index] ??= {}) as Record<string, unknown>
  }
}

function countElements(prefix: string, flat: FlatModel): number {
  let count = 0
  for (const names of [flat.parameters, flat.variables, flat.unused]) {
    for (const name of names.keys()) {
      if (name.startsWith(`${prefix}[`))
        count = Math.max(count, Number.parseInt(name.slice(prefix.length + 1), 10))
    }
  }
  return count
}
