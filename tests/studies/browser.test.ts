/** Studies in a browser: the built package, without a bundler. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { equations, Model, modelToJson, Par, Var } from 'vario'
import { crossingTime, finalValue, linspace } from 'vario/studies'
import { expect, test } from 'vitest'
import { findBrowser } from '../support/browser/find-browser.ts'
import { launchBrowser } from '../support/browser/viewer-page.ts'
import { ROOT } from '../support/project.ts'

const path = findBrowser()
const PAGE = `<!doctype html><title>Study</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": {
  "vario": "./dist/entries/vario.js", "vario/studies": "./dist/entries/studies-browser.js"
} }</script>`

const Decay = Model({
  k: Par(1),
  x: Var({ init: 1 }),
  y: Var(),
  equations: equations`der(x) = -k*x; y = sin(x)`,
})
const question = {
  // some seconds of work on one thread: enough for workers
  vary: { k: linspace(0.1, 5, 1000) },
  simulate: { stopTime: 4, tolerance: 1e-10, interval: 1e-3 },
  measure: { last: finalValue('x'), half: crossingTime('x', 0.5) },
}

test.skipIf(path === undefined)(
  'a study in a page uses its workers, and has the values of the closed form',
  async () => {
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://localhost').pathname
      const isPage = name === '/'
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript' })
      response.end(isPage ? PAGE : readFileSync(join(ROOT, normalize(name))))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await launchBrowser(path!)
    try {
      const page = await browser.newPage()
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const inPage = (await page.evaluate(`(async () => {
        const { modelFromJson } = await import('vario')
        const { study } = await import('vario/studies')
        const model = modelFromJson(${JSON.stringify(modelToJson(Decay))})
        const started = []
        const { Worker } = globalThis
        globalThis.Worker = class extends Worker { constructor(...args) { super(...args); started.push(this) } }
        const question = ${JSON.stringify(question)}
        const result = await study(model, { ...question, threads: 2 })
        const bad = await study(model, { ...question, measure: { f: () => 1 }, vary: { k: [1] }, threads: 2 })
        return { k: [...result.values('k')], last: [...result.values('last')], half: [...result.values('half')], workers: started.length,
          failed: result.failed.length, notes: bad.notes }
      })()`)) as Record<'k' | 'last' | 'half', number[]> & {
        workers: number
        failed: number
        notes: string[]
      }
      expect(problems).toEqual([])
      expect([inPage.workers, inPage.failed]).toEqual([2, 0])
      expect(inPage.notes[0]).toMatch(/stay on one thread: measure\.f is a function/)
      inPage.last.forEach((value, run) => {
        const k = inPage.k[run]
        expect(Math.abs(value - Math.exp(-4 * k))).toBeLessThan(1e-8)
        if (4 * k > Math.LN2) expect(Math.abs(inPage.half[run] - Math.LN2 / k)).toBeLessThan(1e-7)
      })
    } finally {
      await browser.close()
      server.close()
    }
  },
)
