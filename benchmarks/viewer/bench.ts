/**
 * The viewer in a browser without a graphics card, served by `vario view`: time from the address to the first drawn
 * picture, and cost of a picture during playback. Pictures are drawn by software, on the same cores: its processor time
 * is listed separately from that of the page.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeResult } from 'vario/files'
import { findBrowser, HOW_TO_INSTALL } from '../../tests/support/browser/find-browser.ts'
import { launchBrowser } from '../../tests/support/browser/viewer-page.ts'
import { printTable } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type ProcessorTime, readProcessorTime } from './processes.ts'
import { createBilliard, createCrowd } from './results.ts'

declare const requestAnimationFrame: (action: (time: number) => void) => number

/** The required part of `PerformanceResourceTiming`. */
interface SentFile {
  readonly name: string
  readonly encodedBodySize: number
}

type Context = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newContext']>>

interface FirstPicture {
  /** From the navigation to the first picture [s]. */
  readonly wall: number
  /** Processor time of the process of the page, and of the process that draws [s]. */
  readonly page: number
  readonly graphics: number
  /** Bytes sent by the server without the result. */
  readonly bytes: number
  readonly requests: number
}

interface Frames {
  readonly n: number
  /** Time between pictures: mean, median, and 90th percentile [ms]. */
  readonly mean: number
  readonly median: number
  readonly slow: number
  /** Processor time per picture [ms]. */
  readonly page: number
  readonly graphics: number
}

/** Duration of the counting of pictures [ms]. */
const PLAYED = 10_000

export const benchmark: Benchmark = {
  run: async (_effort, quick) => {
    const executable = findBrowser()
    if (executable === undefined) throw new Error(HOW_TO_INSTALL)
    const folder = mkdtempSync(join(tmpdir(), 'vario-bench-'))
    try {
      await writeResult(createBilliard(), join(folder, 'billiard.vario'))
      const first: FirstPicture[] = []
      for (let k = 0; k < (quick ? 2 : 7); k++) first.push(await measureFirstPicture(executable, folder))
      printFirst(first)
      await writeResult(createCrowd(200), join(folder, 'crowd.vario'))
      const frames = await withPage(executable, folder, 'crowd.vario', measureFrames)
      printFrames(frames)
      return { first, frames }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  runTask: () => undefined,
}

/** Time during which a new browser window is busy with its own pages [ms]. */
const BUSY = 4000

/** Serves a result as for a user, for a new tab in the window of a new browser; ends both afterwards. */
async function withPage<T>(
  executable: string,
  folder: string,
  file: string,
  use: (context: Context, url: string, pid: number) => Promise<T>,
): Promise<T> {
  const args = [join('dist', 'cli', 'main.js'), 'view', '--no-open', join(folder, file)]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const browser = await launchBrowser(executable)
  try {
    const url = await readAddress(server)
    const context = await browser.newContext()
    const window = await context.newPage()
    await window.waitForTimeout(BUSY)
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
      processInfo: { type: string; id: number }[]
    }
    return await use(context, url, processInfo.find(({ type }) => type === 'browser')!.id)
  } finally {
    await browser.close()
    server.kill()
  }
}

function readAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout!.on('data', (bytes: Uint8Array) => {
      text += String(bytes)
      const address = /http:\/\/\S+/.exec(text)
      if (address !== null) resolve(address[0])
    })
    server.on('exit', () =>
      reject(new Error('`vario view` has ended: is the package built (npm run build)?')),
    )
  })
}

const FIRST = 'vario: first picture'

/** The first picture counts when it has been drawn and the next one can be, not when it has been requested. */
const WAIT_FOR_PICTURE = `
  const mark = performance.mark.bind(performance)
  performance.mark = (name) => {
    if (name === '${FIRST}') requestAnimationFrame(() => { window.drawn = performance.now() })
    return mark(name)
  }`

function measureFirstPicture(executable: string, folder: string): Promise<FirstPicture> {
  return withPage(executable, folder, 'billiard.vario', async (context, url, pid) => {
    const page = await context.newPage()
    await page.addInitScript(WAIT_FOR_PICTURE)
    const start = readProcessorTime(pid)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'drawn' in globalThis, undefined, { polling: 20 })
    const wall = (await page.evaluate<number>('drawn')) / 1000
    const used = subtract(readProcessorTime(pid), start)
    const { bytes, requests } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as unknown as SentFile[]
      const own = files.filter(({ name }) => !name.includes('/api/shows/'))
      return {
        bytes: own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        requests: files.length + 1,
      }
    })
    return { wall, ...used, bytes, requests }
  })
}

async function measureFrames(context: Context, url: string, pid: number): Promise<Frames> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, FIRST)
  await page.waitForTimeout(2000)
  const start = readProcessorTime(pid)
  const times = await page.evaluate(async (duration) => {
    ;(globalThis as unknown as { viewer: { play(): void } }).viewer.play()
    const begin = performance.now()
    const found: number[] = []
    while (performance.now() - begin < duration)
      found.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)))
    return found
  }, PLAYED)
  const used = subtract(readProcessorTime(pid), start)
  const gaps = times.slice(1).map((time, i) => time - times[i])
  gaps.sort((a, b) => a - b)
  const perPicture = (seconds: number): number => (1000 * seconds) / gaps.length
  return {
    n: gaps.length,
    mean: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
    median: gaps[gaps.length >> 1],
    slow: gaps[Math.floor(0.9 * gaps.length)],
    page: perPicture(used.page),
    graphics: perPicture(used.graphics),
  }
}

function subtract(a: ProcessorTime, b: ProcessorTime): ProcessorTime {
  return { page: a.page - b.page, graphics: a.graphics - b.graphics }
}

function printFirst(runs: readonly FirstPicture[]): void {
  const rows = [...runs]
    .sort((a, b) => a.wall - b.wall)
    .map((run) => [
      ...[run.wall, run.page, run.graphics].map((seconds) => seconds.toFixed(2)),
      ...[(run.bytes / 1000).toFixed(0), String(run.requests)],
    ])
  const header = ['wall [s]', 'page [s]', 'graphics [s]', 'sent [kB]', 'requests']
  printTable('Billiard: from the address to the first picture, fastest first', header, rows)
}

function printFrames({ n, mean, median, slow, page, graphics }: Frames): void {
  const header = ['pictures', 'mean [ms]', 'median [ms]', '90 % [ms]', 'page [ms]', 'graphics [ms]']
  const row = [String(n), ...[mean, median, slow, page, graphics].map((ms) => ms.toFixed(1))]
  printTable('200 bodies, 10 minutes: pictures during playback', header, [row])
}
