/** A pool of Web Workers that make the runs of a study. */
import { VarioError } from '../base/index.ts'
import type { ChunkOutcome, RunRange, StudyMessage, ThreadPool } from '../studies/index.ts'

/** The required part of a Web Worker. */
interface WebWorker {
  onmessage: ((event: { readonly data: WorkerAnswer }) => void) | null
  onerror: ((event: { readonly message?: string }) => void) | null
  postMessage(message: StudyMessage | RunRange): void
  terminate(): void
}

declare const Worker: new (url: URL, options: { readonly type: 'module' }) => WebWorker

/** Runs of a chunk, or the error that ended the study. */
export type WorkerAnswer =
  | { readonly chunk: ChunkOutcome }
  | { readonly code: string; readonly message: string; readonly fields: Readonly<Record<string, unknown>> }

/** A chunk in work. */
interface Task {
  readonly range: RunRange
  resolve(chunk: ChunkOutcome): void
  reject(error: unknown): void
}

/** Starts workers; each of them translates the model once. */
export function startWebWorkers(message: StudyMessage, nWorker: number): ThreadPool {
  const waiting: Task[] = []
  const tasks = new Map<WebWorker, Task>()
  const idle: WebWorker[] = []
  const lost = new Set<WebWorker>()
  const workers = Array.from({ length: nWorker }, () => {
    const worker = new Worker(new URL('../web/study-worker.js', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }) => {
      const task = tasks.get(worker)
      tasks.delete(worker)
      idle.push(worker)
      give()
      if ('chunk' in data) task?.resolve(data.chunk)
      else task?.reject(new VarioError(data.code, data.message, data.fields))
    }
    worker.onerror = ({ message: text = 'it could not be loaded' }) => {
      const task = tasks.get(worker)
      lost.add(worker)
      task?.reject(describeLoss(task.range, text))
      if (lost.size === nWorker)
        for (const { range, reject } of waiting.splice(0)) reject(describeLoss(range, text))
    }
    worker.postMessage(message)
    idle.push(worker)
    return worker
  })
  const give = (): void => {
    while (waiting.length > 0 && idle.length > 0) {
      const worker = idle.shift()!
      if (lost.has(worker)) continue
      const task = waiting.shift()!
      tasks.set(worker, task)
      worker.postMessage(task.range)
    }
  }
  return {
    nWorker,
    execute: (range) =>
      new Promise((resolve, reject) => {
        waiting.push({ range, resolve, reject })
        give()
      }),
    async close() {
      for (const worker of workers) worker.terminate()
    },
  }
}

function describeLoss({ from, to }: RunRange, text: string): VarioError {
  return new VarioError(
    'WORKER',
    `Runs ${from + 1} to ${to}: expected a worker of the browser that makes them, got its end: ${text}. Use fewer threads, or one: threads: 1.`,
    { from, to },
  )
}
