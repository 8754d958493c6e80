import fc from 'fast-check'
import {
  call,
  type EvaluatedValue,
  type Expr,
  evaluate,
  number,
  parseExpression,
  type Statement,
} from '../../src/symbolic/index.ts'

/** The tree without positions, for comparison. */
export function plain<T extends Expr | Statement | readonly Statement[]>(tree: T): T {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'pos' ? undefined : value)))
}

export const p = parseExpression

/** The value of a text with the given values of names. */
export function value(text: string, names: Record<string, EvaluatedValue> = {}): EvaluatedValue {
  return evaluate(p(text), (name) => names[name])
}

/** The message of the error that `action` throws. */
export function messageOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('expected an error')
}

/** Random smooth expressions of x and y that are defined and moderate for x, y in 0.5 to 1.5. */
export const smooth: fc.Arbitrary<Expr> = fc.letrec<{ e: Expr }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'smooth' },
    fc.constantFrom<Expr>(p('x'), p('y'), p('a')),
    fc.integer({ min: -3, max: 3 }).map(number),
    fc.tuple(fc.constantFrom('+', '-', '*'), tie('e'), tie('e')).map(([fn, a, b]) => call(fn, a, b)),
    tie('e').map((a) => call('neg', a)),
    fc.constantFrom('sin', 'cos', 'atan', 'tanh').chain((fn) => tie('e').map((a) => call(fn, a))),
    // bounded arguments for functions that grow or that need positive ones
    fc
      .constantFrom('exp', 'sinh', 'cosh', 'tan')
      .chain((fn) => tie('e').map((a) => call(fn, call('sin', a)))),
    fc
      .constantFrom('sqrt', 'log', 'log10')
      .chain((fn) => tie('e').map((a) => call(fn, call('+', number(2), call('cos', a))))),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => call('/', a, call('+', number(2), call('sin', b)))),
    fc
      .tuple(tie('e'), tie('e'))
      .map(([a, b]) => call('^', call('+', number(2), call('sin', a)), call('cos', b))),
    fc.tuple(tie('e'), fc.integer({ min: 0, max: 3 })).map(([a, n]) => call('^', call('sin', a), number(n))),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => call('atan2', call('+', number(2), call('sin', a)), b)),
    fc
      .constantFrom('asin', 'acos')
      .chain((fn) => tie('e').map((a) => call(fn, call('/', call('sin', a), number(2))))),
  ),
})).e

/** Random expressions of every kind, for printing. */
export const anyExpr: fc.Arbitrary<Expr> = fc.letrec<{ e: Expr; sub: Expr; leaf: Expr }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<Expr>(p('x'), p('cells[2].port.T'), p('time'), p('true'), p('"a\\"b\\n"')),
    fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true })).map(number),
  ),
  sub: fc.oneof(
    tie('e'),
    fc.constant<Expr>({ kind: 'end' }),
    fc
      .tuple(tie('e'), fc.option(tie('e')), tie('e'))
      .map(([from, step, to]): Expr => ({ kind: 'range', from, step, to })),
  ),
  e: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'any' },
    tie('leaf'),
    fc
      .tuple(
        fc.constantFrom(...'+ - * / ^ .+ .- .* ./ .^ < <= > >= == <> and or'.split(' ')),
        tie('e'),
        tie('e'),
      )
      .map(([fn, a, b]) => call(fn, a, b)),
    fc.constantFrom('neg', 'not', 'der', 'sin').chain((fn) => tie('e').map((a) => call(fn, a))),
    fc.array(tie('e'), { maxLength: 3 }).map((args) => call('f', ...args)),
    fc
      .tuple(tie('e'), tie('e'), tie('e'))
      .map(([condition, then, otherwise]): Expr => ({ kind: 'if', condition, then, else: otherwise })),
    fc.array(tie('e'), { maxLength: 3 }).map((elements): Expr => ({ kind: 'array', elements })),
    fc
      .tuple(tie('e'), fc.array(tie('sub'), { minLength: 1, maxLength: 2 }))
      .map(([base, subscripts]): Expr => ({ kind: 'index', base, subscripts })),
    fc.tuple(tie('e'), tie('e'), tie('e')).map(([body, from, to]): Expr => {
      const range: Expr = { kind: 'range', from, step: null, to }
      return { kind: 'comprehension', body, variable: 'i', range }
    }),
  ),
})).e
