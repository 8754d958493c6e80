/** Tables of independent computations, as JSON beside the tests. */
import { readFileSync } from 'node:fs'

/** Contents of a table; its type is declared, not checked. */
export function readTruth<T>(url: URL): T {
  return JSON.parse(readFileSync(url, 'utf8')) as T
}
