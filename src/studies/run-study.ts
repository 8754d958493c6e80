/** Distribution of the runs of a study over workers, in chunks that are sized by their measured time. */
import type { RunOutcome, RunProblem, StudyRunner } from './study-runner.ts'

/** Duration of a chunk of runs that is aimed at [s]: overheads vanish, and progress is seen. */
const CHUNK_SECONDS = 1
/** Runs of the first chunk of a worker, before their time is known. */
const FIRST_CHUNK = 4
/** Growth from a chunk to the next one. */
const MAX_GROWTH = 8
const MAX_CHUNK = 20_000
/** Chunks in work or waiting per worker: it never waits for the next one. */
const AHEAD = 2
/** Time without a pause for other work on the same thread [ms]. */
const SLICE = 30

/** Consecutive runs: from the first to before the last. */
export interface RunRange {
  readonly from: number
  readonly to: number
}

/** The outcomes of a range of runs. */
export interface ChunkOutcome extends RunRange {
  /** Row-major (nRun × nMeasure); NaN where there is none. */
  readonly measures: Float64Array
  readonly problems: readonly (RunProblem & { readonly run: number })[]
  /** Time that the runs took on their worker [s]. */
  readonly seconds: number
}

/** Makes runs: one thread, a pool of threads, or machines. */
export interface Executor {
  /** Chunks that it makes at once; machines come and go. */
  readonly nWorker: number
  /** Resolves to undefined if the study is stopped before the chunk is made. */
  execute(range: RunRange): Promise<ChunkOutcome | undefined>
}

/** Progress of a study. */
export interface StudyProgress {
  /** Runs that are done, of all of them, and those that failed. */
  readonly done: number
  readonly total: number
  readonly failed: number
  /** Runs per second, since the start of this program. */
  readonly rate: number
  /** Estimated remaining time [s]. */
  readonly remaining: number
}

/** Options of the distribution. */
interface RunStudyOptions {
  readonly onProgress?: ((progress: StudyProgress) => void) | undefined
  /** Stops the study; chunks in work are completed. */
  readonly signal?: { readonly aborted: boolean } | undefined
}

/**
 * Makes the runs that are missing, and passes on the outcome of each chunk.
 * @param missing ranges in ascending order
 * @param take receives chunks in the order of their completion
 */
export async function runStudy(
  executor: Executor,
  missing: readonly RunRange[],
  total: number,
  take: (chunk: ChunkOutcome) => void | Promise<void>,
  { onProgress, signal }: RunStudyOptions = {},
): Promise<void> {
  const ranges = [...missing].reverse()
  const nMissing = missing.reduce((sum, { from, to }) => sum + to - from, 0)
  const begin = performance.now()
  const before = total - nMissing
  let done = 0
  let failed = 0
  /** Measured duration of a run [s]. */
  let perRun = Number.NaN
  let largest = FIRST_CHUNK
  const next = (): RunRange | undefined => {
    const range = ranges.pop()
    if (range === undefined) return undefined
    const fair = Math.ceil((nMissing - done) / (executor.nWorker * AHEAD))
    const wanted = Number.isNaN(perRun) ? FIRST_CHUNK : Math.floor(CHUNK_SECONDS / perRun)
    const size = Math.max(1, Math.min(wanted, largest, MAX_CHUNK, fair))
    const to = Math.min(range.to, range.from + size)
    if (to < range.to) ranges.push({ from: to, to: range.to })
    return { from: range.from, to }
  }
  const work = async (range: RunRange): Promise<void> => {
    const chunk = await executor.execute(range)
    if (chunk === undefined) return
    const size = chunk.to - chunk.from
    const seconds = Math.max(chunk.seconds, 1e-6) / size
    perRun = Number.isNaN(perRun) ? seconds : 0.5 * (perRun + seconds)
    largest = Math.min(MAX_CHUNK, Math.max(largest, size * MAX_GROWTH))
    await take(chunk)
    done += size
    failed += chunk.problems.length
    const rate = done / ((performance.now() - begin) / 1000)
    onProgress?.({ done: before + done, total, failed, rate, remaining: (nMissing - done) / rate })
  }
  let nOpen = 0
  await new Promise<void>((resolve, reject) => {
    const start = (): void => {
      while (nOpen < executor.nWorker * AHEAD && !signal?.aborted) {
        const range = next()
        if (range === undefined) break
        nOpen++
        work(range).then(() => {
          nOpen--
          start()
        }, reject)
      }
      if (nOpen === 0) resolve()
    }
    start()
  })
}

/** Makes the runs of a range on this thread. */
export function executeRange(runner: StudyRunner, range: RunRange): ChunkOutcome {
  const chunk = createChunk(runner, range)
  const begin = performance.now()
  for (let run = range.from; run < range.to; run++) addOutcome(chunk, runner.run(run))
  return { ...chunk, seconds: (performance.now() - begin) / 1000 }
}

/** An executor on this thread, which pauses for events and signals. */
export function createThreadExecutor(runner: StudyRunner): Executor {
  const execute = async (range: RunRange): Promise<ChunkOutcome> => {
    const chunk = createChunk(runner, range)
    const begin = performance.now()
    let last = begin
    for (let run = range.from; run < range.to; run++) {
      addOutcome(chunk, runner.run(run))
      if (performance.now() - last < SLICE) continue
      await pause()
      last = performance.now()
    }
    return { ...chunk, seconds: (performance.now() - begin) / 1000 }
  }
  return { nWorker: 1, execute }
}

function createChunk({ plan }: StudyRunner, { from, to }: RunRange) {
  const nMeasure = plan.measures.length
  const measures = new Float64Array((to - from) * nMeasure).fill(Number.NaN)
  const problems: (RunProblem & { run: number })[] = []
  return { from, to, measures, problems }
}

function addOutcome(chunk: ReturnType<typeof createChunk>, { run, measures, problem }: RunOutcome): void {
  if (problem !== undefined) chunk.problems.push({ run, ...problem })
  else chunk.measures.set(measures, (run - chunk.from) * measures.length)
}

declare const setImmediate: ((action: () => void) => void) | undefined

/**
 * Lets signals and other events come in. In Node not by a timer: one that is due when the callback of another one ends runs in the
 * same turn, and Ctrl-C would come in after the last run.
 */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}

/** The runs of a study that a mask does not have, as ranges within a part of all runs. */
export function listMissing(isDone: Uint8Array, { from, to }: RunRange): RunRange[] {
  const ranges: RunRange[] = []
  for (let run = from; run < to; run++) {
    if (isDone[run] === 1) continue
    const start = run
    while (run < to && isDone[run] === 0) run++
    ranges.push({ from: start, to: run })
  }
  return ranges
}
