/** The page of the viewer in a browser: it loads, plays, seeks, selects, plots, and survives broken files. */
import type { Browser } from 'playwright-core'
import { instantiate, type SignalTable } from 'vario'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulateDampedPendulum } from '../../../examples/pendulum.ts'
import { Rectifier } from '../../../examples/rectifier.ts'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { APPEARANCE, createBoxes, encode } from '../../support/browser/test-results.ts'
import { getViewer, launchBrowser, openViewer, type ViewerPage } from '../../support/browser/viewer-page.ts'

const path = findBrowser()

/** A file of an older format version. */
async function older(table: SignalTable): Promise<Uint8Array> {
  const bytes = (await encode(table)).slice()
  bytes[8] = 1
  return bytes
}

describe.skipIf(path === undefined)('the page of the viewer', () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    const rectifier = instantiate(Rectifier, { name: 'Rectifier' }).simulate({ stopTime: 0.1 })
    server = await startPageServer(
      new Map([
        ['boxes.vario', await encode(createBoxes())],
        ['pendulum.vario', await encode(simulateDampedPendulum())],
        ['rectifier.vario', await encode(rectifier)],
        ['broken.vario', Uint8Array.from([1, 2, 3, 4])],
        ['broken.json', new TextEncoder().encode('{ "format": ')],
        ['older.vario', await older(createBoxes())],
      ]),
    )
    browser = await launchBrowser(path!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = (result = '', options = {}): Promise<ViewerPage> =>
    openViewer(browser, server.url + (result === '' ? '' : `?result=results/${result}`), options)
  const close = async ({ page, problems }: ViewerPage): Promise<void> => {
    await page.context().close()
    expect(problems).toEqual([])
  }

  test('shows the files that the server lists, and switches to another one', async () => {
    const shown = await open()
    const { page } = shown
    await page.getByRole('treeitem', { name: 'box1' }).waitFor()
    const list = page.getByRole('combobox', { name: 'Result' })
    expect(await list.locator('option').allTextContents()).toEqual([
      ...['boxes.vario', 'pendulum.vario', 'rectifier.vario', 'broken.vario', 'broken.json', 'older.vario'],
    ])
    await list.selectOption('rectifier.vario')
    // a circuit has no 3D view, but plots and components
    await page.getByRole('treeitem', { name: 'D1' }).waitFor()
    expect(await page.locator('canvas.scene-host, .scene').count()).toBe(0)
    expect(await page.getByRole('img', { name: 'C.v over time' }).count()).toBe(1)
    await close(shown)
  })

  test('plays, pauses, loops, and stops at the end', async () => {
    const shown = await open('rectifier.vario')
    const { page } = shown
    const viewer = await getViewer(page)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForFunction('viewer.time > 0')
    await page.getByRole('button', { name: 'Pause' }).click()
    const paused = await viewer.evaluate(({ time }) => time)
    await page.waitForTimeout(60)
    expect(await viewer.evaluate(({ time }) => time)).toBe(paused)
    // 0.1 s at ten times their speed is over after two pictures
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('10')
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(await viewer.evaluate(({ time }) => time)).toBe(0.1)
    await page.getByRole('button', { name: 'Loop' }).click()
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForTimeout(300)
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1)
    await close(shown)
  })

  test('seeks on the time line, and with keys to points, events, start and end', async () => {
    const shown = await open('boxes.vario')
    const { page } = shown
    const viewer = await getViewer(page)
    const time = (): Promise<number> => viewer.evaluate((it) => it.time)
    const slider = page.getByRole('slider', { name: 'Time' })
    const { x, y, width, height } = (await slider.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    // one pixel of the line
    expect(Math.abs((await time()) - 5)).toBeLessThan(10 / width)
    for (const [key, expected] of [
      ['Home', 0],
      ['ArrowRight', 0.1],
      ['ArrowRight', 0.2],
      ['ArrowLeft', 0.1],
      ['Shift+ArrowRight', APPEARANCE],
      ['PageDown', APPEARANCE + 1],
      ['Shift+ArrowLeft', APPEARANCE],
      ['End', 10],
    ] as const) {
      await page.keyboard.press(key)
      expect([key, await time()]).toEqual([key, expected])
    }
    expect(await slider.getAttribute('aria-valuenow')).toBe('10')
    await close(shown)
  })

  test('selects in the tree and shows parameters and current values', async () => {
    const shown = await open('boxes.vario')
    const { page } = shown
    const viewer = await getViewer(page)
    await page.getByRole('treeitem', { name: 'box2' }).click()
    expect(await viewer.evaluate((it) => it.selection)).toBe('box2')
    const values = page.getByRole('region', { name: 'Selected component' })
    await values.getByText('2 kg').waitFor()
    await viewer.evaluate((it) => it.seek(6))
    await values.getByText('[0, 1.0000, 0] m').waitFor()
    await page.keyboard.press('Escape')
    expect(await viewer.evaluate((it) => it.selection)).toBe('')
    await close(shown)
  })

  test('finds signals, plots them, zooms, and draws one over the other', async () => {
    const shown = await open('boxes.vario')
    const { page } = shown
    const viewer = await getViewer(page)
    await page.getByRole('tab', { name: 'Signals' }).click()
    await page.getByRole('searchbox', { name: 'Search signals' }).fill('box3 r_abs')
    await page.getByRole('treeitem', { name: 'box3.r_abs' }).click()
    await page.getByRole('img', { name: /box3\.r_abs\[3\]/ }).waitFor()
    await viewer.evaluate((it) => it.seek(8))
    const legend = page.getByRole('list', { name: 'Curves' })
    await legend.getByText('3.0000 m').waitFor()
    // before it exists it has no value
    await viewer.evaluate((it) => it.seek(1))
    expect(await page.getByLabel('Value of box3.r_abs[2]').textContent()).toBe('– m')

    const plot = page.locator('.u-over').first()
    const box = (await plot.boundingBox())!
    await page.mouse.move(box.x + box.width * 0.25, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Full range' }).click()
    await page.getByRole('button', { name: 'Full range' }).waitFor({ state: 'detached' })
    // a click seeks the time below it
    await page.mouse.click(box.x + box.width / 2, box.y + 40)
    expect(Math.abs((await viewer.evaluate((it) => it.time)) - 5)).toBeLessThan(0.1)

    await page.getByRole('combobox', { name: 'Horizontal axis of diagram 1' }).selectOption('energy')
    await page.getByRole('img', { name: /over energy$/ }).waitFor()
    await close(shown)
  })

  test('jumps to the time of a log line', async () => {
    const shown = await open('boxes.vario')
    const { page } = shown
    const viewer = await getViewer(page)
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByRole('button', { name: /something happened/ }).click()
    expect(await viewer.evaluate((it) => it.time)).toBe(7)
    // the line of the current time is marked, also when playback reaches it
    const present = page.locator('.log-row[aria-current=time]')
    expect(await present.textContent()).toContain('something happened')
    await viewer.evaluate((it) => it.seek(5))
    await present.getByText('segment 2').waitFor()
    await viewer.evaluate((it) => it.seek(1))
    await present.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Info' }).click()
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    await close(shown)
  })

  test.each([
    ['broken.vario', 'expected the format Vario binary'],
    ['broken.json', 'broken.json cannot be shown'],
    ['older.vario', 'An older Vario wrote it: run the simulation again'],
    ['missing.vario', 'the file does not exist'],
    ['boxes.txt', 'the file does not exist'],
  ])('reports %s, and continues', async (name, message) => {
    const shown = await open(name)
    const { page, problems } = shown
    await page.getByRole('alert').getByText(message).waitFor()
    // the browser itself reports missing files
    problems.splice(0, problems.length, ...problems.filter((text) => !text.includes('404')))
    const bytes = [...(await encode(createBoxes()))]
    const viewer = await getViewer(page)
    await viewer.evaluate((it, data) => it.add({ name: 'b.vario', bytes: Uint8Array.from(data) }), bytes)
    await page.getByRole('treeitem', { name: 'box1' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await close(shown)
  })

  test('opens a file that is dropped on it', async () => {
    const shown = await open('rectifier.vario')
    const { page } = shown
    const bytes = [...(await encode(createBoxes()))]
    const transfer = await page.evaluateHandle(`{
      const files = new DataTransfer()
      files.items.add(new File([Uint8Array.from(${JSON.stringify(bytes)})], 'dropped.vario'))
      files
    }`)
    await page.locator('.vario-viewer').dispatchEvent('drop', { dataTransfer: transfer })
    await page.getByRole('treeitem', { name: 'box3' }).waitFor()
    await close(shown)
  })

  test('shows one panel at a time on a phone, where a finger moves the time', async () => {
    const shown = await open('pendulum.vario', { width: 390, height: 780, hasTouch: true })
    const { page } = shown
    const viewer = await getViewer(page)
    await page.getByRole('tab', { name: 'Plots' }).tap()
    // the panel has its width only after the next layout, and the plot after that
    const over = page.locator('.u-over').first()
    await expect.poll(async () => (await over.boundingBox())?.width ?? 0).toBeGreaterThan(100)
    const plot = (await over.boundingBox())!
    await page.touchscreen.tap(plot.x + plot.width / 2, plot.y + 20)
    await expect.poll(() => viewer.evaluate((it) => it.time)).toBeGreaterThan(0)
    await page.getByRole('tab', { name: 'Model' }).tap()
    await page.getByRole('treeitem', { name: 'rev' }).waitFor()
    // nothing is wider than the screen
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await close(shown)
  })

  test('shows its keys, and keeps the colors that were chosen', async () => {
    const shown = await open('rectifier.vario')
    const { page } = shown
    await page.getByRole('tree').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys and gestures' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('t')
    await page.locator('.vario-viewer[data-theme=dark]').waitFor()
    await page.reload()
    await page.locator('.vario-viewer[data-theme=dark]').waitFor()
    await close(shown)
  })
})
