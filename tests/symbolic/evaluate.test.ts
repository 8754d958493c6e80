import { describe, expect, test } from 'vitest'
import {
  BUILTINS,
  evaluate,
  type FunctionInfo,
  type MatrixValue,
  parseExpression,
} from '../../src/symbolic/index.ts'
import { messageOf, p, value } from './helpers.ts'

const matrix = (rows: number, cols: number, ...data: number[]): MatrixValue => ({
  rows,
  cols,
  data: Float64Array.from(data),
})
const vector = (...data: number[]): Float64Array => Float64Array.from(data)
const A = matrix(2, 3, 1, 2, 3, 4, 5, 6)
const names = {
  a: 2,
  b: 3,
  yes: true,
  text: 'hi',
  v: vector(1, 2, 3),
  w: vector(4, 5, 6),
  A,
  list: ['p', 'q'],
}

describe('values', () => {
  test.each<[string, unknown]>([
    ['a + b*2^3 - 1', 25],
    ['-a^2', -4],
    ['a/b', 2 / 3],
    ['2^-1', 0.5],
    ['pi', Math.PI],
    ['yes and a < b', true],
    ['not yes or a >= b', false],
    ['a == 2', true],
    ['a <> 2', false],
    ['text == "hi"', true],
    ['if a > b then 1 elseif a == 2 then 5 else 3', 5],
    ['sin(a) + atan2(a, b)', Math.sin(2) + Math.atan2(2, 3)],
    ['min(a, b, -1) + max(v)', 2],
    ['mod(-7, 3) + 10*rem(-7, 3) + 100*div(-7, 3)', 2 - 10 - 200],
    ['integer(-1.5) + ceil(1.2) + floor(1.8) + sign(-3)', -2 + 2 + 1 - 1],
    ['v + w', vector(5, 7, 9)],
    ['w - v', vector(3, 3, 3)],
    ['2*v', vector(2, 4, 6)],
    ['v/2', vector(0.5, 1, 1.5)],
    ['-v', vector(-1, -2, -3)],
    ['v*w', 32],
    ['v .* w', vector(4, 10, 18)],
    ['1 ./ v .+ 1', vector(2, 1.5, 4 / 3)],
    ['v .^ 2', vector(1, 4, 9)],
    ['A*v', vector(14, 32)],
    ['[1, 1]*A', vector(5, 7, 9)],
    ['A*transpose(A)', matrix(2, 2, 14, 32, 32, 77)],
    ['[1, 2; 3, 4]', matrix(2, 2, 1, 2, 3, 4)],
    ['[]', vector()],
    ['v[2]', 2],
    ['v[2:end]', vector(2, 3)],
    ['v[end:-1:1]', vector(3, 2, 1)],
    ['v[end - 1] + v[length(v)]', 5],
    ['v[v[2]]', 2],
    ['A[2, 3]', 6],
    ['A[2]', vector(4, 5, 6)],
    ['A[:, 2]', vector(2, 5)],
    ['A[end, 2:end]', vector(5, 6)],
    ['A[:, 1:2:3]', matrix(2, 2, 1, 3, 4, 6)],
    ['list[2]', 'q'],
    ['[i^2 for i in 1:3]', vector(1, 4, 9)],
    ['[v[i] - v[i - 1] for i in 2:length(v)]', vector(1, 1)],
    ['[[i*j for j in 1:2] for i in 1:2]', matrix(2, 2, 1, 2, 2, 4)],
    ['[i for i in eachindex(v)]', vector(1, 2, 3)],
    ['length(0:0.1:1)', 11],
    ['size(A, 2) + 10*size(v)[1]', 33],
    ['zeros(2)', vector(0, 0)],
    ['ones(1, 2)', matrix(1, 2, 1, 1)],
    ['fill(a, 2)', vector(2, 2)],
    ['identity(2)', matrix(2, 2, 1, 0, 0, 1)],
    ['diagonal([1, 2])', matrix(2, 2, 1, 0, 0, 2)],
    ['linspace(0, 1, 3)', vector(0, 0.5, 1)],
    ['sum(A) + norm([3, 4]) + dot(v, w)', 58],
    ['cross(v, w) - skew(v)*w', vector(0, 0, 0)],
    ['sqrt([4, 9])', vector(2, 3)],
    ['max(v, 2)', vector(2, 2, 3)],
    ['noEvent(a)', 2],
    ['implicitDependency(a, b)', 2],
    ['zerosLike(v)', vector(0, 0, 0)],
  ])('%s', (text, expected) => {
    expect(value(text, names)).toEqual(expected)
  })

  test('does not evaluate irrelevant operands of and, or and if', () => {
    expect(value('false and nothing')).toBe(false)
    expect(value('true or nothing')).toBe(true)
    expect(value('if true then 1 else nothing')).toBe(1)
  })

  test('small powers are exact products', () => {
    const x = 1.1
    expect([2, 3, 4].map((n) => value(`x^${n}`, { x }))).toEqual([x * x, x * x * x, x * x * (x * x)])
  })

  test('registered functions and operators are called with their values', () => {
    const functions = new Map<string, FunctionInfo>([
      ['twice', { name: 'twice', evaluate: (x: number) => 2 * x, shape: 'like' }],
      ['pair', { name: 'pair', evaluate: (x: number) => [x, -x], results: 2 }],
      ['sin', { name: 'sin', evaluate: () => 7 }],
    ])
    const context = { lookup: () => 3, functions, operator: () => 11 }
    expect(evaluate(p('twice([1, 2])'), context)).toEqual(vector(2, 4))
    expect(evaluate(p('pair(x)'), context)).toEqual([3, -3])
    expect(evaluate(p('sin(x) + der(x)'), context)).toBe(18)
    const object = { k: 1 }
    expect(evaluate({ kind: 'object', value: object }, context)).toBe(object)
  })

  test('every scalar built-in has a value at 0.5', () => {
    for (const info of BUILTINS.values()) {
      if (info.shape !== 'like') continue
      const args = ['0.5', '0.25', '0.5', '0.25'].slice(0, Math.max(1, info.arity[0])).join(', ')
      expect(value(`${info.name}(${args})`), info.name).toEqual(expect.any(Number))
    }
  })
})

describe('errors', () => {
  const fails = (text: string): string =>
    messageOf(() => evaluate(parseExpression(text, 'M'), (n) => names[n as 'a']))
  test.each([
    [
      'a + v',
      'M, line 1: Operator +: expected operands that fit together, got a number and a vector of 3. Use .+ to combine a number with every element.\n  a + v\n  ^^^^^',
    ],
    [
      '1 + (v + [1, 2])',
      'M, line 1: Operator +: expected operands that fit together, got a vector of 3 and a vector of 2.\n  1 + (v + [1, 2])\n       ^^^^^^^^^^',
    ],
    [
      'A*w[1:2]',
      'M, line 1: Operator *: expected operands that fit together, got a 2×3 matrix and a vector of 2. The inner sizes must be equal.\n  A*w[1:2]\n  ^^^^^^^^',
    ],
    [
      'v^2',
      'M, line 1: Operator ^: expected operands that fit together, got a vector of 3 and a number. Use .^ for element by element.\n  v^2\n  ^^^',
    ],
    [
      'yes + 1',
      'M, line 1: Operator +: expected operands that fit together, got a Boolean and a number. Expected numbers or arrays of numbers.\n  yes + 1\n  ^^^^^^^',
    ],
    ['v[4]', 'M, line 1: Subscript: expected 1 to 3, got 4.\n  v[4]\n  ^^^^'],
    ['v[1.5]', 'M, line 1: subscript: expected an integer, got 1.5.\n  v[1.5]\n  ^^^^^^'],
    [
      'v[1, 2]',
      'M, line 1: Subscripts: expected at most 1, got 2 subscripts on a vector of 3.\n  v[1, 2]\n  ^^^^^^^',
    ],
    ['a[1]', 'M, line 1: Subscripts: expected an array, got 1 subscript on a number.\n  a[1]\n  ^^^^'],
    [
      '[1, 2; 3]',
      'M, line 1: The rows of a matrix: expected the same number of elements, got different ones: row 1 has 2, row 2 has 1.\n  [1, 2; 3]\n  ^^^^^^^^^',
    ],
    ['unknown', "M, line 1: 'unknown' has no value.\n  unknown\n  ^^^^^^^"],
    [
      'der(a)',
      "M, line 1: 'der' cannot be evaluated here: an expression of parameters and start values has no derivatives, events or clocks.\n  der(a)\n  ^^^^^^",
    ],
    [
      'sine(a)',
      "M, line 1: expected the name of a function, got 'sine'. Did you mean 'sin'?\n  sine(a)\n  ^^^^^^^",
    ],
    [
      'if a then 1 else 2',
      "M, line 1: Condition of 'if': expected a Boolean, got a number.\n  if a then 1 else 2\n     ^",
    ],
    ['zeros(-1)', 'M, line 1: zeros: expected a number of elements, got -1.\n  zeros(-1)\n  ^^^^^^^^^'],
    [
      'cross(v, [1])',
      'M, line 1: cross: expected a vector of 3, got a vector of 1.\n  cross(v, [1])\n  ^^^^^^^^^^^^^',
    ],
    ['1:0:3', 'M, line 1: Range: expected a step other than 0, got 0.\n  1:0:3\n  ^^^^^'],
  ])('%s', (text, message) => {
    expect(fails(text)).toBe(message)
  })

  test('an unknown name suggests a known one', () => {
    const context = { lookup: () => undefined, names: () => ['radius', 'length'] }
    expect(messageOf(() => evaluate(p('radus'), context))).toContain("Did you mean 'radius'?")
  })
})
