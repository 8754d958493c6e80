import { describe, VarioError } from '../../base/index.ts'

/**
 * Checks the version of the format that a file says it has.
 * @throws VarioError 'RESULT_FORMAT' with what to do
 */
export function assertFormatVersion(found: unknown, expected: number): void {
  if (found === expected) return
  const advice =
    typeof found === 'number' && found < expected
      ? 'It was written by an older Vario: run the simulation again, or export it to CSV with that one.'
      : 'It was written by a newer Vario: use that one.'
  throw new VarioError(
    'RESULT_FORMAT',
    `This file has version ${describe(found)} of its format, and version ${expected} can be read. ${advice}`,
    { found, expected },
  )
}
