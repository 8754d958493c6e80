import { describe, expect, test } from 'vitest'
import { assertKnownKeys, assertKnownName, suggestName } from '../../src/base/index.ts'

describe('known names', () => {
  const names = ['length', 'width', 'thickness']

  test('suggest the nearest name, and nothing if none is near', () => {
    expect(suggestName('widht', names)).toBe(" (did you mean 'width'?)")
    expect(suggestName('color', names)).toBe('')
  })

  test('reject an unknown name at its path, with a list of all', () => {
    assertKnownName('beam.width', 'width', names)
    expect(() => assertKnownName('beam.widht', 'widht', names)).toThrow(
      "beam.widht: expected one of the names length, width, thickness (did you mean 'width'?), got 'widht'.",
    )
    expect(() => assertKnownName('beam', 'color', names, 'only the names')).toThrow(
      "beam: expected only the names length, width, thickness, got 'color'.",
    )
  })

  test('check all keys of an object', () => {
    const check = (data: unknown): void => assertKnownKeys('beam', data, names)
    check({})
    check({ length: 1, thickness: 2 })
    expect(() => check({ length: 1, Width: 2 })).toThrow("(did you mean 'width'?), got 'Width'.")
    for (const data of [null, undefined, 1, [1]])
      expect(() => check(data)).toThrow('beam: expected an object with some of length, width, thickness, got')
  })
})
