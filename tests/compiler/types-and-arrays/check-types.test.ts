/** Types of equations, with the position of the mismatch. */
import { equations, Model, Par, registerFunction, simulate, Var, VarioError } from 'vario'
import { Inertia, Torque } from 'vario/library/rotational'
import { describe, expect, test } from 'vitest'

/** Returns the error of a model with states x and v, parameters and these equations. */
function errorOf(text: string): VarioError {
  const model = Model({
    k: 2,
    on: true,
    mode: Par('fast'),
    A: [
      [1, 2],
      [3, 4],
    ],
    x: Var({ init: 1 }),
    v: Var({ init: [1, 2] }),
    n: Var({ start: 0 }),
    equations: equations(`der(x) = -x; der(v) = -v\n${text}`),
  })
  try {
    simulate(model, { stopTime: 1 })
  } catch (error) {
    if (error instanceof VarioError) return error
    throw error
  }
  throw new Error(`no error: ${text}`)
}

describe('a type mismatch is an error with its position', () => {
  test.each([
    ['y = if x then 1 else 2', "condition of 'if': expected a Boolean, but 'x' is a number", 'x'],
    ['y = if k then 1 else 2', "expected a Boolean, but 'k' is a number", 'k'],
    ['der(y) = time > 0.5', "'der(y)' is a number, 'time > 0.5' is a Boolean", 'der(y) = time > 0.5'],
    [
      'y = x + (x > 0.5)',
      "operands of '+': expected a number, vector or matrix, but 'x > 0.5' is a Boolean",
      'x > 0.5',
    ],
    ['y = 2*on', "operands of '*'", 'on'],
    ['y = -on', "operands of '-'", 'on'],
    ['y = sin(x > 1)', 'arguments of sin', 'x > 1'],
    ['b = x > 0; y = b^2', "base of '^'", 'b'],
    ['b = x > 0; y = b < 1', "operands of '<'", 'b'],
    ['b = x > 0; b = 1', "'b' is a Boolean, '1' is a number", 'b = 1'],
    ['y = x and on', "operands of 'and'", 'x'],
    ['y = not x', "operands of 'not'", 'x'],
    ['when x then n = pre(n) + 1 end when', "condition of 'when'", 'x'],
    ['when x > 0.5 then n = x > 0.7 end when', "'n' is a number, 'x > 0.7' is a Boolean", undefined],
    ['when x > 0.5 then reinit(x, on) end when', "'x' is a number, 'on' is a Boolean", undefined],
    ['assert(x, "text")', 'assert', 'x'],
    [
      'y = if on then 1 else v',
      "branches of 'if': expected the same type, got different ones: '1' is a number, 'v' is a vector",
      'v',
    ],
    ['y = if on then 1 else on', "'1' is a number, 'on' is a Boolean", 'on'],
    ['y = mode + 1', "'mode' is a text", 'mode'],
    ['y = v + 1', 'Write .+', 'v + 1'],
    ['y = v*A + A', 'a vector', 'v*A + A'],
    ['y = v^2', "base of '^'", 'v'],
    ['y = 2/v', "divisor of '/'", 'v'],
    ['y = [A, v]', 'expected numbers or rows, got the matrix', 'A'],
    ['y = [1, v]', "'1' is a number, 'v' is a vector", 'v'],
    ['y = [x > 1, 2]', "'x > 1' is a Boolean, '2' is not Boolean", '2'],
    ['b = [v[i] > 1 for i in 1:2]; y = b + v', "'b' is an array of Booleans", 'b'],
    ['b = [v[i] > 1 for i in 1:2]; y = v[1] + countTrue(v)', 'expected an array of Booleans', 'v'],
    [
      'b = [v[i] > 1 for i in 1:2]; c = b and x > 1',
      "The operands of 'and': expected compatible ones",
      'x > 1',
    ],
    ['b = [v[i] > 1 for i in 1:2]; b2 = b == b', 'Compare the elements: allTrue(', 'b'],
    ['b = [v[i] > 1 for i in 1:2]; y = b[1] + 1', "'b[1]' is a Boolean", 'b[1]'],
    ['b = [v[i] > 1 for i in 1:2]; y = if b then 1 else 0', "'b' is a vector", 'b'],
    ['y = v > 1', "operands of '>'", 'v'],
    ['y = dot(v, A)', 'dot(…): expected a vector', 'A'],
    ['y = v[1, 2]', '2 subscripts on a vector', 'v[1, 2]'],
    ['y = sample(x, 0.5)', 'expected a clock, got 0.5. Write Clock(interval)', '0.5'],
    ['y = hold(n, 0.1)', 'expected a clock', '0.1'],
    ['y = positive(v)', 'positive(…): expected a number', 'v'],
    ['y = edge(x)', 'edge(…): expected a Boolean', 'x'],
  ])('%s', (text, message, place) => {
    const error = errorOf(text)
    expect([error.code, error.message]).toEqual(['TYPE', expect.stringContaining(message)])
    if (place !== undefined) {
      // the last two lines show the line, and carets under the position
      const lines = error.message.split('\n').slice(-2)
      const start = lines[1].indexOf('^')
      expect(lines[0].slice(start, lines[1].length)).toBe(place)
    }
  })

  test.each([
    'when x == 0.5 then n = 1 end when',
    'y = if x == 0.5 then 1 else 2',
    'b = x <> 1',
    'y = if v[1] == 1 then 1 else 2',
    'y = if time == 1 then 1 else 2',
    'y = [if v[i] == 1 then 1 else 2 for i in 1:2]',
  ])('a comparison of Reals for equality is rejected: %s', (text) => {
    const { code, message } = errorOf(text)
    expect([code, message]).toEqual([
      'TYPE',
      expect.stringContaining('compares numbers that change continuously'),
    ])
  })

  test('the error names the component', () => {
    const Sub = Model({ x: Var({ init: 1 }), equations: equations`der(x) = if x then 1 else 2` })
    expect(() => simulate(Model({ a: Model({ b: Sub() })() }), { stopTime: 1 })).toThrow(
      /^a\.b: equations, line 1/,
    )
  })

  test.each(['b = not b', 'b = not c; c = not (not b)', 'b = if x > 0 then not b else b'])(
    'a Boolean that depends on itself is rejected: %s',
    (text) => {
      const { code, message } = errorOf(text)
      expect([code, message]).toEqual([
        'TYPE',
        expect.stringMatching(
          /expected numbers as unknowns of a system, got values that depend on themselves.*pre\(x\)/s,
        ),
      ])
    },
  )
})

describe('matching types', () => {
  test('discrete numbers, loop variables and parameters can be compared for equality', () => {
    const Counter = Model({
      variant: 2,
      mode: Par('fast'),
      n: Var({ start: 0 }),
      x: Var({ init: [0, 0] }),
      equations: equations`
        when Clock(0.1, 0.1) then n = pre(n) + 1 end when
        y = if n == 3 then 10 else 0
        z = if variant == 2 and mode == "fast" then 1 else 2
        w = if mod(n, 2) == 0 then 1 else 0
        der(x) = [if i == 1 then 1 else 2 for i in 1:2]
        q = noEvent(if x[1] == 0 then 1 else sin(x[1])/x[1])
      `,
    })
    const result = simulate(Counter, { stopTime: 0.35 })
    expect(['n', 'y', 'z', 'w'].map((name) => result.final(name))).toEqual([3, 10, 1, 0])
    expect(result.at('q', 0)).toBe(1)
  })

  test('Booleans pass through connections, pre, when, if and functions', () => {
    const isLarge = registerFunction('isLargeForTypes', (x: number) => x > 0.5, { shape: 'boolean' })
    const Source = Model({ y: Var({ output: true }), equations: equations`y = time >= 0.25` })
    const Sink = Model({ u: Var({ input: true }), equations: equations`z = if u then 5 else 7` })
    const Top = Model({
      source: Source(),
      sink: Sink(),
      latch: Var({ start: false }),
      connect: [['source.y', 'sink.u']],
      equations: equations`
        when source.y then latch = true end when
        other = pre(latch)
        choice = if latch then source.y else false
        big = isLargeForTypes(time)
        same = ${isLarge}(time)
        a = if choice and not big and not same and other then 1 else 2
      `,
    })
    const result = simulate(Top, { stopTime: 0.5 })
    expect([result.final('sink.z'), result.final('a')]).toEqual([5, 1])
  })

  test('the error of a function without declared shape names the value returned instead of a number', () => {
    const list = (x: number): number[] => [x]
    const model = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -${list}(x)` })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /expected a number or a Boolean, got .*registerFunction/,
    )
  })

  test('a sum of 20 000 terms is checked without deep recursion', () => {
    const terms = Array.from({ length: 20000 }, () => 'x').join(' + ')
    const model = Model({ x: Var({ init: 1 }), equations: equations(`der(x) = -x; y = ${terms}`) })
    expect(simulate(model, { stopTime: 0 }).final('y')).toBe(20000)
  })
})

test('options must be an object', () => {
  const model = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })
  // @ts-expect-error: options are missing
  expect(() => simulate(model)).toThrow(
    'simulate: options: expected an object with at least a stopTime: { stopTime: 10 }, got undefined',
  )
  // @ts-expect-error: options are missing
  expect(() => simulate(model, null)).toThrow('expected an object')
  // @ts-expect-error: no options
  expect(() => simulate(model, 3)).toThrow('expected an object')
  // @ts-expect-error: stopTime is missing
  expect(() => simulate(model, {})).toThrow('stopTime')
  expect(() => simulate(Model({ a: Inertia(), t: Torque() }), { stopTime: 1 })).not.toThrow(TypeError)
})

test('a subscript on a number is an error with its position, even if the number is the whole equation', () => {
  for (const attributes of [{ init: 1 }, { start: 1 }, {}]) {
    for (const text of ['der(x) = x[1]', 'x[1] = der(x)', 'der(x) = x[1]; y = x']) {
      const members = { x: Var(attributes), ...(text.includes('y') && { y: Var({}) }) }
      const model = Model({ ...members, equations: equations(text) })
      expect(() => simulate(model, { stopTime: 1 })).toThrow(
        expect.objectContaining({
          code: 'TYPE',
          message: expect.stringMatching(
            /^equations, line 1: 'x': expected an array, got 1 subscript on a number\./,
          ),
        }),
      )
    }
  }
  const number = Model({ x: Var({ start: 1 }), equations: equations`x[1] = time` })
  expect(() => simulate(number, { stopTime: 1 })).toThrow(
    /'x': expected an array, got 1 subscript on a number/,
  )
  const vector = Model({ x: Var({ init: [1] }), equations: equations`der(x[1]) = 2*x[1]` })
  expect(simulate(vector, { stopTime: 1, tolerance: 1e-9 }).final('x[1]')).toBeCloseTo(Math.exp(2), 6)
})
