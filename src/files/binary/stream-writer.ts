import type { RowSink, SignalDeclaration, SignalTable } from '../../results/index.ts'
import { encodeAttribute, encodeWarnings, printJson } from './json-attributes.ts'
import { hasOwnValues, toRecord } from './signal-records.ts'
import { createFrame, createStreamHead, FRAME_HEAD, FRAMES, sealFrame } from './stream-frames.ts'

declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** Name and unit of a time axis in a stream. */
export interface StreamedAxis {
  readonly axis: string
  readonly unit: string
}

/** Writes the result of a run during the run. */
export class StreamWriter {
  private nAxis = 0
  private hasBegun = false

  /** @param write receives bytes, which it may keep */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  /** A sink for the rows of one time axis. */
  addAxis({ axis, unit }: StreamedAxis): RowSink {
    const number = this.nAxis++
    return {
      startSegment: (declarations) => {
        const signals = declarations.map(toPlain)
        this.writeJson(FRAMES.SEGMENT, number, { axis, unit, signals })
      },
      takeRows: (rows) => this.writeRows(number, rows),
    }
  }

  /** Writes everything outside of rows: attributes, warnings, parameters, aliases, constants. */
  describe(table: SignalTable, isEnd = false): void {
    const signals = table.names
      .map((name) => toRecord(table.signal(name)))
      .filter((record) => !hasOwnValues(record))
    this.writeJson(isEnd ? FRAMES.END : FRAMES.ABOUT, 0, {
      attributes: encodeAttribute('attributes', table.attributes),
      warnings: encodeWarnings(table.warnings),
      signals,
    })
  }

  private writeJson(kind: number, axis: number, value: unknown): void {
    const text = new TextEncoder().encode(printJson(value))
    const frame = createFrame(kind, axis, text.length)
    frame.set(text, FRAME_HEAD)
    this.put(frame)
  }

  private writeRows(axis: number, rows: Float64Array): void {
    const frame = createFrame(FRAMES.ROWS, axis, 8 * rows.length)
    const view = new DataView(frame.buffer)
    for (let i = 0, p = FRAME_HEAD; i < rows.length; i++, p += 8) view.setFloat64(p, rows[i], true)
    this.put(frame)
  }

  private put(frame: Uint8Array): void {
    if (!this.hasBegun) this.write(createStreamHead())
    this.hasBegun = true
    this.write(sealFrame(frame))
  }
}

function toPlain({
  name,
  kind,
  type,
  unit,
  info,
  size,
  valueNames,
}: SignalDeclaration): Record<string, unknown> {
  const all = Object.entries({ name, kind, type, unit, info, size, valueNames })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
