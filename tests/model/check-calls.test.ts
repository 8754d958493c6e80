import { expect, test } from 'vitest'
import { checkCalls } from '../../src/model/check-calls.ts'
import { type FunctionInfo, parseExpression } from '../../src/symbolic/index.ts'

const registry = new Map<string, FunctionInfo>([['thrust', { name: 'thrust', evaluate: () => 0 }]])
const check = (text: string): string[] =>
  checkCalls(parseExpression(text, 'M'), registry).map((error) =>
    error.message.split('\n')[0].replace('M, line 1: ', ''),
  )

test('correct calls have no problems', () => {
  expect(
    check(
      'der(x) + pre(y) + initial() + after(1) + after(1.5, "h") + Clock(1) + Clock(0, 1) + sample(x, c) + hold(x, c) + ' +
        'previous(x, c) + sin(x) + max(1) + max(1, 2, 3) + thrust() + thrust(1, 2) + -x^2 + implicitDependency(x, y, z)',
    ),
  ).toEqual([])
})

test.each([
  ['pre(a, b)', "'pre': expected 1 argument, got 2. Write pre(x)."],
  ['previous()', "'previous': expected 1 or 2 arguments, got 0. Write previous(x) or previous(x, clock)."],
  ['hold(u, c, 1)', "'hold': expected 1 or 2 arguments, got 3. Write hold(x) or hold(x, clock)."],
  ['sample()', "'sample': expected 1 or 2 arguments, got 0. Write sample(x) or sample(x, clock)."],
  [
    'shiftSample(u)',
    "'shiftSample': expected 2 or 3 arguments, got 1. Write shiftSample(x, counter, resolution).",
  ],
  ['firstTick(u, 1)', "'firstTick': expected 0 or 1 arguments, got 2. Write firstTick() or firstTick(x)."],
  ['initial(1)', "'initial': expected no arguments, got 1. Write initial()."],
  ['terminal(1)', "'terminal': expected no arguments, got 1. Write terminal()."],
  [
    'Clock(a, b, c)',
    "'Clock': expected 0 to 2 arguments, got 3. Write Clock(), Clock(interval), Clock(counter, resolution) or " +
      'Clock(condition, startInterval).',
  ],
  ['after()', "'after': expected 1 or 2 arguments, got 0. Write after(t) or after(t, 'unit')."],
  ['sin(a, b)', "'sin': expected 1 argument, got 2."],
  ['max()', "'max': expected 1 or more arguments, got 0."],
  ['Sine(x)', "expected the name of a function, got 'Sine'. Did you mean 'sin'?"],
  ['thrst(x)', "expected the name of a function, got 'thrst'. Did you mean 'thrust'?"],
  ['interpolate(x)', "expected the name of a function, got 'interpolate'. Registered functions: thrust."],
  [
    'reinit(x, 1)',
    "'reinit': expected a function with a value, got a statement. Write reinit(state, value) separately inside of 'when'.",
  ],
])('%s', (text, message) => {
  expect(check(text)).toEqual([message])
})

test('all problems are reported with their places', () => {
  const errors = checkCalls(parseExpression('f(1) + g(pre())', 'M'))
  expect(errors.map((error) => [error.code, error.fields.function, error.fields.column])).toEqual([
    ['CALL', 'f', 1],
    ['CALL', 'g', 8],
    ['CALL', 'pre', 10],
  ])
})
