/** The thread in which a model runs that is watched: it loads the model by itself, as `vario simulate` would. */
import { parentPort, workerData } from 'node:worker_threads'
import { LiveRun, type LiveStatus, parseCommand } from '../../live/index.ts'
import { instantiate } from '../../simulation/index.ts'
import { parseCall } from '../command/index.ts'
import { view } from '../commands/view.ts'
import { createSubject, reportError } from '../failures/index.ts'
import { loadModel, parseReference } from '../load/index.ts'
import { readRunOptions, withSettings } from '../run/index.ts'
import type { CliIo } from '../terminal/index.ts'

/** What the thread begins with. */
export interface LiveTask {
  /** The file of the model, as it was written, and all words after `vario view`. */
  readonly file: string
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: CliIo['env']
  /** Simulated seconds per second; null: as fast as it goes. */
  readonly speed: number | null
}

/** What the thread says. */
export type LiveNews =
  | { readonly type: 'begin'; readonly run: number }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'status'; readonly status: LiveStatus }
  /** The model cannot be loaded: what is to be printed, and the exit code. */
  | { readonly type: 'error'; readonly text: string; readonly code: number }

async function work({ file, words, cwd, env, speed }: LiveTask): Promise<void> {
  const tell = (news: LiveNews): void => parentPort!.postMessage(news)
  const subject = createSubject()
  try {
    const { values } = parseCall(view, words)
    const reference = parseReference(file, cwd)
    const { model, name, experiment } = await loadModel(reference, subject)
    const options = withSettings(
      readRunOptions(values, experiment, reference.name),
      values.list('set'),
      instantiate(model, { name }),
    )
    const run = new LiveRun(
      model,
      options,
      {
        begin: (number) => tell({ type: 'begin', run: number }),
        send: (bytes) => tell({ type: 'bytes', bytes }),
        tell: (status) => tell({ type: 'status', status }),
        later: (callback, milliseconds) => setTimeout(callback, milliseconds),
        now: () => performance.now(),
      },
      speed,
    )
    run.start()
    parentPort!.on('message', (command: unknown) => run.handle(parseCommand(command)))
  } catch (error) {
    let text = ''
    const print = {
      write: (part: string) => {
        text += part
      },
      isTerminal: false,
      columns: 80,
    }
    const io: CliIo = { stdout: print, stderr: print, cwd, env, onInterrupt: () => () => {}, exit: () => {} }
    const code = reportError(error, subject, words.includes('--debug'), io)
    tell({ type: 'error', text, code })
  }
}

void work(workerData as LiveTask)
