/** Touch gestures: one finger rotates the picture or moves the time, two pan and zoom, a tap selects. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { createBoxes, encode, placeOfBox } from '../../support/browser/test-results.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'

const path = findBrowser()
/** Pictures may be slow with software rendering. */
const SLOW = { timeout: 20_000 }
type Point = readonly [x: number, y: number]

/** Fingers that go down, move in some steps, and go up. */
async function drag(session: CDPSession, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    })
  await send('touchStart', from)
  for (let k = 1; k <= 5; k++) {
    const part = k / 5
    const mix = (a: number, b: number): number => a + (b - a) * part
    await send(
      'touchMove',
      from.map(([x, y], i): Point => [mix(x, to[i][0]), mix(y, to[i][1])]),
    )
  }
  await send('touchEnd', [])
}

describe.skipIf(path === undefined)('fingers', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    server = await startPageServer(new Map([['boxes.vario', await encode(createBoxes())]]))
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('turn, zoom, select, and move the time', { timeout: 120_000 }, async () => {
    const { page, problems } = await openViewer(browser, server.url, {
      ...{ width: 390, height: 780, hasTouch: true },
    })
    const viewer = await getViewer(page)
    const session = await page.context().newCDPSession(page)
    const pixelOf = (place: readonly number[]): Promise<{ x: number; y: number } | null> =>
      viewer.evaluate((it, point) => it.findPixel(point), place)
    const middle = placeOfBox(1, 0)
    await expect.poll(() => pixelOf(middle), SLOW).not.toBeNull()
    // between two sides of the box in the middle
    const [left, right] = [-0.5, 0.5].map((x) => [middle[0] + x, middle[1], middle[2]])
    const spread = async (): Promise<number> => (await pixelOf(right))!.x - (await pixelOf(left))!.x

    // a tap selects what it hits
    const hit = (await pixelOf(middle))!
    await page.touchscreen.tap(hit.x, hit.y)
    await expect.poll(() => viewer.evaluate((it) => it.selection), SLOW).toBe('box2')

    // two fingers that part bring the box nearer, so that it is larger on the screen
    const { x, y } = await center(page, '.scene-host')
    const before = await spread()
    const two = (distance: number): Point[] => [
      [x - distance, y],
      [x + distance, y],
    ]
    await drag(session, two(30), two(60))
    await expect.poll(spread, SLOW).toBeGreaterThan(1.2 * before)

    // one finger rotates: the visible sides of the box change
    const nearer = await spread()
    await drag(session, [[x - 80, y + 100]], [[x + 80, y + 100]])
    await expect.poll(async () => Math.abs((await spread()) - nearer) / nearer, SLOW).toBeGreaterThan(0.1)
    // none of this was a tap
    expect(await viewer.evaluate((it) => it.selection)).toBe('box2')

    const line = (await page.getByRole('slider', { name: 'Time' }).boundingBox())!
    const height = line.y + line.height / 2
    await drag(session, [[line.x + 5, height]], [[line.x + 0.75 * line.width, height]])
    // one pixel of the line
    expect(Math.abs((await viewer.evaluate((it) => it.time)) - 7.5)).toBeLessThan(10 / line.width)
    await page.context().close()
    expect(problems).toEqual([])
  })
})

async function center(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
