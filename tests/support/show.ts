/** Checks a value in a document against the one computed by its program. */
export function show(place: string, actual: unknown, shown: string): void {
  if (!agrees(actual, shown.trim())) {
    throw new Error(`${place} shows ${shown}, but the value is ${print(actual)}`)
  }
}

function agrees(actual: unknown, shown: string): boolean {
  if (typeof actual === 'number') return agreesAsNumber(actual, shown)
  if (isArray(actual)) {
    if (!/^\[.*\]$/.test(shown)) return false
    const items = shown.slice(1, -1).split(',')
    if (items.length === 1 && items[0].trim() === '') return actual.length === 0
    return items.length === actual.length && items.every((item, i) => agrees(actual[i], item.trim()))
  }
  return print(actual) === shown
}

/** Integers and numbers without digits after the point must be equal; others agree to half a unit of the last digit. */
function agreesAsNumber(actual: number, shown: string): boolean {
  const [, digits, exponent] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(shown) ?? []
  if (digits === undefined && exponent === undefined) return Object.is(actual, Number(shown))
  const unit = 10 ** (Number(exponent ?? 0) - (digits?.length ?? 0))
  return Math.abs(actual - Number(shown)) <= 0.5000001 * unit
}

function isArray(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)
}

function print(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  return isArray(value) ? `[${Array.from(value, print).join(', ')}]` : String(value)
}
