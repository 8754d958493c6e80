/**
 * True if two pieces of plain data, which may contain arrays of numbers, are equal. A live run sends its scene
 * repeatedly; while it is equal, the drawn objects stay.
 */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (ArrayBuffer.isView(a) || Array.isArray(a)) {
    const [x, y] = [a, b] as unknown as ArrayLike<unknown>[]
    if (!(ArrayBuffer.isView(b) || Array.isArray(b)) || x.length !== y.length) return false
    for (let i = 0; i < x.length; i++) if (!isSameData(x[i], y[i])) return false
    return true
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  const [x, y] = [a, b] as Record<string, unknown>[]
  return keys.every((key) => key in y && isSameData(x[key], y[key]))
}
