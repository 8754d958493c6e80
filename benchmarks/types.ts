import type { Effort } from './harness.ts'

/** A benchmark that `run.ts` can start. */
export interface Benchmark {
  /** Runs everything, prints tables, and returns the data for the JSON file, or a promise of it. */
  run(effort: Effort, quick: boolean): unknown
  /** Does one task in a child process (see `runIsolated`) and returns its result. */
  runTask(task: unknown): unknown
}
