/** Where an axis has its ticks, and what they are called. */
export interface Tick {
  readonly value: number
  readonly label: string
}

/** Multiples of 1, 2 or 5 times a power of ten within [min, max], about `count` of them. */
export function linearTicks(min: number, max: number, count: number): Tick[] {
  const rough = (max - min) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10)
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks: Tick[] = []
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + 1e-9 * step; i++) {
    ticks.push({ value: i * step, label: (i * step).toFixed(digits) })
  }
  return ticks
}

/** Powers of ten within [min, max], at most about `count` of them. */
export function logTicks(min: number, max: number, count: number): Tick[] {
  const first = Math.ceil(Math.log10(min) - 1e-9)
  const last = Math.floor(Math.log10(max) + 1e-9)
  const stride = Math.max(1, Math.ceil((last - first) / count))
  const ticks: Tick[] = []
  for (let exponent = first; exponent <= last; exponent += stride) {
    ticks.push({ value: 10 ** exponent, label: `10${toSuperscript(exponent)}` })
  }
  return ticks
}

function toSuperscript(exponent: number): string {
  return String(exponent).replace(/./g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]))
}
