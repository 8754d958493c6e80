/** A live run in the viewer: pause, other parameters, restart. */
import type { Browser } from 'playwright-core'
import { equations, Model, Par, Var } from 'vario'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { startLiveServer } from '../../support/browser/live-server.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'

const path = findBrowser()
const Lag = Model({
  T: Par(5, 's'),
  u: Par(1),
  a: Par([1, 2]),
  x: Var({ init: 0 }),
  y: Var(),
  equations: equations`
    T*der(x) = u - x
    y = a[1] + 10*a[2]`,
})

describe.skipIf(path === undefined)('a live run', () => {
  let browser: Browser
  let server: PageServer
  let live: PageServer
  beforeAll(async () => {
    server = await startPageServer(new Map())
    live = await startLiveServer(Lag, { stopTime: 600, interval: 0.1 }, 1)
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await live?.close()
    await server?.close()
  })

  test('grows, pauses, accepts other parameters, and restarts', { timeout: 120_000 }, async () => {
    const { page, problems } = await openViewer(browser, server.url)
    await page.getByRole('heading', { name: 'Nothing to show yet' }).waitFor()
    await page.evaluate(`viewer.add({ name: 'run', url: '${live.url}', kind: 'live' })`)
    const it = await getViewer(page)
    const time = (): Promise<number> => it.evaluate((shown) => shown.time)
    await page.getByRole('status').getByText('Running').waitFor()
    // the end is shown as it grows
    const before = await time()
    await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(before)

    await page.getByRole('button', { name: 'Pause run' }).click()
    await page.getByRole('status').getByText('Paused').waitFor()
    await page.getByRole('spinbutton', { name: 'T s' }).fill('0.001')
    await page.getByRole('spinbutton', { name: 'T s' }).press('Enter')
    await page.getByRole('button', { name: 'Apply now' }).click()
    // the result contains the initial value, the field the current one
    const field = page.getByRole('spinbutton', { name: 'T s' })
    await expect.poll(() => field.getAttribute('title')).toBe('Changed during the run; initial value: 5')
    expect(await field.inputValue()).toBe('0.001')
    await page.getByRole('button', { name: 'Resume run' }).click()
    // with a time constant of 1 ms the value is at its end, 1, before the next point
    await expect
      .poll(() => page.getByLabel('Value of x').textContent(), { timeout: 20_000 })
      .toMatch(/^1\.0000|^1$/)

    // arrays have fields, too; invalid text is not applied
    const array = page.getByRole('textbox', { name: 'a', exact: true })
    await array.fill('3')
    await array.press('Enter')
    expect(await page.getByRole('button', { name: 'Apply now' }).count()).toBe(0)
    await array.fill('3, 4')
    // the draft text stays while the run sends more data
    const written = await time()
    await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(written + 1)
    expect(await array.inputValue()).toBe('3, 4')
    await array.press('Enter')
    await page.getByRole('button', { name: 'Apply now' }).click()
    const y = page.getByRole('region', { name: 'Values' }).locator('output[data-name="y"]')
    // 3 + 10 × 4
    await expect.poll(() => y.textContent(), { timeout: 20_000 }).toBe('43.000')

    // the reason of a refusal is shown, and the change remains for another run
    await field.fill('0')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Apply now' }).click()
    await page.getByRole('alert').getByText('the model has other equations').waitFor()
    expect(await field.inputValue()).toBe('0')
    expect(await page.getByRole('button', { name: 'Restart with changes' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await field.inputValue()).toBe('0.001')

    const reached = await time()
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    await expect.poll(time, { timeout: 20_000 }).toBeLessThan(reached)
    // the new run has the other value from its start
    await expect.poll(() => field.getAttribute('title')).toBe('')
    await expect.poll(() => field.inputValue()).toBe('0.001')
    await page.context().close()
    expect(problems).toEqual([])
  })
})
