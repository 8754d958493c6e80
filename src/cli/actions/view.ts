/** `vario view`. */
import type { Call } from '../command/index.ts'
import { EXIT, usageError } from '../failures/index.ts'
import { encodeTable, readTable } from '../files/index.ts'
import { parseReference } from '../load/index.ts'
import { LiveShow, LoadProblem, type Show, serveShows } from '../server/index.ts'
import { isModelReference } from '../tables/index.ts'

export async function viewFiles(call: Call): Promise<number> {
  const { args, values, io } = call
  const shows: Show[] = []
  try {
    for (const file of args) shows.push(await openShow(file, call))
  } catch (error) {
    await closeAll(shows)
    if (!(error instanceof LoadProblem)) throw error
    io.stderr.write(error.text)
    return error.exitCode
  }
  const server = await serveShows(shows, values.number('port'))
  io.stdout.write(`${server.address}\n`)
  if (values.raw('open') !== false) server.openBrowser()
  await new Promise<void>((resolve) => {
    const stopListening = io.onInterrupt(() => {
      stopListening()
      resolve()
    })
  })
  await server.close()
  await closeAll(shows)
  return EXIT.ok
}

/** A result file, or a model that begins to run. */
async function openShow(file: string, call: Call): Promise<Show> {
  const { values, io } = call
  const reference = parseReference(file, io.cwd)
  if (!isModelReference(reference)) {
    const table = await readTable(reference.path, reference.name)
    return { name: reference.name, bytes: await encodeTable(table, 'show.vario') }
  }
  const live = values.raw('live')
  const speed = live === undefined ? null : live === true ? 1 : values.number('live')!
  if (speed !== null && !(speed > 0)) throw usageError(`--live ${speed}: expected a speed above 0.`)
  const { cwd, env } = io
  return LiveShow.start(reference.name, { file, words: call.words, cwd, env: { ...env }, speed })
}

async function closeAll(shows: readonly Show[]): Promise<void> {
  for (const show of shows) if (show instanceof LiveShow) await show.close()
}
