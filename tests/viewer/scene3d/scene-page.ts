/** A page that contains only the 3D view, for tests in a browser. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { writeJson } from '../../../src/files/index.ts'
import type { SignalTable } from '../../../src/results/index.ts'
import { ROOT } from '../../support/project.ts'

const ENTRY = join(ROOT, 'scene-page.virtual.js')

/** Globals of the page. */
const SOURCE = `
  import { readSceneDescription } from '${join(ROOT, 'src/animation/index.ts')}'
  import { readJson } from '${join(ROOT, 'src/files/index.ts')}'
  import { SceneView } from '${join(ROOT, 'src/viewer/scene3d/index.ts')}'
  const picture = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  /** After a picture of things at rest, which comes a quarter of a second after the last one of a motion. */
  const rest = async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await picture()
  }
  const read = (text) => {
    const table = readJson(text)
    return [readSceneDescription(table.attributes), table]
  }
  const host = document.getElementById('host')
  const picks = []
  const openView = (theme = 'light') => new SceneView(host, { theme, onPick: (path) => picks.push(path) })
  /** Color of the picture at a place in world: red, green and blue, 0 … 255. */
  const colorAt = async (view, place) => {
    const { x, y } = view.projectPoint(place)
    const image = await createImageBitmap(await view.screenshot())
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
    context.drawImage(image, 0, 0)
    return [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3)
  }
  Object.assign(window, { picture, rest, read, picks, openView, colorAt })
`

/** Bundles the view. */
export async function bundleScenePage(): Promise<string> {
  const plugin = {
    name: 'scene-page',
    enforce: 'pre' as const,
    resolveId: (id: string): string | undefined => (id === ENTRY ? ENTRY : undefined),
    load: (id: string): string | undefined => (id === ENTRY ? SOURCE : undefined),
  }
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['es'], fileName: 'page' } },
  })
  const [{ output }] = result as unknown as { output: { code: string }[] }[]
  return output[0].code
}

export interface ScenePage {
  readonly page: Page
  /** Errors and warnings of the console, and uncaught errors. */
  readonly problems: string[]
}

/** A page with an element of 600 by 400 pixels for the view. */
export async function openScenePage(browser: Browser, code: string): Promise<ScenePage> {
  const page = await browser.newPage({ viewport: { width: 600, height: 400 } })
  const problems: string[] = []
  page.on('console', (message) => {
    const isDriver = message.text().includes('GPU stall due to ReadPixels')
    if (['error', 'warning'].includes(message.type()) && !isDriver) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.setContent('<body style="margin: 0"><div id="host" style="width: 600px; height: 400px"></div>')
  await page.addScriptTag({ content: code, type: 'module' })
  await page.waitForFunction('window.openView !== undefined')
  return { page, problems }
}

/** JavaScript code that reads a result and its scene in the page: the arguments of `show`. */
export function showing(table: SignalTable): string {
  return `...read(${JSON.stringify(writeJson(table))})`
}
