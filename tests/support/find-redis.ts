/** The server of Redis for tests of studies on several machines. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Instructions for installing Redis. */
export const HOW_TO_INSTALL_REDIS =
  'no redis-server found on the PATH: install it (Debian: apt install redis-server)'

/**
 * Path of redis-server; undefined if there is none: its tests are skipped.
 * @throws Error in that case if `REDIS_TESTS` is `required`.
 */
export function findRedis(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path))
  if (found === undefined && process.env['REDIS_TESTS'] === 'required') throw new Error(HOW_TO_INSTALL_REDIS)
  return found
}
