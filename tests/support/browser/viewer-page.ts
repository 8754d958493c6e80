/** Pages of the viewer in a browser, with all output on the console. */
import { type Browser, chromium, type JSHandle, type Page } from 'playwright-core'

/**
 * The browser as on a computer without a graphics card: pages are drawn as usual, WebGL by software, so that every
 * machine gives the same pixels.
 */
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--js-flags=--expose-gc',
]

export interface ViewerPage {
  readonly page: Page
  /** Errors and warnings of the console, and uncaught errors. */
  readonly problems: string[]
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly hasTouch?: boolean
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** A new page, without data from other pages. */
export async function openViewer(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<ViewerPage> {
  const { width = 1280, height = 800, colorScheme = 'light', hasTouch = false } = options
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // the driver of software WebGL reports that reading pixels is slow
    const isDriver = message.text().includes('GPU stall due to ReadPixels')
    if ((message.type() === 'error' || message.type() === 'warning') && !isDriver)
      problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  await page.goto(url)
  return { page, problems }
}

/** The part of the viewer in the page that tests use. */
export interface PageViewer {
  readonly time: number
  readonly selection: string
  seek(time: number): void
  play(): void
  select(path: string): void
  add(show: {
    readonly name: string
    readonly bytes?: Uint8Array
    readonly url?: string
    readonly kind?: 'live'
  }): Promise<void>
  findPixel(place: readonly number[]): { readonly x: number; readonly y: number } | null
}

/** The viewer of a page, once a result is shown, or a message. */
export async function getViewer(page: Page): Promise<JSHandle<PageViewer>> {
  await page.waitForSelector('.panels, .message:not(.empty)')
  return page.evaluateHandle(() => (globalThis as unknown as { viewer: PageViewer }).viewer)
}
