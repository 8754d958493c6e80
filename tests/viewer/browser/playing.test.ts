/** Speed of playback, and displayed values of a growing run. */
import type { Browser, Page } from 'playwright-core'
import { equations, Model, Par, SignalTable, Var } from 'vario'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { startLiveServer } from '../../support/browser/live-server.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { encode } from '../../support/browser/test-results.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'
import { RUNS_ALL } from '../../support/campaign-seeds.ts'

const path = findBrowser()
const SLOW = { timeout: 30_000 }

/** A signal equal to time, for `duration` seconds. */
function createRamp(duration: number): SignalTable {
  const table = new SignalTable({ model: `Ramp${duration}` })
  table.addTime({ values: Float64Array.from({ length: 11 }, (_, i) => (i * duration) / 10) })
  table.add({
    name: 'x',
    unit: 's',
    values: Float64Array.from({ length: 11 }, (_, i) => (i * duration) / 10),
  })
  return table
}

/** x always increases, with small changes: smooth results arrive in chunks of many seconds. */
const Growing = Model({
  rate: Par(1),
  x: Var({ init: 0 }),
  same: Var(),
  equations: equations`
    der(x) = rate*(1 + sin(20*time)/2)
    same = 21*rate`,
})

describe.skipIf(path === undefined)('playing', () => {
  let browser: Browser
  let server: PageServer
  const durations = [0.02, 0.5, 1, 10, 120, 600, 3600]
  beforeAll(async () => {
    const results = durations.map(async (d) => [`${d}.vario`, await encode(createRamp(d))] as const)
    server = await startPageServer(new Map(await Promise.all(results)))
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const speedOf = (page: Page): Promise<number> =>
    page.getByRole('combobox', { name: 'Speed' }).inputValue().then(Number)

  test('results play at the speed of the clock, except very short or long ones', {
    timeout: 120_000,
  }, async () => {
    const speeds: number[] = []
    for (const d of durations) {
      const { page, problems } = await openViewer(browser, `${server.url}?result=results/${d}.vario`)
      await getViewer(page)
      speeds.push(await speedOf(page))
      await page.context().close()
      expect(problems).toEqual([])
    }
    // at least 4 s, or the nearest available speed
    expect(speeds).toEqual([0.001, 0.1, 1, 1, 1, 100, 100])
  })

  test.each([0.5, 600])('a result of %d s plays at the displayed speed', { timeout: 60_000 }, async (d) => {
    const { page } = await openViewer(browser, `${server.url}?result=results/${d}.vario`)
    const viewer = await getViewer(page)
    // a clock that the test controls: a busy machine suspends pages for a while
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    await viewer.evaluate((it) => it.play())
    await page.clock.runFor(1500)
    const played = await viewer.evaluate((it) => it.time)
    const speed = await speedOf(page)
    await page.context().close()
    // to a picture: there are 60 per second
    expect(Math.abs(played / speed - 1.5)).toBeLessThan(1 / 50)
  })

  /** A page that watches a run from its start, at a given number of simulated seconds per second. */
  async function watch(stopTime: number, speed: number): Promise<{ page: Page; end: () => Promise<void> }> {
    const { page, problems } = await openViewer(browser, `${server.url}?result=results/1.vario`)
    await getViewer(page)
    const live = await startLiveServer(Growing, { stopTime, interval: 0.1 }, speed)
    await page.evaluate(`void viewer.add({ name: 'run', url: '${live.url}', kind: 'live' })`)
    await page.locator('output[data-name="same"]').first().waitFor(SLOW)
    const end = async (): Promise<void> => {
      await page.context().close()
      await live.close()
      expect(problems).toEqual([])
    }
    return { page, end }
  }

  // 25 s of waiting: with npm run test:all
  test.runIf(RUNS_ALL)(
    'a growing run gets its speed from its present length, or from the user',
    {
      timeout: 120_000,
    },
    async () => {
      const { page, end } = await watch(600, 25)
      // seeking another time ends following
      await page.evaluate('viewer.seek(0)')
      // beyond 120 s, and when 100 times the clock takes at least 4 s
      await expect.poll(() => speedOf(page), SLOW).toBe(10)
      await expect.poll(() => speedOf(page), SLOW).toBe(100)
      await page.getByRole('combobox', { name: 'Speed' }).selectOption('5')
      await page.getByRole('status').getByText('Done').waitFor(SLOW)
      expect(await speedOf(page)).toBe(5)
      await end()
    },
  )

  test('values at the end of a growing run never decrease or disappear', { timeout: 120_000 }, async () => {
    const { page, end } = await watch(6000, 5)
    // every text that appears in the panel and in the legends, even for one picture
    const read = await page.evaluate<Record<string, string[]>>(`new Promise((resolve) => {
      const read = { x: [], same: [] }
      const look = () => {
        for (const place of document.querySelectorAll('output[data-name]'))
          if (place.dataset.name in read) read[place.dataset.name].push(place.textContent)
      }
      const observer = new MutationObserver(() => {
        look()
        if (new Set(read.x).size < 12) return
        observer.disconnect()
        resolve(read)
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })`)
    expect(new Set(read['same'])).toEqual(new Set(['21.000']))
    const values = read['x'].map(Number)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    await end()
  })
})
