import type { RunWarnings } from '../../results/index.ts'

/** A recorded signal; its first column of the row is `first`. */
interface RecordedSignal {
  readonly name: string
  readonly size: readonly number[]
  readonly first: number
}

/** Warns of recorded signals with values that are not finite: once for each, with the time. */
export class FiniteWatch {
  private signals: readonly RecordedSignal[] = []

  constructor(private readonly warnings: RunWarnings) {}

  /** Takes the signals of the segment that begins, in the order of their columns. */
  startSegment(signals: readonly RecordedSignal[]): void {
    this.signals = signals
  }

  check(t: number, row: Float64Array): void {
    const { signals } = this
    for (let i = findNonFinite(row, 0), s = 0; i < row.length; i = findNonFinite(row, i)) {
      while (s + 1 < signals.length && signals[s + 1].first <= i) s++
      this.warn(signals[s], i, t, row[i])
      i = signals[s + 1]?.first ?? row.length
    }
  }

  private warn({ name, size, first }: RecordedSignal, i: number, time: number, value: number): void {
    const message = `${name}${printIndices(size, i - first)} is ${value} at t = ${time} s.`
    this.warnings.add({ code: 'NON_FINITE', key: name, time, message })
  }
}

/** Index of the first number from `start` on that is not finite; the length if all are. */
function findNonFinite(row: Float64Array, start: number): number {
  let i = start
  // x - x is NaN for NaN and for infinities, and 0 otherwise
  while (i < row.length && row[i] - row[i] === 0) i++
  return i
}

/** Prints indices of an element, `[3]` or `[2,1]`, from 1 on; an empty text for a scalar. */
function printIndices(size: readonly number[], element: number): string {
  if (size.length === 0) return ''
  if (size.length === 1) return `[${element + 1}]`
  return `[${Math.floor(element / size[1]) + 1},${(element % size[1]) + 1}]`
}
