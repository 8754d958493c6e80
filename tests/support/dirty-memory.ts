/** Used memory: its content must not matter. */

/** Content of outputs and workspaces before a call: numbers that spread, that dominate, and that look like results. */
export const DIRT = [Number.NaN, 1e300, -1] as const

/** Fills every array of numbers of `owner`, in its fields and their fields, except those in `keep`. */
export function soil(owner: object, dirt: number, keep: readonly string[] = []): void {
  for (const [key, value] of Object.entries(owner)) {
    if (keep.includes(key) || typeof value !== 'object' || value === null) continue
    if (value instanceof Float64Array) value.fill(dirt)
    else if (!ArrayBuffer.isView(value)) soil(value, dirt, keep)
  }
}

/** The bits of numbers, so that NaN equals NaN and 0 differs from -0. */
export function bitsOf(values: ArrayLike<number>): string {
  return new BigUint64Array(Float64Array.from(values).buffer).join(' ')
}
