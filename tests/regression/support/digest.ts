/**
 * Digests of results: SHA-256 of all signals of a run, with a few numbers that show the distance between two results
 * whose bytes differ. They do not depend on the clock, on paths or on the version of the package.
 */
import { createHash, type Hash } from 'node:crypto'
import { SignalTable } from 'vario'

/** A result that is kept. */
export interface Digest {
  /** SHA-256 of the time axes, of all signals with names and values, and of what the run says of itself. */
  readonly time: string
  readonly values: string
  readonly about: string
  /** Number of signals, and of points of the first time axis. */
  readonly size: readonly [nSignal: number, nPoint: number]
  /** Steps, evaluations, events, … */
  readonly counts: Readonly<Record<string, number>>
  /** Some values at the end, with the largest magnitude of their signals, to 13 digits. */
  readonly final: Readonly<Record<string, readonly [value: number, scale: number]>>
}

/** Attributes that say where a result comes from, and not what it is. */
const ORIGIN = new Set(['version', 'source', 'scene'])
/** Properties that depend on the clock. */
const CLOCK = new Set(['cpuTime', 'usPerRun', 'seconds', 'milliseconds'])
/** Values at the end that are kept of each result. */
const N_FINAL = 6
const DIGITS = 13
const NAN_BITS = 0x7ff8n << 48n
/** Characters of SHA-256 that are kept: 128 bits. */
const HASH_LENGTH = 32

const { isFinite: isFiniteNumber } = Number

/** Digest of a table, or of a plain object with numbers, arrays and texts: methods and instances of classes are left out. */
export function digestOf(result: unknown): Digest {
  return result instanceof SignalTable ? digestTable(result) : digestPlain(result)
}

function digestTable(table: SignalTable): Digest {
  const [time, values, about] = [createHash('sha256'), createHash('sha256'), createHash('sha256')]
  for (const [name, axis] of [...table.axes].sort(byName)) {
    addText(time, name)
    addNumbers(time, axis.time)
    addNumbers(time, Float64Array.from(axis.segmentStarts))
  }
  for (const name of table.names.toSorted()) {
    const { header } = table.signal(name)
    const { kind, type, unit, elementUnits, size, axis, aliasOf, sign, text } = header
    addText(
      values,
      JSON.stringify([name, kind, type, unit, elementUnits, size, axis?.name, aliasOf, sign, text]),
    )
    // an alias has the values of its target, and a text has none
    if (aliasOf !== undefined || text !== undefined || kind === 'time') continue
    addNumbers(values, header.constant ?? table.values(name))
  }
  const { attributes } = table
  const told = Object.keys(attributes).filter((name) => !ORIGIN.has(name))
  for (const name of told.sort()) addPlain(about, [name, attributes[name]])
  addPlain(about, table.warnings)
  const statistics = (attributes['statistics'] ?? {}) as Record<string, number>
  return {
    ...finish(time, values, about),
    size: [table.names.length, table.time.length],
    counts: { ...statistics, segments: table.segments.length },
    final: finalValues(table),
  }
}

function digestPlain(result: unknown): Digest {
  const [time, values, about] = [createHash('sha256'), createHash('sha256'), createHash('sha256')]
  const numbers = new Map<string, number>()
  const counts: Record<string, number> = {}
  addPlain(values, result, '', (path, value) => {
    const [, count] = /(?:^|\.)stats\.(\w+)$/.exec(path) ?? []
    if (count !== undefined) counts[count] = (counts[count] ?? 0) + value
    else numbers.set(path, value)
  })
  const final = pickEvenly([...numbers.keys()], N_FINAL).map((path) => {
    const value = rounded(numbers.get(path)!)
    return [path, [value, Math.abs(value)]] as const
  })
  return { ...finish(time, values, about), size: [numbers.size, 1], counts, final: Object.fromEntries(final) }
}

/** States first; where there are none, other continuous signals. */
function finalValues(table: SignalTable): Digest['final'] {
  const moving = table.names.filter((name) => {
    const { header, nPoint } = table.signal(name)
    const isMoving = header.constant === undefined && header.type === 'real' && nPoint > 0
    return isMoving && header.aliasOf === undefined && header.kind !== 'time' && header.kind !== 'parameter'
  })
  const states = moving.filter((name) => table.signal(name).kind === 'state')
  const kept: [string, [number, number]][] = []
  for (const name of pickEvenly(states.length > 0 ? states : moving, N_FINAL)) {
    let scale = 0
    for (const value of table.values(name))
      if (isFiniteNumber(value)) scale = Math.max(scale, Math.abs(value))
    const last = table.finalVector(name)
    const value = last.find(isFiniteNumber)
    if (value !== undefined) kept.push([name, [rounded(value), rounded(scale)]])
  }
  return Object.fromEntries(kept)
}

function finish(time: Hash, values: Hash, about: Hash): Pick<Digest, 'time' | 'values' | 'about'> {
  const [a, b, c] = [time, values, about].map((hash) => hash.digest('hex').slice(0, HASH_LENGTH))
  return { time: a, values: b, about: c }
}

function addText(hash: Hash, text: string): void {
  hash.update(`${text.length}:${text};`)
}

/** The bytes of numbers; those of NaN are the same for all NaN. */
function addNumbers(hash: Hash, values: ArrayLike<number>): void {
  const bits = new BigUint64Array(Float64Array.from(values).buffer)
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) bits[i] = NAN_BITS
  hash.update(`${bits.length}:`)
  hash.update(bits)
}

/** Walks through data in the order of names, and shows every number to `see`. */
function addPlain(hash: Hash, value: unknown, path = '', see?: (path: string, value: number) => void): void {
  const inside = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)
  if (typeof value === 'number') {
    addNumbers(hash, [value])
    see?.(path, value)
  } else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const numbers = value as unknown as ArrayLike<number>
    addNumbers(hash, numbers)
    for (let i = 0; see && i < numbers.length; i++) see(inside(i), numbers[i])
  } else if (value instanceof SignalTable) {
    addText(hash, JSON.stringify(digestTable(value)))
  } else if (Array.isArray(value)) {
    addText(hash, `[${value.length}`)
    for (const [i, item] of value.entries()) addPlain(hash, item, inside(i), see)
  } else if (isPlain(value)) {
    const names = Object.keys(value).filter((name) => !CLOCK.has(name) && typeof value[name] !== 'function')
    addText(hash, `{${names.length}`)
    for (const name of names.sort()) {
      addText(hash, name)
      addPlain(hash, value[name], inside(name), see)
    }
  } else if (typeof value !== 'function' && typeof value !== 'object') {
    addText(hash, `${typeof value} ${String(value)}`)
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

function pickEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, k) => items[Math.round((k * (items.length - 1)) / (count - 1))])
}
