import { equations, Model, Par, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { flatten } from '../../src/model/index.ts'
import { Capacitor, Filter, Flange, Ground, Inertia, OnePort, Pin, Resistor } from './circuits.ts'
import { equationTexts, messageOf, textsOf } from './support.ts'

const connectionsOf = (model: Parameters<typeof flatten>[0]): string[] => {
  const flat = flatten(model)
  return textsOf({ ...flat, equations: flat.equations.filter(({ origin }) => origin !== 'equation') })
}

describe('connections between sub-components', () => {
  it('chain potentials and sum flows, one set per node (case filter-circuit)', () => {
    expect(connectionsOf(Filter)).toEqual([
      'V.p.v = R.p.v',
      '0 = V.p.i + R.p.i',
      'R.n.v = C.p.v',
      '0 = R.n.i + C.p.i',
      'C.n.v = V.n.v',
      'V.n.v = ground.p.v',
      '0 = C.n.i + V.n.i + ground.p.i',
    ])
  })

  it('unite tuples that share a connector, in lists and statements', () => {
    const Star = Model({
      a: Resistor(),
      b: Resistor(),
      c: Resistor(),
      d: Resistor(),
      connect: [
        ['a.p', 'b.p'],
        ['c.p', 'd.p'],
        ['b.p', 'd.p'],
      ],
      equations: equations`
        connect(a.n, b.n)
        connect(c.n, d.n, a.n)
      `,
    })
    expect(connectionsOf(Star)).toEqual([
      ...['a.p.v = b.p.v', 'b.p.v = c.p.v', 'c.p.v = d.p.v', '0 = a.p.i + b.p.i + c.p.i + d.p.i'],
      ...['a.n.v = b.n.v', 'b.n.v = c.n.v', 'c.n.v = d.n.v', '0 = a.n.i + b.n.i + c.n.i + d.n.i'],
    ])
  })

  it('reach nested connectors as a whole and in parts', () => {
    const Plug = Model({ a: Pin(), b: Pin() })
    const Load = Model({ plug: Plug(), equations: equations`plug.a.v = plug.b.v; plug.a.i + plug.b.i = 0` })
    const Top = Model({
      x: Load(),
      y: Load(),
      g: Ground(),
      connect: [
        ['x.plug', 'y.plug'],
        ['x.plug.b', 'g.p'],
      ],
    })
    expect(connectionsOf(Top)).toEqual([
      ...['x.plug.a.v = y.plug.a.v', '0 = x.plug.a.i + y.plug.a.i'],
      ...['x.plug.b.v = y.plug.b.v', 'y.plug.b.v = g.p.v', '0 = x.plug.b.i + y.plug.b.i + g.p.i'],
    ])
  })

  it('reach elements of arrays of sub-models', () => {
    const Ladder = Model({
      cells: [Resistor(), Resistor({ R: 2 })],
      connect: [
        ['cells[1].n', 'cells[2].p'],
        ['cells[2].n', 'cells[1].p'],
      ],
    })
    expect(connectionsOf(Ladder)).toEqual([
      ...['cells[1].n.v = cells[2].p.v', '0 = cells[1].n.i + cells[2].p.i'],
      ...['cells[2].n.v = cells[1].p.v', '0 = cells[2].n.i + cells[1].p.i'],
    ])
  })
})

describe('connectors of the component itself', () => {
  // two resistors in series with pins of their own, as a sub-model
  const Series = Model({
    p: Pin(),
    n: Pin(),
    a: Resistor(),
    b: Resistor(),
    connect: [
      ['p', 'a.p'],
      ['a.n', 'b.p'],
      ['b.n', 'n'],
    ],
  })

  it('count on the other side of the sum of flows', () => {
    const Top = Model({ s: Series(), g: Ground(), connect: [['s.p', 's.n', 'g.p']] })
    expect(connectionsOf(Top)).toEqual([
      ...['s.p.v = s.a.p.v', 's.p.i = s.a.p.i', 's.a.n.v = s.b.p.v', '0 = s.a.n.i + s.b.p.i'],
      ...['s.b.n.v = s.n.v', 's.n.i = s.b.n.i'],
      ...['s.p.v = s.n.v', 's.n.v = g.p.v', '0 = s.p.i + s.n.i + g.p.i'],
    ])
  })

  it('get no flow from outside in the whole model, and the notes report it', () => {
    const flat = flatten(Series)
    expect(textsOf(flat).slice(-2)).toEqual(['p.i = 0', 'n.i = 0'])
    expect(flat.notes).toEqual([
      'p.i = 0, because nothing is connected to it.',
      'n.i = 0, because nothing is connected to it.',
    ])
  })

  it('can be connected to each other', () => {
    const Wire = Model({ p: Pin(), n: Pin(), connect: [['p', 'n']] })
    const Top = Model({
      w: Wire(),
      r: Resistor(),
      connect: [
        ['w.p', 'r.p'],
        ['w.n', 'r.n'],
      ],
    })
    expect(connectionsOf(Top).slice(0, 2)).toEqual(['w.p.v = w.n.v', 'w.p.i + w.n.i = 0'])
  })
})

describe('flows without connection', () => {
  it('get the value zero', () => {
    const Top = Model({ a: Inertia(), b: Inertia(), connect: [['a.flange_b', 'b.flange_a']] })
    const flat = flatten(Top)
    const zero = flat.equations.filter(({ origin }) => origin === 'unconnected')
    expect(textsOf({ ...flat, equations: zero })).toEqual(['a.flange_a.tau = 0', 'b.flange_b.tau = 0'])
    expect(flat.notes).toContain('a.flange_a.tau = 0, because nothing is connected to it.')
  })

  it('keep the value that an equation of an enclosing component determines', () => {
    const Top = Model({
      a: Inertia(),
      b: Inertia(),
      equations: equations`
        a.flange_a.tau = sin(time)
        0 = a.flange_b.tau + b.flange_a.tau
        a.phi = b.phi
        b.flange_b.tau = 0
      `,
    })
    expect(flatten(Top).equations.filter(({ origin }) => origin === 'unconnected')).toEqual([])
  })

  it('get the value zero although an equation reads them', () => {
    const Top = Model({
      a: Inertia(),
      equations: equations`
        a.flange_a.tau = 1
        y = a.flange_b.tau
        P = a.w*a.flange_b.tau
      `,
    })
    expect(equationTexts(Top).slice(-1)).toEqual(['a.flange_b.tau = 0'])
  })
})

describe('signals', () => {
  const Gain = Model({
    k: 1,
    u: Var({ input: true }),
    y: Var({ output: true }),
    equations: equations`y = k*u`,
  })

  it('connect as equal between sub-components and to inputs and outputs of the component', () => {
    const Top = Model({
      u: Var({ input: true }),
      y: Var({ output: true }),
      a: Gain(),
      b: Gain(),
      c: Gain(),
      connect: [
        ['u', 'a.u', 'c.u'],
        ['a.y', 'b.u'],
        ['b.y', 'y'],
      ],
    })
    expect(connectionsOf(Top)).toEqual(['u = a.u', 'a.u = c.u', 'a.y = b.u', 'b.y = y'])
  })

  it('must not have two sources', () => {
    const two = Model({
      a: Gain(),
      b: Gain(),
      c: Gain(),
      connect: [
        ['a.y', 'c.u'],
        ['c.u', 'b.y'],
      ],
    })
    expect(messageOf(() => flatten(two))).toBe(
      'model: connect: expected one source of the signal, got two: a.y is an output, and b.y is an output.',
    )
    const input = Model({ u: Var({ input: true }), a: Gain(), connect: [['u', 'a.y']] })
    expect(messageOf(() => flatten(Model({ sub: input })))).toBe(
      'sub: connect: expected one source of the signal, got two: sub.u is an input from outside, and sub.a.y is an output.',
    )
  })
})

describe('errors', () => {
  const top = (connect: string[][]) => () =>
    flatten(Model({ a: Resistor(), inertia: Inertia(), x: Var(), k: Par(1), cells: [Capacitor()], connect }))

  it('the error for an unknown path lists the existing names (case err-connect-path)', () => {
    expect(messageOf(top([['a.p', 'b.p']]))).toBe(
      "model: connect: expected a known name, got 'b.p': there are a, inertia, x, k, cells[1..1].",
    )
    expect(messageOf(top([['a.p', 'a.q']]))).toBe(
      "model: connect: expected a known name, got 'a.q': a has p, n, v, i, R.",
    )
    expect(messageOf(top([['a.p', 'inertia.flange_c']]))).toBe(
      "model: connect: expected a known name, got 'inertia.flange_c': inertia has flange_a, flange_b, J, phi, w, a (did you mean 'flange_a'?).",
    )
    expect(messageOf(top([['a.p', 'cells[2].p']]))).toBe(
      "model: connect: expected a known name, got 'cells[2].p': 'cells' has the elements 1 to 1.",
    )
  })

  it('the error for expected compatible connectors, got others lists their members (case err-connect-incompatible)', () => {
    expect(messageOf(top([['a.p', 'inertia.flange_a']]))).toBe(
      "model: connect('a.p', 'inertia.flange_a'): expected compatible connectors, got others: a.p has v, i (flow); inertia.flange_a has phi, tau (flow).",
    )
    expect(messageOf(top([['a.p', 'x']]))).toBe(
      "model: connect('a.p', 'x'): expected compatible connectors, got others: a.p has v, i (flow); x is a signal.",
    )
  })

  it('components and parameters are not accepted as connectors', () => {
    expect(messageOf(top([['a', 'cells[1]']]))).toBe(
      "model: connect: expected a connector, got 'a'; it has a.p, a.n.",
    )
    expect(messageOf(top([['k', 'x']]))).toBe(
      "model: connect: expected a connector or a signal, got the parameter 'k'.",
    )
  })

  it('errors in statements point at the line', () => {
    const Top = Model({
      a: OnePort(),
      f: Flange(),
      equations: equations`
      connect(a.p, a.m)
    `,
    })
    expect(messageOf(() => flatten(Top))).toBe(
      "equations, line 2: model: connect: expected a known name, got 'a.m': a has p, n, v, i.\n  connect(a.p, a.m)\n  ^^^^^^^^^^^^^^^^^",
    )
  })
})

describe('a flow and a potential of one name', () => {
  const Turned = Model({ v: Var({ flow: true }), i: Var({ potential: true }) })
  const build = (other: typeof Pin | typeof Turned) =>
    Model({
      a: Model({ p: Pin(), equations: equations`p.v = 1` }),
      b: Model({ p: other(), equations: equations`p.i = p.v` }),
      connect: [['a.p', 'b.p']],
    })

  it('cannot be connected', () => {
    expect(() => flatten(build(Turned))).toThrow(
      "connect('a.p', 'b.p'): expected compatible connectors, got others: a.p has v, i (flow); b.p has v (flow), i.",
    )
    expect(() => flatten(build(Pin))).not.toThrow()
  })
})
