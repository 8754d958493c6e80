/** Functions written as algorithms: values, derivatives of their text, errors. */
import {
  defineFunction,
  equations,
  expr,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  registerFunction,
  simulate,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

function run(
  text: string,
  members: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): ReturnType<typeof simulate> {
  const json = JSON.stringify(modelToJson(Model({ ...members, equations: equations(text) })))
  return simulate(modelFromJson(json), { stopTime: 1, tolerance: 1e-9, ...options })
}

defineFunction`
function polynomial "Horner's method"
  input Real c[:] "coefficients";
  input Real x;
  output Real y;
protected
  constant Integer n = size(c, 1);
algorithm
  for i in n:-1:1 loop
    y := y*x + c[i];
  end for;
end polynomial;
`

defineFunction`
function root
  input Real a(min = 0);
  input Real accuracy = 1e-15;
  output Real x(unit = "m");
  output Integer steps;
algorithm
  x := max(a, 1);
  while abs(x*x - a) > accuracy*a loop
    x := (x + a/x)/2;
    steps := steps + 1;
    if steps >= 50 then
      break;
    end if;
  end while;
end root;
`

describe('values', () => {
  it('executes loops, branches and local variables', () => {
    defineFunction`
      function primes
        input Integer n;
        output Integer count;
      protected
        Boolean isPrime;
        Integer k;
      algorithm
        for i in 2:n loop
          isPrime := true;
          k := 2;
          while k*k <= i and isPrime loop
            if mod(i, k) == 0 then isPrime := false; end if;
            k := k + 1;
          end while;
          if not isPrime then
            // counted below
          elseif i > 0 then
            count := count + 1;
          else
            assert(false, "never");
          end if;
        end for;
      end primes;
    `
    // pi(100) = 25
    expect(run('y = primes(100)').final('y')).toBe(25)
  })

  it('assigns elements, rows and blocks, and returns from inside', () => {
    defineFunction`
      function rotation
        input Real phi;
        input Integer axis = 3;
        output Real R[3, 3] = identity(3);
      algorithm
        if axis <> 3 then return; end if;
        R[1, 1:2] := {cos(phi), -sin(phi)};
        R[2, 1] := sin(phi);
        R[2, 2] := R[1, 1];
      end rotation;
    `
    const result = run('R = rotation(time); I = transpose(R)*R; E = rotation(1, 1)')
    const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    for (const [i, x] of identity.entries()) expect(result.finalVector('I')[i]).toBeCloseTo(x, 15)
    expect([...result.finalVector('E')]).toEqual(identity)
  })

  it('calls itself and registered functions', () => {
    registerFunction('twice', (x: number) => 2 * x, { derivative: () => [{ kind: 'number', value: 2 }] })
    defineFunction(
      'function power input Real x; input Integer n; output Real y; algorithm ' +
        'if n == 0 then y := 1; else y := twice(x)/2*power(x, n - 1); end if; end power;',
    )
    const result = run('y = power(time, 5); v = der(y)')
    expect(result.final('y')).toBe(1)
    expect(result.final('v')).toBeCloseTo(5, 12)
  })

  it('returns several results, with units', () => {
    const result = run('(y, n) = root(2 + time); v = der(y)', { y: Var({ unit: 'm' }) })
    expect(result.final('y')).toBeCloseTo(Math.sqrt(3), 14)
    expect(result.final('n')).toBeLessThan(8)
    // through all iterations: 1/(2 sqrt(3))
    expect(result.final('v')).toBeCloseTo(0.5 / Math.sqrt(3), 12)
    expect(() => run('(y, n) = root(2)', { y: Var({ unit: 's' }) })).toThrow("'y' is in s, 'root(…)' is in m")
  })

  it('checks the unit of a single result', () => {
    defineFunction('function gap input Real x; output Real y(unit="mm"); algorithm y := x/1000; end gap;')
    expect(run('y = gap(3)', { y: Var({ unit: 'm' }) }).final('y')).toBe(0.003)
    expect(() => run('y = gap(3)', { y: Var({ unit: 's' }) })).toThrow("'gap(3)' is in mm")
    registerFunction('pace', (x: number) => 2 * x, { unit: 'm/s' })
    expect(() => run('y = pace(3)', { y: Var({ unit: 's' }) })).toThrow("'pace(3)' is in m/s")
  })
})

describe('derivatives', () => {
  it('differentiates the text, twice if necessary', () => {
    const result = run('y = polynomial({1, 2, 3}, time); v = der(y); a = der(v)')
    // y = 1 + 2 t + 3 t² at t = 1
    expect(['y', 'v', 'a'].map((name) => result.final(name))).toEqual([6, 8, 6])
  })

  it.each(['tsit5', 'bdf'] as const)('reduces the index of a constraint through it: %s', (solver) => {
    // polynomial({0, 1, 1}, phi) = phi + phi² follows a prescribed motion s + s² with s = sin(t)
    const text = 'der(phi) = w; der(w) = a; polynomial({0, 1, 1}, phi) = sin(time) + sin(time)^2'
    const result = run(text, { phi: Var({ start: 0 }) }, { solver, tolerance: 1e-7, stopTime: 0.2 })
    expect(result.final('phi')).toBeCloseTo(Math.sin(0.2), 6)
    expect(result.final('w')).toBeCloseTo(Math.cos(0.2), 6)
    expect(result.final('a')).toBeCloseTo(-Math.sin(0.2), 5)
  })

  it('gives the Jacobian of nonlinear systems', () => {
    expect(run('polynomial({-2, 0, 1}, x) = 0', { x: Var({ start: 1 }) }).final('x')).toBeCloseTo(
      Math.SQRT2,
      12,
    )
  })

  it('says what is missing if a function that it calls has no derivative', () => {
    registerFunction('opaque', (x: number) => x * x)
    defineFunction('function wrapped input Real x; output Real y; algorithm y := opaque(x); end wrapped;')
    expect(run('y = wrapped(3)').final('y')).toBe(9)
    expect(() => run('y = wrapped(time); v = der(y)')).toThrow(
      /cannot differentiate 'wrapped': .*cannot differentiate 'opaque'.*Register it with derivative/s,
    )
  })
})

describe('errors', () => {
  const messageOf = (text: string): string => {
    try {
      defineFunction(text)
      run('y = wrong(1)')
    } catch (error) {
      return (error as Error).message
    }
    throw new Error('expected an error')
  }
  it.each([
    ['output Real y; algorithm y = x;', "expected ':=', got '='"],
    ['output Real y; algorithm z := x;', 'expected an output or a protected variable (y)'],
    ['output Real y; algorithm x := 1;', "got 'x'"],
    ['output Real y; algorithm y := q;', "wrong: expected one of the names x, y, got 'q'"],
    ['algorithm', 'declare the result: output Real y;'],
    ['output real y; algorithm y := x;', 'types are Real, Integer, Boolean, String'],
    ['output Real y[3]; algorithm y[4] := x;', 'subscript of y: expected 1 to 3, got 4'],
    ['output Real y; algorithm when x > 1 then y := 1; end when;', "a function has no events; write 'if'"],
    ['output Real y; algorithm y := foo(x);', "expected the name of a function, got 'foo'"],
    ['output Real y; algorithm assert(x > 2, "x = " + String(x));', 'wrong: x = 1'],
    ['output Real y; Real x; algorithm y := x;', "expected a new name, got 'x' again"],
    ['output Real y; algorithm y := 1', "expected an operator or ';'"],
    ['output Real y; algorithm while true loop y := y + 1; end for;', "expected 'end while'"],
  ])('%s', (text, message) => {
    expect(messageOf(`function wrong input Real x; ${text} end wrong;`)).toContain(message)
  })

  it('names the argument of the wrong shape or size', () => {
    defineFunction('function pair input Real x[2]; output Real y; algorithm y := x[1]; end pair;')
    expect(() => run('y = pair(1)')).toThrow('pair: expected a vector for x, got a number')
    expect(() => run('y = pair({1, 2, 3})')).toThrow('pair: expected 2 elements of x, got 3')
    expect(() => run('y = pair({1, 2}, 3)')).toThrow('pair: expected at most 1 arguments, got 2')
    expect(() => run('y = pair()')).toThrow('pair: expected a value for the argument x')
  })
})

describe('arrays of Booleans', () => {
  defineFunction`
  function count
    input Boolean b[:];
    output Real n;
  algorithm
    for i in 1:size(b, 1) loop
      if b[i] then n := n + 1; end if;
    end for;
  end count;
  `
  defineFunction`
  function positive_of
    input Real x[:];
    output Boolean b[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop b[i] := x[i] > 0; end for;
  end positive_of;
  `
  defineFunction`
  function masked "sum of the squares of the chosen elements"
    input Real x[:];
    input Boolean b[:] = fill(true, size(x, 1));
    output Real y;
  algorithm
    for i in 1:size(x, 1) loop if b[i] then y := y + x[i]^2; end if; end for;
  end masked;
  `
  defineFunction`
  function mixed
    input Boolean a[:];
    input Boolean m[:, :];
    output Boolean b[size(a, 1)];
    output Boolean t[size(m, 2), size(m, 1)];
    output Real n;
    output Boolean all;
  protected
    Boolean h[size(a, 1)];
  algorithm
    h := not a;
    b := {h[i] or i == 1 for i in 1:size(a, 1)};
    t := transpose(m);
    t[1, :] := {true, false};
    n := count(b) + 10*countTrue(h);
    all := allTrue(b);
    h := false;
    if anyTrue(h) or b[2] and a[1] then n := n + 100; end if;
  end mixed;
  `

  it('are inputs, results and local variables', () => {
    const result = run(
      `
      on = {time > 0.25, true, not (time > 0.75)}
      n = count(on)
      none = count({})
      one = count({time > 0.5})
      (b, t, k, all) = mixed({true, time > 0.5}, {{true, time > 0.25, false}, {false, true, true}})
      corner = t[2, 1]
      `,
    )
    const at = (t: number) => ['n', 'none', 'one', 'k', 'all', 'corner'].map((name) => result.at(name, t))
    expect([0.1, 0.4, 0.6, 0.9].map(at)).toEqual([
      [2, 0, 0, 112, 1, 0],
      [3, 0, 0, 112, 1, 1],
      [3, 0, 1, 1, 0, 1],
      [2, 0, 1, 1, 0, 1],
    ])
    expect([...result.finalVector('b')]).toEqual([1, 0])
  })

  it('decide about events, also where the function returns them', () => {
    const result = run(
      `
      der(x) = if positive_of({time - 0.3, 1})[1] then 1 else 0
      der(z) = if allTrue(positive_of({time - 0.3, 1}) or {time > 0.7, false}) then 1 else 0
      der(s) = if count({s > 0.5}) > 0.5 then -1 else 1
      when {time > 0.35, time > 0.65} then n = pre(n) + count({time > 0.5, true}); end when
      when sample(0, 0.25) then b = positive_of({time - 0.6, k}); k = count(pre(b)); end when
      `,
      {
        ...Object.fromEntries(['x', 'z', 's'].map((name) => [name, Var({ init: 0 })])),
        ...Object.fromEntries(['n', 'k'].map((name) => [name, Var({ start: 0 })])),
        b: Var({ start: [false, false] }),
      },
    )
    // the integral of a jump at 0.3 s is exact up to the location of the event, 1e-9
    expect(result.final('x')).toBeCloseTo(0.7, 8)
    expect(result.final('z')).toBeCloseTo(0.7, 8)
    // slides along the limit
    expect(result.final('s')).toBeCloseTo(0.5, 8)
    expect(result.final('n')).toBe(3)
    // b: {0, 0} until 0.5 s, {1, 0} at 0.75 s, {1, 1} at 1 s, when k is the number of the former
    expect([...result.finalVector('b'), result.final('k')]).toEqual([1, 1, 1])
  })

  it('are numbers in functions of TypeScript that declare them', () => {
    const inverted = (b: Float64Array): Float64Array => b.map((x) => 1 - x)
    registerFunction('inverted', inverted, {
      inputs: [{ name: 'b', booleans: 1 }],
      shape: 'vector',
      booleans: [1],
    })
    const result = run('on = inverted({time > 0.5, true}); n = if on[1] and not on[2] then count(on) else 7')
    expect([0.3, 0.7].map((t) => result.at('n', t))).toEqual([1, 7])
    expect(() => run('on = inverted({1, 0})')).toThrow('inverted(…): expected a vector of Booleans for b')
  })

  it('are constant in derivatives', () => {
    const result = run(
      'y = masked({time, 2*time}, {true, false}); v = der(y); a = der(masked(x = {time, 2*time}))',
    )
    // y = t^2, v = 2 t, a = d(5 t^2)/dt
    expect(['y', 'v', 'a'].map((name) => result.final(name))).toEqual([1, 2, 10])
  })

  it('are lists in parameters, and in initial equations', () => {
    const result = run('der(x) = p + count(q)', {
      b: Par([true, false, true]),
      p: Par(expr`count(b)`),
      q: Par(expr`positive_of({1, -1, p})`),
      r: Par(expr`if positive_of({1, -1})[2] then 1 else 7`),
      x: Var({ start: 1 }),
      initialEquations: equations('x = count({true, b[2]}) + r'),
    })
    expect(result.final('x')).toBeCloseTo(12, 12)
  })

  it.each<[text: string, message: string, members?: Record<string, unknown>]>([
    ['y = count({1, 0})', "count(…): expected a vector of Booleans for b, but '[1, 0]' is not Boolean"],
    ['y = count(b = {time})', 'count(…): expected a vector of Booleans for b'],
    ['y = count({{true}})', "but '[[true]]' is an array of Booleans"],
    ['b = positive_of({true})', 'positive_of(…): expected no array of Booleans for x'],
    ['y = 2 + positive_of({1})', "'positive_of([1])' is an array of Booleans"],
    ['(b, c[1], n, a) = mixed({true, true}, {{true, true}, {true, true}}); c[2] = true', "got 'c[1]'"],
    ['y = p', 'expected an array of Booleans for b, got [1, 0]', { p: Par(expr`count({1, 0})`) }],
  ])('%s is an error', (text, message, members = {}) => {
    expect(() => run(text, members)).toThrow(message)
  })

  it.each([
    [
      'input Real x[:]; output Boolean b[2]; algorithm b := x;',
      "wrong: expected a vector of Booleans for b, got 'x'",
    ],
    ['input Real x[:]; output Boolean b[2]; algorithm b[1] := x[1];', "expected a Boolean for b, got 'x[1]'"],
    [
      'input Boolean x[:]; output Real y[2]; algorithm y := x;',
      "expected numbers for y, but 'x' is an array",
    ],
    ['input Boolean x[:]; output Real y; algorithm y := sum(x);', "'x' is an array of Booleans"],
    [
      'input Real x[:]; output Real y; algorithm y := count(x);',
      'count(…): expected a vector of Booleans for b',
    ],
  ])('%s is an error', (text, message) => {
    expect(() => defineFunction(`function wrong ${text} end wrong;`)).toThrow(message)
  })
})
