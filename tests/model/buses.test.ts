/** Buses: connectors that get their members from connections and equations. */
import {
  Bus,
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
import { Capacitor, ConstantVoltage, Ground, Pin, Resistor } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'
import { flatten } from '../../src/model/index.ts'
import { messageOf } from './support.ts'

const Sensor = Model({
  bus: Bus(),
  y: Var({ output: true, unit: 'km/h' }),
  equations: equations`y = quantity(36, 'km/h')*time/1`,
  connect: [['y', 'bus.speed']],
})
const Display = Model({
  bus: Bus(),
  u: Var({ input: true, unit: 'm/s' }),
  connect: [['bus.speed', 'u']],
})
const Car = Model({
  bus: Bus(),
  sensor: Sensor(),
  display: Display(),
  connect: [['bus', 'sensor.bus', 'display.bus']],
})
const run = (model: Parameters<typeof simulate>[0], options = {}): ReturnType<typeof simulate> =>
  simulate(modelFromJson(JSON.stringify(modelToJson(model))), { stopTime: 1, ...options })

describe('members of a bus', () => {
  it('come from their connections, with the unit of the source', () => {
    const result = run(Car)
    expect(result.final('display.u')).toBeCloseTo(10, 9)
    expect(result.final('bus.speed')).toBeCloseTo(36, 9)
    expect(flatten(Car).variables.get('bus.speed')?.unit).toBe('km/h')
    expect(flatten(Car).variables.get('display.bus.speed')?.unit).toBe('km/h')
    expect(printModel(Car)).toContain('bus: Bus({})')
  })
})

describe('causality', () => {
  const Source = Model({ y: Var({ output: true }), equations: equations`y = time` })
  const Sink = Model({ u: Var({ input: true }), z: Var({ init: 0 }), equations: equations`der(z) = u` })
  it.each([
    [
      'two outputs',
      Model({
        bus: Bus(),
        a: Source(),
        b: Source(),
        connect: [
          ['bus.v', 'a.y'],
          ['b.y', 'bus.v'],
        ],
      }),
      "'bus.v' has two sources: a.y and b.y",
    ],
    [
      'two sensors behind their own buses',
      Model({ bus: Bus(), a: Sensor(), b: Sensor(), connect: [['bus', 'a.bus', 'b.bus']] }),
      'has two sources: a.y and b.y',
    ],
    [
      'an output and an equation',
      Model({ bus: Bus(), a: Source(), connect: [['bus.v', 'a.y']], equations: equations`bus.v = 2` }),
      "'bus.v' has two sources: a.y and an equation of the model",
    ],
    [
      'a member that is never written',
      Model({
        bus: Bus(),
        a: Source(),
        b: Sink(),
        connect: [
          ['bus.sped', 'b.u'],
          ['a.y', 'bus.speed'],
        ],
      }),
      "nothing gives 'bus.sped' a value, which b.u reads (did you mean 'bus.speed'?)",
    ],
    [
      'an equation with an unknown member',
      Model({ bus: Bus(), x: Var({ init: 0 }), equations: equations`der(x) = bus.w - x` }),
      "nothing gives 'bus.w' a value, which equations of the model read",
    ],
    [
      'names of buses alone',
      Model({ a: Bus(), b: Bus(), connect: [['a.x', 'b.y']] }),
      "connect('a.x', 'b.y'): expected a signal or a connector at one end",
    ],
    [
      'a bus and a connector',
      Model({ bus: Bus(), r: Resistor(), connect: [['bus', 'r.p']] }),
      "expected a bus beside 'bus', got 'r.p'; write the name of a member, 'bus.name'",
    ],
    [
      'a signal and a connector under one name',
      Model({
        bus: Bus(),
        r: Resistor(),
        a: Source(),
        connect: [
          ['bus.x', 'r.p'],
          ['bus.x', 'a.y'],
        ],
      }),
      "one kind of member 'bus.x' of the bus, got",
    ],
    [
      'a wrong unit',
      Model({
        bus: Bus({ v: Var({ unit: 'kg' }) }),
        s: Sensor(),
        connect: [['bus.v', 's.y']],
      }),
      'kg',
    ],
    [
      'a part of itself',
      Model({
        bus: Bus(),
        a: Source(),
        connect: [
          ['bus', 'bus.inner'],
          ['bus.inner.y', 'a.y'],
        ],
      }),
      'a part of itself',
    ],
    [
      'an equation between buses',
      Model({ a: Bus(), b: Bus(), s: Source(), connect: [['a.y', 's.y']], equations: equations`a = b` }),
      'write connect(a, b)',
    ],
    ['a flow', Model({ bus: Bus({ i: Var({ flow: true }) }) }), 'put it into a connector'],
  ])('refuses %s', (_, model, message) => {
    expect(messageOf(() => run(model))).toContain(message)
  })
})

describe('structure', () => {
  it('passes connectors with flows through buses of sub-models', () => {
    const Battery = Model({
      bus: Bus(),
      V: ConstantVoltage({ V: 12 }),
      g: Ground(),
      connect: [
        ['V.p', 'bus.plus'],
        ['V.n', 'g.p', 'bus.minus'],
      ],
    })
    const Load = Model({
      bus: Bus(),
      R: Resistor({ R: 4 }),
      connect: [
        ['R.p', 'bus.plus'],
        ['R.n', 'bus.minus'],
      ],
    })
    const Net = Model({
      battery: Battery(),
      bus: Bus(),
      loads: [Load(), Load({ R: { R: 2 } })],
      connect: [['battery.bus', 'bus', 'loads.bus']],
    })
    const result = run(Net)
    // 12/4 + 12/2
    expect(result.final('battery.V.i')).toBeCloseTo(-9, 9)
    expect(result.final('loads[2].R.i')).toBeCloseTo(6, 9)
  })

  it('makes lists and buses inside of a bus', () => {
    const Wheel = Model({
      k: 1,
      w: Var({ output: true, unit: 'rad/s' }),
      equations: equations`w = k*time`,
    })
    const Mean = Model({ u: Var({ input: true, unit: 'rad/s' }), equations: equations`m = 2*u` })
    const Vehicle = Model({
      bus: Bus(),
      wheel: Wheel({ for: { i: expr`1:4` }, k: expr`i` }),
      double: Mean({ for: { i: expr`1:4` } }),
      engine: Wheel({ k: 7 }),
      shown: Mean(),
      tap: Mean(),
      connect: [
        ['bus.w', 'wheel.w'],
        ['double.u', 'bus.w'],
        ['bus.engine.speed', 'engine.w'],
        ['bus.engine.speed', 'shown.u'],
        ['bus.w[3]', 'tap.u'],
      ],
      equations: equations`
        for i in 1:4 loop
          connect(bus.axle[i].speed, wheel[i].w)
        end for
        total = sum(bus.w)
        axles = sum(bus.axle.speed)
        second = bus.axle[2].speed
      `,
    })
    const result = run(Vehicle)
    expect(result.final('total')).toBeCloseTo(10, 9)
    expect(result.final('axles')).toBeCloseTo(10, 9)
    expect(result.final('second')).toBeCloseTo(2, 9)
    expect(result.final('double[4].m')).toBeCloseTo(8, 9)
    expect(result.final('tap.m')).toBeCloseTo(6, 9)
    expect(result.final('shown.m')).toBeCloseTo(14, 9)
    expect([...result.finalVector('bus.w')]).toEqual([1, 2, 3, 4].map((w) => expect.closeTo(w, 9)))
  })

  it('is shared by components with an outer bus', () => {
    const Drive = Model({
      bus: outer(Bus()),
      w: Var({ init: 0 }),
      equations: equations`
        der(w) = bus.torque - w
        bus.w = w
      `,
    })
    const Controller = Model({
      bus: outer(Bus()),
      k: Par(4),
      equations: equations`bus.torque = k*(1 - bus.w)`,
    })
    const Plant = Model({ bus: inner(Bus()), deep: Model({ drive: Drive() }), controller: Controller() })
    const result = run(Plant, { tolerance: 1e-9 })
    // der(w) = 4 - 5 w
    expect(result.final('bus.w')).toBeCloseTo(0.8 * (1 - Math.exp(-5)), 7)
  })

  it('omits members that are declared and not used, and connections of absent components', () => {
    const Full = Bus({ speed: Var({ unit: 'm/s' }), level: Var(), pin: Pin(), deep: Bus({ x: Var() }) })
    const A = Model({
      bus: Full(),
      y: Var({ output: true }),
      equations: equations`y = 3*time`,
      connect: [['y', 'bus.level']],
    })
    const M = Model({
      withB: false,
      bus: Full(),
      a: A(),
      b: A({ if: expr`withB` }),
      connect: [
        ['bus', 'a.bus'],
        ['b.bus', 'bus'],
      ],
    })
    expect(run(M).final('bus.level')).toBeCloseTo(3, 9)
    const flat = flatten(M)
    expect(
      [...flat.variables.keys(), ...flat.unused.keys()].filter((name) => name.startsWith('bus')),
    ).toEqual(['bus.level'])
    expect(messageOf(() => run(M({ withB: true })))).toContain('has two sources: a.y and b.y')
  })

  it('reads capacitors and declared members in equations', () => {
    const Cell = Model({
      bus: Bus({ v: Var({ unit: 'V' }), on: Var({ type: 'Boolean' }) }),
      C: Capacitor({ C: 2, v: { init: 10 } }),
      R: Resistor({ R: 1 }),
      g: Ground(),
      connect: [
        ['C.p', 'R.p'],
        ['C.n', 'R.n', 'g.p'],
      ],
      equations: equations`
        bus.v = C.v
        bus.on = bus.v > 8
        x = if bus.on then 1 else 0
      `,
    })
    const result = run(Cell, { tolerance: 1e-9 })
    expect(result.final('bus.v')).toBeCloseTo(10 * Math.exp(-0.5), 6)
    expect(result.final('x')).toBe(0)
    expect(result.at('x', 0.3)).toBe(1)
  })
})
