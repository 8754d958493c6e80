/** Values of signals whose rows are on disk: some are cached, the others are read again on demand. */
import { countElements, type SignalData } from '../table/index.ts'
import { type Column, collectValues } from './collect-values.ts'

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
export class StoredColumns {
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
