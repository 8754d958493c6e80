/**
 * Accessibility of the viewer for users of screen readers, the keyboard or large text: axe-core has no serious finding.
 */
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { type PageServer, startPageServer } from '../../support/browser/page-server.ts'
import { createBoxes, encode } from '../../support/browser/test-results.ts'
import { getViewer, launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'

const path = findBrowser()

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

describe.skipIf(path === undefined)('accessibility', () => {
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

  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('all panels pass the checks: %s, %d pixels wide', async (colorScheme, width) => {
    const { page } = await openViewer(browser, server.url, { colorScheme, width })
    const viewer = await getViewer(page)
    await page.evaluate(axe.source)
    const findings: string[] = []
    const check = async (where: string): Promise<void> => {
      const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run()')
      for (const { id, impact, nodes } of violations) {
        if (impact === 'serious' || impact === 'critical')
          findings.push(`${where}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
      }
    }
    await viewer.evaluate((it) => it.select('box1'))
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await check((await tab.textContent()) ?? '')
    }
    await page.keyboard.press('?')
    await check('help')
    await page.keyboard.press('Escape')
    await viewer.evaluate((it) => it.add({ name: 'x.vario', bytes: new Uint8Array(4) }))
    await check('message')
    await page.context().close()
    expect(findings).toEqual([])
  })
})
