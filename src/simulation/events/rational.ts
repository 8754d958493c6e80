/** Exact fractions of integers below 2^53, for the rates of clocks. */
import { VarioError } from '../../base/index.ts'

/** A fraction in lowest terms with a positive denominator. */
export interface Rational {
  readonly num: number
  readonly den: number
}

export const ZERO_RATIONAL: Rational = { num: 0, den: 1 }
export const UNIT_RATIONAL: Rational = { num: 1, den: 1 }

/** The fraction num/den of integers, den ≠ 0. */
export function rational(num: number, den: number): Rational {
  if (!Number.isSafeInteger(num) || !Number.isSafeInteger(den)) {
    throw new VarioError(
      'EVENTS',
      `Clock: expected rates whose numerator and denominator are below 2^53, got ${num}/${den}. Use smaller factors.`,
    )
  }
  const divisor = greatestDivisor(Math.abs(num), Math.abs(den)) * Math.sign(den)
  return { num: num / divisor, den: den / divisor }
}

export function addRational(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den)
}

export function multiplyRational(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den)
}

export function isSameRational(a: Rational, b: Rational): boolean {
  return a.num === b.num && a.den === b.den
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
