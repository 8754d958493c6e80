/** Exact rational arithmetic on BigInt, the judge of floating-point error bounds. */
export interface Rational {
  readonly num: bigint
  /** Positive; not reduced. */
  readonly den: bigint
}

/** The exact value of a finite double. */
export function rational(x: number): Rational {
  if (!Number.isFinite(x)) throw new Error(`rational(${x})`)
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, x)
  const word = bits.getBigUint64(0)
  const exponent = Number((word >> 52n) & 0x7ffn)
  const fraction = word & ((1n << 52n) - 1n)
  const significand = exponent === 0 ? fraction : fraction | (1n << 52n)
  const num = word >> 63n === 1n ? -significand : significand
  const power = Math.max(exponent, 1) - 1075
  return power >= 0 ? { num: num << BigInt(power), den: 1n } : { num, den: 1n << BigInt(-power) }
}

export function add(a: Rational, b: Rational): Rational {
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den }
}

export function sub(a: Rational, b: Rational): Rational {
  return { num: a.num * b.den - b.num * a.den, den: a.den * b.den }
}

export function mul(a: Rational, b: Rational): Rational {
  return { num: a.num * b.num, den: a.den * b.den }
}

export function div(a: Rational, b: Rational): Rational {
  const sign = b.num < 0n ? -1n : 1n
  return { num: sign * a.num * b.den, den: sign * a.den * b.num }
}

export function abs(a: Rational): Rational {
  return { num: a.num < 0n ? -a.num : a.num, den: a.den }
}

/** √a to 400 bits after the leading one, rounded down. */
export function sqrt(a: Rational): Rational {
  // √(num/den) = √(num·den)/den, with num·den scaled to at least 800 bits
  const shift = 400n
  return { num: integerSqrt((a.num * a.den) << (2n * shift)), den: a.den << shift }
}

/** −1, 0 or 1. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** |x − exact| / |scale| in units of 2^-106, to 20 bits after the point; 0 if x is exact. */
export function errorInU2(x: Rational, exact: Rational, scale: Rational = exact): number {
  const error = abs(sub(x, exact))
  if (error.num === 0n) return 0
  const ratio = div(error, abs(scale))
  return Number((ratio.num << 126n) / ratio.den) / 2 ** 20
}

function integerSqrt(n: bigint): bigint {
  if (n < 2n) return n
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (x + n / x) >> 1n
    if (next >= x) return x
    x = next
  }
}
