import type { Attributes, SignalTable } from '../../results/index.ts'
import { printConstant } from './print.ts'

type Attribute = Attributes[string]

/** A heading with names and values. */
export interface InfoSection {
  readonly title: string
  readonly rows: readonly (readonly [name: string, value: string])[]
}

/** Attributes shown by other panels. */
const SHOWN_ELSEWHERE = ['segments', 'contacts', 'actions', 'impacts', 'scene', 'contactPairs', 'log']
/** The model itself (shown by the tree), checksums, diagrams. */
const OF_NO_INTEREST = ['model', 'hash', 'imports', 'plot']

/** Model, sizes, options and statistics of a result. */
export function describeResult(table: SignalTable): InfoSection[] {
  const { attributes, time } = table
  const texts = Object.entries(attributes).filter(([, value]) => isSimple(value))
  const objects = Object.entries(attributes).filter(
    ([key, value]) =>
      !isSimple(value) && !SHOWN_ELSEWHERE.some((name) => key === name || key.endsWith(`.${name}`)),
  )
  const axes = [...table.axes.keys()].length
  return [
    {
      title: 'Result',
      rows: [
        ...texts.map(([key, value]) => [key, printAttribute(value)] as const),
        ['signals', String(table.names.length)],
        ['time axes', String(axes)],
        ['points', String(time.length)],
        ...(time.length > 0
          ? [['time', `${printConstant(time[0])} … ${printConstant(time[time.length - 1])} s`] as const]
          : []),
        ['segments', String(Math.max(1, table.segments.length))],
        ['warnings', String(table.warnings.length)],
      ],
    },
    ...objects.map(([key, value]) => ({
      title: key.charAt(0).toUpperCase() + key.slice(1),
      rows: listRows(value),
    })),
  ]
}

function listRows(value: Attribute): (readonly [string, string])[] {
  if (Array.isArray(value)) return [['entries', String(value.length)]]
  return Object.entries(value as Attributes)
    .filter(([key, item]) => !OF_NO_INTEREST.includes(key) && !isEmpty(item))
    .map(([key, item]) => [key, printAttribute(item)] as const)
}

/** Maximum number of displayed characters of nested data. */
const MAX_LENGTH = 200

function printAttribute(value: Attribute): string {
  if (typeof value === 'number') return printConstant(value)
  if (typeof value === 'string') return value
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  const text = isTexts ? value.join('; ') : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function isEmpty(value: Attribute): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function isSimple(value: Attribute): boolean {
  return typeof value !== 'object' || value === null
}
