import { createStatistics, type Statistics } from '../ode/index.ts'

/** Statistics of a run or a segment without the processor time: the same at every repetition of the run. */
export interface Counters extends Omit<Statistics, 'cpuTime'> {
  /**
   * Events at times that were known before: clocks, relations with the time, kinks of inputs. The others are `events`.
   */
  readonly timeEvents: number
}

/** One segment of a run. */
export interface SegmentRecord extends Counters {
  /** Start and end of the segment [s]. */
  readonly startTime: number
  readonly endTime: number
  /** Number of states. */
  readonly states: number
  /** Descriptions by components with memory: `dof` and `tree` of a 3D model. */
  readonly [description: string]: unknown
}

function createCounters(): Counters {
  const { cpuTime: _, ...counters } = createStatistics()
  return { ...counters, timeEvents: 0 }
}

/** Statistics of a run, segment by segment. */
export class SegmentStatistics {
  readonly segments: SegmentRecord[] = []
  /** Number of segments that have begun. */
  nSegment = 0
  /** True while the last one continues. */
  isOpen = false
  private startTime = 0.1
  private states = 0
  private timeEvents = 0
  /** True if it is listed as one with the segment before. */
  private isSame = false

  /** Number of the open segment in the list; 0: it belongs to the last one there. */
  get number(): number {
    return this.isSame && this.segments.length > 0 ? 0 : this.segments.length + 1
  }

  open(startTime: number, states: number, isSame: boolean): void {
    this.nSegment++
    this.isOpen = true
    this.isSame = isSame
    this.startTime = startTime
    this.states = states
    this.timeEvents = 0
  }

  /** Counts a time event in the open segment. */
  countTimeEvent(): void {
    this.timeEvents++
  }

  close(endTime: number, stats: Statistics, description: Readonly<Record<string, unknown>>): void {
    // one name after the other: so all records have the same shape, unlike with rest and spread
    const record: Record<string, unknown> = {}
    for (const name of Object.keys(description)) record[name] = description[name]
    const before = this.isSame ? this.segments.pop() : undefined
    record.startTime = before?.startTime ?? this.startTime
    record.endTime = endTime
    record.states = this.states
    for (const name of Object.keys(createCounters()) as (keyof Counters)[])
      record[name] = (name === 'timeEvents' ? this.timeEvents : stats[name]) + (before?.[name] ?? 0)
    this.segments.push(record as SegmentRecord)
    this.isOpen = false
  }

  total(): Counters {
    const total: Record<keyof Counters, number> = createCounters()
    const names = Object.keys(total) as (keyof Counters)[]
    for (const segment of this.segments) for (const name of names) total[name] += segment[name]
    return total
  }
}
