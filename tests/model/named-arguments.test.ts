/** Calls with names of arguments, and results that are left out. */

import {
  defineFunction,
  equations,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  registerFunction,
  simulate,
  Var,
} from 'vario'
import { expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

defineFunction`
  function affine
    input Real x;
    input Real a = 2;
    input Real b = 10*a;
    input Real c = 0;
    output Real y;
  algorithm
    y := a*x + b + c;
  end affine;
`
defineFunction`
  function parts
    input Real x;
    output Real a;
    output Real b[2];
    output Real c;
  algorithm
    a := x;
    b := {2*x, 3*x};
    c := 4*x;
  end parts;
`
registerFunction('hypotenuse', (a: number, b: number) => Math.hypot(a, b), {
  inputs: [{ name: 'a' }, { name: 'b' }],
})

const at1 = (text: string, members: Record<string, unknown> = {}) => {
  const json = JSON.stringify(modelToJson(Model({ ...members, equations: equations(text) })))
  return simulate(modelFromJson(json), { stopTime: 1 })
}

it.each([
  ['affine(3)', 26],
  ['affine(3, b = 1)', 7],
  ['affine(3, c = 1)', 27],
  ['affine(3, a = 1, c = 1)', 14],
  ['affine(x = 3, c = 1, a = 1)', 14],
  ['affine(c = affine(1, b = 0), x = time)', 24],
  ['hypotenuse(b = 3, a = 4)', 5],
  ['affine(x = if time > 2 then 1 else 3)', 26],
])('%s is %f', (call, value) => {
  expect(at1(`y = ${call}`).final('y')).toBe(value)
})

it('arguments with names are differentiated, and stand in declarations', () => {
  const result = at1('der(y) = affine(b = y, x = time); v = der(w); w = affine(a = time, x = time)', {
    y: Var({ init: 0 }),
    p: Par(1),
  })
  // w = t² + 10 t
  expect(result.final('v')).toBeCloseTo(12, 12)
  const { expr } = { expr: equations`z = p2` }
  expect(simulate(Model({ p2: Par(3), z: Var(), equations: expr }), { stopTime: 0 }).final('z')).toBe(3)
})

it('a tuple may leave out results of a function', () => {
  const result = at1('(, v, ) = parts(time); (a) = parts2(1)'.replace('; (a) = parts2(1)', ''))
  expect([...result.finalVector('v')]).toEqual([2, 3])
  expect(at1('(a, , c) = parts(time)').final('c')).toBe(4)
  expect(at1('(, , c) = parts(x = 2*time)').final('c')).toBe(8)
})

it.each([
  ['affine(3, d = 1)', /'affine': it has no input 'd'\. Did you mean '\w'\?|Its inputs: x, a, b, c\./],
  ['affine(3, x = 1)', /'affine': expected one value for x, got two\./],
  ['affine(c = 1)', /'affine': expected a value for x\./],
  ['affine(a = 1, 3)', /expected a name and its value, y = 2, after another one/],
  ['affine(1, 2, 3, 4, 5, a = 1)', /'affine': expected at most 4 arguments\./],
  ['atan2(y = 1, x = 2)', /'atan2': its arguments have no names; write them in their order\./],
  ['afine(x = 1)', /expected the name of a function, got 'afine'\./],
  ['sin(1 = 2)', /a comparison is written '=='/],
])('%s is an error', (call, message) => {
  expect(() => at1(`y = ${call}`)).toThrow(message)
})

it('names inside of functions are an error', () => {
  expect(
    () => defineFunction`
      function outer
        input Real x;
        output Real y;
      algorithm
        y := affine(x, b = 1);
      end outer;
    `,
  ).toThrow(/expected arguments in their order inside of a function/)
})
