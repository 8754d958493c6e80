/** Reports at the end of a run that tests in a browser were skipped: a skipped test is easily overlooked. */
import { findBrowser, HOW_TO_INSTALL } from './find-browser.ts'

/** Vitest calls it before all tests, and the returned function after them. */
export default function setup(): () => void {
  return () => {
    if (process.env['BROWSER_TESTS'] === 'required' || findBrowser() !== undefined) return
    console.warn(`Tests in a browser were skipped: ${HOW_TO_INSTALL}.`)
  }
}
