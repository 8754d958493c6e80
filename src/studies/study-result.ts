/** The result of a study, with its statistics. */
import { assertOneOf } from '../base/index.ts'
import type { SignalTable } from '../results/index.ts'
import type { Sampling } from './sampling/index.ts'
import type { FailedRun } from './study-table.ts'

/** Statistics of a measure, in its unit. */
export interface MeasureStatistics {
  /** Number of runs that have the measure. */
  readonly count: number
  readonly mean: number
  /** Standard deviation of the values. */
  readonly deviation: number
  /** Standard error of the mean for independent runs (sampling: 'random'). */
  readonly standardError: number
  readonly min: number
  readonly max: number
  /** The value below which a part of the values lies, 0 … 1: linear between the sorted values. */
  quantile(part: number): number
}

/** Runs of a study, one row per run. */
export class StudyResult {
  constructor(
    /** Varied values and measures over the axis `run`, which counts from 1: written by `writeResult`, plotted by `plot`. */
    readonly table: SignalTable,
    /** Names of varied values and of measures. */
    readonly factors: readonly string[],
    readonly measures: readonly string[],
    /** Runs that ended with an error. */
    readonly failed: readonly FailedRun[],
    /** Number of runs that are done; fewer than the rows of the table after a stop. */
    readonly nDone: number,
    /** Placement of the samples. */
    readonly sampling: Sampling,
    /** Names of the varied values that have a distribution. */
    readonly sampled: readonly string[],
    /** Remarks on how the runs were made. */
    readonly notes: readonly string[] = [],
  ) {}

  /** Values of a varied value or a measure (nRun); NaN where a run has none. */
  values(name: string): Float64Array {
    assertOneOf('study result: name', name, [...this.factors, ...this.measures])
    return this.table.values(name)
  }

  /** Mean, deviation and quantiles of a measure. */
  statistics(name: string): MeasureStatistics {
    const sorted = this.values(name)
      .filter((value) => !Number.isNaN(value))
      .sort()
    const count = sorted.length
    // about the first mean: sums of squares of large values would lose digits
    let mean = 0
    for (let k = 0; k < count; k++) mean += (sorted[k] - mean) / (k + 1)
    let squares = 0
    for (const value of sorted) squares += (value - mean) ** 2
    const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : Number.NaN
    const quantile = (part: number): number => {
      const place = part * (count - 1)
      const low = Math.min(count - 1, Math.max(0, Math.floor(place)))
      const high = Math.min(count - 1, low + 1)
      return sorted[low] + (place - low) * (sorted[high] - sorted[low])
    }
    return {
      ...{ count, mean: count > 0 ? mean : Number.NaN, deviation },
      ...{ standardError: deviation / Math.sqrt(count), min: quantile(0), max: quantile(1), quantile },
    }
  }
}
