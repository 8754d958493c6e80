import { formatDimension, parseUnit } from 'vario'
import { describe, expect, test } from 'vitest'
import {
  checkEquationUnits,
  type InferredUnit,
  inferUnit,
} from '../../src/model/unit-checks/unit-inference.ts'
import { parseExpression } from '../../src/symbolic/index.ts'
import { messageOf } from '../symbolic/helpers.ts'

const DECLARED: Record<string, string> = {
  ...{
    v: 'V',
    i: 'A',
    R: 'Ohm',
    C: 'F',
    m: 'kg',
    a: 'm/s2',
    F: 'N',
    s: 'm',
    l: 'mm',
    phi: 'rad',
    w: 'rad/s',
    f: 'Hz',
  },
}
const unitOf = (name: string): InferredUnit | undefined =>
  DECLARED[name] === undefined ? undefined : parseUnit(DECLARED[name])
const unit = (text: string): string => {
  const result = inferUnit(parseExpression(text, 'M'), unitOf)
  return result === 'any' ? 'any' : formatDimension(result.dimension)
}
const dimension = (text: string): string => formatDimension(parseUnit(text).dimension)

describe('inferred units', () => {
  test.each([
    ['v', 'V'],
    ['R*i', 'V'],
    ['v/i', 'Ohm'],
    ['v + R*i - 0', 'V'],
    ['[v, 0, -1]', 'V'],
    ['v + 1', 'V'],
    ['s + l', 'm'],
    ['der(s)', 'm/s'],
    ['der(der(s))', 'm/s2'],
    ['time', 's'],
    ['s/time', 'm/s'],
    ['s^2', 'm2'],
    ['s^(1/2)', 'm^0.5'],
    ['s^-1', '1/m'],
    ['sqrt(s*s)', 'm'],
    ['sin(phi)', '1'],
    ['sin(w*time)', '1'],
    ['atan2(s, l)', '1'],
    ['abs(-s)', 'm'],
    ['min(s, l, 3)', 'm'],
    ['if v > 1 then s else 0', 'm'],
    ['[s, l]', 'm'],
    ['[s, l][1]', 'm'],
    ['[s*i2 for i2 in 1:3][1]/s', 'any'],
    ['[v for v in 1:3]', 'any'],
    ['[s, v]', 'any'],
    ['pre(s) + hold(s, Clock(time))', 'm'],
    ['dot([s], [F])', 'N.m'],
    ['2*s', 'any'],
    ['u*s', 'any'],
    ['u + s', 'm'],
    ['f1(s)', 'any'],
    ['s^(1/3)', 'any'],
    ['v > 2 and s < l', 'any'],
    ['after(5400)', 'any'],
  ])('%s is in %s', (text, expected) => {
    expect(unit(text)).toBe(expected === 'any' ? 'any' : dimension(expected))
  })
})

describe('errors', () => {
  const fails = (text: string): string => messageOf(() => unit(text))
  test.each([
    [
      'v + i',
      "M, line 1: The operands of + have different units: 'v' is in V, 'i' is in A.\n  v + i\n  ^^^^^",
    ],
    [
      '2 + (v - R*v)',
      "M, line 1: The operands of - have different units: 'v' is in V, 'R*v' is in Ohm.V.\n  2 + (v - R*v)\n       ^^^^^^^",
    ],
    [
      'v < i',
      "M, line 1: The operands of < have different units: 'v' is in V, 'i' is in A.\n  v < i\n  ^^^^^",
    ],
    [
      'max(1, s, v)',
      "M, line 1: The arguments of max have different units: 's' is in m, 'v' is in V.\n  max(1, s, v)\n  ^^^^^^^^^^^^",
    ],
    [
      'sin(s)',
      "M, line 1: the argument of sin must have no unit (or an angle): 's' is in m.\n  sin(s)\n      ^",
    ],
    ['2^s', "M, line 1: an exponent must have no unit (or an angle): 's' is in m.\n  2^s\n    ^"],
    ['s^n', "M, line 1: 's' has the unit m; its exponent must be a number, got 'n'.\n  s^n\n  ^^^"],
    [
      'after(s)',
      "M, line 1: the argument of after must have the unit s: 's' is in m.\n  after(s)\n        ^",
    ],
    [
      "after(1.5, 'hh')",
      "M, line 1: after: expected a unit of time such as 'h', got \"hh\".\n  after(1.5, 'hh')\n             ^^^^",
    ],
    [
      "after(1.5, 'kg')",
      "M, line 1: after: expected a unit of time such as 'h', got \"kg\".\n  after(1.5, 'kg')\n             ^^^^",
    ],
    [
      'if x then v else i',
      "M, line 1: The branches of 'if' have different units: 'v' is in V, 'i' is in A.\n  if x then v else i\n  ^^^^^^^^^^^^^^^^^^",
    ],
  ])('%s', (text, message) => {
    expect(fails(text)).toBe(message)
  })

  test('units of the two sides of an equation must agree', () => {
    const sides = (left: string, right: string) => () =>
      checkEquationUnits(parseExpression(left, 'R1'), parseExpression(right, 'R1'), unitOf)
    expect(sides('C*der(v)', 'i')()).not.toBe('any')
    expect(sides('m*a', 'F')()).not.toBe('any')
    expect(sides('v', '10')()).toMatchObject({ text: 'V' })
    expect(messageOf(sides('R*i', 'i'))).toBe(
      "R1, line 1: The two sides of the equation have different units: 'R*i' is in Ohm.A, 'i' is in A.\n  R*i\n  ^^^",
    )
    expect(sides('R*v', 'i')).toThrowError(expect.objectContaining({ code: 'UNIT' }))
  })
})
