import type { StreamWriter } from '../../files/index.ts'
import { SignalRecorder } from '../../results/index.ts'
import type { RowList } from '../components/index.ts'
import type { RecordChoice } from '../options/index.ts'

/** Records signals of components with separate rows. */
export class ListRecorder {
  /** Recorders by the names of their axes. */
  private readonly byAxis = new Map<string, SignalRecorder>()
  private lists: readonly RowList[] = []

  constructor(
    private readonly choice: RecordChoice,
    private readonly stream: StreamWriter | null,
  ) {}

  /** Begins a segment with these lists. */
  startSegment(lists: readonly RowList[]): void {
    this.lists = lists.filter(({ signals }) => signals.some(({ name }) => this.choice.has(name)))
    for (const { axis, signals } of this.lists) {
      if (this.byAxis.has(axis)) continue
      const sink = this.stream?.addAxis({ axis, unit: 's' })
      const recorder = new SignalRecorder({ axis, ...(sink && { sink }) })
      recorder.startSegment(signals)
      this.byAxis.set(axis, recorder)
    }
  }

  /** Records the rows at `t` [s], the time of an output point. */
  record(t: number): void {
    for (const list of this.lists) {
      const recorder = this.byAxis.get(list.axis)!
      list.write((row) => recorder.appendRow(t, row))
    }
  }

  get recorders(): Iterable<SignalRecorder> {
    return this.byAxis.values()
  }
}
