import { spawn } from 'node:child_process'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { packageFolder } from '../models/index.ts'
import { CliError, EXIT } from '../terminal/index.ts'
import type { FileShow } from './file-show.ts'
import { LiveShow } from './live-show.ts'

/** Source of the page: a result, or a run. */
export type Show = FileShow | LiveShow

/** A page served by this process. */
export interface PageServer {
  /** URL of the page. */
  readonly address: string
  openBrowser(): void
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
}

/**
 * Serves the viewer and `api/shows` to this computer only.
 * @param isWatched true if the page listens for changes of results
 * @param port undefined: a free one
 */
export async function serveShows(
  shows: readonly Show[],
  isWatched: boolean,
  port: number | undefined,
): Promise<PageServer> {
  const folder = packageFolder('dist/viewer')
  if (!existsSync(join(folder, 'index.html')))
    throw new CliError(
      EXIT.failed,
      'The viewer is not installed.',
      'In a checkout of Vario, run npm run build.',
    )
  const list = shows.map((show, k) => show.describe(k, isWatched))
  const preloads = preloadOf(['api/shows', ...(shows[0] instanceof LiveShow ? [] : ['api/shows/0.vario'])])
  const server = createServer((request, response) => {
    const path = readPath(request)
    const [, kind, number, what] = /^\/api\/(shows|live)\/(\d+)(?:\.vario|\/(\w+))?$/.exec(path) ?? []
    const show = shows[Number(number)]
    if (!isFromHere(request)) send(response, 403, 'text/plain', 'Only this computer may open this page.')
    else if (path === '/api/shows') send(response, 200, 'application/json', JSON.stringify({ shows: list }))
    else if (show !== undefined && isOfKind(show, kind) && show.answer(what, request, response)) return
    else sendFile(response, folder, path, request.url === '/' ? preloads : {})
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new CliError(EXIT.failed, `--port ${port}: another program uses this port.`) : error)
    })
    server.listen(port ?? 0, '127.0.0.1', resolve)
  })
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`
  return {
    address,
    openBrowser: () => openAddress(address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isOfKind(show: Show, kind: string): boolean {
  return (kind === 'live') === show instanceof LiveShow
}

/** The requested path; a path that cannot be decoded stays, and matches nothing. */
function readPath({ url = '/' }: IncomingMessage): string {
  const path = url.replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Other pages, also under host names that resolve to this computer, must not control a run or read a result. */
function isFromHere({ headers: { host = '', origin } }: IncomingMessage): boolean {
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)
  return isLocal && (origin === undefined || origin === `http://${host}`)
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(body)
}

/** The page requests its list and its first result in parallel with its scripts. */
function preloadOf(urls: readonly string[]): OutgoingHttpHeaders {
  return { Link: urls.map((url) => `<${url}>; rel=preload; as=fetch; crossorigin`).join(', ') }
}

function sendFile(
  response: ServerResponse,
  folder: string,
  path: string,
  headers: OutgoingHttpHeaders,
): void {
  const file = join(folder, normalize(path === '/' ? '/index.html' : path))
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
    send(response, 404, 'text/plain', 'The file does not exist.')
    return
  }
  response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', ...headers })
  createReadStream(file).pipe(response)
}

/** Starts the browser of the user; if that fails, the printed address suffices. */
function openAddress(address: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address]
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
