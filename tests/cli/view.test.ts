/** `vario view` as a process: the page, results, and live models. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readBinary, StreamReader } from '../../src/files/index.ts'
import { ROOT } from '../support/project.ts'
import { DECAY, Workplace } from './support/run.ts'

const place = new Workplace()
place.write('decay.ts', DECAY)

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts the command; returns the address of its page. */
async function view(...words: string[]): Promise<string> {
  const main = join(ROOT, 'dist/cli/main.js')
  child = spawn(process.execPath, [main, 'view', ...words, '--no-open'], { cwd: place.folder })
  let out = ''
  return new Promise((resolve, reject) => {
    child!.stdout!.on('data', (text: Buffer) => {
      out += text
      if (out.includes('\n')) resolve(out.trim())
    })
    child!.stderr!.on('data', (text: Buffer) => reject(new Error(String(text))))
  })
}

async function listShows(address: string): Promise<{ name: string; kind: string; url: string }[]> {
  return ((await (await fetch(`${address}api/shows`)).json()) as { shows: never }).shows
}

async function readStream(address: string, url: string) {
  const reader = new StreamReader()
  reader.push(new Uint8Array(await (await fetch(address + url)).arrayBuffer()))
  expect(reader.isComplete).toBe(true)
  return reader.table()
}

test('serves a page and a result, to this computer only', async () => {
  await place.run('simulate decay.ts --output decay.vario --quiet')
  const address = await view('decay.vario')
  const page = await fetch(address)
  expect(await page.text()).toContain('<title>')
  // the page requests both: they come with it
  expect(page.headers.get('link')).toMatch(/<api\/shows>; rel=preload.*<api\/shows\/0\.vario>; rel=preload/)
  expect((await fetch(`${address}?result=other.vario`)).headers.get('link')).toBeNull()
  const [show] = await listShows(address)
  expect(show).toEqual({ name: 'decay.vario', kind: 'file', url: 'api/shows/0.vario' })
  const bytes = await (await fetch(address + show.url)).arrayBuffer()
  expect(readBinary(bytes).final('x')).toBeCloseTo(Math.exp(-1.5), 5)
  expect((await fetch(`${address}api/shows/1.vario`)).status).toBe(404)
  expect((await fetch(`${address}..%2f..%2fpackage.json`)).status).toBe(404)
  // cannot be decoded
  expect((await fetch(`${address}%E0%A4%A`)).status).toBe(404)
  const elsewhere = await fetch(`${address}api/shows`, { headers: { origin: 'http://elsewhere.example' } })
  expect(elsewhere.status).toBe(403)
})

test('runs a model, and restarts it with other values', async () => {
  const address = await view('decay.ts', '--set', 'T=1')
  const [show] = await listShows(address)
  expect(show).toEqual({ name: 'decay.ts', kind: 'live', url: 'api/live/0' })
  expect((await readStream(address, show.url)).final('x')).toBeCloseTo(Math.exp(-3), 5)

  const status = await fetch(`${address}${show.url}/status`)
  const events = status.body!.pipeThrough(new TextDecoderStream()).getReader()
  const command = (body: string) => fetch(`${address}${show.url}/command`, { method: 'POST', body })
  expect((await command('{"type": "restart", "merge": {"T": 3}}')).status).toBe(204)
  let text = ''
  while (!/"run":2,"phase":"done"/.test(text)) text += (await events.read()).value ?? ''
  expect((await readStream(address, show.url)).final('x')).toBeCloseTo(Math.exp(-1), 5)

  const wrong = await command('{"type": "jump"}')
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('command.type: expected')])
  await events.cancel()
})

test('reports an invalid model', async () => {
  place.write('wrong.ts', DECAY.replace('-x', '-y'))
  await expect(view('wrong.ts')).rejects.toThrow('error')
})
