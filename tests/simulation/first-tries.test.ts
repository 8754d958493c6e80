/** Models as users of other languages would try first: they run, or the error says what to write. */

import { Enumeration, equations, Model, modelFromJson, modelToJson, simulate, Var } from 'vario'
import { ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'

const run = (text: string, members: Readonly<Record<string, unknown>> = {}): ReturnType<typeof simulate> => {
  const json = JSON.stringify(modelToJson(Model({ ...members, equations: equations(text) })))
  return simulate(modelFromJson(json), { stopTime: 1, tolerance: 1e-8 })
}
const x = { x: Var({ init: 1 }) }
const n = { n: Var({ start: 0 }) }
const circuit = { R: Resistor({ R: 2 }), V: ConstantVoltage({ V: 6 }), g: Ground() }

/** Values at t = 1 s. */
const ACCEPTED: readonly (readonly [string, Readonly<Record<string, number>>, object?])[] = [
  ['y = x^2 "square"; der(x) = -x;', { y: Math.exp(-2) }, x],
  ['der(x) = -x; when x < 0.5 then reinit(x, 1); end when;', { x: 2 * Math.exp(-1) }, x],
  [
    'der(der(x)) = -x; v = der(x)',
    { x: Math.cos(1), v: -Math.sin(1) },
    { x: Var({ init: 1 }), v: Var({ init: 0 }) },
  ],
  ['der(x) = v; der(v) = -x', { x: Math.cos(1) }, { ...x, v: Var({ init: 0 }) }],
  ['x = der(y); y = sin(time)', { x: Math.cos(1) }],
  ['when sample(0.05, 0.1) then n = pre(n) + 1; end when', { n: 10 }, n],
  ['when {time > 0.5, initial()} then n = pre(n) + 1; end when', { n: 2 }, n],
  ['when time > 0.5 then terminate("end"); end when; y = time', { y: 0.5 }],
  ['y = {1, 2, 3}[2]', { y: 2 }],
  ['y = x[2] + x[3]; x = {1, 2, 3}', { y: 5 }],
  ['{a, b} = {1, 2}', { a: 1, b: 2 }],
  ['(a, b) = {1, 2}', { a: 1, b: 2 }],
  ['y = max({1, 5, 2}) + min(1, 2)', { y: 6 }],
  ['y = sum({i^2 for i in 1:3})', { y: 14 }],
  ['y = sum(i^2 for i in 1:3)', { y: 14 }],
  ['for i in 1:3 loop v[i] = i^2; end for; y = v[3]', { y: 9 }],
  ['if time < 0.5 then y = 1; else y = 2; end if', { y: 2 }],
  ['if time < 0.5 then y = 1; z = 1; else z = 2; y = z; end if', { y: 2 }],
  ['assert(time < 2, "late"); y = 1', { y: 1 }],
  ['assert(time < 0.5, "late", AssertionLevel.warning); y = 1', { y: 1 }],
  ['y = noEvent(if time > 0.5 then 1 else 0)', { y: 1 }],
  ['y = smooth(1, if time > 0.5 then time else 0.5)', { y: 1 }],
  ['b = not (time > 2) and true; y = if b then 1 else 0', { y: 1 }],
  ['b = !(time > 2) && true; y = if b then 1 else 0', { y: 1 }],
  ['y = integer(2.7) + floor(-1.2) + mod(5, 3) + rem(5, 3)', { y: 4 }],
  ['y = sin (time)', { y: Math.sin(1) }],
  ['v = A*b; A = [1, 2; 3, 4]; b = {1, 1}; y = v[2]', { y: 7 }],
  ['y = [1, 2, 3]*{1, 2, 3}', { y: 14 }],
  ['y = size({1, 2, 3}, 1) + ndims([1, 2; 3, 4])', { y: 5 }],
  ['y = cross({1, 0, 0}, {0, 1, 0})*{0, 0, 2}', { y: 2 }],
  ['x[1] + x[2] = 1; x[1] - x[2] = time; y = x[1]', { y: 1 }],
  ['connect(R.p, V.p); connect(R.n, V.n); connect(V.n, g.p);', { 'R.i': 3 }, circuit],
  ['# comment\ny = 1 // another\n/* and */ z = 2', { y: 1, z: 2 }],
]

const ANSWERED: readonly (readonly [string, string, object?])[] = [
  ['Real y; y = 1', 'declare it beside the equations: x: Var({ init: 0 })'],
  ['parameter Real k = 2; y = k', "k: Par(2, 'm')"],
  ['y = 1 annotation(Evaluate = true)', 'an experiment is written in TypeScript'],
  [
    'initial equation x = 1; equation der(x) = -x',
    'write initialEquations: equations`…` beside the equations',
  ],
  ['protected y = 1', 'the template holds the equations alone'],
  ['import Modelica.Constants.pi; y = pi', 'import { Resistor } from'],
  ['y := 1', "an equation is written with '='"],
  ['y == 1', "an equation is written 'left = right'"],
  ['a, b = 1, 2', "expected an operator or '='"],
  ['der(x, 2) = -x', "'der': expected 1 argument, got 2. Write der(x), der(der(x))", x],
  ["x' = -x", 'the derivative of x is der(x)', x],
  ['dx/dt = -x', 'dt: write der(x) for dx/dt', x],
  ['x(0) = 1; der(x) = -x', 'x: Var({ init: 1 })'],
  ['y = t', 't: write time'],
  ['y = e^time', 'e: write exp(1), and exp(x) for powers'],
  ['y = PI*time', 'PI: write pi'],
  ['y = Modelica.Constants.g_n', 'write 9.80665'],
  ['y = Modelica.Constants.pi', 'write pi'],
  ['y = Modelica.Math.Vectors.norm({3, 4})', "Did you mean 'norm'?"],
  ['y = ln(2)', 'Write log(x).'],
  ['y = pow(2, 3)', 'Write x^y.'],
  ['y = 2**3', "a power is written with '^'"],
  ['y = arctan(1)', 'Write atan(x).'],
  ['y = |time|', 'the magnitude of x is abs(x)'],
  ['y = 3 % 2', 'write mod(a, b) for the remainder'],
  ['y = 2 time', "a product is written with '*'"],
  ['y = array(1, 2)', 'Write {a, b, c}.'],
  ['b = {true, 2}', "'true' is a Boolean, '2' is not Boolean"],
  ['b = {true, false}; y = b + 1', 'their sum is countTrue(b)'],
  ['b = {true, false}; y = any(b)', 'Write anyTrue(b).'],
  ['y = {time, 1} > 0.5', 'Elements are compared one by one: [x[i] > 1 for i in 1:size(x, 1)]'],
  ['y = sample(0, 0.1)', 'expected a clock'],
  ['for i in 1:3 { y[i] = i }', 'write: for i in 1:n loop … end for'],
  ['while time < 1 loop y = 1; end while', "write 'for i in 1:n loop … end for'"],
  ['y = if time > 0.5 1 else 0', 'write: if condition then value else value'],
  ['y = time ? 1 : 2', 'Write a relation such as x > 0.5'],
  ['if time < 0.5 then y = 1; z = 1; else y = 2; end if', 'expected as many equations in every branch'],
  ['(* comment *) y = 1', 'comments are written // … or /* … */'],
  ['y = getInstanceName()', 'Write the name as a text.'],
  ['y = cardinality(p)', 'Write a parameter for the number of connections.'],
]

describe('accepted', () => {
  it.each(ACCEPTED.map((each) => [each[0], each] as const))('%s', (text, [, values, members = {}]) => {
    const result = run(text, members as Readonly<Record<string, unknown>>)
    for (const [name, value] of Object.entries(values)) expect(result.final(name)).toBeCloseTo(value, 6)
  })
})

describe('answered', () => {
  it.each(ANSWERED.map((each) => [each[0], each] as const))('%s', (text, [, hint, members = {}]) => {
    expect(() => run(text, members as Readonly<Record<string, unknown>>)).toThrow(hint)
  })
})

it.each([
  [
    'der(x) = -x\ninitial equation\n  x = 2',
    /Hint: write initialEquations: equations`…` beside the equations/,
  ],
  ['der(x) = -x\nalgorithm\n  y := 2', /Hint: write equations, or a function with defineFunction/],
  [
    'der(x) = 1; when time > 0.5 then k = E.on end when',
    /there are .*; make the enumeration a member of the model, E/,
  ],
  [
    'der(x) = 1; when time > 0.5 then k = on end when',
    /got 'on', a number; write Name\.on, with the enumeration/,
  ],
])('sections of Modelica and names of enumerations have a hint: %s', (text, expected) => {
  const k = Var({ type: Enumeration('off', 'on'), start: 'off' })
  const start = () => simulate(Model({ x: Var({ init: 1 }), k, equations: equations(text) }), { stopTime: 1 })
  expect(start).toThrow(expected)
})
