import type { Range } from './scale.ts'

/** Marks of an axis. */
export interface Ticks {
  readonly values: readonly number[]
  readonly labels: readonly string[]
  /** Common factor or offset of all labels, `×10⁻⁶` or `+ 101325`, or empty. */
  readonly note: string
}

/** Labels use a common power of ten for numbers from this size on. */
const LARGE = 1e5
const SMALL = 1e-3
/** Labels that would need more digits than this show the difference to a common number. */
const MAX_DIGITS = 6

/** Round values (1, 2 or 5 times a power of ten) within a range, about `count` of them, and their labels. */
export function createTicks(range: Range, count: number): Ticks {
  if (range.isLog) return createLogTicks(range, count)
  const step = roundStep((range.max - range.min) / Math.max(1, count))
  const first = Math.ceil(range.min / step - 1e-9)
  const last = Math.floor(range.max / step + 1e-9)
  const indices: number[] = []
  for (let i = first; i <= last; i++) indices.push(i)

  // many digits: labels relative to a round number near the middle
  const largest = Math.max(Math.abs(first), Math.abs(last))
  const block = 10 ** Math.ceil(Math.log10(Math.max(1, last - first)))
  const origin = largest >= 10 ** MAX_DIGITS ? Math.round((first + last) / 2 / block) * block : 0
  const scaled = Math.max(Math.abs(first - origin), Math.abs(last - origin)) * step
  const isPlain = scaled === 0 || (scaled < LARGE && scaled >= SMALL)
  const exponent = isPlain ? 0 : 3 * Math.floor(Math.log10(scaled * (1 + 1e-12)) / 3)
  const unit = step / 10 ** exponent
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(unit) + 1e-9)))
  return {
    values: indices.map((i) => cleanProduct(i, step)),
    labels: indices.map((i) => printFixed((i - origin) * unit, decimals)),
    note: [
      exponent === 0 ? '' : `×10${superscript(exponent)}`,
      origin === 0 ? '' : `${origin < 0 ? '−' : '+'} ${Number(Math.abs(origin * step).toPrecision(15))}`,
    ]
      .filter((text) => text !== '')
      .join(' '),
  }
}

/** The names of an enumeration as marks, if all curves show values of the same one. */
export function createNameTicks(
  { min, max }: Pick<Range, 'min' | 'max'>,
  curves: readonly { readonly valueNames: readonly string[] | undefined }[],
): Ticks | undefined {
  const names = curves[0]?.valueNames
  if (names === undefined || curves.some((curve) => curve.valueNames?.join() !== names.join()))
    return undefined
  const values = names.map((_, i) => i + 1).filter((value) => value >= min && value <= max)
  return { values, labels: values.map((value) => names[value - 1]), note: '' }
}

/** The number nearest to i·step with the last digit of the step. */
function cleanProduct(i: number, step: number): number {
  return Number((i * step).toPrecision(15))
}

/** 1, 2 or 5 times a power of ten, the nearest to `width`. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  const factor = width / power
  return (factor <= 1.4 ? 1 : factor <= 3 ? 2 : factor <= 7 ? 5 : 10) * power
}

/** Powers of ten, with 2 and 5 times them if they are few. */
function createLogTicks({ min, max }: Range, count: number): Ticks {
  const first = Math.floor(Math.log10(min) + 1e-9)
  const last = Math.ceil(Math.log10(max) - 1e-9)
  const decades = Math.log10(max / min)
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)))
  const factors = decades < 1.5 ? [1, 2, 5] : decades < 3 && count > 4 ? [1, 3] : [1]
  const values: number[] = []
  const labels: string[] = []
  for (let e = first; e <= last; e++) {
    if (((e % every) + every) % every !== 0) continue
    for (const factor of factors) {
      const value = Number(`${factor}e${e}`)
      if (value < min * (1 - 1e-9) || value > max * (1 + 1e-9)) continue
      values.push(value)
      const isPlain = value >= SMALL && value < LARGE
      labels.push(
        isPlain ? String(value) : factor === 1 ? `10${superscript(e)}` : `${factor}·10${superscript(e)}`,
      )
    }
  }
  return { values, labels, note: '' }
}

/** Fixed number of decimals, with a true minus sign and without -0. */
function printFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  if (Number(text) === 0) return (0).toFixed(decimals)
  return text.replace('-', '−')
}

function superscript(exponent: number): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹'
  return [...String(exponent)].map((char) => (char === '-' ? '⁻' : digits[Number(char)])).join('')
}
