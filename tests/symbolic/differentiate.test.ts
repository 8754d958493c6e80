import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  call,
  differentiateTime,
  type Expr,
  evaluate,
  expandDerivatives,
  type FunctionInfo,
  type MatrixValue,
  type name,
  parseExpression,
  partial,
  printExpr,
  ZERO,
} from '../../src/symbolic/index.ts'
import { messageOf, p, smooth } from './helpers.ts'

const isConstant = (n: string): boolean => /^[a-dk-n]$/.test(n)
const dt = (
  text: string,
  functions?: ReadonlyMap<string, FunctionInfo>,
  isScalar?: (n: string) => boolean,
): string =>
  printExpr(
    differentiateTime(p(text), {
      isConstant,
      ...(functions && { functions }),
      ...(isScalar && { isScalar }),
    }),
  )

describe('time derivative', () => {
  test.each([
    ['x', 'der(x)'],
    ['a', '0'],
    ['time', '1'],
    ['3', '0'],
    ['der(x)', 'der(der(x))'],
    ['der(x*y)', 'der(der(x))*y + 2*der(x)*der(y) + x*der(der(y))'],
    ['a*x + b', 'a*der(x)'],
    ['x - y', 'der(x) - der(y)'],
    ['-x', '-der(x)'],
    ['x*y', 'der(x)*y + x*der(y)'],
    ['x/a', 'der(x)/a'],
    ['x/y', '(der(x) - x/y*der(y))/y'],
    ['x^2', '2*x*der(x)'],
    ['x^a', 'a*x^(a - 1)*der(x)'],
    ['a^x', 'a^x*(der(x)*log(a))'],
    ['x^2 + y^2 - a^2', '2*x*der(x) + 2*y*der(y)'],
    ['sin(x)', 'cos(x)*der(x)'],
    ['cos(a*x)', '-(sin(a*x)*(a*der(x)))'],
    ['exp(time)', 'exp(time)'],
    ['sqrt(x)', '0.5/sqrt(x)*der(x)'],
    ['abs(x)', 'sign(x)*der(x)'],
    ['sign(x) + floor(x) + pre(x) + sample(x, Clock(a))', '0'],
    ['noEvent(x)', 'noEvent(der(x))'],
    ['if x > 0 then x else a', 'if x > 0 then der(x) else 0'],
    ['max(x, a)', 'if noEvent(x > a) then der(x) else 0'],
    ['min(x, y, a)', 'if noEvent(min(x, y) < a) then (if noEvent(x < y) then der(x) else der(y)) else 0'],
    ['[x, a; y, 1]', '[der(x), 0; der(y), 0]'],
    ['A[2:end]*x', 'der(A)[2:end]*x + A[2:end]*der(x)'],
    ['[x*i for i in 1:n]', '[der(x)*i for i in 1:n]'],
    ['[a*i for i in 1:n]', 'zerosLike([a*i for i in 1:n])'],
    ['sum(v)', 'sum(der(v))'],
    ['dot(v, w)', 'dot(der(v), w) + dot(v, der(w))'],
    ['cross(a, w)', 'cross(a, der(w))'],
    ['transpose(R)*v', 'transpose(der(R))*v + transpose(R)*der(v)'],
    ['norm(v)', 'sum(v .* der(v))/norm(v)'],
    ['v .* w', 'der(v) .* w + v .* der(w)'],
    ['x .^ 2', '2 .* x .* der(x)'],
    ['implicitDependency(a*x, y)', 'implicitDependency(a*der(x), y, der(y))'],
  ])('%s', (text, expected) => {
    expect(dt(text)).toBe(expected)
  })

  test('keeps the order of matrix products', () => {
    expect(dt('A*B*v')).toBe('(der(A)*B + A*der(B))*v + A*B*der(v)')
  })

  test('uses operators of arrays where arrays are declared', () => {
    const isScalar = (n: string): boolean => !/^[vkA]$/.test(n)
    expect(dt('sin(v)', undefined, isScalar)).toBe('cos(v) .* der(v)')
    expect(dt('sin(A*v)', undefined, (n) => n === 'x')).toBe('cos(A*v) .* (der(A)*v + A*der(v))')
    expect(dt('asin(v)', undefined, isScalar)).toBe('1 ./ sqrt(1 .- v .^ 2) .* der(v)')
    expect(dt('k', undefined, isScalar)).toBe('zerosLike(k)')
    expect(dt('x .+ k', undefined, isScalar)).toBe('der(x) .+ zerosLike(k)')
    expect(dt('if x > 0 then v else k', undefined, isScalar)).toBe('if x > 0 then der(v) else zerosLike(k)')
    expect(dt('v + k', undefined, isScalar)).toBe('der(v)')
  })

  test('expands der of expressions', () => {
    expect(
      printExpr(expandDerivatives(p('m*der(x*y) + der(z) + der(der(z)) + der(T[2])'), { isConstant })),
    ).toBe('m*(der(x)*y + x*der(y)) + der(z) + der(der(z)) + der(T)[2]')
  })
})

describe('registered functions', () => {
  const evaluateFn = (u: number): number => u
  const functions = new Map<string, FunctionInfo>([
    ['f', { name: 'f', evaluate: evaluateFn, derivative: ([u, v]) => [call('f1', u, v), null] }],
    ['g', { name: 'g', evaluate: evaluateFn, derivativeFunction: 'g_der' }],
    ['h', { name: 'h', evaluate: evaluateFn }],
    ['two', { name: 'two', evaluate: evaluateFn, results: 2 }],
    ['sin', { name: 'sin', evaluate: evaluateFn, derivative: () => [ZERO] }],
  ])

  test('uses partial derivatives, or a function for the derivative', () => {
    expect(dt('f(x, a)', functions)).toBe('f1(x, a)*der(x)')
    expect(dt('g(x, a)', functions)).toBe('g_der(x, a, der(x), 0)')
    expect(dt('h(a)', functions)).toBe('0')
    expect(dt('sin(x)', functions)).toBe('0')
    expect(printExpr(partial(p('g(2*x, y)'), 'x', { functions }))).toBe('g_der(2*x, y, 2, 0)')
  })

  test('errors state the missing registration', () => {
    const expr = (text: string) => () =>
      differentiateTime(parseExpression(text, 'M'), { isConstant, functions })
    expect(messageOf(expr('2*h(x)'))).toBe(
      "M, line 1: cannot differentiate 'h': its derivative is not known. " +
        'Register it with derivative (partial derivatives) or derivativeFunction.\n  2*h(x)\n    ^^^^',
    )
    expect(messageOf(expr('f(x, y)'))).toContain("'f': it has no derivative with respect to argument 2.")
    expect(messageOf(expr('two(x)'))).toContain('returns 2 results')
    expect(messageOf(expr('unknown(x)'))).toContain("cannot differentiate 'unknown': it is not known.")
    expect(messageOf(() => partial(p('implicitDependency(x, y)'), 'y'))).toContain("with respect to 'y'")
  })
})

test('partial derivatives have their closed forms', () => {
  const by = (text: string, variable: string): string => printExpr(partial(p(text), variable))
  expect(by('a*x^2 + y', 'x')).toBe('2*a*x')
  expect(by('m*der(v) + v', 'der(v)')).toBe('m')
  expect(by('m*der(v) + v', 'v')).toBe('1')
  expect(by('pre(x) + x', 'x')).toBe('1')
  expect(by('[x, 2*x]', 'x')).toBe('[1, 2]')
  expect(by('sum([x*i for i in 1:3])', 'i')).toBe('0')
})

describe('random smooth expressions', () => {
  const at = (expr: Expr, names: Record<string, number>): number => evaluate(expr, (n) => names[n]) as number

  test('partial derivatives agree with central differences', () => {
    fc.assert(
      fc.property(smooth, fc.double({ min: 0.5, max: 1.5, noNaN: true }), (expr, x) => {
        const f = (h: number): number => at(expr, { x: x + h, y: 1.1, a: 0.7 })
        const exact = at(partial(expr, 'x'), { x, y: 1.1, a: 0.7 })
        // Richardson extrapolation of two step sizes: error O(h^4), and a measure of how smooth the function is
        const [coarse, fine] = [1e-3, 5e-4].map((h) => (f(h) - f(-h)) / (2 * h))
        const estimate = (4 * fine - coarse) / 3
        const error = 1e-8 * (1 + Math.abs(f(0))) + 0.1 * Math.abs(fine - coarse)
        expect(Math.abs(exact - estimate)).toBeLessThanOrEqual(error + 1e-9 * Math.abs(exact))
      }),
      { seed: 7, numRuns: 1000 },
    )
  })

  test('the time derivative is the sum of partial derivatives times derivatives', () => {
    fc.assert(
      fc.property(smooth, (expr) => {
        const names = { x: 0.9, y: 1.2, a: 0.4 }
        const total = differentiateTime(expr, { isConstant: (n) => n === 'a' })
        const rates: Record<string, number> = { x: 0.3, y: -0.8 }
        const operator = (node: { args: readonly Expr[] }): number =>
          rates[(node.args[0] as { name: string }).name]
        const value = evaluate(total, { lookup: (n) => names[n as 'x'], operator }) as number
        const expected = at(partial(expr, 'x'), names) * 0.3 + at(partial(expr, 'y'), names) * -0.8
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(expected)))
      }),
      { seed: 8, numRuns: 500 },
    )
  })
})

test('derivatives of vectors and matrices agree with central differences', () => {
  const names = (t: number): Record<string, Float64Array | MatrixValue | number> => ({
    v: Float64Array.of(1 + t, 2 - t * t, 0.5 * t + 1),
    w: Float64Array.of(t, 1, 2 + t),
    R: { rows: 2, cols: 3, data: Float64Array.of(1, t, t * t, 2, 1 - t, 3) },
    s: 2 + t,
  })
  const rates = (t: number): ReturnType<typeof names> => ({
    v: Float64Array.of(1, -2 * t, 0.5),
    w: Float64Array.of(1, 0, 1),
    R: { rows: 2, cols: 3, data: Float64Array.of(0, 1, 2 * t, 0, -1, 0) },
    s: 1,
  })
  const isScalar = (n: string): boolean => n === 's'
  for (const text of [
    'v*w',
    's*v + w/s',
    'R*v',
    'R*cross(v, w)',
    'transpose(R)*(R*v)',
    'norm(v)',
    'sum(v .* w ./ s)',
    'sum(v .^ 3)',
    'sum(w ./ v)',
    'atan(v)[2] + exp(sin(w))[1]',
    'sum([v[i]*s for i in 1:3])',
    'skew(v)*w',
    'sum(diagonal(v)*w)',
    '(v .+ s)[2:end]',
    'sum(atan2(v, w))',
  ]) {
    const t = 0.3
    const h = 1e-5
    const at = (time: number): Float64Array => {
      const value = evaluate(p(`[${text}, ${text}]`), (n) => names(time)[n])
      return value instanceof Float64Array ? value : (value as MatrixValue).data
    }
    const derivative = differentiateTime(p(text), { isConstant: () => false, isScalar })
    const value = evaluate(call('dup', derivative), {
      lookup: (n) => names(t)[n],
      operator: (node) => rates(t)[(node.args[0] as ReturnType<typeof name>).name],
      functions: new Map([['dup', { name: 'dup', evaluate: (x: unknown) => x }]]),
    })
    const exact = typeof value === 'number' ? [value] : Array.from(value as Float64Array)
    const [above, below] = [at(t + h), at(t - h)]
    for (const [i, element] of exact.entries())
      expect(element, text).toBeCloseTo((above[i] - below[i]) / (2 * h), 7)
  }
})
