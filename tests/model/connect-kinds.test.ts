/** Kinds that connect: potentials to potentials, flows to flows, with their signs. */
import { equations, Model, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { equationTexts, messageOf } from './support.ts'

const Pin = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })
/** The same names with potential and flow exchanged. */
const Swapped = Model({ v: Var({ flow: true }), i: Var({ potential: true }) })
const Signals = Model({ v: Var(), i: Var() })
const hold = (pin: unknown) => Model({ pin: pin as never, equations: equations`pin.v = pin.i` })

describe('expected compatible connectors, got others', () => {
  const connect = (a: unknown, b: unknown) => () =>
    equationTexts(Model({ a: hold(a), b: hold(b), connect: [['a.pin', 'b.pin']] }))

  it('a flow does not connect to a potential, in either order', () => {
    const message = messageOf(connect(Pin(), Swapped()))
    expect(message).toContain("connect('a.pin', 'b.pin'): expected compatible connectors, got others")
    expect(message).toContain('a.pin has v, i (flow)')
    expect(message).toContain('b.pin has v (flow), i')
    expect(messageOf(connect(Swapped(), Pin()))).toContain('expected compatible connectors, got others')
  })

  it('a connector does not connect to a plain variable, or if one of its variables is of another kind', () => {
    expect(messageOf(connect(Pin(), Signals()))).toContain('expected compatible connectors, got others')
    const three = Model({
      a: hold(Pin()),
      b: hold(Pin()),
      c: hold(Swapped()),
      connect: [['a.pin', 'b.pin', 'c.pin']],
    })
    expect(messageOf(() => equationTexts(three))).toContain('expected compatible connectors, got others')
  })

  it('variables of the same kind connect', () => {
    expect(connect(Swapped(), Swapped())().slice(-2)).toEqual(['0 = a.pin.v + b.pin.v', 'a.pin.i = b.pin.i'])
    expect(connect(Pin(), Pin())().slice(-2)).toEqual(['a.pin.v = b.pin.v', '0 = a.pin.i + b.pin.i'])
  })
})

it('the connector of the component itself is on the other side of the balance', () => {
  const Inner = Model({ pin: Pin(), a: hold(Pin()), b: hold(Pin()), connect: [['pin', 'a.pin', 'b.pin']] })
  const texts = equationTexts(Model({ x: Inner(), y: hold(Pin()), connect: [['x.pin', 'y.pin']] }))
  expect(texts).toContain('x.pin.i = x.a.pin.i + x.b.pin.i')
  expect(texts).toContain('0 = x.pin.i + y.pin.i')
})
