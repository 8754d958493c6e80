/** The camera of the page follows an object that moves far away from its initial place, until the user ends that. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { encode } from '../../support/browser/test-results.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'
import { createTable } from '../scene3d/tables.ts'

const path = findBrowser()
const END = [0, 0, 1000]

describe.skipIf(path === undefined)('a body that flies away', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    const table = createTable([0, 1], { rocket: [{ r: [0, 0, 0] }, { r: END }] })
    const still = { r: [0, 0, 0] }
    const both = createTable([0, 1], { stage1: [still, { r: END }], stage2: [still, { r: END }] })
    const one = createTable([0, 1, 1], {
      stage1: [still, { r: END }, { r: [NaN, NaN, NaN] }],
      stage2: [still, { r: END }, { r: END }],
    })
    const files = { 'rocket.vario': table, 'both.vario': both, 'one.vario': one }
    const map = new Map<string, Uint8Array>()
    for (const [name, result] of Object.entries(files)) map.set(name, await encode(result))
    server = await startPageServer(map)
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('the camera follows it at first, and the page shows that', { timeout: 60_000 }, async () => {
    const { page, problems } = await openViewer(browser, `${server.url}?result=results/rocket.vario`)
    const it = await getViewer(page)
    const button = page.getByRole('button', { name: 'Following rocket ×' })
    await button.waitFor()
    const findEnd = (): Promise<unknown> => it.evaluate((shown, place) => shown.findPixel(place), END)
    await it.evaluate((shown) => shown.seek(1))
    await expect.poll(findEnd).not.toBeNull()
    await button.click()
    await expect.poll(() => button.count()).toBe(0)
    // the camera stands still now
    await it.evaluate((shown) => shown.seek(0))
    expect(await it.evaluate((shown) => shown.findPixel([0, 0, 0]))).toBeNull()
    expect(await findEnd()).not.toBeNull()
    await page.context().close()
    expect(problems).toEqual([])
  })

  test('the camera follows it only while it exists', { timeout: 60_000 }, async () => {
    const address = `${server.url}?result=results/both.vario&result=results/one.vario`
    const { page, problems } = await openViewer(browser, address)
    await page.getByRole('button', { name: 'Following stage1 ×' }).waitFor()
    // the same scene, as further data of a live run
    await page.getByLabel('Result').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Following stage2 ×' }).waitFor()
    await page.context().close()
    expect(problems).toEqual([])
  })
})
