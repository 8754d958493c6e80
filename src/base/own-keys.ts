/**
 * Records whose keys are names of the user: `constructor` and `toString` are ordinary names, not inherited properties.
 */

/** The value under a key, or undefined. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** The record under a key; inserts an empty one if it is missing. */
export function ownRecord(record: Record<string, unknown>, key: string): Record<string, unknown> {
  if (!Object.hasOwn(record, key)) record[key] = {}
  return record[key] as Record<string, unknown>
}
