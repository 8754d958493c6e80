/** The program of a Web Worker: the first message is a study, and each other one a range of its runs. */
import { VarioError } from '../base/index.ts'
import { executeRange, type RunRange, readMessage, type StudyMessage, StudyRunner } from '../studies/index.ts'
// functions of libraries are registered where they are loaded
import '../multibody/index.ts'
import '../library/index.ts'
import type { WorkerAnswer } from './web-workers.ts'

declare function postMessage(answer: WorkerAnswer): void

let message: StudyMessage | undefined
let runner: StudyRunner | undefined

function createRunner(): StudyRunner {
  const { definition, name } = readMessage(message!)
  return new StudyRunner(definition, name)
}

function answer({ data }: { readonly data: StudyMessage | RunRange }): void {
  if ('model' in data) {
    message = data
    return
  }
  try {
    runner ??= createRunner()
    postMessage({ chunk: executeRange(runner, data) })
  } catch (error) {
    if (!(error instanceof VarioError)) throw error
    const { code, message, fields } = error
    postMessage({ code, message, fields })
  }
}

Object.assign(globalThis, { onmessage: answer })
