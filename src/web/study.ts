/** Studies on Web Workers. */
import type { ModelNode } from '../model/index.ts'
import { makeStudy, type StudyOptions, type StudyResult, type StudyRunOptions } from '../studies/index.ts'
import { startWebWorkers } from './web-workers.ts'

declare const navigator: { readonly hardwareConcurrency?: number }

/** The threads of a browser. */
const PLATFORM = {
  countThreads: (): number => navigator.hardwareConcurrency ?? 1,
  startPool: startWebWorkers,
  advice: 'Measures made by maximum, finalValue and others are data.',
}

/**
 * Makes the runs of a study, on Web Workers if that pays.
 *
 * A model or a measure that contains functions cannot be sent to workers: then the runs stay on this thread, which pauses for
 * events of the page, and the result says so in `notes`.
 */
export function study(model: ModelNode, options: StudyOptions & StudyRunOptions): Promise<StudyResult> {
  return makeStudy(model, options, PLATFORM)
}
