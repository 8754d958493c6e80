import { equations, expr, Model, Par, quantity, registerFunction, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { evaluateParameters, flatten, isModelInput } from '../../src/model/index.ts'
import { printExpr } from '../../src/symbolic/index.ts'
import { Capacitor, ConstantVoltage, Filter, Resistor } from './circuits.ts'
import { equationTexts, messageOf, textsOf } from './support.ts'

const parametersOf = (model: Parameters<typeof flatten>[0]): Record<string, unknown> =>
  Object.fromEntries(
    [...flatten(model).parameters].map(([name, { value }]) => [
      name,
      'expr' in value ? printExpr(value.expr) : value.literal,
    ]),
  )

describe('order', () => {
  it('variables are in the order of their first use', () => {
    const flat = flatten(
      Model({
        phi: Var({ init: 0 }),
        w: Var({ init: 1 }),
        equations: equations`
          w = der(phi)
          J*der(w) = -phi
          J = 2
        `,
      }),
    )
    expect([...flat.variables.keys()]).toEqual(['w', 'phi', 'J'])
  })

  it('equations are in the order of the keys: sub-models, bindings and equations in place, connections last', () => {
    const Sub = Model({ y: Var({ output: true }), equations: equations`y = 1` })
    const flat = flatten(
      Model({
        a: Sub(),
        z: Var(expr`2*b.y`),
        equations: equations`x = a.y`,
        b: Sub(),
        u: Var(),
        connect: [['a.y', 'u']],
      }),
    )
    expect(textsOf(flat)).toEqual(['a.y = 1', 'z = 2*b.y', 'x = a.y', 'b.y = 1', 'a.y = u'])
    expect(flat.equations.map(({ origin }) => origin)).toEqual([
      'equation',
      'binding',
      'equation',
      'equation',
      'connection',
    ])
    expect(flat.equations.map(({ component }) => component)).toEqual(['a', '', '', 'b', ''])
  })
})

describe('parameters', () => {
  it('propagate as expressions, with names looked up where they are written (case filter-circuit-no-ground)', () => {
    const Circuit = Model({
      r: Par(2, 'Ohm'),
      c: Par(1, 'F'),
      v: Par(10, 'V'),
      R: Resistor({ R: expr`r` }),
      C: Capacitor({ C: expr`c` }),
      V: ConstantVoltage({ V: expr`v` }),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'C.p'],
        ['C.n', 'V.n'],
      ],
    })
    expect(parametersOf(Circuit)).toEqual({ r: 2, c: 1, v: 10, 'R.R': 'r', 'C.C': 'c', 'V.V': 'v' })
    // the parameter v of the circuit is not the variable v of the voltage source
    expect(equationTexts(Circuit)).toContain('V.v = V.V')
  })

  it('can have the same name as the parameter that they are passed to', () => {
    const Leaf = Model({ k: 1, x: Var(), equations: equations`x = k` })
    const Middle = Model({ k: 2, leaf: Leaf({ k: expr`k` }) })
    const Top = Model({ k: 3, middle: Middle({ k: expr`k + 1`, leaf: { x: { start: expr`k` } } }) })
    expect(parametersOf(Top)).toEqual({ k: 3, 'middle.k': 'k + 1', 'middle.leaf.k': 'middle.k' })
    const { start } = flatten(Top).variables.get('middle.leaf.x')!
    expect(start).toMatchObject({ expr: { name: 'k' } })
  })

  it('belong, in nested modifications and redeclared sub-models, to the component in which they are written', () => {
    const Leaf = Model({ k: 1 })
    const Middle = Model({ k: 2, leaf: Leaf() })
    const nested = Model({ k: 3, m: Middle({ leaf: { k: expr`k` } }) })
    expect(parametersOf(nested)['m.leaf.k']).toBe('k')
    const model = Model({ k: 3, m: Middle({ leaf: Leaf({ k: expr`k` }) }) })
    expect(parametersOf(model)['m.leaf.k']).toBe('k')
    const extended = Middle.extend({ leaf: { k: expr`k` } })
    expect(parametersOf(extended)['leaf.k']).toBe('k')
    expect(parametersOf(Model({ k: 3, m: extended }))['m.leaf.k']).toBe('m.k')
    const array = Model({ k: 3, m: Model({ leaves: [Leaf(), Leaf()] })({ leaves: { k: expr`2*k` } }) })
    expect(parametersOf(array)).toEqual({ k: 3, 'm.leaves[1].k': '2*k', 'm.leaves[2].k': '2*k' })
  })

  it('resolve in their own component first, then in the enclosing ones', () => {
    const Leaf = Model({ a: 1, b: expr`a + g` })
    const Top = Model({ g: 9.81, m: Model({ leaf: Leaf() }) })
    expect(parametersOf(Top)['m.leaf.b']).toBe('m.leaf.a + g')
    expect(messageOf(() => flatten(Model({ leaf: Leaf() })))).toMatch(
      /^expr, line 1: leaf: expected a known name, got 'g': there are a, b\./,
    )
  })

  it('become variables with a binding if they depend on variables, and the notes report it', () => {
    const Top = Model({
      T: Var({ init: 300 }),
      R: Resistor({ R: expr`0.1*T` }),
      equations: equations`der(T) = 1`,
    })
    const flat = flatten(Top)
    expect(flat.variables.has('R.R')).toBe(true)
    expect(flat.variables.get('R.R')?.unit).toBe('Ohm')
    expect(textsOf(flat)).toContain('R.R = 0.1*T')
    expect(flat.notes).toContain('R.R depends on variables and becomes a variable.')
    expect(equationTexts(Model({ s: ConstantVoltage({ V: expr`sin(time)` }) }))).toContain('s.V = sin(time)')
  })

  it('keep texts, objects, arrays and functions; literal bindings of variables become parameters', () => {
    const table = new Map([[1, 2]])
    const Top = Model({
      s: 'text',
      on: true,
      A: [
        [1, 2],
        [3, 4],
      ],
      table,
      y: Var(5),
      q: Par(quantity(5, 'mm'), 'm'),
    })
    expect(parametersOf(Top)).toEqual({
      s: 'text',
      on: true,
      A: [
        [1, 2],
        [3, 4],
      ],
      table,
      y: 5,
      q: 0.005,
    })
    expect(flatten(Model({ q: quantity(5, 'mm') })).parameters.get('q')).toMatchObject({
      unit: 'mm',
      value: { literal: 5 },
    })
    expect(messageOf(() => flatten(Resistor({ R: quantity(5, 'mm') })))).toMatch(
      /^R: convert: expected a unit of the dimension .*, got 'mm'/,
    )
  })
})

describe('variables', () => {
  it('start with fixed: true is the same as init', () => {
    const { variables } = flatten(
      Model({
        x: Var({ start: 1, fixed: true }),
        y: Var({ start: 2 }),
        equations: equations`der(x) = y; der(y) = -x`,
      }),
    )
    expect(variables.get('x')).toEqual({
      ...{
        name: 'x',
        component: '',
        init: { literal: 1 },
        isInput: false,
        isOutput: false,
        isPotential: false,
        hideResult: false,
      },
    })
    expect(variables.get('y')).toMatchObject({ start: { literal: 2 } })
  })

  it('can be declared by their use in equations', () => {
    const Sub = Model({ equations: equations`x = time; a = [i*x for i in 1:3]` })
    const flat = flatten(Model({ s: Sub(), equations: equations`y = 2*s.x + pi` }))
    expect([...flat.variables.keys()]).toEqual(['s.x', 's.a', 'y'])
    expect(textsOf(flat)).toEqual(['s.x = time', 's.a = [i*s.x for i in 1:3]', 'y = 2*s.x + pi'])
  })

  it('become unknowns only if an equation uses them (case variables-decay)', () => {
    const flat = flatten(
      Model({
        p: -1,
        s: 'unused',
        x: Var({ init: 0 }),
        y: Var({ start: 0 }),
        equations: equations`der(x) = p*x + 1`,
      }),
    )
    expect([...flat.variables.keys()]).toEqual(['x'])
    expect([...flat.unused.keys()]).toEqual(['y'])
    expect(flat.notes).toEqual(['y is declared, but no equation uses it.'])
  })

  it('inputs of the whole model are known from outside, inputs of components are unknowns', () => {
    const Lag = Model({
      u: Var({ input: true, start: 0 }),
      y: Var({ output: true }),
      equations: equations`y = 2*u`,
    })
    expect(isModelInput(flatten(Lag).variables.get('u')!)).toBe(true)
    const { variables } = flatten(Model({ lag: Lag(), equations: equations`lag.u = 1` }))
    expect(variables.get('lag.u')?.isInput).toBe(true)
    expect(isModelInput(variables.get('lag.u')!)).toBe(false)
    expect(variables.get('lag.y')?.isOutput).toBe(true)
  })
})

describe('names in equations', () => {
  it('the error for an unknown path lists the existing names and points at the position', () => {
    const Top = Filter.extend({
      equations: equations`
      y = R.vv + C.v`,
    })
    expect(messageOf(() => flatten(Top))).toBe(
      "equations, line 2: model: expected a known name, got 'R.vv': R has p, n, v, i, R (did you mean 'v'?).\n  y = R.vv + C.v\n      ^^^^",
    )
    expect(messageOf(() => flatten(Model({ f: Filter(), equations: equations`y = f.RR.v` })))).toContain(
      "expected a known name, got 'f.RR.v': f has R, C, V, ground (did you mean 'R'?).",
    )
    expect(messageOf(() => flatten(Filter.extend({ equations: equations`y = R.p` })))).toContain(
      "model: expected a variable or a parameter, got the sub-model 'R.p'.",
    )
  })

  it('parameters of enclosing components are not visible', () => {
    const Sub = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -k*x` })
    expect(messageOf(() => flatten(Model({ k: 2, s: Sub() })))).toContain(
      "s: expected a known name, got 'k': it is a parameter of the model, which equations of s do not see; " +
        'declare k: Par(…) here and pass it on with { k: expr`k` }.',
    )
    const Bounce = Model({
      x: Var({ init: 1 }),
      equations: equations`
        der(x) = -1
        when x < 0 then
          reinit(x, k)
        end when
      `,
    })
    expect(messageOf(() => flatten(Model({ k: 2, s: Bounce() })))).toContain(
      "s: expected a known name, got 'k'",
    )
    // but a variable defined by the equations of the component may have the name of a parameter outside
    const Cap = Model({ equations: equations`v = sin(time); 2*der(w) = v` })
    expect(equationTexts(Model({ v: 10, w: 2, c: Cap() }))).toEqual(['c.v = sin(time)', '2*der(c.w) = c.v'])
  })

  it('functions can be interpolated, registered, or values of parameters', () => {
    const f = (x: number): number => 2 * x
    registerFunction('testTwice', f, { derivative: () => [{ kind: 'number', value: 2 }] })
    const other = { f: (x: number): number => x }
    const Stage = Model({
      thrust: (t: number) => t,
      equations: equations`F = thrust(time); x = ${f}(F); y = ${other.f}(x)`,
    })
    const flat = flatten(Model({ s: Stage(), equations: equations`z = testTwice(s.y)` }))
    expect(textsOf(flat)).toEqual(
      ['s.F = s.thrust(time)', 's.x = f(s.F)', 's.y = f_2(s.x)', 'z = testTwice(s.y)'].map((text) => text),
    )
    expect([...flat.functions.keys()]).toEqual(['s.thrust', 'f', 'f_2', 'testTwice'])
  })

  it('interpolated functions with names of the language keep their own meaning', () => {
    const sum = (a: number): number => -a
    const flat = flatten(Model({ equations: equations`y = ${sum}(time) + sum([1, 2]) + ${Math.sin}(time)` }))
    expect(textsOf(flat)).toEqual(['y = sum_2(time) + sum([1, 2]) + sin(time)'])
    expect(flat.functions.get('sum_2')?.evaluate).toBe(sum)
    expect(messageOf(() => registerFunction('sin', Math.sin))).toContain("got 'sin'")
    expect(
      messageOf(() =>
        evaluateParameters(flatten(Model({ f: sum, equations: equations`y = f(1)` })), { f: sum }),
      ),
    ).toBe('merge.f: expected a new model, because equations call this function, got function sum.')
  })

  it('unknown functions and wrong numbers of arguments are errors (case err-operator-arity)', () => {
    expect(messageOf(() => flatten(Model({ s: Model({ equations: equations`y = sinn(time)` }) })))).toContain(
      "s: equations, line 1: expected the name of a function, got 'sinn'. Did you mean 'sin'?",
    )
    expect(messageOf(() => flatten(Model({ equations: equations`y = edge(time, 2)` })))).toContain(
      "'edge': expected 1 argument",
    )
  })
})

describe('events', () => {
  it('when, assert, reinit and terminate are flattened', () => {
    const Ball = Model({
      e: 0.7,
      h: Var({ init: 1 }),
      v: Var({ init: 0 }),
      equations: equations`
        der(h) = v
        der(v) = -9.81
        assert(h > -1, "below")
        when h < 0 then
          reinit(v, -e*pre(v))
          n = pre(n) + 1
          terminate("done")
        end when
      `,
    })
    const flat = flatten(Model({ ball: Ball() }))
    expect(flat.whens).toHaveLength(1)
    expect(flat.whens[0].actions).toMatchObject([
      { kind: 'reinit', state: 'ball.v' },
      { kind: 'assign', name: 'ball.n' },
      { kind: 'terminate' },
    ])
    expect(printExpr(flat.whens[0].condition)).toBe('ball.h < 0')
    expect(flat.asserts).toMatchObject([{ kind: 'assert', component: 'ball' }])
    expect([...flat.variables.keys()]).toEqual(['ball.h', 'ball.v', 'ball.n'])
    expect(messageOf(() => flatten(Model({ equations: equations`reinit(x, 1)` })))).toContain(
      "model: 'reinit': expected it inside of 'when', got it outside",
    )
  })

  it('two assignments of a variable in when are an error', () => {
    const Counter = Model({
      n: Var({ start: 0 }),
      equations: equations`
        when time > 1 then n = 1 end when
        when time > 2 then n = 2 end when
      `,
    })
    expect(messageOf(() => flatten(Model({ counter: Counter() })))).toBe(
      "equations, line 3: counter: 'counter.n': expected one assignment in 'when', got a second one; write one: " +
        'when a then counter.n = … elsewhen b then counter.n = … end when.\n' +
        `  when time > 2 then n = 2 end when\n  ${'^'.repeat(33)}`,
    )
  })
})

describe('assignment of a state', () => {
  it('gives an error in when that suggests reinit', () => {
    const Saw = Model({
      x: Var({ init: 1 }),
      equations: equations`
        der(x) = -1
        when x < 0.5 then x = 1 end when
      `,
    })
    expect(messageOf(() => flatten(Model({ saw: Saw() })))).toMatch(
      /^equations, line 3: saw: 'saw\.x': expected a discrete variable on the left, got a state, because der\(saw\.x\) occurs; write reinit\(saw\.x, 1\)\./,
    )
  })
})

describe('build hooks', () => {
  it('add members and equations and keep a memory', () => {
    const seen: unknown[] = []
    const Rod = Model({
      nT: 3,
      L: Par(500, 'mm'),
      build: ({ path, value }) => {
        seen.push(path, value('nT'), value('L'))
        const n = value('nT')
        const memory = () => ({ n })
        return { memory, model: { T: Var({ init: 5 }), equations: equations`T = ${() => 1}(L)` } }
      },
    })
    const Top = Model({ n: 7, rods: [Rod(), Rod({ nT: expr`2*n` })], other: Rod() })
    const flat = flatten(Top)
    expect(seen).toEqual(['rods[1]', 3, 0.5, 'rods[2]', 14, 0.5, 'other', 3, 0.5])
    expect(flat.memories.map(({ path, create }) => ({ path, memory: create() }))).toEqual([
      { path: 'rods[1]', memory: { n: 3 } },
      { path: 'rods[2]', memory: { n: 14 } },
      { path: 'other', memory: { n: 3 } },
    ])
    expect(textsOf(flat)).toHaveLength(3)
    // every component calls its own function
    expect([...flat.functions.keys()]).toEqual(['f', 'f_2', 'f_3'])
    expect(
      messageOf(() => flatten(Model({ a: 1, build: ({ value }) => ({ model: { b: value('b') } }) }))),
    ).toBe("model: build: expected a known name, got 'b': there are a.")
  })
})

it('flatten ladders of 5000 elements in linear time', () => {
  const n = 5000
  const cells = Array.from({ length: n }, (_, i) => Resistor({ R: i + 1 }))
  const connect = cells.slice(1).map((_, i) => [`cells[${i + 1}].n`, `cells[${i + 2}].p`])
  const flat = flatten(Model({ cells, connect }))
  expect(flat.equations).toHaveLength(4 * n + 2 * (n - 1) + 2)
  expect(flat.variables.size).toBe(6 * n)
})
