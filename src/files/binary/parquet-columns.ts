/** Selection and names of the columns of a Parquet file, shared by writer and reader. */
import { countElements } from '../../results/index.ts'
import type { StoredSignal } from './table-header.ts'

/** One element of a signal over the first time axis. */
export interface Column {
  readonly name: string
  readonly unit: string
  readonly signal: string
  /** 0-based, row-major, out of `nElement`. */
  readonly element: number
  readonly nElement: number
  readonly isBoolean: boolean
}

/** Keys of the metadata of a file. */
export const KEYS = {
  header: 'vario',
  checksum: 'vario.checksum',
  units: 'units',
  /** Followed by the name of a signal over another time axis. */
  values: 'vario.values:',
  missing: 'vario.missing:',
} as const

/**
 * The columns of the signals with their own values over the first time axis, the axis first. Names are those of the
 * elements, `r[2]`; a name in use gets a number: `r[2]~2`.
 */
export function listColumns(signals: readonly StoredSignal[]): Column[] {
  const axis = signals.find(({ kind }) => kind === 'time')
  if (axis === undefined) return []
  const others = signals.filter((signal) => signal.axis === axis.name && isStored(signal))
  const used = new Set<string>()
  return [axis, ...others].flatMap((signal) => {
    const { name, size = [], unit = '', type } = signal
    const nElement = countElements(size)
    return Array.from({ length: nElement }, (_, element) => ({
      name: makeUnique(elementName(name, size, element), used),
      unit: typeof unit === 'string' ? unit : unit[element],
      ...{ signal: name, element, nElement, isBoolean: type === 'boolean' },
    }))
  })
}

/** True if a signal has its own values. */
export function isStored({ alias, value }: StoredSignal): boolean {
  return alias === undefined && value === undefined
}

function elementName(name: string, size: readonly number[], element: number): string {
  const indices: number[] = []
  for (let k = size.length - 1, rest = element; k >= 0; k--) {
    indices.unshift((rest % size[k]) + 1)
    rest = Math.floor(rest / size[k])
  }
  // unpaired surrogates do not exist in UTF-8
  return (size.length === 0 ? name : `${name}[${indices.join(',')}]`).replace(/\p{Surrogate}/gu, '\ufffd')
}

function makeUnique(name: string, used: Set<string>): string {
  let unique = name
  for (let k = 2; used.has(unique); k++) unique = `${name}~${k}`
  used.add(unique)
  return unique
}
