import { describe, expect, test } from 'vitest'
import {
  array,
  type CallExpr,
  call,
  type Expr,
  ifExpr,
  name,
  number,
  parseExpression,
  parseStatements,
  printEquation,
  printExpr,
} from '../../src/symbolic/index.ts'
import { p, plain } from './helpers.ts'

const [a, b, c, x] = ['a', 'b', 'c', 'x'].map(name)

describe('expressions', () => {
  const cases: [string, Expr][] = [
    ['1', number(1)],
    ['1.5', number(1.5)],
    ['1e-3', number(0.001)],
    ['.5', number(0.5)],
    ['2.', number(2)],
    ['-2', number(-2)],
    ['true', { kind: 'boolean', value: true }],
    ['"a\\n"', { kind: 'string', value: 'a\n' }],
    ["'h'", { kind: 'string', value: 'h' }],
    ['a + b*c', call('+', a, call('*', b, c))],
    ['a - b - c', call('-', call('-', a, b), c)],
    ['a/b*c', call('*', call('/', a, b), c)],
    ['a^b^c', call('^', a, call('^', b, c))],
    ['-a^2', call('neg', call('^', a, number(2)))],
    ['-2^2', call('neg', call('^', number(2), number(2)))],
    ['2^-1', call('^', number(2), number(-1))],
    ['-a*b', call('*', call('neg', a), b)],
    ['+a', a],
    ['2.*x', call('.*', number(2), x)],
    ['1./x .^ 2', call('./', number(1), call('.^', x, number(2)))],
    ['a .+ b .- c', call('.-', call('.+', a, b), c)],
    ['a < b and not c == x', call('and', call('<', a, b), call('not', call('==', c, x)))],
    ['!a && b || c', call('or', call('and', call('not', a), b), c)],
    ['!a == b', call('==', call('not', a), b)],
    ['a != b', call('<>', a, b)],
    ['a <> b', call('<>', a, b)],
    ['der(x)', call('der', x)],
    ['initial()', call('initial')],
    ['a.b.f(x)', call('a.b.f', x)],
    ['cells[2].port.T', name('cells[2].port.T')],
    ['cells[ 2, 3 ].T', name('cells[2,3].T')],
    ['cells[2]', { kind: 'index', base: name('cells'), subscripts: [number(2)] }],
    ['cells[2].T[3]', { kind: 'index', base: name('cells[2].T'), subscripts: [number(3)] }],
    ['der(x)[1]', { kind: 'index', base: call('der', x), subscripts: [number(1)] }],
    ['[a, b]', array(a, b)],
    ['[]', array()],
    ['[1, 2; 3, 4]', array(array(number(1), number(2)), array(number(3), number(4)))],
    ['[a, b; c, x]', { ...array(array(a, b), array(c, x)), isBlocks: true }],
    ['[a; b]', { ...array(array(a), array(b)), isBlocks: true }],
    ['{a, {b}}', array(a, array(b))],
    ['a ? b : c', ifExpr(a, b, c)],
    ['if a then b else c', ifExpr(a, b, c)],
    ['if a then b elseif c then x else 1', ifExpr(a, b, ifExpr(c, x, number(1)))],
    ['a /* c */ + // d\n b # e', call('+', a, b)],
  ]
  test.each(cases)('%s', (text, expected) => {
    expect(plain(p(text))).toEqual(plain(expected))
  })

  test('subscripts are numbers, ranges and end', () => {
    const end: Expr = { kind: 'end' }
    const range = (from: Expr, to: Expr, step: Expr | null = null): Expr => ({
      kind: 'range',
      from,
      step,
      to,
    })
    const subscriptsOf = (text: string): unknown => (plain(p(text)) as { subscripts: unknown }).subscripts
    expect(subscriptsOf('x[2:end]')).toEqual([range(number(2), end)])
    expect(subscriptsOf('x[:, 1]')).toEqual([range(number(1), end), number(1)])
    expect(subscriptsOf('x[1:2:a]')).toEqual([range(number(1), a, number(2))])
    expect(subscriptsOf('x[end - 1]')).toEqual([call('-', end, number(1))])
    expect(subscriptsOf('x[a ? 1 : 2]')).toEqual([ifExpr(a, number(1), number(2))])
  })

  test('a comprehension has a body, a variable and a range', () => {
    expect(plain(p('[x[i]^2 for i in eachindex(T)]'))).toEqual({
      kind: 'comprehension',
      body: plain(p('x[i]^2')),
      variable: 'i',
      range: call('eachindex', name('T')),
    })
    expect((p('[i for i in 1:n]') as { range: Expr }).range.kind).toBe('range')
  })

  test('expressions keep their positions', () => {
    const expr = parseExpression('a + (b*sin( c ))', 'M') as CallExpr
    expect(expr.args[1].pos).toEqual({ source: { name: 'M', text: 'a + (b*sin( c ))' }, start: 5, end: 15 })
    expect((expr.args[1] as CallExpr).args[1].pos).toMatchObject({ start: 7, end: 15 })
    expect((p('(a + b)*c') as Expr).pos).toMatchObject({ start: 0, end: 9 })
  })

  test('a sum of 20 000 terms is parsed', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `x${i}`).join(' + ')
    expect(printExpr(p(text))).toBe(text)
  })
})

describe('statements', () => {
  const printed = (text: string): string[] =>
    parseStatements(text).map((s) => {
      if (s.kind === 'equation') return printEquation(s)
      if (s.kind === 'statement') return `${s.fn}(${s.args.map(printExpr).join(', ')})`
      if (s.kind !== 'when') throw new Error(`unexpected ${s.kind}`)
      const [{ condition, body }] = s.branches
      const parts = body.map((t) =>
        t.kind === 'equation' ? printEquation(t) : t.kind === 'statement' ? t.fn : '',
      )
      return `when ${printExpr(condition)}: ${parts.join(' | ')}`
    })

  test('lines and semicolons separate statements', () => {
    expect(printed('\n v = p.v - n.v // voltage\n\n 0 = p.i + n.i; i = p.i;\n')).toEqual([
      'v = p.v - n.v',
      '0 = p.i + n.i',
      'i = p.i',
    ])
    expect(printed('')).toEqual([])
    expect(printed(' # nothing\n /* at\n all */')).toEqual([])
  })

  test('lines without = continue the statement before', () => {
    expect(
      printed('a = b\n + c\n - d\ne = f(x,\n y)\ng =\n 2*\n x\nh = if a == b then\n 1\n else 2'),
    ).toEqual(['a = b + c - d', 'e = f(x, y)', 'g = 2*x', 'h = if a == b then 1 else 2'])
    expect(printed('v\n = p')).toEqual(['v = p'])
    expect(printed('x = 1\n-y = 2\n(a + b)*c = 3\n[p, q] = r')).toEqual([
      'x = 1',
      '-y = 2',
      '(a + b)*c = 3',
      '[p, q] = r',
    ])
    expect(printed('A = [1, 2;\n 3, 4]')).toEqual(['A = [1, 2; 3, 4]'])
  })

  test('a comment over lines ends a line', () => {
    expect(printed('a = 1 /* x\n */ b = 2')).toEqual(['a = 1', 'b = 2'])
  })

  test('tuples are accepted on the left', () => {
    expect(printed('(a, b) = f(x)\n(0, 0) = g(x)')).toEqual(['(a, b) = f(x)', '(0, 0) = g(x)'])
  })

  test('when, reinit, assert, terminate and connect are statements', () => {
    const text = `
      when h < 0 and
           v < 0 then
        reinit(v, -e*v)
        n = pre(n) + 1
      end when
      when c then x = 1; terminate("over") end
      when d then y = 2 end when
      assert(x > 0, "x must be positive"); connect(a.p, b.p, c.p)
      reinit = 3`
    expect(printed(text)).toEqual([
      'when h < 0 and v < 0: reinit | n = pre(n) + 1',
      'when c: x = 1 | terminate',
      'when d: y = 2',
      'assert(x > 0, "x must be positive")',
      'connect(a.p, b.p, c.p)',
      'reinit = 3',
    ])
  })

  test('statements keep their positions', () => {
    const [, second] = parseStatements('a = 1\n  b = c + 2 // d')
    expect(second.pos).toMatchObject({ start: 8, end: 17 })
  })
})
