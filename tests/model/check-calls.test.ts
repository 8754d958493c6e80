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
  ['pre(a, b)', "'pre' takes 1 argument: pre(x); got 2."],
  ['previous()', "'previous' takes 1 or 2 arguments: previous(x) or previous(x, clock); got 0."],
  ['hold(u, c, 1)', "'hold' takes 1 or 2 arguments: hold(x) or hold(x, clock); got 3."],
  ['sample()', "'sample' takes 1 or 2 arguments: sample(x) or sample(x, clock); got 0."],
  ['shiftSample(u)', "'shiftSample' takes 2 or 3 arguments: shiftSample(x, counter, resolution); got 1."],
  ['firstTick(u, 1)', "'firstTick' takes 0 or 1 arguments: firstTick() or firstTick(x); got 2."],
  ['initial(1)', "'initial' takes no arguments: initial(); got 1."],
  ['terminal(1)', "'terminal' takes no arguments: terminal(); got 1."],
  [
    'Clock(a, b, c)',
    "'Clock' takes 0 to 2 arguments: Clock(), Clock(interval), Clock(counter, resolution) or Clock(condition, " +
      'startInterval); got 3.',
  ],
  ['after()', "'after' takes 1 or 2 arguments: after(t) or after(t, 'unit'); got 0."],
  ['sin(a, b)', "'sin' takes 1 argument; got 2."],
  ['max()', "'max' takes 1 or more arguments; got 0."],
  ['Sine(x)', "unknown function 'Sine'. Did you mean 'sin'?"],
  ['thrst(x)', "unknown function 'thrst'. Did you mean 'thrust'?"],
  ['interpolate(x)', "unknown function 'interpolate'. Registered functions: thrust."],
  [
    'reinit(x, 1)',
    "'reinit' has no value: write reinit(state, value) as a separate statement inside of 'when'.",
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
