/** Stream connectors: what flows carry, and ideal mixtures, against closed forms. */

import { equations, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { createRandom } from '../support/random.ts'

checkInterpreter()

const Port = Model({
  p: Var({ potential: true, unit: 'Pa' }),
  m_flow: Var({ flow: true, unit: 'kg/s' }),
  h_outflow: Var({ stream: true, unit: 'J/kg' }),
})
/** A given flow into the network, with a given enthalpy. */
const Source = Model({
  port: Port(),
  m: Par(1, 'kg/s'),
  h: Par(0, 'J/kg'),
  seen: Var({ unit: 'J/kg' }),
  actual: Var({ unit: 'J/kg' }),
  equations: equations`
    port.m_flow = -m
    port.h_outflow = h
    seen = inStream(port.h_outflow)
    actual = actualStream(port.h_outflow)
  `,
})
/** A reservoir with a given pressure. */
const Sink = Model({
  port: Port(),
  h: Par(0, 'J/kg'),
  seen: Var({ unit: 'J/kg' }),
  equations: equations`
    port.p = 1e5
    port.h_outflow = h
    seen = inStream(port.h_outflow)
  `,
})

const run = (model: Parameters<typeof simulate>[0], options = {}) =>
  simulate(modelFromJson(JSON.stringify(modelToJson(model))), { stopTime: 1, ...options })

/** Sources with these flows and enthalpies, and a sink for the rest. */
const Junction = (flows: readonly number[], enthalpies: readonly number[], hSink = 7) =>
  Model({
    sink: Sink({ h: hSink }),
    ...Object.fromEntries(flows.map((m, k) => [`s${k}`, Source({ m, h: enthalpies[k] })])),
    connect: [['sink.port', ...flows.map((_, k) => `s${k}.port`)]],
  })

describe('a mixture', () => {
  it('is the mean of two flows, weighted by the flows', () => {
    const result = run(Junction([1, 3], [100, 20]))
    expect(result.final('sink.seen')).toBeCloseTo((100 + 3 * 20) / 4, 12)
    // of the other source and the sink, from which nothing flows
    expect(result.final('s0.seen')).toBeCloseTo(20, 12)
    expect(result.final('s1.seen')).toBeCloseTo(100, 12)
    expect(result.final('s0.actual')).toBe(100)
  })

  it('contains what the reservoir gives when the flow turns', () => {
    const result = run(Junction([-5, 3], [100, 20]))
    expect(result.final('s0.seen')).toBeCloseTo((3 * 20 + 2 * 7) / 5, 12)
    expect(result.final('s0.actual')).toBeCloseTo((3 * 20 + 2 * 7) / 5, 12)
    expect(result.final('sink.seen')).toBeCloseTo(20, 12)
  })

  it.each([1e-6, 1, 1e6])('does not depend on the scale of the flows: %f', (scale) => {
    const result = run(Junction([scale, 3 * scale], [100, 20]))
    expect(result.final('sink.seen')).toBeCloseTo(40, 9)
  })

  it('becomes the mean at rest, continuously', () => {
    expect(run(Junction([0, 0], [100, 20])).final('sink.seen')).toBeCloseTo(60, 9)
    const small = run(Junction([1e-9, 3e-9], [100, 20])).final('sink.seen')
    expect(small).toBeGreaterThan(40)
    expect(small).toBeLessThan(60)
  })

  it.each([1, 2, 3, 4, 5])('agrees with the definition for random flows: seed %i', (seed) => {
    const random = createRandom(seed)
    const n = 2 + Math.floor(random() * 5)
    const flows = Array.from({ length: n }, () => 4 * random() - 2)
    const h = Array.from({ length: n }, () => 100 * random())
    const result = run(Junction(flows, h))
    // with the sink, from which the rest flows
    const all = [...flows, -flows.reduce((a, b) => a + b, 0)]
    const values = [...h, 7]
    all.forEach((_, k) => {
      const others = all.map((m, j) => (j === k ? 0 : Math.max(m, 0)))
      const total = others.reduce((a, b) => a + b, 0)
      const seen = k < n ? result.final(`s${k}.seen`) : result.final('sink.seen')
      if (total > 1e-6)
        expect(seen).toBeCloseTo(others.reduce((sum, m, j) => sum + m * values[j], 0) / total, 9)
    })
  })
})

/** Three ports of a component without equations of its own. */
const Inner = Model({
  ...{ a: Port(), b: Port(), c: Port() },
  connect: [['a', 'b', 'c']],
})
/** A pipe that heats what flows by dh in both directions. */
const Heater = Model({
  ...{ a: Port(), b: Port(), dh: Par(10, 'J/kg') },
  equations: equations`
    a.p = b.p
    a.m_flow + b.m_flow = 0
    b.h_outflow = inStream(a.h_outflow) + dh
    a.h_outflow = inStream(b.h_outflow) + dh
  `,
})

describe('connections through components', () => {
  // Connectors at the border of a component have no influence on the mixture
  it.each([
    [1, 3],
    [-5, 3],
    [2, -1],
  ])('mix like one connection: %f, %f', (m0, m1) => {
    const inside = Model({
      ...{
        s0: Source({ m: m0, h: 100 }),
        s1: Source({ m: m1, h: 20 }),
        sink: Sink({ h: 7 }),
        inner: Inner(),
      },
      connect: [
        ['s0.port', 'inner.a'],
        ['s1.port', 'inner.b'],
        ['sink.port', 'inner.c'],
      ],
    })
    const [nested, flat] = [run(inside), run(Junction([m0, m1], [100, 20]))]
    for (const name of ['s0.seen', 's1.seen', 'sink.seen'])
      expect(nested.final(name)).toBeCloseTo(flat.final(name), 9)
  })

  it.each([2, -2])('heat in the direction of the flow: %f kg/s', (m) => {
    const model = Model({
      ...{ s: Source({ m, h: 100 }), h1: Heater(), h2: Heater({ dh: 5 }), sink: Sink({ h: 7 }) },
      connect: [
        ['s.port', 'h1.a'],
        ['h1.b', 'h2.a'],
        ['h2.b', 'sink.port'],
      ],
    })
    const result = run(model)
    expect(result.final('sink.seen')).toBeCloseTo(115, 12)
    expect(result.final('s.actual')).toBeCloseTo(m > 0 ? 100 : 22, 12)
  })
})

describe('a tank', () => {
  const Tank = Model({
    ...{ port: Port(), inlet: Port(), M: Par(2, 'kg'), h: Var({ init: 50, unit: 'J/kg' }) },
    equations: equations`
      port.p = inlet.p
      port.m_flow + inlet.m_flow = 0
      port.h_outflow = h
      inlet.h_outflow = h
      M*der(h) = inlet.m_flow*(actualStream(inlet.h_outflow) - h) + port.m_flow*(actualStream(port.h_outflow) - h)
    `,
  })
  it.each(['auto', 'tsit5', 'bdf', 'radau5'] as const)('takes the enthalpy of what enters: %s', (solver) => {
    // der(h) = (h_in - h)/2 with 100 from the source, and with 7 from the sink after the flow has turned at 2 s
    const Varying = Source.extend({ equations: null }).extend({
      equations: equations`
        port.m_flow = if time < 2 then -m else m
        port.h_outflow = h
      `,
    })
    const model = Model({
      ...{ s: Varying({ h: 100 }), tank: Tank(), sink: Sink({ h: 7 }) },
      connect: [
        ['s.port', 'tank.inlet'],
        ['tank.port', 'sink.port'],
      ],
    })
    const result = run(model, { stopTime: 4, tolerance: 1e-9, solver })
    const h2 = 100 - 50 * Math.exp(-1)
    expect(result.at('tank.h', 1)).toBeCloseTo(100 - 50 * Math.exp(-0.5), 5)
    expect(result.final('tank.h')).toBeCloseTo(7 + (h2 - 7) * Math.exp(-1), 5)
  })
})

it('vectors are carried too', () => {
  const Wet = Model({
    p: Var({ potential: true }),
    m_flow: Var({ flow: true }),
    X_outflow: Var({ stream: true, start: [0, 0] }),
  })
  const Feed = Model({
    port: Wet(),
    m: 1,
    X: [0, 1],
    equations: equations`port.m_flow = -m; port.X_outflow = X`,
  })
  const model = Model({
    ...{ a: Feed({ X: [1, 0] }), b: Feed({ m: 3 }), out: Wet(), X: Var({ start: [0, 0] }) },
    sink: Model({
      ...{ port: Wet(), X: Var({ start: [0, 0] }) },
      equations: equations`port.p = 0; port.X_outflow = {0, 0}; X = inStream(port.X_outflow)`,
    })(),
    connect: [['a.port', 'b.port', 'sink.port']],
    equations: equations`X = sink.X`,
  })
  const result = run(model)
  expect([...result.finalVector('sink.X')]).toEqual([expect.closeTo(0.25, 12), expect.closeTo(0.75, 12)])
})

it.each([
  ['inStream(x)', "expected a stream variable of a connector, got 'x'"],
  ['actualStream(port.m_flow)', "expected a stream variable of a connector, got 'port.m_flow'"],
  ['inStream(port.h_outflow, 1)', "'inStream': expected 1 argument"],
])('%s is an error', (text, message) => {
  const model = Model({ port: Port(), x: 1, equations: equations(`port.h_outflow = 1; y = ${text}`) })
  expect(() => run(model)).toThrow(message)
})

it('a connector with streams needs exactly one flow, and the same kind on the other side', () => {
  const Bad = Model({ p: Var({ potential: true }), h: Var({ stream: true }) })
  expect(() => run(Model({ a: Model({ port: Bad(), equations: equations`port.h = 1` })() }))).toThrow(
    /port: expected exactly one flow in a connector with stream variables, got none/,
  )
  const Other = Model({ p: Var({ potential: true }), m_flow: Var({ flow: true }), h_outflow: Var() })
  const model = Model({
    ...{ s: Source(), o: Model({ port: Other() })() },
    connect: [['s.port', 'o.port']],
  })
  expect(() => run(model)).toThrow(
    /expected compatible connectors, got others: s\.port has p, m_flow \(flow\), h_outflow \(stream\)/,
  )
})
