/** Arrays of Booleans: their elements are Booleans in equations, events and results. */
import { equations, expr, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { readJson, writeCsv, writeJson } from '../../src/files/index.ts'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const

/** x rises with 1 from 0.2, 0.5, 0.8: x[i] > 1 from 0.8, 0.5, 0.2 on. */
const Rising = Model({ x: Var({ init: [0.2, 0.5, 0.8] }), equations: equations`der(x) = [1, 1, 1]` })
const run = (text: string, members: Readonly<Record<string, unknown>> = {}, options = {}) =>
  simulate(Rising.extend({ ...members, equations: equations(text) }), {
    stopTime: 1,
    tolerance: 1e-8,
    ...options,
  })

describe('definitions', () => {
  it.each([
    ['by a rule', 'b = {x[i] > 1 for i in 1:3}'],
    ['by a list', 'b = {x[1] > 1, x[2] > 1, x[3] > 1}'],
    ['by elements', 'b[1] = x[1] > 1; b[2] = x[2] > 1; b[3] = x[3] > 1'],
    ['by a loop', 'for i in 1:3 loop b[i] = x[i] > 1; end for'],
    ['by slices', 'b[1:2] = {x[1] > 1, x[2] > 1}; b[3] = x[3] > 1'],
    ['by another one', 'c = {x[i] > 1 for i in 1:3}; b = c'],
    ['by operators', 'c = {x[i] <= 1 for i in 1:3}; b = not c'],
    ['by a choice', 'c = {x[i] > 1 for i in 1:3}; b = if time >= 0 then c else not c'],
    ['by parts', 'c = {x[i] > 1 for i in 1:3}; b = cat(1, c[1:2], {c[3]})'],
  ])('%s have events for each element, with every solver', (_, text) => {
    for (const solver of SOLVERS) {
      const result = run(
        `${text}; der(s) = if b[2] and not b[1] then 1 else 0`,
        { s: Var({ init: 0 }) },
        { solver },
      )
      expect(result.attributes.statistics).toMatchObject({ events: 3 })
      // from 0.5 to 0.8
      expect(result.final('s')).toBeCloseTo(0.3, 9)
      expect(
        [0.1, 0.3, 0.6, 0.9].map((t) => ['b[1]', 'b[2]', 'b[3]'].map((name) => result.at(name, t))),
      ).toEqual([
        [0, 0, 0],
        [0, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
      ])
      expect(result.signal('b').header.type).toBe('boolean')
    }
  })

  it('may be matrices', () => {
    const result = run(
      'B = [x[1] > 1, x[2] > 1; x[3] > 1, true]; y = if B[2, 1] then 1 else 0; r = B[1, :]; d = not B',
    )
    expect(result.at('y', 0.1)).toBe(0)
    expect(result.at('y', 0.3)).toBe(1)
    expect([...result.finalVector('r'), ...result.finalVector('d')]).toEqual([1, 1, 0, 0, 0, 0])
  })
})

describe('operators', () => {
  it('act by element; reductions count', () => {
    const result = run(`
      b = {x[1] > 1, x[2] > 1}
      c = {true, false}
      both = b and c
      one = b or c
      none = not one
      any = anyTrue(b)
      all = allTrue(b)
      only = oneTrue(b)
      n = countTrue(b)
      largest = max(b)
      smallest = min(b)
      differ = {b[i] <> c[i] for i in 1:2}
      inline = anyTrue({x[i] > 1.1 for i in 1:2})
    `)
    const at = (t: number) =>
      ['any', 'all', 'only', 'n', 'largest', 'smallest', 'inline'].map((name) => result.at(name, t))
    expect([0.3, 0.55, 0.7, 0.9].map(at)).toEqual([
      [0, 0, 0, 0, 0, 0, 0],
      [1, 0, 1, 1, 1, 0, 0],
      [1, 0, 1, 1, 1, 0, 1],
      [1, 1, 0, 2, 1, 1, 1],
    ])
    expect(['both', 'one', 'none', 'differ'].map((name) => [...result.finalVector(name)])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
      [0, 1],
    ])
  })

  it('when of an array acts at every edge; pre, edge and change of elements', () => {
    const result = run(
      `
      b = {x[i] > 1 for i in 1:3}
      when b then n = pre(n) + 1; end when
      when edge(b[2]) then m = time; end when
      when change(b[3]) then k = time; end when
      when {b[1], b[2]} then j = pre(j) + 1; end when
      before = pre(b[1])
      `,
      {
        ...Object.fromEntries(['n', 'm', 'k', 'j'].map((name) => [name, Var({ start: 0 })])),
        b: Var({ start: [false, false, false] }),
      },
    )
    expect(result.final('n')).toBe(3)
    expect(result.final('m')).toBeCloseTo(0.5, 9)
    expect(result.final('k')).toBeCloseTo(0.2, 9)
    expect(result.final('j')).toBe(2)
  })

  it('are assigned in when, as a whole or by element', () => {
    const result = simulate(
      Model({
        b: Var({ start: [false, false, true] }),
        c: Var({ start: [false, true] }),
        equations: equations`
          when time > 0.3 then
            b = not pre(b)
            c[1] = true
          end when
          when time > 0.6 then
            c[2] = not pre(c[1])
          end when
          y = [if b[i] then i else 0 for i in 1:3]
        `,
      }),
      { stopTime: 1 },
    )
    expect([...result.finalVector('y')]).toEqual([1, 2, 0])
    expect([...result.finalVector('c')]).toEqual([1, 0])
  })

  it('are sampled and held', () => {
    const result = simulate(
      Model({
        b: Var({ start: [false, false] }),
        equations: equations`
          x = sample(time, Clock(0.1))
          b = {x > 0.55, x > 0.25}
          c = previous(b)
          d = hold(b)[1]
        `,
      }),
      { stopTime: 1 },
    )
    expect([0.35, 0.45].map((t) => result.at('c[2]', t))).toEqual([0, 1])
    expect([0.55, 0.65].map((t) => result.at('d', t))).toEqual([0, 1])
  })
})

describe('parameters and start values', () => {
  const Gate = Model({
    open: Par([true, false]),
    any: Par(expr`if anyTrue(open) then 3 else 4`),
    equations: equations`
      n = countTrue(open)
      y = {if open[i] then 1 else -1 for i in 1:size(open, 1)}
      all = allTrue(open)
    `,
  })

  it('may have any number of elements, none too', () => {
    const gate = instantiate(modelFromJson(JSON.stringify(modelToJson(Gate))))
    for (const open of [[true, false], [true], [false, true, true], []]) {
      const result = gate.simulate({ stopTime: 1, merge: { open } })
      expect(result.final('n')).toBe(open.filter((each) => each).length)
      expect([...result.finalVector('y')]).toEqual(open.map((each) => (each ? 1 : -1)))
      expect(result.final('all')).toBe(Number(!open.includes(false)))
    }
    expect(simulate(Gate, { stopTime: 1 }).parameter('any')).toBe(3)
  })

  it('are Booleans in files', () => {
    const result = simulate(Gate.extend({ equations: equations`b = {time > 0.5, open[1]}` }), { stopTime: 1 })
    expect(result.signal('open').header.type).toBe('boolean')
    const back = readJson(writeJson(result))
    expect(writeJson(back)).toBe(writeJson(result))
    const lines = writeCsv(result, { names: ['b'] }).split('\n')
    expect(lines[0]).toBe('time [s],b[1],b[2]')
    expect(lines[1]).toBe('0,false,true')
    expect(lines.at(-2)).toBe('1,true,true')
  })

  it.each([
    [{ open: [0.5, 2] }, 'open: expected true or false'],
    [{ open: ['a'] }, 'open: expected true or false'],
    [{ open: true }, 'open'],
  ])('are checked: %j', (merge, message) => {
    expect(() => simulate(Gate, { stopTime: 1, merge })).toThrow(message)
  })
})

describe('components', () => {
  const Switched = Model({
    on: Var({ type: 'Boolean' }),
    k: 1,
    equations: equations`on = time > 0.25*k`,
  })

  it('have vectors of Booleans if they are arrays', () => {
    const result = simulate(
      Model({
        c: [Switched(), Switched({ k: 2 }), Switched({ k: 5 })],
        equations: equations`
          n = countTrue(c.on)
          y = {if c[i].on then 1 else 0 for i in 1:3}
          any = anyTrue(c.on)
        `,
      }),
      { stopTime: 1 },
    )
    expect(result.final('n')).toBe(2)
    expect([...result.finalVector('y')]).toEqual([1, 1, 0])
  })

  it('connect elements and whole arrays', () => {
    const Source = Model({ y: Var({ output: true }), equations: equations`y = time > 0.5` })
    const Sink = Model({
      u: Var({ input: true }),
      equations: equations`y = if u[1] and not u[2] then 1 else 2`,
    })
    const result = simulate(
      Model({
        s: Source(),
        b: Var({ start: [false, false] }),
        sink: Sink(),
        connect: [
          ['s.y', 'b[1]'],
          ['b', 'sink.u'],
        ],
        equations: equations`b[2] = time > 0.75`,
      }),
      { stopTime: 1 },
    )
    expect([0.25, 0.6, 0.9].map((t) => result.at('sink.y', t))).toEqual([2, 1, 2])
  })
})

it('declared types are checked', () => {
  const model = (text: string) => () =>
    simulate(Model({ b: Var({ type: 'Boolean' }), equations: equations(text) }), { stopTime: 1 })
  expect(model('b = {1, 2}')).toThrow("'b' is declared as Boolean, '[1, 2]' is not Boolean")
  expect(model('b[1] = 5')).toThrow("'b[1]' is declared as Boolean, '5' is not Boolean")
  expect(model('b = 5')).toThrow("'b' is a Boolean, '5' is a number")
  expect(model('b = {time > 1, true}')).not.toThrow()
})
