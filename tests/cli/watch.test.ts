/** `--watch` as a process: changes of the model, of its imports, errors in between, Ctrl-C. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readBinary, StreamReader } from '../../src/files/index.ts'
import { ROOT } from '../support/project.ts'
import { DECAY, Workplace } from './support/run.ts'

const place = new Workplace()
const IMPORTING = DECAY.replace('Par(2,', 'Par(T,').replace(
  "from 'vario'\n",
  "from 'vario'\nimport { T } from './parts.ts'\n",
)
const WAITING = 'Waiting for changes; press Ctrl-C to stop.\n'

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** A process of `vario`, and its output since the last read. */
class Running {
  #text = ''
  readonly exit: Promise<number | null>

  constructor(...words: string[]) {
    const main = join(ROOT, 'dist/cli/main.js')
    const running = spawn(process.execPath, [main, ...words], { cwd: place.folder })
    child = running
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (text: Buffer) => {
        this.#text += text
      })
    this.exit = new Promise((resolve) => running.on('exit', resolve))
  }

  /** All output, up to and including a text. */
  async printsUntil(end: string): Promise<string> {
    await expect.poll(() => this.#text, { timeout: 30_000, interval: 20 }).toContain(end)
    const length = this.#text.indexOf(end) + end.length
    const printed = this.#text.slice(0, length)
    this.#text = this.#text.slice(length)
    return printed
  }

  interrupt(): Promise<number | null> {
    child!.kill('SIGINT')
    return this.exit
  }
}

const finalValue = (file: string): number =>
  readBinary(new Uint8Array(readFileSync(place.path(file)))).final('x')

// x(3) = exp(-3/T) to the tolerance of 1e-8; five digits distinguish the values of T
test('simulate runs again after changes of all files of a model', { timeout: 120_000 }, async () => {
  place.write('parts.ts', 'export const T = 2\n')
  place.write('decay.ts', IMPORTING)
  const run = new Running('simulate', 'decay.ts', '--watch')
  expect(await run.printsUntil(WAITING)).toContain('decay.vario')
  expect(finalValue('decay.vario')).toBeCloseTo(Math.exp(-1.5), 5)

  place.write('parts.ts', 'export const T = 3\n')
  await run.printsUntil(WAITING)
  expect(finalValue('decay.vario')).toBeCloseTo(Math.exp(-1), 5)

  place.write('decay.ts', IMPORTING.replace('init: 1', 'init: 7'))
  await run.printsUntil(WAITING)
  expect(finalValue('decay.vario')).toBeCloseTo(7 * Math.exp(-1), 5)

  place.write('decay.ts', IMPORTING.replace('equations:', 'equations::'))
  expect(await run.printsUntil(WAITING)).toMatch(/^\nerror: Unexpected token\.\n\n {2}decay\.ts:7:13\n/)

  // as some editors do: a new file replaces the old one
  place.write('new.ts', IMPORTING)
  renameSync(place.path('new.ts'), place.path('decay.ts'))
  expect(await run.printsUntil(WAITING)).not.toContain('error')

  rmSync(place.path('parts.ts'))
  expect(await run.printsUntil(WAITING)).toContain(
    "error: decay.ts: expected an import that exists, got './parts.ts'. Check its path, or install the package.\n",
  )
  place.write('parts.ts', 'export const T = 1\n')
  await run.printsUntil(WAITING)
  expect(finalValue('decay.vario')).toBeCloseTo(Math.exp(-3), 5)

  rmSync(place.path('decay.ts'))
  expect(await run.printsUntil(WAITING)).toContain(
    'error: decay.ts: cannot be read: the file does not exist.\n',
  )
  place.write('decay.ts', IMPORTING)
  expect(await run.printsUntil(WAITING)).not.toContain('error')
  expect(await run.interrupt()).toBe(0)
})

test('a change during a run is not missed; Ctrl-C in a run ends it', { timeout: 60_000 }, async () => {
  place.write('slow.ts', DECAY.replace('stopTime: 3', 'stopTime: 3, maxStep: 1e-4'))
  const run = new Running('simulate', 'slow.ts', '--watch', '--log')
  await run.printsUntil('segment')
  const endless = DECAY.replace('stopTime: 3', 'stopTime: 3, maxStep: 1e-7')
  place.write('slow.ts', endless)
  await run.printsUntil(WAITING)
  await run.printsUntil('segment')
  expect(await run.interrupt()).toBe(130)
  expect(await run.printsUntil('\n')).not.toContain('Waiting')
})

test('invalid options end the command', async () => {
  place.write('decay.ts', DECAY)
  const run = new Running('simulate', 'decay.ts', '--watch', '--output', 'x.doc')
  expect(await run.exit).toBe(2)
})

test('view runs a model again, and keeps showing the last result if the model is invalid', {
  timeout: 60_000,
}, async () => {
  place.write('wave.ts', DECAY.replace('-x', '-y'))
  const run = new Running('view', 'wave.ts', '--watch', '--no-open')
  expect(await run.printsUntil(WAITING)).toContain('Nothing determines:\n    y\n')
  place.write('wave.ts', DECAY)
  const address = (await run.printsUntil('/\n')).trim()
  const read = async (): Promise<number> => {
    const reader = new StreamReader()
    reader.push(new Uint8Array(await (await fetch(`${address}api/live/0`)).arrayBuffer()))
    return reader.table().final('x')
  }
  expect(await read()).toBeCloseTo(Math.exp(-1.5), 5)
  const status = await fetch(`${address}api/live/0/status`)
  const events = status.body!.pipeThrough(new TextDecoderStream()).getReader()
  const until = async (pattern: RegExp): Promise<string> => {
    let text = ''
    while (!pattern.test(text)) text += (await events.read()).value ?? ''
    return text
  }
  place.write('wave.ts', DECAY.replace('equations:', 'equations::'))
  expect(await until(/"phase":"failed"/)).toContain('"message":"error: Unexpected token.\\n\\n  wave.ts:6:13')
  expect(await run.printsUntil('^\n')).toContain('wave.ts has changed.\nerror: Unexpected token.')
  expect(await read()).toBeCloseTo(Math.exp(-1.5), 5)

  place.write('wave.ts', DECAY.replace('Par(2', 'Par(3'))
  await until(/"run":2,"phase":"done"/)
  expect(await read()).toBeCloseTo(Math.exp(-1), 5)
  await events.cancel()
  expect(await run.interrupt()).toBe(0)
})

test('view reports changes of a result', { timeout: 60_000 }, async () => {
  place.write('decay.ts', DECAY)
  await place.run('simulate decay.ts --output shown.vario --quiet')
  const run = new Running('view', 'shown.vario', '--watch', '--no-open')
  const address = (await run.printsUntil('/\n')).trim()
  const { shows } = (await (await fetch(`${address}api/shows`)).json()) as { shows: { changes: string }[] }
  const events = (await fetch(address + shows[0].changes))
    .body!.pipeThrough(new TextDecoderStream())
    .getReader()
  expect((await events.read()).value).toBe(': open\n\n')
  await place.run('simulate decay.ts --output shown.vario --quiet --set T=3')
  expect((await events.read()).value).toBe('data: {}\n\n')
  const bytes = await (await fetch(`${address}api/shows/0.vario`)).arrayBuffer()
  expect(readBinary(bytes).final('x')).toBeCloseTo(Math.exp(-1), 5)
  place.write('shown.vario', 'broken')
  expect((await events.read()).value).toMatch(/^data: \{"message":"shown\.vario/)
  await events.cancel()
})

test('Ctrl-C ends view while a model loads forever', { timeout: 30_000 }, async () => {
  place.write('loop.ts', `${DECAY}\nconsole.log('loading')\nfor (;;) {}\n`)
  const run = new Running('view', 'loop.ts', '--no-open')
  await run.printsUntil('loading')
  expect(await run.interrupt()).toBe(130)
})
