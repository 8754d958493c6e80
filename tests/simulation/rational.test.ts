/** Exact fractions for the rates of clocks. */
import { expect, it } from 'vitest'
import {
  addRational,
  isSameRational,
  multiplyRational,
  rational,
} from '../../src/simulation/events/rational.ts'

it('fractions are in lowest terms, with the sign in the numerator', () => {
  expect(rational(6, -4)).toEqual({ num: -3, den: 2 })
  expect(rational(0, 5)).toEqual({ num: 0, den: 1 })
  expect(addRational(rational(1, 6), rational(1, 10))).toEqual({ num: 4, den: 15 })
  expect(multiplyRational(rational(4, 9), rational(3, 8))).toEqual({ num: 1, den: 6 })
  expect(isSameRational(rational(2, 6), rational(1, 3))).toBe(true)
})

it('numbers beyond 2^53 are an error', () => {
  expect(() => multiplyRational(rational(1, 2 ** 30), rational(1, 3 ** 20))).toThrow(/below 2\^53/)
})
