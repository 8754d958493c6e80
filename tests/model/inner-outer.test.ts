/** Global environments: variables, parameters, connectors and components by `inner` and `outer`. */
import {
  equations,
  expr,
  inner,
  Model,
  modelFromJson,
  modelToJson,
  outer,
  Par,
  printModel,
  simulate,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { equalModels, flatten } from '../../src/model/index.ts'
import { equationTexts, messageOf } from './support.ts'

const Port = Model({ T: Var({ potential: true, unit: 'K' }), Q: Var({ flow: true, unit: 'W' }) })
const World = Model({ g: Par(9.81, 'm/s2'), T: Var({ unit: 'K' }), equations: equations`T = 300` })
const Body = Model({
  world: outer(World()),
  ambient: outer(Var({ unit: 'K' })),
  tau: outer(Var({ unit: 's' })),
  weight: Par(expr`2*world.g`, 'm/s2'),
  T: Var({ init: 400, unit: 'K' }),
  equations: equations`
    tau*der(T) = ambient - T
    excess = T - world.T
  `,
})
const Room = Model({ a: Body(), deep: Model({ b: Body({ T: 350 }) }), tau: inner(Par(2, 's')) })
const House = Model({
  world: inner(World({ g: 1.62 })),
  ambient: inner(Var({ init: 290, unit: 'K' })),
  tau: inner(Par(1, 's')),
  room: Room(),
  c: Body(),
  equations: equations`der(ambient) = 0`,
})

describe('inner and outer', () => {
  it('bind outer members to the closest inner ones, at any depth', () => {
    const result = simulate(House, { stopTime: 1, tolerance: 1e-9 })
    // T = 290 + (T0 - 290) exp(-t/tau); the room has its own tau
    expect(result.final('c.T')).toBeCloseTo(290 + 110 * Math.exp(-1), 6)
    expect(result.final('room.a.T')).toBeCloseTo(290 + 110 * Math.exp(-0.5), 6)
    expect(result.final('room.deep.b.T')).toBeCloseTo(290 + 60 * Math.exp(-0.5), 6)
    expect(result.final('c.excess')).toBeCloseTo(290 + 110 * Math.exp(-1) - 300, 6)
    expect(result.parameter('room.deep.b.weight')).toBe(3.24)
  })

  it('declare no variables of their own', () => {
    const flat = flatten(House)
    const names = [...flat.variables.keys(), ...flat.unused.keys(), ...flat.parameters.keys()]
    expect(names.filter((name) => /ambient|world|tau/.test(name)).sort()).toEqual([
      'ambient',
      'room.tau',
      'tau',
      'world.T',
      'world.g',
    ])
  })

  it('follow modifications and merge of the inner member', () => {
    expect(
      simulate(House({ room: { tau: 4 } }), { stopTime: 1, tolerance: 1e-9 }).final('room.a.T'),
    ).toBeCloseTo(290 + 110 * Math.exp(-0.25), 6)
    expect(
      simulate(House, { stopTime: 1, tolerance: 1e-9, merge: { tau: 3, ambient: 280 } }).final('c.T'),
    ).toBeCloseTo(280 + 120 * Math.exp(-1 / 3), 6)
  })

  it('connect outer connectors where the inner one is', () => {
    const Element = Model({
      env: outer(Port()),
      R: Model({
        a: Port(),
        b: Port(),
        G: Par(1, 'W/K'),
        equations: equations`
        a.Q = G*(a.T - b.T)
        a.Q + b.Q = 0
      `,
      }),
      port: Port(),
      connect: [
        ['env', 'R.a'],
        ['R.b', 'port'],
      ],
    })
    const System = Model({
      env: inner(Port()),
      part: Model({
        element: Element(),
        source: Model({ p: Port(), equations: equations`p.Q = -5` }),
        connect: [['element.port', 'source.p']],
      }),
      other: Element(),
      ground: Model({ p: Port(), equations: equations`p.T = 100` }),
      connect: [['ground.p', 'env']],
    })
    expect(equationTexts(System)).toContain('env.Q = ground.p.Q + part.element.R.a.Q + other.R.a.Q')
    const result = simulate(System, { stopTime: 1 })
    // 5 W through a resistance of 1 K/W, to 100 K; nothing flows through the other one
    expect(result.final('part.source.p.T')).toBeCloseTo(105, 9)
    expect(result.final('ground.p.Q')).toBeCloseTo(5, 9)
    expect(result.final('other.port.T')).toBeCloseTo(100, 9)
  })

  it('connect to ports of an outer component, which may be an array', () => {
    const Bus = Model({ ports: Port({ for: { i: [1, 2] } }), equations: equations`ports.T = [10, 20]` })
    const User = Model({
      bus: outer(Bus()),
      k: 1,
      R: Model({ a: Port(), G: Par(1, 'W/K'), equations: equations`a.Q = G*a.T` }),
      y: Var(),
      connect: [['bus.ports[2]', 'R.a']],
      equations: equations`y = sum(bus.ports.T)`,
    })
    const result = simulate(Model({ bus: inner(Bus()), u: User() }), { stopTime: 1 })
    expect([result.final('u.y'), result.final('bus.ports[2].Q'), result.final('bus.ports[1].Q')]).toEqual([
      30, -20, 0,
    ])
  })

  it('are written as JSON and printed', () => {
    expect(equalModels(modelFromJson(JSON.stringify(modelToJson(House))), House)).toBe(true)
    expect(printModel(House)).toContain('world: inner(Model({')
    expect(printModel(House)).toContain('world: outer(Model({')
  })

  it('report a missing inner member, with a similar name', () => {
    expect(messageOf(() => flatten(Model({ room: Room(), worl: inner(World()) })))).toBe(
      "room.a: 'world' is outer: expected an inner 'world' in an enclosing component, got tau, worl (did you mean 'worl'?); declare world: inner(…) there.",
    )
    // a member that is not inner does not count
    expect(messageOf(() => flatten(Model({ room: Room(), world: World() })))).toContain('got tau;')
  })

  it('report inner members of another kind, unit or content', () => {
    const problem = (world: unknown, ambient: unknown = inner(Par(3, 'K'))) =>
      messageOf(() => flatten(Model({ c: Body(), world, ambient, tau: inner(Par(1, 's')) })))
    expect(problem(inner(Par(3)))).toContain('expected an inner component, got a variable or parameter')
    expect(problem(inner(Model({ g: 3 })))).toContain(
      "expected an inner component with 'T', got one without it",
    )
    expect(problem(inner(World()), inner(Par(3, 'm')))).toContain(
      'expected the unit K, got m, declared in the model',
    )
    expect(messageOf(() => Body({ world: { g: 3 } }))).toContain('expected a modification of the inner one')
  })

  it('refuse values of outer members, which would be ignored', () => {
    const problem = (ambient: unknown) =>
      messageOf(() => {
        const model = Model({ c: Model({ ambient }), ambient: inner(Par(3, 'K')) })
        flatten(modelFromJson(JSON.stringify(modelToJson(model))))
      })
    expect(problem(outer(Var({ init: 3, unit: 'K' })))).toBe(
      "c: 'ambient' is outer: expected no 'init', which is that of the inner one; write ambient: outer(Var({ unit: 'K' })) here and the value beside the inner 'ambient'.",
    )
    expect(problem(outer(Par(3)))).toContain("expected no 'value'")
    expect(problem(outer(3))).toContain("expected no 'value'")
    expect(problem(outer(Var({ unit: 'K', info: 'air' })))).toBe('no error')
    expect(messageOf(() => outer(World({ g: 3 })))).toBe(
      "outer: expected a component without modifications, which belong to the inner one: name: inner(Component({ … })), got 'a modification of g'.",
    )
    const Moon = World({ g: 1.62 })
    expect(messageOf(() => outer(Moon()))).toBe('no error')
  })
})
