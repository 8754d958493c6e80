/** Results that are opened one after the other leak nothing: neither main memory nor GPU memory. */

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { createBoxes, createSwarm, encode } from '../../support/browser/test-results.ts'
import { launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'
import { RUNS_ALL } from '../../support/campaign-seeds.ts'

const path = findBrowser()
const LOADS = 50
/** Counts the WebGL objects that are not freed. */
const COUNT_OBJECTS = `
  window.live = { Buffer: 0, Texture: 0, Program: 0, Framebuffer: 0 }
  for (const kind of Object.keys(live)) {
    const prototype = WebGL2RenderingContext.prototype
    const [create, remove] = [prototype['create' + kind], prototype['delete' + kind]]
    const known = new WeakSet()
    prototype['create' + kind] = function () {
      const made = create.call(this)
      known.add(made)
      live[kind]++
      return made
    }
    prototype['delete' + kind] = function (item) {
      if (item && known.delete(item)) live[kind]--
      return remove.call(this, item)
    }
  }
`

// a soak: with npm run test:all
describe.skipIf(path === undefined || !RUNS_ALL)('memory', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    server = await startPageServer(
      new Map([
        ['boxes.vario', await encode(createBoxes())],
        ['swarm.vario', await encode(createSwarm(5))],
      ]),
    )
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test(`stays constant over ${LOADS} loads`, { timeout: 120_000 }, async () => {
    const { page, problems } = await openViewer(browser, 'about:blank', { width: 600, height: 400 })
    await page.addInitScript(COUNT_OBJECTS)
    await page.goto(server.url)
    await page.waitForSelector('.scene-host canvas')
    const session = await page.context().newCDPSession(page)
    const load = async (count: number): Promise<void> => {
      await page.evaluate(`(async () => {
        const picture = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        for (let i = 0; i < ${count}; i++) {
          const select = document.querySelector('.show-select')
          select.value = String(1 + (i + 1) % 2)
          select.dispatchEvent(new Event('change'))
          const model = i % 2 === 0 ? 'Swarm' : 'Boxes'
          while (document.querySelector('.inspector h2').textContent !== model) await picture()
          await picture()
        }
      })()`)
    }
    const measure = async (): Promise<{ heap: number; objects: Record<string, number> }> => {
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
      return { heap: usedSize / 1e6, objects: await page.evaluate<Record<string, number>>('({ ...live })') }
    }
    // caches are full after some loads
    await load(6)
    const before = await measure()
    await load(LOADS)
    const after = await measure()
    console.log(`Heap ${before.heap.toFixed(1)} MB, after ${LOADS} loads ${after.heap.toFixed(1)} MB`)
    expect(after.objects).toEqual(before.objects)
    // one table of the larger result has 1.7 MB: half a table per ten loads would be 4 MB
    expect(after.heap - before.heap).toBeLessThan(4)
    await page.context().close()
    expect(problems).toEqual([])
  })
})
