/** The thread of a live model: it loads the model separately, as `vario simulate` would. */
import { parentPort, workerData } from 'node:worker_threads'
import { LiveRun, parseCommand } from '../../live/index.ts'
import { instantiate } from '../../simulation/index.ts'
import { loadModel, parseReference, readRunOptions, stampFile, withSettings } from '../models/index.ts'
import { type CliIo, createSubject, OptionValues, reportError } from '../terminal/index.ts'
import { AcceptedChanges } from './accepted-changes.ts'
import type { LiveNews, LiveTask } from './live-messages.ts'

async function work({ file, values: all, cwd, env, speed, isTerminal, columns }: LiveTask): Promise<void> {
  const tell = (news: LiveNews): void => parentPort!.postMessage(news)
  const subject = createSubject()
  const changes = new AcceptedChanges()
  const values = new OptionValues(all)
  try {
    const reference = parseReference(file, cwd)
    subject.watched = [stampFile(reference.path)]
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
        begin: (number) => {
          changes.begin()
          tell({ type: 'begin', run: number })
        },
        send: (bytes) => tell({ type: 'bytes', bytes }),
        tell: (status) => tell({ type: 'status', status: changes.complete(status) }),
        later: (callback, milliseconds) => setTimeout(callback, milliseconds),
        now: () => performance.now(),
      },
      speed,
      name,
    )
    const { plot } = experiment
    tell({ type: 'files', watched: subject.watched, ...(plot !== undefined && { plot }) })
    run.start()
    parentPort!.on('message', (command: unknown) => changes.handle(parseCommand(command), run))
  } catch (error) {
    let text = ''
    const print = {
      write: (part: string) => {
        text += part
      },
      isTerminal,
      columns,
    }
    const io: CliIo = { stdout: print, stderr: print, cwd, env, onInterrupt: () => () => {}, exit: () => {} }
    const code = reportError(error, subject, values.isOn('debug'), io)
    tell({ type: 'files', watched: subject.watched })
    tell({ type: 'error', text, code })
  }
}

void work(workerData as LiveTask)
