/** Values of a model that `--set` can change. */
import { evaluateModel, type FlatModel } from '../../model/index.ts'
import { findRecordKey } from '../../multibody/index.ts'
import { formatNumber } from '../terminal/index.ts'

/** A value that can be set. */
export interface Settable {
  readonly path: string
  /** Current value, in its unit. */
  readonly value: string
  readonly unit: string
  readonly info: string
}

/** Parameters, numbers in records of 3D parts, and start values. */
export function listSettable(flat: FlatModel): Settable[] {
  const rows: Settable[] = []
  for (const { name, value, unit = '', info = '' } of flat.parameters.values()) {
    if (flat.functions.has(name)) continue
    if ('expr' in value)
      rows.push({ path: name, value: printEvaluated(flat, name), unit, info: info || 'computed' })
    else if (isRecord(value.literal)) for (const row of listRecord(name, value.literal)) rows.push(row)
    else rows.push({ path: name, value: printValue(value.literal), unit, info })
  }
  for (const variables of [flat.variables, flat.unused]) {
    for (const { name, init, start, unit = '', info = '' } of variables.values()) {
      const attribute = init === undefined ? 'start' : 'init'
      const value = init ?? start
      if (value === undefined) continue
      const text = 'expr' in value ? 'computed' : printValue(value.literal)
      rows.push({ path: `${name}.${attribute}`, value: text, unit, info })
    }
  }
  return rows
}

function listRecord(path: string, record: object): Settable[] {
  const visit = (keys: readonly string[], value: unknown): Settable[] => {
    if (isRecord(value) && !('_class' in value)) {
      return Object.entries(value).flatMap(([key, item]) =>
        key === 'kind' ? [] : visit([...keys, key], item),
      )
    }
    if (typeof value === 'function' || (isRecord(value) && '_class' in value)) return []
    const unit = findRecordKey(record, keys)?.unit ?? ''
    return [{ path: [path, ...keys].join('.'), value: printValue(value), unit, info: '' }]
  }
  return visit([], record)
}

function printEvaluated(flat: FlatModel, name: string): string {
  const value = evaluateModel(flat).parameters.get(name)
  return typeof value === 'number' ? formatNumber(value) : printValue(value)
}

function printValue(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as unknown as ArrayLike<unknown>)
    const shown = items.slice(0, 4).map(printValue).join(', ')
    return `[${shown}${items.length > 4 ? `, … ${items.length} in all` : ''}]`
  }
  if (typeof value === 'function') return 'function'
  return typeof value === 'object' && value !== null ? '{ … }' : String(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
