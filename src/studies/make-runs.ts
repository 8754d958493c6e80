/** The missing runs of a study: on this thread, and on a pool of threads if they take long. */
import {
  type ChunkOutcome,
  createThreadExecutor,
  type Executor,
  listMissing,
  type RunRange,
  runStudy,
  type StudyProgress,
} from './run-study.ts'
import type { StudyRunner } from './study-runner.ts'
import type { StudyData } from './study-table.ts'

/** Studies whose runs take less time in all run on the calling thread [s]: threads have to load the program. */
const WORTH_THREADS = 1
/** Time for the first runs, which show their duration [s]. */
const TRIAL = 0.2

/** A pool of threads: close it at the end. */
export interface ThreadPool extends Executor {
  close(): Promise<void>
}

/** A pool of machines, which keeps outcomes for programs that ended. */
export interface Machines extends Executor {
  /** Passes on the outcomes that it has. */
  collect(keep: (chunk: ChunkOutcome) => void): Promise<void>
}

/** How the runs are made. */
export interface MakeOptions {
  /** The part of all runs to make. */
  readonly range: RunRange
  /** Starts threads; undefined: the runs stay on this one. */
  readonly startPool: (() => ThreadPool) | undefined
  /** Makes all runs, if given. */
  readonly machines?: Machines | undefined
  /** Receives chunks before they are added to the data. */
  readonly keep?: (chunk: ChunkOutcome) => void
  readonly onProgress?: ((progress: StudyProgress) => void) | undefined
  /** Stops after the chunks in work. */
  readonly signal?: { readonly aborted: boolean } | undefined
}

/** Makes the runs of a range that the data lack, and adds them. */
export async function makeRuns(runner: StudyRunner, data: StudyData, options: MakeOptions): Promise<void> {
  const { range, startPool, machines, keep, onProgress, signal } = options
  const begin = performance.now()
  const nBefore = data.nDone
  const missing = (): RunRange[] => listMissing(data.isDone, range)
  const countMissing = (): number => missing().reduce((sum, { from, to }) => sum + to - from, 0)
  const take = (chunk: ChunkOutcome): void => {
    keep?.(chunk)
    data.add(chunk)
  }
  const make = (executor: Executor, stop: { readonly aborted: boolean } | undefined): Promise<void> =>
    runStudy(executor, missing(), data.nRun, take, { onProgress, signal: stop })
  const isWorthThreads = (): boolean => {
    const seconds = (performance.now() - begin) / 1000
    const nMade = data.nDone - nBefore
    return nMade > 0 && seconds > TRIAL && (seconds / nMade) * countMissing() > WORTH_THREADS
  }
  if (machines !== undefined) {
    await machines.collect(take)
    return make(machines, signal)
  }
  await make(createThreadExecutor(runner), {
    get aborted() {
      return signal?.aborted === true || (startPool !== undefined && isWorthThreads())
    },
  })
  if (startPool === undefined || signal?.aborted || countMissing() === 0) return
  const pool = startPool()
  try {
    await make(pool, signal)
  } finally {
    await pool.close()
  }
}
