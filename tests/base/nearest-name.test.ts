import { describe, expect, it } from 'vitest'
import { editDistance, nearestName } from '../../src/base/index.ts'

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['radua', 'radau', 1],
    ['ab', 'ba', 1],
    ['abc', 'abc', 0],
  ])("'%s' to '%s' takes %i edits, and the same in reverse", (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits)
    expect(editDistance(b, a)).toBe(edits)
  })
})

describe('nearestName', () => {
  it('prefers the right letters over the right case, and the right case among equals', () => {
    expect(nearestName('velocty', ['velocity', 'Velocty2', 'voltage'])).toBe('velocity')
    expect(nearestName('Pa', ['pA', 'PA', 'Pas', 'Pa'])).toBe('Pa')
    expect(nearestName('STEEL', ['Steel', 'steal'])).toBe('Steel')
  })

  it('suggests nothing when nothing is close', () => {
    expect(nearestName('mass', ['diameter', 'length'])).toBeUndefined()
    expect(nearestName('x', ['y', 'z'])).toBeUndefined()
    expect(nearestName('x', [])).toBeUndefined()
  })
})
