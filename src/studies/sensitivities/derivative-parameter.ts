/** The parameters and start values with respect to which runs are differentiated. */
import { InputError, toSI } from '../../base/index.ts'
import {
  type EvaluatedValue,
  evaluateModel,
  type FlatModel,
  type MergeTree,
  type ParameterSeed,
} from '../../model/index.ts'
import { mergeTrees, type SensitivityParameter } from '../../simulation/index.ts'
import { findSetting, type Setting, SettingsTree } from '../settings/index.ts'

/** A parameter, with its value in its declared unit. */
export interface DerivativeParameter {
  readonly path: string
  readonly where: string
  readonly setting: Setting
  readonly unit: string
  readonly value: number
  /** A change by 1 in the unit [SI]. */
  readonly factor: number
  /** Its place in the flat model; null: it is part of a record. */
  readonly seed: ParameterSeed | null
  /** Typical size, in the unit. */
  readonly scale: number
}

/** Finds parameters by their paths, with the values that they have in a run with `merge`. */
export function planDerivatives(
  where: string,
  paths: readonly string[],
  flat: FlatModel,
  merge: MergeTree | undefined,
): DerivativeParameter[] {
  if (!Array.isArray(paths) || paths.length === 0 || !paths.every((path) => typeof path === 'string'))
    throw new InputError(where, "a list of parameters and start values: ['R', 'C.v.init']", paths)
  const repeated = paths.find((path, k) => paths.indexOf(path) < k)
  if (repeated !== undefined) throw new InputError(where, 'each path once', `'${repeated}' twice`)
  const values = evaluateModel(flat, merge)
  return paths.map((path) => {
    const own = `${where}: ${path}`
    const setting = findSetting(own, path, flat)
    const { name, keys, attribute } = splitPath(own, setting, flat)
    const found =
      attribute === 'value' ? values.parameters.get(name) : values.attributes.get(name)?.[attribute]
    const inSI = readNumber(found, keys, setting)
    if (typeof inSI !== 'number' || !Number.isFinite(inSI))
      throw new InputError(own, 'the path of a number of the model', found ?? 'a variable without this value')
    if (flat.parameters.get(name)?.type !== undefined)
      throw new InputError(own, 'a real parameter', 'one with separate values')
    const { unit = '' } = setting
    const zero = unit === '' ? 0 : toSI(0, unit)
    const factor = unit === '' ? 1 : toSI(1, unit) - zero
    const value = (inSI - zero) / factor
    const element = setting.element && { element: setting.element.index - 1 }
    const seed = keys.length > 0 ? null : { name, attribute, ...element }
    return { path, where: own, setting, unit, value, factor, seed, scale: Math.abs(value) || 1 }
  })
}

interface PathParts {
  readonly name: string
  readonly attribute: ParameterSeed['attribute']
  /** Keys inside of a record. */
  readonly keys: readonly string[]
}

function splitPath(where: string, { path, element }: Setting, flat: FlatModel): PathParts {
  const parts = (element?.path ?? path).split('.')
  for (let n = parts.length; n > 0; n--) {
    const name = parts.slice(0, n).join('.')
    const rest = parts.slice(n)
    if (flat.parameters.has(name))
      return { name, attribute: 'value', keys: rest.length === 1 && rest[0] === 'value' ? [] : rest }
    if (!flat.variables.has(name) && !flat.unused.has(name)) continue
    const [attribute = 'init'] = rest
    if (rest.length === 1 && (attribute === 'init' || attribute === 'start'))
      return { name, attribute, keys: [] }
    break
  }
  throw new InputError(where, `a parameter or start value, such as ${parts[0]}.init`, path)
}

/** The number at a place of a value, in SI units. */
function readNumber(
  value: EvaluatedValue | undefined,
  keys: readonly string[],
  { element }: Setting,
): unknown {
  let found: unknown = value
  for (const key of keys) found = (found as Readonly<Record<string, unknown>> | undefined)?.[key]
  return element === undefined ? found : (found as ArrayLike<unknown> | undefined)?.[element.index - 1]
}

/** The values of a run, with those of parameters (in their units). */
export function withValues(
  flat: FlatModel,
  merge: MergeTree | undefined,
  parameters: readonly { readonly where: string; readonly setting: Setting; readonly unit: string }[],
  values: ArrayLike<number>,
): MergeTree {
  const tree = new SettingsTree(flat)
  parameters.forEach(({ where, setting, unit }, k) => {
    tree.set(where, setting, { value: values[k], unit })
  })
  const own = tree.tree as MergeTree
  return merge === undefined ? own : mergeTrees([merge, own])
}

/** The directions of a differentiated run; those without a seed are left out. */
export function createDirections(
  parameters: readonly DerivativeParameter[],
  createMerge: (values: readonly number[]) => MergeTree,
): SensitivityParameter[] {
  const values = parameters.map(({ value }) => value)
  return parameters.flatMap(({ seed, factor, scale }, k) => {
    if (seed === null) return []
    const shifted = (offset: number): number[] =>
      values.map((value, i) => (i === k ? value + offset / factor : value))
    return [{ seed, scale: scale * Math.abs(factor), createMerge: (offset) => createMerge(shifted(offset)) }]
  })
}
