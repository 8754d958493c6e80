/** Constraints that repeat others: removed and named if they agree, an error if they contradict each other. */

import { equations, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import {
  Capacitor,
  ConstantVoltage,
  CurrentSensor,
  Ground,
  IdealTransformer,
  Resistor,
  StepVoltage,
} from 'vario/library/electric'
import {
  Fixed,
  IdealGear,
  IdealRollingWheel,
  Inertia,
  Spring,
  Torque,
  TorqueSensor,
} from 'vario/library/rotational'
import { Flange, Force, Mass } from 'vario/library/translational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'

const free = { phi: { init: null }, w: { init: null } }

/** A torque of 3 N.m on J1, which `n` gears of the same ratio connect with J2. */
const Parallel = (n: number, ratio: number, more: Record<string, unknown> = {}) => {
  const gears = Array.from({ length: n }, (_, k) => `g${k + 1}`)
  return Model({
    drive: Torque(),
    j1: Inertia({ J: 1 }),
    j2: Inertia({ J: 2 * ratio * ratio, ...free }),
    ...Object.fromEntries(gears.map((g) => [g, IdealGear({ ratio })])),
    connect: [
      ['drive.flange', 'j1.flange_a'],
      ['j1.flange_b', ...gears.map((g) => `${g}.flange_a`)],
      ['j2.flange_a', ...gears.map((g) => `${g}.flange_b`)],
    ],
    equations: equations`drive.tau = 3`,
    ...more,
  })
}

const RATIOS = [1e-6, 1e-3, 0.3, 1, -2, 1e3, 1e6]

describe('gears in parallel', () => {
  // (J1 + J2/ratio²) a = 3, with J2 = 2 ratio²: a = 1, and the gears transmit 2 N.m together
  it.each(RATIOS)('move like one, and share the torque evenly: ratio %f', (ratio) => {
    for (const n of [2, 3]) {
      const result = simulate(Parallel(n, ratio), { stopTime: 2 })
      expect(result.final('j1.w')).toBeCloseTo(2, 9)
      expect(result.final('j2.w') * ratio).toBeCloseTo(2, 9)
      for (let k = 1; k <= n; k++) {
        expect(result.final(`g${k}.flange_a.tau`)).toBeCloseTo(2 / n, 9)
        expect(result.final(`g${k}.flange_b.tau`) / ratio).toBeCloseTo(-2 / n, 9)
      }
      expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
      const { message } = result.warnings[0]
      expect(message).toMatch(new RegExp(`^The constraints? .*g${n}\\.ratio.* follows? from .*g1\\.ratio`))
      expect(message).toContain('g1.flange_a.tau')
    }
  })

  it.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
    'agree with one gear, with %s, also interpreted',
    (solver) => {
      const options = { stopTime: 2, solver }
      const compiled = simulate(Parallel(2, 2), options)
      expect(compiled.final('j1.w')).toBeCloseTo(2, 6)
      const interpreted = instantiate(Parallel(2, 2), { interpret: true }).simulate(options)
      expect(interpreted.final('g2.flange_b.tau')).toBe(compiled.final('g2.flange_b.tau'))
      const copy = simulate(modelFromJson(modelToJson(Parallel(2, 2))), options)
      expect(copy.final('g2.flange_b.tau')).toBe(compiled.final('g2.flange_b.tau'))
    },
  )

  it('share in proportion to nominal values', () => {
    const flange = { tau: { nominal: 3 } }
    const model = Parallel(2, 1).extend({ g1: { flange_a: flange, flange_b: flange } })
    // τ1/9 = τ2 with τ1 + τ2 = 2
    expect(simulate(model, { stopTime: 1 }).final('g1.flange_a.tau')).toBeCloseTo(1.8, 9)
  })

  it('are translated again for other ratios', () => {
    const model = instantiate(Parallel(2, 2))
    const same = model.simulate({ stopTime: 2, merge: { g1: { ratio: 4 }, g2: { ratio: 4 } } })
    // (1 + 8/16) a = 3
    expect(same.final('j1.w')).toBeCloseTo(4, 9)
    expect(same.final('g2.flange_a.tau')).toBeCloseTo(0.5, 9)
    const locked = model.simulate({ stopTime: 2, merge: { g1: { ratio: 4 } } })
    // gears of different ratios hold the shafts: τ1 + τ2 = 3, 4 τ1 + 2 τ2 = 0
    expect(locked.final('j1.w')).toBeCloseTo(0, 9)
    expect(locked.final('g1.flange_a.tau')).toBeCloseTo(-3, 9)
    expect(locked.final('g2.flange_a.tau')).toBeCloseTo(6, 9)
    expect(locked.warnings).toEqual([])
    // and from gears of different ratios to equal ones
    const other = instantiate(Parallel(2, 2).extend({ g1: { ratio: 4 } }))
    expect(other.simulate({ stopTime: 2 }).final('j1.w')).toBeCloseTo(0, 9)
    const equal = other.simulate({ stopTime: 2, merge: { g1: { ratio: 2 } } })
    expect(equal.final('j1.w')).toBeCloseTo(2, 9)
    expect(equal.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
  })

  it('cannot turn with different ratios', () => {
    const turning = Parallel(2, 2).extend({ g1: { ratio: 2.000001 }, j1: { w: { init: 1 } } })
    expect(() => simulate(turning, { stopTime: 1 })).toThrow(/j1\.w: init 1, after initialization 0/)
  })

  it('transmit like a train of the same ratio, up to rounding of the product', () => {
    const Train = (ratios: readonly number[], direct: number) =>
      Parallel(1, direct).extend({
        ...Object.fromEntries(ratios.map((ratio, k) => [`t${k}`, IdealGear({ ratio })])),
        connect: [
          ['j1.flange_b', 't0.flange_a'],
          ...ratios.slice(1).map((_, k) => [`t${k}.flange_b`, `t${k + 1}.flange_a`]),
          [`t${ratios.length - 1}.flange_b`, 'j2.flange_a'],
        ],
      })
    for (const [ratios, direct] of [
      [[0.1, 0.3], 0.03],
      [[1e3, 1e3], 1e6],
      [[1e-3, 7, 1e-3], 7e-6],
      [[1 / 3, 3], 1],
    ] as const) {
      const result = simulate(Train(ratios, direct), { stopTime: 2 })
      expect(result.final('j1.w')).toBeCloseTo(2, 9)
      expect(result.final('t0.flange_a.tau') + result.final('g1.flange_a.tau')).toBeCloseTo(2, 9)
    }
  })

  it('have a power, which is computed from the chosen torque', () => {
    const model = Parallel(2, 2).extend({ P: Var(), equations: equations`P = g1.flange_a.tau*j1.w` })
    expect(simulate(model, { stopTime: 2 }).final('P')).toBeCloseTo(2, 9)
  })
})

/** A rod without mass. */
const Rod = Model({
  ...{
    flange_a: Flange(),
    flange_b: Flange(),
    L: Par(1, 'm'),
    s: Var({ unit: 'm' }),
  },
  equations: equations`
    flange_a.s = s - L/2
    flange_b.s = s + L/2
    0 = flange_a.f + flange_b.f
  `,
})

describe('other constraints', () => {
  it('sensors in parallel share the torque or current', () => {
    const shafts = Model({
      ...{ drive: Torque(), j1: Inertia({ J: 1 }), j2: Inertia({ J: 2, ...free }) },
      ...{ a: TorqueSensor(), b: TorqueSensor() },
      connect: [
        ['drive.flange', 'j1.flange_a'],
        ['j1.flange_b', 'a.flange_a', 'b.flange_a'],
        ['a.flange_b', 'b.flange_b', 'j2.flange_a'],
      ],
      equations: equations`drive.tau = 3`,
    })
    const turned = simulate(shafts, { stopTime: 2 })
    expect(turned.final('j2.w')).toBeCloseTo(2, 9)
    expect(Math.abs(turned.final('a.tau'))).toBeCloseTo(1, 9)
    expect(turned.final('a.tau')).toBeCloseTo(turned.final('b.tau'), 9)
    expect(turned.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    const wires = Model({
      ...{ V: StepVoltage({ V: 6, startTime: 0 }), R: Resistor({ R: 2 }), g: Ground() },
      ...{ a: CurrentSensor(), b: CurrentSensor(), c: CurrentSensor() },
      connect: [
        ['V.p', 'a.p', 'b.p', 'c.p'],
        ['a.n', 'b.n', 'c.n', 'R.p'],
        ['R.n', 'V.n', 'g.p'],
      ],
    })
    const measured = simulate(wires, { stopTime: 1 })
    for (const name of ['a', 'b', 'c']) expect(measured.final(`${name}.i`)).toBeCloseTo(1, 9)
    expect(measured.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
  })

  it('a shaft that is fixed at both ends, or a voltage given twice', () => {
    const shaft = Model({
      ...{ a: Fixed(), J: Inertia(), drive: Torque(), b: Fixed() },
      connect: [
        ['a.flange', 'J.flange_a', 'drive.flange'],
        ['b.flange', 'J.flange_b'],
      ],
      equations: equations`drive.tau = 3`,
    })
    const held = simulate(shaft, { stopTime: 1 })
    expect(held.final('J.w')).toBe(0)
    // a + b = 3, and a² + (a - 3)² + 2 b² is smallest: the torques at a, at J where the drive acts, and on the other side
    expect(held.final('a.flange.tau')).toBeCloseTo(2.25, 12)
    expect(held.final('b.flange.tau')).toBeCloseTo(0.75, 12)
    const sources = (second: number) =>
      Model({
        ...{ a: ConstantVoltage({ V: 0.3 }), b: ConstantVoltage({ V: second }) },
        ...{ R: Resistor({ R: 0.1 }), g: Ground() },
        connect: [
          ['a.p', 'b.p', 'R.p'],
          ['a.n', 'b.n', 'R.n', 'g.p'],
        ],
      })
    const fed = simulate(sources(0.1 + 0.2), { stopTime: 1 })
    expect(fed.final('a.i')).toBeCloseTo(-1.5, 12)
    expect(fed.final('b.i')).toBeCloseTo(-1.5, 12)
    expect(fed.warnings[0].message).toMatch(/^The constraint b\.v = b\.V +\(b\) follows from /)
    expect(() => simulate(sources(0.31), { stopTime: 1 })).toThrow(/contradict each other/)
  })

  it('transformers in parallel', () => {
    const model = Model({
      ...{ V: StepVoltage({ V: 10 }), a: IdealTransformer({ n: 5 }), b: IdealTransformer({ n: 5 }) },
      ...{ R: Resistor({ R: 2 }), C: Capacitor({ C: 0.5 }), g: Ground() },
      connect: [
        ['V.p', 'a.p1', 'b.p1'],
        ['a.p2', 'b.p2', 'R.p'],
        ['R.n', 'C.p'],
        ['V.n', 'a.n1', 'b.n1', 'a.n2', 'b.n2', 'C.n', 'g.p'],
      ],
    })
    const result = simulate(model, { stopTime: 3, tolerance: 1e-9 })
    // The load sees 2 V behind an RC element with the time constant 1 s
    expect(result.final('C.v')).toBeCloseTo(2 * (1 - Math.exp(-3)), 7)
    expect(result.final('a.i1')).toBeCloseTo(result.final('b.i1'), 9)
    expect(result.final('a.i1') + result.final('b.i1')).toBeCloseTo(Math.exp(-3) / 5, 7)
  })

  it.each([1e-6, 1, 1e6])('rods of length %f in parallel agree, or contradict each other', (L) => {
    const Rods = (other: number) =>
      Model({
        ...{ drive: Force(), m: Mass({ m: 1 }), a: Rod({ L }) },
        ...{ b: Rod({ L: other }) },
        k: Mass({ m: 2, s: { init: null }, v: { init: null } }),
        connect: [
          ['drive.flange', 'm.flange_a'],
          ['m.flange_b', 'a.flange_a', 'b.flange_a'],
          ['a.flange_b', 'b.flange_b', 'k.flange_a'],
        ],
        equations: equations`drive.f = 3`,
      })
    const result = simulate(Rods(L), { stopTime: 2 })
    expect(result.final('k.v')).toBeCloseTo(2, 9)
    expect(result.final('a.flange_a.f')).toBeCloseTo(1, 9)
    expect(result.final('b.flange_a.f')).toBeCloseTo(1, 9)
    expect(() => simulate(Rods(1.001 * L), { stopTime: 1 })).toThrow(
      /These equations contradict each other with a\.L = .*, b\.L = /,
    )
  })

  it('equal voltages of two capacitors are consistent start values', () => {
    const model = (v: number) =>
      Model({
        ...{ a: Capacitor({ C: 1, v: { init: 1 } }), b: Capacitor({ C: 3, v: { init: v } }) },
        ...{ R: Resistor({ R: 0.5 }), g: Ground() },
        connect: [
          ['a.p', 'b.p', 'R.p'],
          ['a.n', 'b.n', 'R.n', 'g.p'],
        ],
      })
    // R (C1 + C2) = 2 s
    const result = simulate(model(1), { stopTime: 2, tolerance: 1e-9 })
    expect(result.final('b.v')).toBeCloseTo(Math.exp(-1), 7)
    expect(result.warnings).toEqual([])
    expect(() => simulate(model(2), { stopTime: 1 })).toThrow(/init/)
  })

  it('a missing equation is not replaced by a redundant one', () => {
    expect(() => simulate(Model({ equations: equations`x = 3; x = 3; z = y + 1` }), { stopTime: 1 })).toThrow(
      /Nothing determines:\n +[yz]/,
    )
  })
})

it('wheels that roll in parallel share the force', () => {
  const model = Model({
    ...{ drive: Torque(), j: Inertia({ J: 1, ...free }), mass: Mass({ m: 2 }) },
    ...{ a: IdealRollingWheel({ radius: 0.5 }), b: IdealRollingWheel({ radius: 0.5 }) },
    connect: [
      ['drive.flange', 'j.flange_a'],
      ['j.flange_b', 'a.flange_r', 'b.flange_r'],
      ['a.flange_t', 'b.flange_t', 'mass.flange_a'],
    ],
    equations: equations`drive.tau = 3`,
  })
  // (J + m r²) a = 3: a = 2, and m r a = 2 N
  const result = simulate(model, { stopTime: 2 })
  expect(result.final('j.w')).toBeCloseTo(4, 9)
  expect(result.final('a.flange_t.f')).toBeCloseTo(-1, 9)
  expect(result.final('b.flange_t.f')).toBeCloseTo(-1, 9)
})

it('gears in parallel on a joint of a 3D model move it like one', () => {
  const arm = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    body: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Izz: 8 }) }) }),
    rev: RevoluteWithFlange({ obj1: 'world', obj2: 'body', axis: 'z' }),
  })
  const model = Model({
    ...{ drive: Torque(), j: Inertia({ J: 1, ...free }), arm },
    ...{ g1: IdealGear({ ratio: 2 }), g2: IdealGear({ ratio: 2 }) },
    connect: [
      ['drive.flange', 'j.flange_a'],
      ['j.flange_b', 'g1.flange_a', 'g2.flange_a'],
      ['arm.rev.flange', 'g1.flange_b', 'g2.flange_b'],
    ],
    equations: equations`drive.tau = 3`,
  })
  // (1 + 8/2²) a = 3
  const result = simulate(model, { stopTime: 2 })
  expect(result.final('j.w')).toBeCloseTo(2, 9)
  expect(result.final('g1.flange_a.tau')).toBeCloseTo(1, 9)
  expect(result.final('g2.flange_a.tau')).toBeCloseTo(1, 9)
})

/** A random tree of gears between shafts, and `n` further gears whose ratios agree with the tree. */
it.each([1, 2, 3, 4, 5, 6])('loops of gears move like their tree: seed %i', (seed) => {
  const random = createRandom(seed)
  const nShaft = 5
  const speed = Array.from({ length: nShaft }, () => 10 ** (4 * random() - 2) * (random() < 0.5 ? -1 : 1))
  const gear = (a: number, b: number) => IdealGear({ ratio: speed[a] / speed[b] })
  const members: Record<string, unknown> = { drive: Torque() }
  const connect: string[][] = [['drive.flange', 's0.flange_a']]
  speed.forEach((_, k) => {
    members[`s${k}`] = Inertia({ J: (1 + k) / speed[k] ** 2, ...(k > 0 && free) })
    if (k === 0) return
    const from = Math.floor(random() * k)
    members[`t${k}`] = gear(from, k)
    connect.push([`s${from}.flange_b`, `t${k}.flange_a`], [`t${k}.flange_b`, `s${k}.flange_a`])
  })
  const tree = Model({ ...members, connect, equations: equations`drive.tau = 1` })
  const extra: Record<string, unknown> = {}
  const loops: string[][] = []
  for (let k = 0; k < 3; k++) {
    const a = Math.floor(random() * nShaft)
    const b = (a + 1 + Math.floor(random() * (nShaft - 1))) % nShaft
    extra[`l${k}`] = gear(a, b)
    loops.push([`s${a}.flange_b`, `l${k}.flange_a`], [`l${k}.flange_b`, `s${b}.flange_a`])
  }
  const one = simulate(tree, { stopTime: 1 })
  const all = simulate(tree.extend({ ...extra, connect: loops }), { stopTime: 1 })
  for (let k = 0; k < nShaft; k++) expect(all.final(`s${k}.w`) / one.final(`s${k}.w`)).toBeCloseTo(1, 9)
  expect(all.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
})

it('a torque that decides about an event may be an open one', () => {
  const model = Parallel(2, 2).extend({
    ...{ spring: Spring({ c: 1 }), wall: Fixed(), limit: Par(1.01), high: Var({ init: 0 }) },
    connect: [
      ['spring.flange_a', 'j2.flange_b'],
      ['spring.flange_b', 'wall.flange'],
    ],
    equations: equations`when g1.flange_a.tau > limit then high = 1 end when`,
  })
  expect(simulate(model, { stopTime: 1 }).final('high')).toBe(1)
})
