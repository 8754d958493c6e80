/** A small server for the built page of the viewer, and for results in memory. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { ROOT } from '../project.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export interface PageServer {
  /** Address of the page, with a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Serves `dist/viewer`, `results/<name>`, the list of them at `api/shows`, and a page among them at `embedded`. */
export async function startPageServer(results: ReadonlyMap<string, Uint8Array>): Promise<PageServer> {
  const folder = join(ROOT, 'dist', 'viewer')
  if (!existsSync(join(folder, 'index.html'))) throw new Error('dist/viewer is missing: run `npm run build`')
  const shows = [...results.keys()].map((name) => ({ name, kind: 'file', url: `results/${name}` }))
  const answers = (path: string): { type: string; body: Uint8Array | string } | undefined => {
    if (path === '/api/shows') return { type: 'application/json', body: JSON.stringify({ shows }) }
    if (path.startsWith('/results/')) {
      const bytes = results.get(decodeURIComponent(path.slice('/results/'.length)))
      return bytes && { type: TYPES[extname(path)] ?? 'application/octet-stream', body: bytes }
    }
    const embedded = path === '/embedded' ? results.get('embedded.html') : undefined
    if (embedded !== undefined) return { type: TYPES['.html'], body: embedded }
    const file = join(folder, normalize(path === '/' ? '/index.html' : path))
    if (!file.startsWith(folder) || !existsSync(file)) return undefined
    return { type: TYPES[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) }
  }
  const server: Server = createServer((request, response) => {
    const answer = answers(new URL(request.url ?? '/', 'http://localhost').pathname)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': answer?.type ?? 'text/plain' })
    response.end(answer?.body ?? 'not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
