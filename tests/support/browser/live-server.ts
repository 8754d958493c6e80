/** A run that a page watches: LiveRun behind the addresses that the viewer requests. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AcceptedChanges } from '../../../src/cli/server/accepted-changes.ts'
import { LiveRun, type LiveStatus, parseCommand } from '../../../src/live/index.ts'
import type { PageServer } from './page-server.ts'

type Model = ConstructorParameters<typeof LiveRun>[0]
type Options = ConstructorParameters<typeof LiveRun>[1]

/** Serves a run at `live`, `live/status` and `live/command`; to pages of other addresses too. */
export async function startLiveServer(model: Model, options: Options, speed: number): Promise<PageServer> {
  let frames: Uint8Array[] = []
  let status: LiveStatus | undefined
  const changes = new AcceptedChanges()
  const watchers = new Set<ServerResponse>()
  const readers = new Set<ServerResponse>()
  const endReaders = (): void => {
    for (const reader of readers) reader.end()
    readers.clear()
  }
  const run = new LiveRun(
    model,
    options,
    {
      begin: () => {
        changes.begin()
        endReaders()
        frames = []
      },
      send: (bytes) => {
        frames.push(bytes.slice())
        for (const reader of readers) reader.write(bytes.slice())
      },
      tell: (next) => {
        status = changes.complete(next)
        for (const watcher of watchers) watcher.write(`data: ${JSON.stringify(status)}\n\n`)
        if (next.phase === 'done' || next.phase === 'failed') endReaders()
      },
      later: (callback, milliseconds) => setTimeout(callback, milliseconds),
      now: () => performance.now(),
    },
    speed,
  )
  run.start()
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (request.url === '/live/status') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(status)}\n\n`)
      watchers.add(response)
      return
    }
    if (request.url === '/live/command') {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      changes.handle(parseCommand(JSON.parse(Buffer.concat(pieces).toString())), run)
      response.end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (const bytes of frames) response.write(bytes)
    if (status?.phase === 'running' || status?.phase === 'paused') readers.add(response)
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/live`,
    close: () =>
      new Promise((resolve) => {
        run.handle({ type: 'pause' })
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
