/** `vario view`. */
import type { Call } from '../command/index.ts'
import { EXIT } from '../failures/index.ts'
import { encodeTable } from '../files/index.ts'
import { type Show, serveShows } from '../server/index.ts'
import { openTable } from '../tables/index.ts'

export async function viewFiles(call: Call): Promise<number> {
  const { args, values, io } = call
  const shows: Show[] = []
  for (const file of args) {
    const { table, reference } = await openTable(file, call)
    shows.push({ name: reference.name, bytes: await encodeTable(table, 'show.vario') })
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
  return EXIT.ok
}
