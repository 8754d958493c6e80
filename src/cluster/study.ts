/** Studies on all cores. */
import { assertInteger, VarioError } from '../base/index.ts'
import { type Json, type ModelNode, modelToJson } from '../model/index.ts'
import {
  createStudyTable,
  listFailed,
  Study,
  StudyData,
  type StudyDefinition,
  type StudyOptions,
  type StudyProgress,
  StudyResult,
  StudyRunner,
} from '../studies/index.ts'
import { makeRuns } from './make-runs.ts'
import { defaultThreads, startThreadPool } from './thread-pool.ts'

/** How the runs of a study are made. */
export interface StudyRunOptions {
  /** Number of threads (default: one for each core). */
  readonly threads?: number
  /** Called after each chunk of runs. */
  readonly onProgress?: (progress: StudyProgress) => void
  /** Stops the study: the result has the runs that are done. */
  readonly signal?: { readonly aborted: boolean }
}

/** A study as data for a thread. */
export interface StudyMessage {
  readonly model: Json
  readonly options: StudyOptions
  readonly name: string | undefined
}

/**
 * Makes the runs of a study, on all cores if that pays.
 *
 * A model or a measure that contains functions cannot be sent to other threads: then the runs stay on this one, and the
 * result says so in `notes`. A study file, `vario study file.ts`, has no such limit.
 */
export async function study(model: ModelNode, options: StudyOptions & StudyRunOptions): Promise<StudyResult> {
  const { threads = defaultThreads(), onProgress, signal, ...question } = options
  assertInteger('study: threads', threads, 1)
  const definition = Study({ ...question, model })
  const runner = new StudyRunner(definition)
  runner.checkSignals()
  const data = new StudyData(runner.plan.nRun, runner.plan.measures.length)
  const notes: string[] = []
  const message = threads === 1 ? undefined : createMessage(definition)
  if (typeof message === 'string')
    notes.push(`The runs stay on one thread: ${message} A study file runs on all cores.`)
  const startPool =
    typeof message === 'object' ? () => startThreadPool(programUrl(), message, threads) : undefined
  await makeRuns(runner, data, { range: { from: 0, to: data.nRun }, startPool, onProgress, signal })
  return createResult(runner, data, notes)
}

/** The result of the runs that are done. */
export function createResult(runner: StudyRunner, data: StudyData, notes: readonly string[]): StudyResult {
  const { factors, measures } = runner.plan
  return new StudyResult(
    createStudyTable(runner, data),
    factors.map(({ path }) => path),
    measures.map(({ name }) => name),
    listFailed(data),
    data.nDone,
    runner.plan.options.sampling ?? 'random',
    runner.plan.sampled,
    notes,
  )
}

/** The study as data, or the reason why it contains functions. @param name of the model in messages */
export function createMessage(definition: StudyDefinition, name?: string): StudyMessage | string {
  const { model, _class, ...options } = definition
  const reason = findFunction(options)
  if (reason !== undefined) return `${reason} is a function.`
  try {
    return { model: modelToJson(model), options, name }
  } catch (error) {
    if (!(error instanceof VarioError)) throw error
    return error.message
  }
}

/** The path of a function in a study. */
function findFunction({ measure, simulate }: StudyOptions): string | undefined {
  const measured = Object.entries(measure).find(([, item]) => typeof item === 'function')
  if (measured !== undefined) return `measure.${measured[0]}`
  const visit = (value: unknown, path: string): string | undefined => {
    if (typeof value === 'function') return path
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
    for (const [key, item] of Object.entries(value)) {
      const found = visit(item, `${path}.${key}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return visit(simulate, 'simulate')
}

function programUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./model-worker.ts', import.meta.url)
    : new URL('../cluster/model-worker.js', import.meta.url)
}
