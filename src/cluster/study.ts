/** Studies on all cores. */
import type { ModelNode } from '../model/index.ts'
import {
  makeStudy,
  type StudyMessage,
  type StudyOptions,
  type StudyResult,
  type StudyRunOptions,
  type ThreadPool,
} from '../studies/index.ts'
import { defaultThreads, startThreadPool } from './thread-pool.ts'

/** The threads of Node. */
const PLATFORM = {
  countThreads: defaultThreads,
  startPool: (message: StudyMessage, nThread: number): ThreadPool =>
    startThreadPool(programUrl(), message, nThread),
  advice: 'A study file runs on all cores.',
}

/**
 * Makes the runs of a study, on all cores if that pays.
 *
 * A model or a measure that contains functions cannot be sent to other threads: then the runs stay on this one, and the
 * result says so in `notes`. A study file, `vario study file.ts`, has no such limit.
 */
export function study(model: ModelNode, options: StudyOptions & StudyRunOptions): Promise<StudyResult> {
  return makeStudy(model, options, PLATFORM)
}

function programUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./model-worker.ts', import.meta.url)
    : new URL('../cluster/model-worker.js', import.meta.url)
}
