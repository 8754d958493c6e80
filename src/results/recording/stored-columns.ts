/** Values of signals whose rows are on disk: some are kept, the others are read again when they are asked for. */
import { countElements, type SignalData } from '../table/index.ts'
import { type Column, collectValues } from './collect-values.ts'

/** Values that are read together [byte]: whoever goes through all signals reads the file once per group. */
const GROUP_BYTES = 2 ** 25
/** Groups that are kept: a phase plot goes to and fro between two signals, a comparison between some more. */
const MAX_KEPT = 4

/** Neighboring signals, and their values while they are kept. */
interface Group {
  readonly columns: Column[]
  bytes: number
}

/** Reads the columns of rows on disk in groups of neighbors, and keeps the groups that were used last. */
export class StoredColumns {
  private readonly groups = new Map<Column, Group>()
  /** The one that was used last comes last. */
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

  /** Values of a column, with those of its group. */
  load(column: Column): SignalData {
    const group = this.groups.get(column)!
    const data = this.kept.get(group) ?? collectValues(group.columns, this.nPoint)
    this.kept.delete(group)
    this.kept.set(group, data)
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
    return data[group.columns.indexOf(column)]
  }
}
