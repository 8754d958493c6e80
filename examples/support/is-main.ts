import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** True in the main program; `url` is its `import.meta.url`. */
export function isMain(url: string): boolean {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(url)
}
