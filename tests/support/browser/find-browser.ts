/** Chromium for tests in a browser. */
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Instructions for installing a browser. */
export const HOW_TO_INSTALL =
  'no Chromium found: install it (Debian: apt install chromium), or set CHROMIUM to the path of a Chrome or Chromium'

/**
 * The browser in `CHROMIUM`, or one in a usual place; undefined if there is none: tests in a browser are skipped.
 * @throws Error in that case if `BROWSER_TESTS` is `required`.
 */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM: expected an existing file, got ${named}`)
  }
  const found = PLACES.find((path) => existsSync(path))
  if (found === undefined && process.env['BROWSER_TESTS'] === 'required') throw new Error(HOW_TO_INSTALL)
  return found
}
