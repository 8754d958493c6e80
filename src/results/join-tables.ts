import { interpolateInterval } from './interpolate.ts'
import type { Signal, SignalData, SignalType } from './signal.ts'
import { findSlope } from './signal-slope.ts'
import type { SignalTable } from './signal-table.ts'

/** Signals of one island of a model, over its own axis. */
export interface IslandTable {
  readonly table: SignalTable
  /** Times, ascending, of points that serve only interpolation. */
  readonly supports: readonly number[]
}

/**
 * Adds the signals of islands to a table, over an axis with the points of all of them. An island has no values at the
 * events of other islands: they are interpolated on demand, see `SmoothInterpolation`. Parameters are not added.
 */
export function joinTables(
  table: SignalTable,
  islands: readonly IslandTable[],
  names: Iterable<string>,
): void {
  const time = joinTimes(islands)
  table.addTime({ values: time })
  const ownerOf = new Map<string, SignalTable>()
  for (const island of islands) for (const name of island.table.names) ownerOf.set(name, island.table)
  const aliases: Signal[] = []
  const addSignal = (name: string): void => {
    const owner = ownerOf.get(name)
    if (owner === undefined) return
    ownerOf.delete(name)
    const signal = owner.signal(name)
    const { header, kind } = signal
    if (kind === 'alias') aliases.push(signal)
    else if (kind === 'time' || kind === 'parameter') return
    else if (header.constant !== undefined) {
      const value = signal.size.length === 0 ? header.constant[0] : header.constant
      table.addConstant({ ...describe(signal), kind, value })
    } else {
      const load = (): SignalData => spreadValues(owner, signal, time)
      table.addLazy({ ...describe(signal), kind, source: owner, load })
    }
  }
  for (const name of names) addSignal(name)
  for (const name of [...ownerOf.keys()]) addSignal(name)
  for (const { name, info, header } of aliases)
    table.addAlias({ name, of: header.aliasOf!, negated: header.sign === -1, info })
}

function describe({ name, unit, info, size, header }: Signal) {
  return {
    name,
    unit: header.elementUnits ?? unit,
    info,
    size,
    type: header.type as Exclude<SignalType, 'text'>,
    ...(header.valueNames && { valueNames: header.valueNames }),
  }
}

/** All times of the islands, an event as often as in the island with most points there. */
function joinTimes(islands: readonly IslandTable[]): Float64Array {
  const counts = new Map<number, number>()
  for (const { table, supports } of islands) {
    const { time } = table
    let s = 0
    let count = 0
    for (let j = 0; j < time.length; j++) {
      if (j === 0 || time[j] !== time[j - 1]) count = 0
      if (supports[s] === j) {
        s++
        continue
      }
      count++
      if ((counts.get(time[j]) ?? 0) < count) counts.set(time[j], count)
    }
  }
  const times = Float64Array.from(counts.keys()).sort()
  const joined: number[] = []
  for (const t of times) for (let k = counts.get(t)!; k > 0; k--) joined.push(t)
  return Float64Array.from(joined)
}

/** Values of a signal of an island at the times of all islands. */
function spreadValues(table: SignalTable, signal: Signal, time: Float64Array): SignalData {
  const { nElement, values: own, time: ownTime } = signal
  if (time.length === ownTime.length && time.every((t, i) => t === ownTime[i])) return signal.data
  const slope = findSlope(table, signal)
  const values = new Float64Array(time.length * nElement)
  let j = 0
  for (let i = 0; i < time.length; ) {
    while (j < ownTime.length && ownTime[j] < time[i]) j++
    let end = i + 1
    if (ownTime[j] !== time[i]) {
      // all points up to the next one of this island
      while (end < time.length && time[end] < ownTime[j]) end++
      const interpolation = interpolateInterval(signal, slope, j - 1)
      for (let k = 0; k < nElement; k++)
        for (let p = i; p < end; p++) values[p * nElement + k] = interpolation.valueAt(k, time[p])
    } else {
      // an event of this island from its first to its last point, which is repeated if another island has more
      while (end < time.length && time[end] === time[i]) end++
      let last = j
      while (ownTime[last + 1] === time[i]) last++
      for (let p = i; p < end; p++) {
        const q = Math.min(j + (p - i), last)
        for (let k = 0; k < nElement; k++) values[p * nElement + k] = own[q * nElement + k]
      }
    }
    i = end
  }
  return { values, missing: undefined }
}
