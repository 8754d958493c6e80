/** A study on the threads of a platform. */
import { assertInteger, VarioError } from '../base/index.ts'
import { type Json, type ModelNode, modelFromJson, modelToJson } from '../model/index.ts'
import { makeRuns, type ThreadPool } from './make-runs.ts'
import type { StudyProgress } from './run-study.ts'
import { Study, type StudyDefinition, type StudyOptions } from './study-definition.ts'
import { StudyResult } from './study-result.ts'
import { StudyRunner } from './study-runner.ts'
import { createStudyTable, listFailed, StudyData } from './study-table.ts'

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

/** The threads of Node, or those of a browser. */
export interface ThreadPlatform {
  /** Number of threads by default. */
  countThreads(): number
  startPool(message: StudyMessage, nThread: number): ThreadPool
  /** A sentence on studies with functions, which stay on one thread. */
  readonly advice: string
}

/** Makes the runs of a study, on several threads if that pays. */
export async function makeStudy(
  model: ModelNode,
  options: StudyOptions & StudyRunOptions,
  platform: ThreadPlatform,
): Promise<StudyResult> {
  const { threads = platform.countThreads(), onProgress, signal, ...question } = options
  assertInteger('study: threads', threads, 1)
  const definition = Study({ ...question, model })
  const runner = new StudyRunner(definition)
  runner.checkSignals()
  const data = new StudyData(runner.plan.nRun, runner.plan.measures.length)
  const notes: string[] = []
  const message = threads === 1 ? undefined : createMessage(definition)
  if (typeof message === 'string')
    notes.push(`The runs stay on one thread: ${message} ${platform.advice}`.trim())
  const startPool = typeof message === 'object' ? () => platform.startPool(message, threads) : undefined
  await makeRuns(runner, data, { range: { from: 0, to: data.nRun }, startPool, onProgress, signal })
  return createResult(runner, data, notes)
}

/** The study of a message, and the name of its model. */
export function readMessage({ model, options, name }: StudyMessage): {
  readonly definition: StudyDefinition
  readonly name: string | undefined
} {
  const definition = { ...options, _class: 'Study', model: modelFromJson(model) }
  return { definition: definition as unknown as StudyDefinition, name }
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
