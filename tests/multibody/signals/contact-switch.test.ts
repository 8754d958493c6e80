/** Contacts that equations switch on and off. */
import { equations, expr, modelFromJson, modelToJson, simulate, Var } from 'vario'
import {
  Box,
  ContactResult,
  ContactSwitch,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const G = 9.81
const solid = (shape: object) => Solid({ shape: shape as never, solidMaterial: 'Steel', collision: true })
const floor = (height: number) =>
  Object3D({
    ...{ parent: 'world', translation: [0, height - 0.1, 0] },
    feature: solid(Box({ lengthX: 1, lengthY: 0.2, lengthZ: 1 })),
  })
/** A ball above a trap door at 0 and a floor at -1 m. */
const trap = (active: unknown, others: object = {}) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    door: floor(0),
    ground: floor(-1),
    ball: Object3D({ feature: solid(Sphere({ diameter: 0.2 })) }),
    guide: Prismatic({ obj1: 'world', obj2: 'ball', axis: 'y', s: 0.3, canCollide: true }),
    onDoor: ContactResult({ obj1: 'ball', obj2: 'door' }),
    onGround: ContactResult({ obj1: 'ball', obj2: 'ground' }),
    s: ContactSwitch({ obj1: 'door', active: active as never }),
    ...others,
  })

describe.each(SOLVERS.filter((name) => name !== 'dop853'))('solver %s', (solver) => {
  it('a ball falls through what is switched off, and rests on what is not', () => {
    const run = simulate(trap(expr`time > 5`), { stopTime: 1, solver })
    const fall = Math.sqrt((2 * 1.2) / G)
    expect(run.at('onDoor.normalForce', 0.3)).toBe(0)
    expect(run.at('guide.s', 0.4)).toBeCloseTo(0.3 - 0.5 * G * 0.16, 5)
    // it meets the ground after 1.2 m, with its speed
    expect(run.at('guide.v', fall - 1e-4)).toBeCloseTo(-G * (fall - 1e-4), 4)
    expect(run.final('guide.s')).toBeGreaterThan(-0.9 - 1e-4)
    expect(run.final('s.active')).toBe(0)
  })
})

it('a door that opens at an event lets a ball fall that rests on it', () => {
  const run = simulate(trap(expr`time < 3`), { stopTime: 3.3 })
  expect(run.at('guide.s', 2.99)).toBeCloseTo(0.1, 5)
  expect(run.at('onDoor.normalForce', 2.99) / run.at('onDoor.normalForce', 2.9)).toBeCloseTo(1, 2)
  expect(run.final('onDoor.normalForce')).toBe(0)
  // free fall from 3 s on
  expect(run.final('guide.s')).toBeCloseTo(0.1 - 0.5 * G * 0.09, 4)
  expect(run.warnings.map(({ code }) => code)).toEqual([])
})

it('a switch of a pair leaves others alone, also as a constant and from a file', () => {
  const pair = { s: ContactSwitch({ obj1: 'ball', obj2: 'door', active: false }) }
  const all = {
    s: ContactSwitch({ obj1: 'ball', active: expr`flag` }),
    flag: Var(),
    equations: equations`flag = time < 0`,
  }
  const [one, none] = [pair, all].map((others) => simulate(trap(true, others), { stopTime: 1 }))
  expect(one.final('guide.s')).toBeGreaterThan(-0.9 - 1e-4)
  expect(none.final('guide.s')).toBeCloseTo(0.3 - 0.5 * G, 5)
  const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(trap(expr`time < 0.1`)))))
  expect(simulate(copy, { stopTime: 0.4 }).final('guide.s')).toBeCloseTo(0.3 - 0.5 * G * 0.16, 5)
})

it('contacts that are switched on in penetration are a warning that names both', () => {
  // at 0.27 s the ball is in the middle of the door
  const run = simulate(trap(expr`time > 0.27`), { stopTime: 0.3 })
  const [warning] = run.warnings.filter(({ code }) => code === 'CONTACT_OVERLAP')
  expect(warning.message).toMatch(/^door and ball overlap by 0\.\d+ m at t = 0\.27 s/)
})

it('wrong values are errors', () => {
  const blind = Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) })
  expect(() => simulate(trap(3), { stopTime: 1 })).toThrow('s.active: expected true, false, or an expression')
  const switchOf = (obj1: string) => ({
    blind,
    other: Prismatic({ obj1: 'world', obj2: 'blind' }),
    s: ContactSwitch({ obj1, active: true }),
  })
  expect(() => simulate(trap(true, switchOf('blind')), { stopTime: 1 })).toThrow(
    's.obj1: expected an Object3D that collides',
  )
  expect(() => simulate(trap(true, switchOf('dor')), { stopTime: 1 })).toThrow(/s\.obj1: expected the path/)
})
