import { InputError } from '../../base/index.ts'
import {
  type Attributes,
  type RowChunk,
  type RunWarning,
  type SignalDeclaration,
  SignalRecorder,
  SignalTable,
} from '../../results/index.ts'
import { decodeAttribute, decodeWarnings } from './json-attributes.ts'
import { addRecord, assertObject, assertText, parseRecord } from './signal-records.ts'
import { FRAMES } from './stream-frames.ts'

/** Content of the last description of a stream. */
interface Description {
  readonly attributes?: unknown
  readonly warnings?: unknown
  readonly signals?: unknown
}

/** An axis of the stream, with the width of its rows in the current segment. */
interface AxisRows {
  readonly recorder: SignalRecorder
  width: number
}

/** Assembles the frames of a stream into a table. */
export class StreamAssembler {
  /** True if the stream is complete. */
  isComplete = false
  private description: Description = {}
  private readonly axes: AxisRows[] = []

  /** Adds a frame of JSON. */
  addJson(kind: number, axis: number, text: string): void {
    const value = assertObject('(frame)', JSON.parse(text))
    if (kind === FRAMES.SEGMENT) {
      this.startSegment(axis, value)
      return
    }
    this.description = value
    this.isComplete = kind === FRAMES.END
  }

  private startSegment(number: number, { axis, unit, signals }: Record<string, unknown>): void {
    assertText('axis', axis)
    assertText('unit', unit)
    if (!Array.isArray(signals)) throw new InputError('signals', 'a list', signals)
    for (const [i, signal] of signals.entries())
      parseRecord(`signals[${i}]`, { kind: 'variable', ...assertObject(`signals[${i}]`, signal) })
    if (number > this.axes.length) throw new InputError('axis', `at most ${this.axes.length}`, number)
    this.axes[number] ??= { recorder: new SignalRecorder({ axis, unit }), width: 0 }
    const rows = this.axes[number]
    rows.width = rows.recorder.startSegment(signals as SignalDeclaration[]) + 1
  }

  /** Numbers per row of an axis; 0: no segment has started. */
  widthOf(axis: number): number {
    return this.axes[axis]?.width ?? 0
  }

  /** Adds rows, the last one at `lastTime`. */
  addRows(axis: number, chunk: RowChunk, lastTime: number): void {
    this.axes[axis].recorder.appendChunk(chunk, lastTime)
  }

  /** The table of the data received, with further warnings. */
  createTable(added: readonly RunWarning[] = []): SignalTable {
    const { attributes = {}, warnings, signals = [] } = this.description
    const decoded = decodeAttribute('attributes', assertObject('attributes', attributes)) as Attributes
    const table = new SignalTable(decoded, [...decodeWarnings(warnings), ...added])
    for (const { recorder } of this.axes) recorder.addTo(table)
    if (!Array.isArray(signals)) throw new InputError('signals', 'a list', signals)
    for (const [i, item] of signals.entries()) {
      const path = `signals[${i}]`
      const record = parseRecord(path, item)
      addRecord(table, path, record, () => {
        throw new InputError(path, 'a signal without values of its own', record.name)
      })
    }
    return table
  }
}
