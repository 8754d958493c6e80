/** All formats of result files in a browser, from an address, with the same values. */
import type { Browser } from 'playwright-core'
import { simulate } from 'vario'
import { encodeResult } from 'vario/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Rectifier } from '../../../examples/rectifier.ts'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'

const path = findBrowser()
const FORMATS = ['vario', 'json', 'csv', 'parquet', 'h5'] as const

describe.skipIf(path === undefined)('result files', () => {
  let browser: Browser
  let server: PageServer
  let end: number
  beforeAll(async () => {
    const frames: Uint8Array[] = []
    const options = { stopTime: 0.1, stream: (bytes: Uint8Array) => frames.push(bytes.slice()) }
    simulate(Rectifier, options)
    const result = simulate(Rectifier, { stopTime: 0.1 })
    end = result.final('C.v')
    const files = new Map<string, Uint8Array>()
    for (const format of FORMATS) files.set(`r.${format}`, await encodeResult(result, format))
    files.set('r.vstream', Buffer.concat(frames))
    server = await startPageServer(files)
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([...FORMATS, 'vstream'])('.%s', { timeout: 60_000 }, async (format) => {
    const { page, problems } = await openViewer(browser, `${server.url}?result=results/r.${format}`)
    const viewer = await getViewer(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    await viewer.evaluate((it) => it.seek(1))
    expect(await viewer.evaluate((it) => it.time)).toBe(0.1)
    await page.getByRole('treeitem', { name: 'C', exact: true }).click()
    // five digits are shown
    const values = page.getByRole('region', { name: 'Values' })
    await values.locator('output[data-name="C.v"]', { hasText: `${end.toPrecision(5)} V` }).waitFor()
    await page.context().close()
    expect(problems).toEqual([])
  })
})
