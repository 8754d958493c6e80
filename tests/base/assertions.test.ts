import { InputError } from 'vario'
import { describe, expect, it } from 'vitest'
import {
  assertFinite,
  assertInteger,
  assertLength,
  assertNonNegative,
  assertOneOf,
  assertPositive,
} from '../../src/base/index.ts'

const message = (run: () => void): string => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as InputError).message
  }
  return 'no error'
}

describe('number assertions', () => {
  it('accept exactly the stated range', () => {
    const accepted = (check: (path: string, value: unknown) => void): unknown[] =>
      [-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null].filter(
        (value) => message(() => check('x', value)) === 'no error',
      )
    expect(accepted(assertFinite)).toEqual([-1, 0, 1.5])
    expect(accepted(assertNonNegative)).toEqual([0, 1.5])
    expect(accepted(assertPositive)).toEqual([1.5])
  })

  it('check integers from a lower bound', () => {
    expect(message(() => assertInteger('n', 2, 2))).toBe('no error')
    expect(message(() => assertInteger('n', 1, 2))).toBe('n: expected an integer >= 2, got 1.')
    expect(message(() => assertInteger('n', 2.5, 2))).toBe('n: expected an integer >= 2, got 2.5.')
  })

  it('name the path, the value found and the expected value', () => {
    expect(message(() => assertPositive('options.rtol', 0))).toBe(
      'options.rtol: expected a positive number, got 0.',
    )
    expect(message(() => assertFinite('x0[2]', Number.NaN))).toBe('x0[2]: expected a finite number, got NaN.')
  })
})

describe('assertLength', () => {
  it('accept arrays and typed arrays of the right length only', () => {
    expect(message(() => assertLength('p', [1, 2, 3], 3))).toBe('no error')
    expect(message(() => assertLength('p', new Float64Array(3), 3))).toBe('no error')
    expect(message(() => assertLength('p', [1, 2], 3))).toBe(
      'p: expected an array of 3 elements, got [1, 2].',
    )
    expect(message(() => assertLength('p', 'abc', 3))).toBe("p: expected an array of 3 elements, got 'abc'.")
    expect(message(() => assertLength('p', new DataView(new ArrayBuffer(3)), 3))).toMatch(
      /^p: expected an array/,
    )
  })
})

describe('assertOneOf', () => {
  it('lists the valid values and suggests the nearest', () => {
    const methods = ['tsit5', 'bdf', 'radau'] as const
    expect(message(() => assertOneOf('method', 'bdf', methods))).toBe('no error')
    expect(message(() => assertOneOf('method', 'Radua', methods))).toBe(
      "method: expected 'tsit5' | 'bdf' | 'radau' (did you mean 'radau'?), got 'Radua'.",
    )
    expect(message(() => assertOneOf('method', 'euler', methods))).toBe(
      "method: expected 'tsit5' | 'bdf' | 'radau', got 'euler'.",
    )
  })

  it('works for numbers and shortens long lists', () => {
    expect(message(() => assertOneOf('order', 3, [1, 2]))).toBe('order: expected 1 | 2, got 3.')
    const many = Array.from({ length: 40 }, (_, i) => i)
    expect(message(() => assertOneOf('n', -1, many))).toContain('29 | … 40 in all, got -1')
  })
})
