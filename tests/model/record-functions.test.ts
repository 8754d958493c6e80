/** Records as arguments and results of functions, and record(…) in equations. */
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
import { messageOf } from './support.ts'

checkInterpreter()

const State = Model({ x: Var(), v: Var() })
const Pose = Model({ p: State(), a: Var() })
const energyOf = defineFunction`
  function energyOf
    input ${State} s;
    input Real k = 2;
    output Real e;
  algorithm
    e := k*s.x^2/2 + s.v^2/2;
  end energyOf;
`
defineFunction`
  function turnedState
    record State Real x; Real v; end State;
    input State s;
    input Real phi;
    output State t;
    output Real r;
  protected
    State u;
  algorithm
    u := s;
    t := State(cos(phi)*u.x - sin(phi)*u.v, sin(phi)*u.x + cos(phi)*u.v);
    r := energyOf(t, 1);
    u := State(u.v, u.x);
    if r < -1 then t := u; end if;
  end turnedState;
`
defineFunction`
  function exchanged
    record State Real x; Real v; end State;
    input State s;
    output State t;
  algorithm
    t := s;
    t := State(t.v, t.x);
  end exchanged;
`
defineFunction`
  function codeOf
    input ${Pose} q;
    output Real y;
  algorithm
    y := q.p.x + 10*q.p.v + 100*q.a;
  end codeOf;
`
registerFunction('swapState', (x: number, v: number) => [v, x], {
  results: 2,
  inputs: [{ name: 's.x' }, { name: 's.v' }],
  outputs: ['t.x', 't.v'],
})

/** x = cos 2t + sin 2t, v = x'. */
const model = (text: string, members = {}) =>
  Model({
    a: State({ x: { init: 1 }, v: { init: 2 } }),
    b: State(),
    ...members,
    equations: equations(`der(a.x) = a.v; der(a.v) = -4*a.x; ${text}`),
  })
const run = (text: string, members = {}, solver: 'auto' | 'radau5' | 'bdf' = 'auto') =>
  simulate(modelFromJson(JSON.stringify(modelToJson(model(text, members)))), {
    stopTime: 1,
    tolerance: 1e-9,
    solver,
  })
const x = Math.cos(2) + Math.sin(2)
const v = 2 * Math.cos(2) - 2 * Math.sin(2)

describe('records', () => {
  it.each([
    ['y = energyOf(a)', x * x + (v * v) / 2],
    ['y = energyOf(k = 4, s = a)', 2 * x * x + (v * v) / 2],
    ['y = energyOf(3, 4, 2)', 17],
    ['y = energyOf(record(v = 4, x = 3))', 17],
    ['y = energyOf(record(3, 4))', 17],
    ['y = energyOf(if time > 0.5 then record(x = 1, v = 2) else a)', 3],
    ['y = der(energyOf(a))', 2 * x * v - 4 * x * v],
    ['y = codeOf(record(p = a, a = 3))', x + 10 * v + 300],
    ['y = codeOf(q); q = record(p = record(x = 1, v = 2), a = 3)', 321],
    ['energyOf(record(x = y, v = 0)) = 4', 2],
  ])('%s', (text, y) => {
    const members = { y: Var({ start: 1 }), ...(text.includes('q)') && { q: Pose() }) }
    // some steps of errors of 1e-9, times the derivatives of the functions
    for (const solver of ['auto', 'radau5', 'bdf'] as const)
      expect(run(text, members, solver).final('y')).toBeCloseTo(y, 5)
  })

  it.each([
    ['b = turnedState(a, pi/2)', -v, x],
    ['turnedState(a, pi/2) = b', -v, x],
    ['(b, r) = turnedState(a, 0)', x, v],
    ['b = swapState(a)', v, x],
    ['b = exchanged(a)', v, x],
    ['b = record(v = 2*a.x, x = time)', 1, 2 * x],
    ['b = record(3, v = 4)', 3, 4],
    ['if time > 0.5 then b = a; else b = record(0, 0); end if', x, v],
    ['b = if time < 0.5 then a else record(v = 1, x = 2)', 2, 1],
  ])('%s', (text, bx, bv) => {
    const result = run(text)
    expect(result.final('b.x')).toBeCloseTo(bx, 7)
    expect(result.final('b.v')).toBeCloseTo(bv, 7)
  })

  it('are made by models in templates, and called in declarations', () => {
    const Made = Model({
      b: State(),
      k: Par(expr`energyOf(record(x = 3, v = 4))`),
      e: Var(expr`energyOf(b, 4)`),
      equations: equations`
        b = ${State}(1, v = 2)
        f = ${energyOf}(${State}(3, 4))
      `,
    })
    const result = simulate(modelFromJson(JSON.stringify(modelToJson(Made))), { stopTime: 1 })
    expect([result.final('b.v'), result.final('e'), result.final('f'), result.parameter('k')]).toEqual([
      2, 4, 17, 17,
    ])
  })

  it('are elements of arrays of components', () => {
    const Many = Model({
      n: 3,
      p: State({ for: { i: expr`1:n` } }),
      q: State({ for: { i: expr`1:n` } }),
      equations: equations`
        for i in 1:n loop
          p[i] = record(x = i, v = 0)
        end for
        q = p
        y = sum(energyOf(q[i]) for i in 1:n)
      `,
    })
    const many = (n: number) => simulate(Many, { stopTime: 1, merge: { n } }).final('y')
    expect([many(0), many(1), many(3)]).toEqual([0, 1, 14])
  })

  it.each([
    ['b = State(x = 1, v = 2)', 'A record is written record(x = 1, v = 2)'],
    ['y = energyOf(c)', "'energyOf', s: expected a record with x, v, got 'c' with x, w"],
    ['y = energyOf(a, b)', "'energyOf', k: expected a number or an array, got the record 'b' with x, v"],
    ['y = 2*record(x = 1)', 'Write record(x = 1, v = 2) alone on one side of an equation'],
    [
      'b = record(x = 1)',
      'expected groups with the same variables, got b with x, v and record(x = 1) with x',
    ],
    ['b = record(x = 1, x = 2, v = 2)', 'expected one value for x, got two'],
    ['y = energyOf(1)', 'expected a value for the argument s.v'],
    ['y = sum(a)', "expected a variable or a parameter, got the sub-model 'a'"],
    ['b = a + a', "expected a variable or a parameter, got the sub-model 'a'"],
  ])('%s is refused', (text, message) => {
    expect(messageOf(() => run(text, { c: Model({ x: Var(), w: Var() }) }))).toContain(message)
  })

  it('are checked in functions', () => {
    const define = (body: string, more = '') =>
      messageOf(() =>
        defineFunction(
          `function wrong record S Real x; Real v; end S; record P Real x; end P; input S s; input P p; output S t; ${more} algorithm ${body} end wrong;`,
        ),
      )
    expect(define('t := s;')).toBe('no error')
    expect(define('t := S(1);')).toContain('expected a record with the fields t.x, t.v')
    expect(define('t := p;')).toContain('expected a record with the fields t.x, t.v')
    expect(define('t := 1;')).toContain('expected a record with the fields t.x, t.v')
    expect(define('s := t;')).toContain("expected an output or a protected record before ':=', got 's'")
    expect(define('t.x := s.w;')).toContain("got 's.w'")
    expect(define('t.x := s;')).toContain("got 's'")
    expect(define('t := s;', 'protected S l[3];')).toContain('a list of records is a record of arrays')
    expect(define('t := s;', 'protected S s;')).toContain("expected a new name, got 's' again")
  })
})
