/** Creates signals from the recorded rows of the segments of a simulation. */
import { VarioError } from '../base/index.ts'
import { type Column, collectTimes, collectValues, countRows } from './collect-values.ts'
import type { Segment } from './rows.ts'
import { countElements, type SignalData } from './signal.ts'
import type { SignalTable } from './signal-table.ts'

/** Size of a group of values that are read together [byte]: a pass over all signals reads the file once per group. */
const GROUP_BYTES = 2 ** 25
/** Number of cached groups: a phase plot alternates between two signals, a comparison between some more. */
const MAX_KEPT = 4

/** Adjacent signals, and their cached values. */
interface Group {
  readonly columns: Column[]
  bytes: number
}

/** Reads the columns of rows on disk in groups of neighbors, and caches the most recently used groups. */
class StoredColumns {
  private readonly groups = new Map<Column, Group>()
  /** Ordered by use, the latest one last. */
  private readonly kept = new Map<Group, readonly SignalData[]>()

  constructor(
    columns: Iterable<Column>,
    private readonly nPoint: number,
  ) {
    let group: Group = { columns: [], bytes: 0 }
    for (const column of columns) {
      const bytes = 8 * nPoint * countElements(column.size)
      if (group.bytes + bytes > GROUP_BYTES) group = { columns: [], bytes: 0 }
      group.columns.push(column)
      group.bytes += bytes
      this.groups.set(column, group)
    }
  }

  /** Values of a column; loads those of its group. */
  load(column: Column): SignalData {
    const group = this.groups.get(column)!
    const data = this.kept.get(group) ?? collectValues(group.columns, this.nPoint)
    this.kept.delete(group)
    this.kept.set(group, data)
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
    return data[group.columns.indexOf(column)]
  }
}

/**
 * Adds the time axis and the signals of all segments to a table, at the first access to it. The rows stay: the values of
 * a signal are collected on demand, because of thousands of signals only some are used.
 */
export function addSegments(
  table: SignalTable,
  segments: readonly Segment[],
  axis: string,
  unit: string,
): void {
  const columns = [...collectColumns(segments).values()]
  // times on disk are read while the file exists
  const isStored = segments.some(({ chunks }) => chunks.some((chunk) => chunk.isStored))
  const add = (): void => addColumns(table, segments, columns, axis, unit, isStored)
  if (isStored) add()
  else table.addLater(add)
}

function addColumns(
  table: SignalTable,
  segments: readonly Segment[],
  columns: readonly Column[],
  axis: string,
  unit: string,
  isStored: boolean,
): void {
  const nPoint = segments.reduce((sum, segment) => sum + countRows(segment), 0)
  const segmentStarts: number[] = []
  let point = 0
  for (const segment of segments) {
    if (countRows(segment) > 0) segmentStarts.push(point)
    point += countRows(segment)
  }
  const values = collectTimes(segments, nPoint)
  table.addTime({ name: axis, unit, values, segmentStarts: nPoint > 0 ? segmentStarts : [0] })

  const stored = isStored ? new StoredColumns(columns, nPoint) : null
  for (const column of columns) {
    const load = () => stored?.load(column) ?? collectValues([column], nPoint)[0]
    table.addLazy({ ...column.declaration, size: column.size, axis, load, isStored })
  }
}

/** All signals in the order of their first appearance, with their largest sizes. */
function collectColumns(segments: readonly Segment[]): Map<string, Column> {
  const columns = new Map<string, Column>()
  let point = 0
  for (const segment of segments) {
    let next = 1
    for (const declaration of segment.declarations) {
      const { name, size = [] } = declaration
      const place = { segment, point, column: next, size }
      next += countElements(size)
      const known = columns.get(name)
      if (known === undefined) {
        columns.set(name, { declaration, size: [...size], places: [place] })
        continue
      }
      known.places.push(place)
      assertSame(name, 'type', known.declaration.type ?? 'real', declaration.type ?? 'real')
      assertSame(name, 'number of dimensions', known.size.length, size.length)
      if (!Array.isArray(declaration.unit) && !Array.isArray(known.declaration.unit)) {
        assertSame(name, 'unit', known.declaration.unit ?? '', declaration.unit ?? '')
      }
      // units per element are those of the segment with most elements
      if (countElements(size) > countElements(known.size))
        known.declaration = { ...known.declaration, ...declaration }
      known.size = known.size.map((length, k) => Math.max(length, size[k]))
    }
    point += countRows(segment)
  }
  return columns
}

function assertSame(name: string, what: string, before: unknown, now: unknown): void {
  if (before === now) return
  const message = `Signal '${name}': its ${what} is '${now}' in this segment and was '${before}' in an earlier one.`
  throw new VarioError('SEGMENT_MISMATCH', message, { name, before, now })
}
