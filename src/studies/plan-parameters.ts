/** Parameters of a search: their starts and bounds. */
import { assertFinite, assertKnownKeys, convert, InputError } from '../base/index.ts'
import type { FlatModel } from '../model/index.ts'
import { checkSettingUnit, findSetting, type Setting } from './settings/index.ts'

/** A parameter to be fitted; numbers are in `unit`. */
export interface FitParameter {
  /** Where the search begins. */
  readonly start: number
  /** Bounds, besides the declared ones. */
  readonly min?: number
  readonly max?: number
  /** Default: the declared unit. */
  readonly unit?: string
}

/** A parameter with its setting and bounds, in `unit`. */
export interface PlannedParameter {
  readonly path: string
  readonly where: string
  readonly setting: Setting
  readonly unit: string
  readonly start: number
  readonly lower: number
  readonly upper: number
}

/** Start and bounds of a parameter. */
export type PlannedRange = Pick<PlannedParameter, 'start' | 'lower' | 'upper'>

/** Finds the parameters of a search in a model. */
export function planParameters(
  where: string,
  flat: FlatModel,
  parameters: Readonly<Record<string, FitParameter>>,
): PlannedParameter[] {
  return listEntries(where, parameters).map(([path, parameter]) => {
    const own = `${where}['${path}']`
    const setting = findSetting(own, path, flat)
    const declared = (limit: number): number =>
      unit === setting.unit || unit === '' || setting.unit === undefined || !Number.isFinite(limit)
        ? limit
        : convert(limit, setting.unit, unit)
    const { unit: written = '' } = parameter ?? {}
    if (written !== '') checkSettingUnit(own, written, setting.unit)
    const unit = written === '' ? (setting.unit ?? '') : written
    const range = planRange(own, parameter, declared(setting.min), declared(setting.max))
    return { path, where: own, setting, unit, ...range }
  })
}

/** The parameters of a search as a list. */
export function listEntries(
  where: string,
  parameters: Readonly<Record<string, FitParameter>>,
): [string, FitParameter][] {
  if (typeof parameters !== 'object' || parameters === null || Object.keys(parameters).length === 0)
    throw new InputError(where, "parameters with their starts: { 'R.R': { start: 1 } }", parameters)
  return Object.entries(parameters)
}

/** Checks start and bounds; `declaredMin` and `declaredMax` are further bounds. */
export function planRange(
  where: string,
  parameter: FitParameter,
  declaredMin = -Infinity,
  declaredMax = Infinity,
): PlannedRange {
  if (typeof parameter !== 'object' || parameter === null)
    throw new InputError(where, 'a record with a start: { start: 1, min: 0, max: 10 }', parameter)
  assertKnownKeys(where, parameter, ['start', 'min', 'max', 'unit'])
  const { start, min = -Infinity, max = Infinity } = parameter
  assertFinite(`${where}.start`, start)
  const lower = Math.max(min, declaredMin)
  const upper = Math.min(max, declaredMax)
  if (!(lower < upper)) throw new InputError(where, 'a min below max, within the declared limits', [min, max])
  if (!(start >= lower && start <= upper))
    throw new InputError(`${where}.start`, `a value from ${lower} to ${upper}`, start)
  return { start, lower, upper }
}
