/** Arrays of components with sizes by parameters, paths through them, and components under conditions. */
import {
  equations,
  expr,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  printModel,
  simulate,
  Var,
} from 'vario'
import { Capacitor, Ground, Pin, Resistor } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'
import { equalModels, flatten } from '../../src/model/index.ts'
import { equationTexts, messageOf } from './support.ts'

const Cell = Model({
  k: 1,
  x: Var({ init: 1 }),
  y: Var(),
  v: Var({ init: [1, 2] }),
  equations: equations`
    der(x) = -k*x
    der(v) = -v
  `,
})
/** Three cells, and equations of the whole model. */
const withEquations = (text: string, members: Readonly<Record<string, unknown>> = {}) =>
  Model({ n: 3, c: Cell({ k: expr`i`, for: { i: expr`1:n` } }), ...members, equations: equations(text) })
const runOf = (text: string, members?: Readonly<Record<string, unknown>>) =>
  simulate(withEquations(text, members), { stopTime: 1, tolerance: 1e-9 })
const problemOf = (text: string, members?: Readonly<Record<string, unknown>>) =>
  messageOf(() => runOf(text, members))

describe('arrays of components', () => {
  it('have one element for each value of the index, which modifications may use', () => {
    const result = runOf('c.y = 0')
    expect([1, 2, 3].map((i) => result.parameter(`c[${i}].k`))).toEqual([1, 2, 3])
    // x_i = exp(-i t)
    for (const i of [1, 2, 3]) expect(result.final(`c[${i}].x`)).toBeCloseTo(Math.exp(-i), 8)
  })

  it('take any values of the index, also none', () => {
    const Row = (range: number[]) =>
      Model({ c: Cell({ k: expr`i`, for: { i: range } }), equations: equations`c.y = 0; s = sum(c.x)` })
    expect(simulate(Row([5, 7]), { stopTime: 1 }).parameter('c[2].k')).toBe(7)
    expect(simulate(Row([]), { stopTime: 1 }).final('s')).toBe(0)
  })

  it('get another number of elements by merge, also when a run is repeated', () => {
    const model = instantiate(withEquations('c.y = 0; total = sum(c.x)'))
    // sum over i of exp(-i)
    const total = (n: number): number =>
      Array.from({ length: n }, (_, i) => Math.exp(-i - 1)).reduce((a, b) => a + b)
    for (const n of [3, 7, 1, 3])
      expect(model.simulate({ stopTime: 1, tolerance: 1e-9, merge: { n } }).final('total')).toBeCloseTo(
        total(n),
        8,
      )
    expect(model.simulate({ stopTime: 1, tolerance: 1e-9 }).final('total')).toBeCloseTo(total(3), 8)
  })

  it('see the index of the place where they are declared, not that of the user', () => {
    const Inner = withEquations('c.y = 0')
    const inner = { i: 7, a: Inner({ c: { k: expr`10*i` } }) }
    expect(simulate(Model(inner), { stopTime: 1 }).parameter('a.c[2].k')).toBe(70)
    // beside the declaration, the index hides a parameter of the same name
    const own = Model({ i: 7, c: Cell({ k: expr`i`, for: { i: [1, 2] } }), equations: equations`c.y = 0` })
    expect(simulate(own, { stopTime: 1 }).parameter('c[2].k')).toBe(2)
  })

  it('may be nested', () => {
    const Row = Model({ a: 1, c: Cell({ k: expr`a*j`, for: { j: [1, 2] } }), equations: equations`c.y = 0` })
    const Grid = Model({
      row: Row({ a: expr`10*j`, for: { j: [1, 2, 3] } }),
      equations: equations`
        s = sum(row[3].c.k)
        A = row.c.k
        z = row[2].c[1].k
      `,
    })
    const result = simulate(Grid, { stopTime: 1 })
    expect([result.final('s'), result.final('z')]).toEqual([90, 20])
    expect(result.signal('A').size).toEqual([3, 2])
  })

  it('are written as JSON and printed', () => {
    const model = withEquations('c.y = 0; z = c[n - 1].x', {
      p: Cell({ if: expr`n > 2` }),
      u: Var({ if: false }),
    })
    expect(equalModels(modelFromJson(JSON.stringify(modelToJson(model))), model)).toBe(true)
    expect(printModel(model)).toContain('for: { i: expr`1:n` }')
    expect(printModel(model)).toContain('if: expr`n > 2`')
  })

  it('are refused with the place where the range or the condition is wrong', () => {
    expect(messageOf(() => Cell({ for: { i: 3 } as never }))).toBe(
      'for: expected the name of one index and its values: for: { i: expr`1:n` }, got an object with i.',
    )
    expect(messageOf(() => Cell({ if: 3 as never }))).toBe(
      'if: expected true, false or an expr`…` of parameters, got 3.',
    )
    expect(problemOf('y = 1', { x: Var({ init: 1 }), d: Cell({ for: { i: expr`1:x` } }) })).toBe(
      "d.for: expected an expression of parameters, got '1:x', which varies.",
    )
    expect(problemOf('y = 1', { d: Cell({ if: expr`n` }) })).toBe('d.if: expected true or false, got 3.')
    expect(messageOf(() => flatten(Cell({ if: true })))).toContain(
      "expected 'if' in a component of another model",
    )
    expect(messageOf(() => flatten(Model({ c: [Cell({ if: true })] })))).toContain('an element of a list')
    const late = Model({ a: Cell({ for: { i: expr`1:length(c.k)` } }), c: Cell({ for: { i: [1, 2] } }) })
    expect(messageOf(() => flatten(late))).toContain("declare 'c' before the component that needs it")
  })
})

describe('paths through arrays of components', () => {
  it('stand for the vector of all elements', () => {
    const result = runOf('c.y = 2*c.x; w = c.x; total = sum(c.y); m = max(c.k); q = c.x*c.x; A = c.v')
    const x = [1, 2, 3].map((i) => Math.exp(-i))
    result.finalVector('w').forEach((value, i) => {
      expect(value).toBeCloseTo(x[i], 8)
    })
    expect(result.final('total')).toBeCloseTo(2 * (x[0] + x[1] + x[2]), 8)
    expect(result.final('m')).toBe(3)
    // a product of vectors is a number
    expect(result.final('q')).toBeCloseTo(
      x.reduce((sum, value) => sum + value * value, 0),
      8,
    )
    expect(result.signal('A').size).toEqual([3, 2])
  })

  it('choose elements by parameters, ranges, end, loop variables and discrete variables', () => {
    const result = runOf(`
      c[1].y = 10
      c[2:end].y = [20, 30]
      a = c[n].y - c[n-1].y + c[end].k
      d = sum([c[i].y - c[i-1].y for i in 2:n])
      e = c[m].y
      m = if time > 0.5 then 2 else 1
      f = c[2].v[1] + sum(c.v[2])
    `)
    expect(result.final('a')).toBe(13)
    expect(result.final('d')).toBe(20)
    expect([result.at('e', 0.25), result.at('e', 0.75)]).toEqual([10, 20])
    // every v is exp(-t)*[1, 2]
    expect(result.final('f')).toBeCloseTo(7 * Math.exp(-1), 8)
  })

  it('make one equation per element on every right side', () => {
    const sides = [
      '[1, 2, 3]',
      '[i for i in 1:n]',
      'w/2',
      'w .- c.k',
      '(if u > 0 then c.k else -c.k)',
      'M*c.k',
      'abs(-c.k)',
    ]
    for (const side of sides) {
      const result = runOf(`c.y = ${side}; w = u*[2, 4, 6]; u = 1`, {
        M: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      })
      expect(
        [1, 2, 3].map((i) => result.final(`c[${i}].y`)),
        side,
      ).toEqual([1, 2, 3])
    }
    const result = runOf('for i in 1:n loop c[i].y = 10*c[i].k; end for; z = c[end].y')
    expect(result.final('z')).toBe(30)
    // a matrix has one row for each element
    expect(runOf('c.y = w; w = c.v*[1, 0]').final('c[3].y')).toBeCloseTo(Math.exp(-1), 8)
  })

  it('may be used by declarations', () => {
    const result = runOf('c.y = 0', {
      s: Par(expr`sum(c.k)`),
      e: Par(expr`c[end].k - c[n - 1].k`),
      z: Var(expr`c[2].x`),
    })
    expect([result.parameter('s'), result.parameter('e')]).toEqual([6, 1])
    expect(result.final('z')).toBeCloseTo(Math.exp(-2), 8)
  })

  it('are interpreted as they are compiled', () => {
    const model = instantiate(withEquations('c.y = 2*c.x; w = c.x; total = sum(c.y); z = c[n].y'), {
      interpret: true,
    })
    const result = model.simulate({ stopTime: 1, tolerance: 1e-9, merge: { n: 2 } })
    expect(result.final('total')).toBeCloseTo(2 * (Math.exp(-1) + Math.exp(-2)), 8)
    expect(result.final('z')).toBeCloseTo(2 * Math.exp(-2), 8)
  })

  it('are refused with the place of the mistake', () => {
    expect(problemOf('c.y = [1, 2]')).toContain(
      'expected 3 elements as in [c[1].y, c[2].y, c[3].y], got another number in [1, 2]',
    )
    expect(problemOf('c.y = w; w = u*[1, 2, 3, 4]; u = 1')).toContain('got another number in w')
    expect(problemOf('c.y = c.x + 1')).toContain("is a vector, '1' is a number")
    expect(problemOf('c[n + 1].y = 1')).toContain("'c' has the elements 1 to 3, got the subscript 4")
    expect(problemOf('z = c.q')).toContain("expected a known name, got 'c[1].q': c[1] has k, x, y, v")
    expect(problemOf('z = c[1:2]')).toContain("got the sub-model 'c[1]'")
    expect(problemOf('z = q[m].y')).toContain("'y': expected a component before the dot, got 'q[m]'")
  })
})

describe('connections of arrays', () => {
  const Ladder = Model({
    n: 3,
    R: Resistor({ for: { i: expr`1:n` } }),
    C: Capacitor({ for: { i: expr`1:n` } }),
    ground: Ground(),
    connect: [
      ['R[1:n-1].n', 'R[2:end].p'],
      ['R.n', 'C.p'],
      ['C.n', 'ground.p'],
    ],
  })

  it('connect element by element, and a single connector with all', () => {
    const texts = equationTexts(Ladder)
    expect(texts).toContain('R[1].n.v = R[2].p.v')
    expect(texts).toContain('0 = R[3].n.i + C[3].p.i')
    expect(texts.filter((text) => text.includes('ground.p.i'))).toEqual([
      '0 = C[1].n.i + ground.p.i + C[2].n.i + C[3].n.i',
    ])
    // the same in the equations
    const written = equationTexts(
      Ladder.extend({
        connect: null,
        equations: equations`
      connect(R[1:n-1].n, R[2:end].p)
      connect(R.n, C.p)
      connect(C.n, ground.p)
    `,
      }),
    )
    expect(written).toEqual(texts)
  })

  it('may be written as a loop', () => {
    const looped = equationTexts(
      Ladder.extend({
        connect: null,
        equations: equations`
          for i in 1:n-1 loop
            connect(R[i].n, R[i+1].p)
          end for
          for i in 1:n loop
            connect(R[i].n, C[i].p)
            connect(C[i].n, ground.p)
          end for
        `,
      }),
    )
    // the same sets; their first members may differ
    expect(looped.length).toBe(equationTexts(Ladder).length)
    expect(looped).toContain('0 = R[1].n.i + R[2].p.i + C[1].p.i')
    const sum = looped.find((text) => text.includes('ground.p.i'))!
    expect(sum.match(/\w+(\[\d\])?\.\w\.i/g)!.sort()).toEqual([
      'C[1].n.i',
      'C[2].n.i',
      'C[3].n.i',
      'ground.p.i',
    ])
  })

  it('connect arrays of connectors', () => {
    const Hub = Model({
      n: 2,
      ports: Pin({ for: { i: expr`1:n` } }),
      equations: equations`ports.v = [i for i in 1:n]`,
    })
    const result = simulate(
      Model({
        hub: Hub({ n: 3 }),
        R: Resistor({ for: { i: expr`1:3` } }),
        ground: Ground(),
        connect: [
          ['hub.ports', 'R.p'],
          ['R.n', 'ground.p'],
        ],
      }),
      { stopTime: 1 },
    )
    expect([1, 2, 3].map((i) => result.final(`hub.ports[${i}].i`))).toEqual([-1, -2, -3])
  })

  it('need the same number of elements', () => {
    expect(messageOf(() => flatten(Ladder.extend({ connect: [['R.p', 'C[2:3].p']] })))).toBe(
      "model: connect: expected arrays with the same number of elements, but 'R.p' has 3, 'C[2:3].p' has 2.",
    )
  })
})

describe('components under conditions', () => {
  const Port = Model({ T: Var({ potential: true }), Q: Var({ flow: true }) })
  const Lossy = Model({
    heats: false,
    port: Port({ if: expr`heats` }),
    sink: Model({ port: Port(), equations: equations`port.T = 7` })({ if: expr`heats` }),
    u: Var({ input: true, if: expr`heats` }),
    connect: [['port', 'sink.port']],
  })
  const Source = Model({
    port: Port(),
    y: Var({ output: true }),
    equations: equations`y = time; port.Q = port.T - 10`,
  })
  const Whole = Model({
    on: true,
    source: Source(),
    part: Lossy({ heats: expr`on` }),
    connect: [
      ['source.port', 'part.port'],
      ['source.y', 'part.u'],
    ],
  })

  it('vanish with their connections', () => {
    expect(equationTexts(Whole)).toContain('source.port.T = part.port.T')
    expect(equationTexts(Whole({ on: false }))).toEqual([
      'source.y = time',
      'source.port.Q = source.port.T - 10',
      'source.port.Q = 0',
    ])
  })

  it('come and go by merge', () => {
    const model = instantiate(Whole)
    expect(model.simulate({ stopTime: 1 }).final('source.port.T')).toBe(7)
    // without the sink there is no flow
    expect(model.simulate({ stopTime: 1, merge: { on: false } }).final('source.port.T')).toBe(10)
  })

  it('cannot be used by equations while they are absent', () => {
    const model = Whole.extend({ equations: equations`z = part.sink.port.T` })
    expect(equationTexts(model)).toContain('z = part.sink.port.T')
    expect(messageOf(() => flatten(model({ on: false })))).toContain(
      "'sink' does not exist, because 'heats' is false",
    )
  })

  it('are switched by modifications, and restored by null', () => {
    const Base = Model({ a: Source({ if: false }), b: Source() })
    expect([...flatten(Base).variables.keys()]).toEqual(['b.y', 'b.port.Q', 'b.port.T'])
    expect(flatten(Base({ a: { if: null }, b: { if: expr`1 > 2` } })).variables.has('a.y')).toBe(true)
    expect(flatten(Base({ b: { if: expr`1 > 2` } })).variables.has('b.y')).toBe(false)
  })
})
