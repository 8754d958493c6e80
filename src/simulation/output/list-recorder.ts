import type { StreamWriter } from '../../files/index.ts'
import { SignalRecorder } from '../../results/index.ts'
import type { RowList } from '../components/index.ts'
import type { RecordChoice } from '../options/index.ts'

/** Records signals of components that have rows of their own. */
export class ListRecorder {
  /** By the names of their axes. */
  private readonly byAxis = new Map<string, SignalRecorder>()
  private lists: readonly RowList[] = []

  constructor(
    private readonly choice: RecordChoice,
    private readonly stream: StreamWriter | null,
  ) {}

  /** A segment begins, in which there are these lists. */
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

  /** Records what there is at `t` [s], the time of an output point. */
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
