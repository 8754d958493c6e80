import type { Signal, TimeAxis } from './signal.ts'

/** Options of a summary. */
export interface SummaryOptions {
  /** The signals; default: all. */
  readonly names?: readonly string[]
  /** Group the signals by component (the path before the last dot); default: true unless `names` is given. */
  readonly sorted?: boolean
}

const HEADINGS = ['name', 'unit', 'size', 'kind', 'start', 'end', 'min', 'max', 'info']
/** Right-aligned columns. */
const FIRST_NUMBER = 4
const LAST_NUMBER = 7

/** Attributes for programs, also those of nested components. */
const UNREADABLE = /(^|\.)(scene|source|contactPairs|log)$/

/** A readable table of signals: one line each, after a line about the run and one per time axis. */
export function printSummary(
  signals: readonly Signal[],
  attributes: Readonly<Record<string, unknown>>,
  axes: readonly TimeAxis[],
  sorted: boolean,
): string {
  const ordered = sorted ? sortByPath(signals) : signals
  const rows = [HEADINGS, ...ordered.map(describeSignal)]
  const widths = HEADINGS.map((_, k) => rows.reduce((width, row) => Math.max(width, row[k].length), 0))
  const lines = rows.map((row) =>
    row
      .map((cell, k) =>
        k >= FIRST_NUMBER && k <= LAST_NUMBER ? cell.padStart(widths[k]) : cell.padEnd(widths[k]),
      )
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, '─'.repeat(lines.reduce((width, line) => Math.max(width, line.length), 0)))
  return [...describeRun(attributes), ...axes.map(describeAxis), ...lines, ''].join('\n')
}

/** Stable sort by the path before the last dot; names without a path come first. */
function sortByPath(signals: readonly Signal[]): Signal[] {
  const pathOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')))
  const keyed = signals.map((signal) => ({ signal, path: signal.kind === 'time' ? '' : pathOf(signal.name) }))
  return keyed.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)).map(({ signal }) => signal)
}

function describeRun(attributes: Readonly<Record<string, unknown>>): string[] {
  const lines: string[] = []
  for (const key of Object.keys(attributes).filter((name) => !UNREADABLE.test(name))) {
    const value = attributes[key]
    if (Array.isArray(value) && value.some((item) => typeof item !== 'number')) {
      lines.push(`${key}:`)
      // one by one: a long run has more segments or contacts than a call may have arguments
      value.forEach((item, k) => {
        lines.push(`  ${k + 1}. ${printAttribute(item)}`)
      })
    } else {
      lines.push(`${key}: ${printAttribute(value)}`)
    }
  }
  return lines
}

/** Texts and numbers as they are, records as `name value, …`, other lists in brackets. */
function printAttribute(value: unknown): string {
  if (typeof value === 'number') return printNumber(value)
  if (Array.isArray(value)) return `[${value.map(printAttribute).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, item]) => `${name} ${printAttribute(item)}`)
    .join(', ')
}

function describeAxis({ name, time, segmentStarts }: TimeAxis): string {
  const nPoint = time.length
  if (nPoint === 0) return `${name}: no points`
  const points =
    `${nPoint} ${nPoint === 1 ? 'point' : 'points'} from ${printNumber(time[0])} to ` +
    `${printNumber(time[nPoint - 1])}`
  return segmentStarts.length > 1
    ? `${name}: ${points} in ${segmentStarts.length} segments`
    : `${name}: ${points}`
}

function describeSignal(signal: Signal): string[] {
  const { name, size, kind, info, header } = signal
  const unit = header.elementUnits === undefined ? signal.unit : `[${header.elementUnits.join(', ')}]`
  const alias = header.aliasOf === undefined ? '' : `= ${header.sign === -1 ? '-' : ''}${header.aliasOf}`
  const about = [alias, info].filter((text) => text !== '').join('; ')
  const common = [name, unit, size.join('×'), kind]
  if (header.text !== undefined) return [...common, JSON.stringify(header.text), '', '', '', about]
  if (header.constant !== undefined) {
    return [...common, printElements(header.constant, 0, signal), '', '', '', about]
  }
  const { values, nPoint, nElement } = signal
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    if (values[i] < min) min = values[i]
    if (values[i] > max) max = values[i]
  }
  const isBoolean = header.type === 'boolean'
  const limits =
    min > max
      ? ['', '']
      : isBoolean
        ? [String(min !== 0), String(max !== 0)]
        : [min, max].map((value) => printValue(value, signal))
  const ends =
    nPoint === 0 ? ['', ''] : [0, nPoint - 1].map((i) => printElements(values, i * nElement, signal))
  return [...common, ...ends, ...limits, about]
}

/** `1.5`, `[1, 2, 3]`, or `…` for longer arrays. A missing value is `–`. */
function printElements(values: Float64Array, offset: number, signal: Signal): string {
  if (signal.nElement > 3) return '…'
  const isBoolean = signal.header.type === 'boolean'
  const items = Array.from({ length: signal.nElement }, (_, k) => {
    const value = values[offset + k]
    if (signal.missing?.[offset + k] === 1) return '–'
    return isBoolean ? String(value !== 0) : printValue(value, signal)
  })
  return signal.size.length === 0 ? items[0] : `[${items.join(', ')}]`
}

/** A number, or its name in an enumeration. */
function printValue(value: number, { header }: Signal): string {
  return header.valueNames?.[value - 1] ?? printNumber(value)
}

/** Six significant digits, without trailing zeros. */
export function printNumber(value: number): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < 1e9)) return String(value)
  return String(Number(value.toPrecision(6)))
}
