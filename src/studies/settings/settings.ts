/**
 * New values of parameters and start values by their paths, such as `R.R` and `C.v.init`, with units. Messages begin with
 * `where`, the place that names the path: `--set R.R`, or `study: vary.R.R`.
 */
import {
  convert,
  InputError,
  ownRecord,
  parseUnit,
  sameDimension,
  suggestName,
  UnitError,
  type VarioError,
} from '../../base/index.ts'
import {
  type FlatModel,
  type FlatParameter,
  type FlatVariable,
  type MergeTree,
  quantity,
} from '../../model/index.ts'
import { findRecordKey } from '../../multibody/index.ts'
import { settingError } from './setting-error.ts'
import { type ElementPath, readNumbers, SetVectors, splitElement } from './vector-elements.ts'

const ATTRIBUTES = ['init', 'start', 'min', 'max', 'nominal']
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/
/** Maximum length of a list of names in a message. */
const MAX_LISTED = 20

/** A value of a model that can be set. */
export interface Setting {
  readonly path: string
  /** Keys of the merge tree. */
  readonly keys: readonly string[]
  /** Declared unit; undefined: none is declared, any unit is accepted. */
  readonly unit: string | undefined
  /** True if the value may be a text. */
  readonly isText: boolean
  /** The element of a vector that is set, if the path has an index. */
  readonly element: ElementPath | undefined
  /** Declared limits, in the declared unit. */
  readonly min: number
  readonly max: number
}

/** A number, or numbers, with the unit that was written. */
interface WrittenValue {
  readonly value: unknown
  readonly unit: string
}

/** Builds trees for `simulate({ merge })` from settings; elements of a vector that are not set keep their values. */
export class SettingsTree {
  readonly tree: Record<string, unknown> = {}
  private readonly vectors: SetVectors

  constructor(private readonly flat: FlatModel) {
    this.vectors = new SetVectors(flat)
  }

  /** @param value in the written unit, or in the declared one if it is empty */
  set(where: string, setting: Setting, { value, unit }: WrittenValue): void {
    const { element, path } = setting
    const written = unit === '' ? value : quantity(value as number, unit)
    if (element === undefined) this.vectors.remember(path, written, setting.unit)
    const whole =
      element === undefined ? written : this.vectors.replace(where, element, written, setting.unit)
    insert(this.tree, setting.keys, whole, this.flat)
  }
}

/** Reads `R.R=0.5kOhm`, … into a tree; `prefix` is the option that has them. */
export function parseSettings(prefix: string, settings: readonly string[], flat: FlatModel): MergeTree {
  const tree = new SettingsTree(flat)
  for (const text of settings) {
    const equals = text.indexOf('=')
    if (equals <= 0)
      throw settingError(`${prefix} ${text}: expected a name, '=' and a value, such as R.R=0.5kOhm.`)
    const path = text.slice(0, equals).trim()
    const where = `${prefix} ${path}`
    const setting = findSetting(where, path, flat)
    tree.set(where, setting, parseValue(where, text.slice(equals + 1).trim(), setting))
  }
  return tree.tree
}

/** The value of a model at a path: throws an error with the nearest name, and a list, if there is none. */
export function findSetting(where: string, path: string, flat: FlatModel): Setting {
  const element = findElement(path, flat)
  return { path, element, ...findTarget(where, element?.path ?? path, flat) }
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

type Target = Pick<Setting, 'keys' | 'unit' | 'isText' | 'min' | 'max'>

function findTarget(where: string, path: string, flat: FlatModel): Target {
  const keys = path.split('.')
  for (let n = keys.length; n > 0; n--) {
    const name = keys.slice(0, n).join('.')
    const rest = keys.slice(n)
    const parameter = flat.parameters.get(name)
    if (parameter !== undefined) {
      const literal = 'literal' in parameter.value ? parameter.value.literal : undefined
      if (rest.length === 0 || (rest.length === 1 && rest[0] === 'value'))
        return {
          ...{ keys: keys.slice(0, n), unit: parameter.unit, isText: typeof literal === 'string' },
          ...readLimits(parameter),
        }
      return findInRecord(where, name, literal, rest)
    }
    const variable = flat.variables.get(name) ?? flat.unused.get(name)
    if (variable !== undefined) {
      if (rest.length > 1 || (rest.length === 1 && !ATTRIBUTES.includes(rest[0])))
        throw unknown(where, rest[0], ATTRIBUTES, `${name} is a variable; it has`)
      return { keys, unit: variable.unit, isText: false, ...readLimits(variable) }
    }
  }
  throw unknownPath(where, path, flat)
}

const UNLIMITED = { min: -Infinity, max: Infinity }

/** Declared limits that are numbers. */
function readLimits({ min, max, unit }: FlatParameter | FlatVariable): typeof UNLIMITED {
  const read = (limit: typeof min, otherwise: number): number => {
    if (limit === undefined || !('literal' in limit)) return otherwise
    const { numbers, written } = readNumbers(limit.literal)
    if (numbers?.length !== 1) return otherwise
    return written === undefined || unit === undefined ? numbers[0] : convert(numbers[0], written, unit)
  }
  return { min: read(min, -Infinity), max: read(max, Infinity) }
}

function findInRecord(where: string, name: string, literal: unknown, rest: readonly string[]): Target {
  const keys = [name, ...rest].join('.').split('.')
  const found = findRecordKey(literal, rest)
  if (found !== undefined) {
    if (found.depth < rest.length)
      throw unknown(
        where,
        rest[found.depth],
        found.names,
        `${[name, ...rest.slice(0, found.depth)].join('.')} has`,
      )
    return { keys, unit: found.unit, isText: found.unit === undefined, ...UNLIMITED }
  }
  if (typeof literal !== 'object' || literal === null || Array.isArray(literal))
    throw settingError(`${where}: the parameter ${name} does not have '${rest.join('.')}'.`)
  return { keys, unit: undefined, isText: true, ...UNLIMITED }
}

function unknownPath(whereSet: string, path: string, flat: FlatModel): VarioError {
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
      return settingError(
        `${whereSet}: expected a parameter or start value, got a component.`,
        `Set one of its values: ${list(inside)}.`,
      )
    }
    const whole = suggestName(path, names)
    const where = prefix === '' ? 'The model has' : `${prefix.slice(0, -1)} has`
    return unknown(whereSet, keys[n], next, where, suggestName(keys[n], next) || whole)
  }
  return settingError(`${whereSet}: the model has neither parameters nor variables.`)
}

function unknown(
  whereSet: string,
  name: string,
  names: readonly string[],
  where: string,
  hint?: string,
): VarioError {
  const suggestion = hint ?? suggestName(name, names)
  return settingError(
    `${whereSet}: expected a known name${suggestion}, got '${name}'.`,
    `${where} ${list(names)}.`,
  )
}

function list(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? `, … ${names.length} in all` : ''
  return names.slice(0, MAX_LISTED).join(', ') + more
}

/** Reads a value as users write it: `0.5kOhm`, `[1, 2] mm`, `true`, `'text'`. */
function parseValue(where: string, text: string, { unit, isText }: Setting): WrittenValue {
  if (text === 'true' || text === 'false') return { value: text === 'true', unit: '' }
  const quoted = /^(['"])(.*)\1$/s.exec(text)
  if (quoted !== null) return { value: quoted[2], unit: '' }
  const numeric = splitNumeric(text)
  if (numeric === undefined) {
    if (isText && text !== '') return { value: text, unit: '' }
    throw settingError(
      `${where}: expected a number${unit === undefined ? '' : ` [${unit}]`}, true, false or [1, 2, 3], got '${text}'.`,
    )
  }
  const { value, unit: written } = numeric
  if (typeof value === 'number' && !Number.isFinite(value))
    throw settingError(`${where}: expected a finite number, got '${text}'.`)
  if (written !== '') checkSettingUnit(where, written, unit)
  return numeric
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

/** Checks that a written unit has the dimension of the declared one. */
export function checkSettingUnit(where: string, written: string, declared: string | undefined): void {
  let parsed: ReturnType<typeof parseUnit>
  try {
    parsed = parseUnit(written)
  } catch (error) {
    if (!(error instanceof UnitError || error instanceof InputError)) throw error
    throw settingError(`${where}: ${error.message}`)
  }
  if (declared === undefined) return
  if (!sameDimension(parsed.dimension, parseUnit(declared).dimension)) {
    const expected =
      declared === '1' || declared === '' ? 'a number without unit' : `a unit such as ${declared}`
    throw settingError(`${where}: expected ${expected}, got '${written}'.`)
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
