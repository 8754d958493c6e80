/** `vario view`. */

import { parseReference, RUN_OPTIONS, waitForChange } from './models/index.ts'
import { isModelReference } from './result-files/index.ts'
import { FileShow, LiveShow, LoadProblem, type Show, serveShows } from './server/index.ts'
import { type Call, type Command, createPaint, EXIT, reportError, usageError } from './terminal/index.ts'

export const view: Command = {
  name: 'view',
  description: `Opens a page that shows results: the 3D scene, plots, a time line. The page shows a model while it
runs. The page comes from this computer; nothing is loaded from the network. Ctrl-C ends it.

A model can be paused, restarted, and changed: select a component, give its parameters other values,
and apply them now or from the start. With --live it keeps pace with the clock, for interaction.`,
  arguments: [{ name: '<files...>', info: 'results or models' }],
  groups: [
    {
      title: 'Page',
      options: [
        { flags: '--port <number>', info: 'port of the page (default: a free one)' },
        { flags: '--live [speed]', info: 'simulated seconds per second of live models (default: 1)' },
        { flags: '--watch', info: 'show files again after each change: models run again' },
        { flags: '--no-open', info: 'print only the address; do not start a browser' },
      ],
    },
    { ...RUN_OPTIONS, title: 'Run (of a model)' },
  ],
  examples: [
    ['view pendulum.ts', 'simulate and watch'],
    ['view pendulum.ts --live 0.2', 'five times slower than real time'],
    ['view pendulum.ts --watch', 'run again after each edit'],
    ['view before.vario after.vario', 'two results'],
  ],
  run: viewFiles,
}

async function viewFiles(call: Call): Promise<number> {
  const { args, values, io } = call
  const isWatched = values.isOn('watch')
  const port = readPort(call)
  const end = new AbortController()
  const ended = new Promise((resolve) => end.signal.addEventListener('abort', resolve))
  const stopListening = io.onInterrupt(() => end.abort())
  const shows: Show[] = []
  try {
    for (const file of args) {
      const show = createShow(file, call)
      shows.push(show)
      const loaded = isWatched ? loadPatiently(show, call, end.signal) : show.load()
      await Promise.race([loaded, ended])
      if (end.signal.aborted) return EXIT.interrupted
    }
    const server = await serveShows(shows, isWatched, port)
    io.stdout.write(`${server.address}\n`)
    if (values.raw('open') !== false) server.openBrowser()
    if (isWatched) for (const show of shows) void keepUp(show, call, end.signal)
    await ended
    await server.close()
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof LoadProblem)) throw error
    return report(error, call)
  } finally {
    stopListening()
    for (const show of shows) await show.close()
  }
}

function readPort({ values }: Call): number | undefined {
  const port = values.number('port')
  if (port === undefined || (Number.isInteger(port) && port >= 0 && port < 65536)) return port
  throw usageError(`--port: expected a whole number from 0 to 65535, got ${port}.`)
}

/** A result file, or a model to run. */
function createShow(file: string, call: Call): Show {
  const { values, io } = call
  const reference = parseReference(file, io.cwd)
  if (!isModelReference(reference)) return new FileShow(reference.name, reference.path)
  const live = values.raw('live')
  const speed = live === undefined ? null : live === true ? 1 : values.number('live')!
  if (speed !== null && !(speed > 0)) throw usageError(`--live ${speed}: expected a speed above 0.`)
  const { cwd, env } = io
  const { isTerminal, columns } = io.stderr
  const task = { file, values: values.all, cwd, env: { ...env }, speed, isTerminal, columns }
  return new LiveShow(reference.name, task)
}

/** Loads everything that may fail, before the server starts. */
async function loadPatiently(show: Show, call: Call, end: AbortSignal): Promise<void> {
  const { io } = call
  do {
    try {
      await show.load()
      return
    } catch (error) {
      // wrong options stay wrong
      if ((error as { exitCode?: number }).exitCode === EXIT.usage) throw error
      report(error, call)
    }
    io.stderr.write(createPaint(io.stderr, io).dim('Waiting for changes; press Ctrl-C to stop.\n'))
  } while (await waitForChange(show.watched, end))
}

/** Shows a file again after each change; errors are printed here and shown on the page, which keeps its content. */
async function keepUp(show: Show, call: Call, end: AbortSignal): Promise<void> {
  const { io } = call
  while (await waitForChange(show.watched, end)) {
    io.stderr.write(createPaint(io.stderr, io).dim(`${show.name} has changed.\n`))
    try {
      await show.load()
    } catch (error) {
      report(error, call)
      show.fail((error as Error).message)
    }
  }
}

/** Errors of models come from their threads, which have printed them. */
function report(error: unknown, { io, subject, values }: Call): number {
  if (!(error instanceof LoadProblem)) return reportError(error, subject, values.isOn('debug'), io)
  io.stderr.write(error.text)
  return error.exitCode
}
