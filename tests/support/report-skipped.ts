/** Reports at the end of a run that tests were skipped, of a browser or of Redis: a skipped test is easily overlooked. */
import { findBrowser, HOW_TO_INSTALL } from './browser/find-browser.ts'
import { findRedis, HOW_TO_INSTALL_REDIS } from './find-redis.ts'

/** Vitest calls it before all tests, and the returned function after them. */
export default function setup(): () => void {
  return () => {
    if (process.env['BROWSER_TESTS'] !== 'required' && findBrowser() === undefined)
      console.warn(`Tests in a browser were skipped: ${HOW_TO_INSTALL}.`)
    if (process.env['REDIS_TESTS'] !== 'required' && findRedis() === undefined)
      console.warn(`Tests of studies on a pool of machines were skipped: ${HOW_TO_INSTALL_REDIS}.`)
  }
}
