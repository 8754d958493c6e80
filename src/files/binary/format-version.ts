import { describe, VarioError } from '../../base/index.ts'

/**
 * Checks the version of the format of a file.
 * @throws VarioError 'RESULT_FORMAT' with a remedy
 */
export function assertFormatVersion(found: unknown, expected: number): void {
  if (found === expected) return
  const advice =
    typeof found === 'number' && found < expected
      ? 'An older Vario wrote it: run the simulation again, or export it to CSV with that version.'
      : 'A newer Vario wrote it: use that version.'
  throw new VarioError(
    'RESULT_FORMAT',
    `Format version: expected ${expected}, got ${describe(found)}. ${advice}`,
    { found, expected },
  )
}
