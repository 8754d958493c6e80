/** Records whose keys are names of the user: `constructor` and `toString` are names like others, and not inherited. */

/** The value under a key; undefined if there is none. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** The record under a key, which is entered if there is none. */
export function ownRecord(record: Record<string, unknown>, key: string): Record<string, unknown> {
  if (!Object.hasOwn(record, key)) record[key] = {}
  return record[key] as Record<string, unknown>
}
