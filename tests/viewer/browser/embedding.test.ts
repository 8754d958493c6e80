/** `vario/viewer` in a foreign page, without a bundler: an import map is enough. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { startPageServer } from '../../support/browser/page-server.ts'
import { createBoxes, encode } from '../../support/browser/test-results.ts'
import { launchBrowser, openViewer } from '../../support/browser/viewer-page.ts'
import { ROOT } from '../../support/project.ts'

const path = findBrowser()
const PAGE = `<!doctype html><title>Embedded</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "vario/viewer": "./results/viewer.js" } }</script>
<p>A page.</p><div id="here" style="width: 900px; height: 400px"></div>
<script type="module" src="./results/embedding.js"></script>`

test.skipIf(path === undefined)('a viewer can be embedded in an element of another page', async () => {
  const source = readFileSync(join(import.meta.dirname, 'embedding.ts'), 'utf8')
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
  const text = new TextEncoder()
  const server = await startPageServer(
    new Map([
      ['boxes.vario', await encode(createBoxes())],
      ['embedded.html', text.encode(PAGE)],
      ['embedding.js', text.encode(ts.transpileModule(source, { compilerOptions: options }).outputText)],
      ['viewer.js', readFileSync(join(ROOT, 'dist/entries/viewer.js'))],
    ]),
  )
  const browser = await launchBrowser(path!)
  try {
    const { page, problems } = await openViewer(browser, `${server.url}embedded`)
    await page.getByRole('treeitem', { name: 'box1' }).waitFor()
    const { width, height } = (await page.locator('.vario-viewer[data-theme=dark]').boundingBox())!
    expect([width, height]).toEqual([900, 400])
    // the embedding page keeps its own style
    expect(await page.evaluate("getComputedStyle(document.querySelector('p')).marginTop")).toBe('16px')
    await page.evaluate('viewer.dispose()')
    expect(await page.evaluate("document.getElementById('here').childElementCount")).toBe(0)
    expect(problems).toEqual([])
  } finally {
    await browser.close()
    await server.close()
  }
})
