/** Pictures of the 3D view: bodies are at their places, colors are right, and pictures come fast. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import {
  APPEARANCE,
  BOX_COLORS,
  createBoxes,
  createSwarm,
  encode,
  placeOfBox,
} from '../../support/browser/test-results.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'

const path = findBrowser()

describe.skipIf(path === undefined)('the 3D view', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    const results = { 'boxes.vario': createBoxes(), 'swarm.vario': createSwarm(200) }
    const files = new Map<string, Uint8Array>()
    for (const [name, table] of Object.entries(results)) files.set(name, await encode(table))
    server = await startPageServer(files)
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** The strongest of red, green and blue at a place of the window; empty if none dominates. */
  async function colorAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
    const clip = { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 3, height: 3 }
    const picture = (await page.screenshot({ clip })).toString('base64')
    const [r, g, b] = await page.evaluate<number[]>(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${picture}'
      await image.decode()
      const context = new OffscreenCanvas(3, 3).getContext('2d')
      context.drawImage(image, 0, 0)
      return [...context.getImageData(1, 1, 1, 1).data]
    })()`)
    // a pure color stays dominant in any light
    if (r > 2 * Math.max(g, b)) return 'red'
    if (g > 2 * Math.max(r, b)) return 'lime'
    return b > 2 * Math.max(r, g) ? 'blue' : ''
  }

  test('bodies are drawn at the poses of the result, only while they exist; a click selects them', {
    timeout: 120_000,
  }, async () => {
    const { page, problems } = await openViewer(browser, `${server.url}?result=results/boxes.vario`)
    const viewer = await getViewer(page)
    await page.waitForSelector('.scene-host canvas')
    for (const time of [0, APPEARANCE - 1, APPEARANCE, 9]) {
      await viewer.evaluate((it, t) => it.seek(t), time)
      const look = async (): Promise<string[]> => {
        const seen: string[] = []
        for (const k of BOX_COLORS.keys()) {
          const pixel = await viewer.evaluate((it, place) => it.findPixel(place), placeOfBox(k, time))
          seen.push(pixel === null ? 'outside' : await colorAt(page, pixel))
        }
        return seen
      }
      // a picture may be slow with software rendering
      const third = time < APPEARANCE ? '' : 'blue'
      await expect.poll(look, { timeout: 20_000 }).toEqual(['red', 'lime', third])
    }
    const pixel = (await viewer.evaluate((it, place) => it.findPixel(place), placeOfBox(1, 9)))!
    await page.mouse.click(pixel.x, pixel.y)
    expect(await viewer.evaluate((it) => it.selection)).toBe('box2')
    await page.locator('[role=treeitem][aria-selected=true]', { hasText: 'box2' }).waitFor()
    await page.context().close()
    expect(problems).toEqual([])
  })

  test('plays 200 bodies and ten minutes of result; frame times are reported', {
    timeout: 120_000,
  }, async () => {
    const { page, problems } = await openViewer(browser, `${server.url}?result=results/swarm.vario`, {
      ...{ width: 900, height: 500 },
    })
    await getViewer(page)
    await page.waitForSelector('.scene-host canvas')
    // only the time of our own code per picture: the cost of software rendering does not predict that of graphics cards
    const times = await page.evaluate<number[]>(`new Promise((resolve) => {
      const times = []
      const request = window.requestAnimationFrame
      window.requestAnimationFrame = (callback) => request((now) => {
        const begin = performance.now()
        callback(now)
        times.push(performance.now() - begin)
        if (times.length === 30) resolve(times)
      })
      viewer.play()
    })`)
    times.sort((a, b) => a - b)
    const at = (part: number): string => times[Math.floor(part * (times.length - 1))].toFixed(1)
    console.log(`Work per animation callback with 200 bodies: median ${at(0.5)} ms, 95 % ${at(0.95)} ms`)
    expect(times).toHaveLength(30)
    await page.context().close()
    expect(problems).toEqual([])
  })
})
