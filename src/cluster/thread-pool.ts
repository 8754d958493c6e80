/** A pool of threads that make the runs of a study. */
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { VarioError } from '../base/index.ts'
import type { ChunkOutcome, RunRange, ThreadPool } from '../studies/index.ts'

/** Attempts at a chunk whose thread ended. */
const MAX_ATTEMPTS = 3

/** Threads load sources in the tests, and bundles otherwise. */
function listNodeOptions(): string[] {
  if (!import.meta.url.endsWith('.ts')) return []
  const loader = createRequire(import.meta.url)
    .resolve('tsx/package.json')
    .replace(/package\.json$/, 'dist/loader.mjs')
  return ['--import', pathToFileURL(loader).href]
}

/** Number of threads by default: the cores that this process may use. */
export function defaultThreads(): number {
  return availableParallelism()
}

/**
 * Starts threads.
 * @param program module whose default export is a function made by `createChunkHandler`
 * @param data sent to each thread: it describes the study
 */
export function startThreadPool(program: URL, data: unknown, nThread: number): ThreadPool {
  const pool = new Piscina({
    filename: program.href,
    workerData: data,
    minThreads: nThread,
    maxThreads: nThread,
    execArgv: listNodeOptions(),
    // chunks are large: no busy waiting for the next one
    atomics: 'disabled',
  })
  // a message of a thread that arrives while the pool is closed
  pool.on('error', () => {})
  const execute = async (range: RunRange): Promise<ChunkOutcome> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await pool.run(range)) as ChunkOutcome
      } catch (error) {
        // a thread that has ended, for example out of memory: piscina starts another one
        if (!isLostThread(error)) throw reviveError(error)
        if (attempt === MAX_ATTEMPTS) throw describeLoss(range, error as Error)
      }
    }
  }
  return { nWorker: nThread, execute, close: () => pool.destroy() }
}

function isLostThread(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || /worker (?:exited|thread exited)/i.test(error.message)
}

function describeLoss({ from, to }: RunRange, { message }: Error): VarioError {
  return new VarioError(
    'WORKER',
    `Runs ${from + 1} to ${to}: expected a thread that simulates them, got its end ${MAX_ATTEMPTS} times: ${message}. ` +
      'Use fewer threads, or record less.',
    { from, to },
  )
}

/** Errors lose their class between threads. */
function reviveError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof VarioError) return error
  const { code, fields } = error as { code?: unknown; fields?: unknown }
  if (typeof code !== 'string' || typeof fields !== 'object' || fields === null) return error
  return new VarioError(code, error.message, fields as Record<string, unknown>)
}
