/** `equilibrium` of small and stiff, of large and slow models, and of drives in motion. */
import { equations, equilibrium, simulate } from 'vario'
import { Position } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  SpringDamperPtP,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const body = (mass: number, I: number, centerOfMass: number[] = [0, 0, 0]) =>
  Object3D({
    feature: Solid({ massProperties: MassProperties({ mass, centerOfMass, Ixx: I, Iyy: I, Izz: I }) }),
  })
const scene = (g: number) =>
  Object3D({
    feature: Scene({ enableContactDetection: false, gravityField: UniformGravityField({ g }) }),
  })

/** After a Newton step of 1e-8 the error is its square; or forces are their rounding errors. */
const AT_REST = 1e-9

describe('a pendulum', () => {
  const create = (length: number, g: number, phi: number) =>
    Model3D({
      world: scene(g),
      rod: body(2, 0.2 * length ** 2, [length, 0, 0]),
      rev: Revolute({ obj1: 'world', obj2: 'rod', phi }),
    })

  it.each([
    [1e-6, 9.81],
    [1e6, 9.81],
    [1, 1e-12],
    [1e6, 1e-6],
  ])('hangs down with a length of %f m, at a gravity of %f m/s2', (length, g) => {
    const rest = equilibrium(create(length, g, 0.3))
    const turns = (rest.result.final('rev.phi') + Math.PI / 2) / (2 * Math.PI)
    expect(Math.abs(turns - Math.round(turns))).toBeLessThan(AT_REST)
    expect(rest.isStable).toBe(true)
  })

  it('stands upright as an unstable equilibrium, also with a time constant of months', () => {
    const [length, g] = [1e6, 1e-5]
    const rest = equilibrium(create(length, g, Math.PI / 2))
    // (0.2 + 2) l² φ″ = 2 g l φ; differences of 1e-7 have an error of 1e-9 of the square
    expect(rest.growthRate / Math.sqrt((2 * g) / (2.2 * length))).toBeCloseTo(1, 7)
    expect(rest.isStable).toBe(false)
  })
})

describe('a mass on a spring', () => {
  it.each([
    ['a thousandth of a micrometer', 1e-6, 9.81, 1e-9],
    ['some kilometers', 1e3, 9.81, 5e3],
  ])('rests at a deflection of %s', (_, length, g, sag) => {
    const mass = 1e-3
    const model = Model3D({
      world: scene(g),
      mass: body(mass, 1),
      guide: Prismatic({ obj1: 'world', obj2: 'mass', axis: 'y', s: -0.5 * length }),
      spring: SpringDamperPtP({
        ...{ obj1: 'world', obj2: 'mass' },
        ...{ springForceLaw: (mass * g) / sag, nominalLength: 0.3 * length },
      }),
    })
    const error = equilibrium(model).result.final('guide.s') + 0.3 * length + sag
    expect(Math.abs(error) / length).toBeLessThan(AT_REST)
  })

  it('rests on a spring with a period of ten days', () => {
    const model = Model3D({
      world: scene(0),
      mass: body(1e6, 1),
      guide: Prismatic({ obj1: 'world', obj2: 'mass', axis: 'y', s: -3 }),
      spring: SpringDamperPtP({ obj1: 'world', obj2: 'mass', springForceLaw: 1e-6, nominalLength: 1 }),
    })
    expect(Math.abs(equilibrium(model).result.final('guide.s') + 1)).toBeLessThan(AT_REST)
  })
})

describe('a drive that prescribes a motion', () => {
  const create = (omega: number) =>
    Model3D({
      world: scene(9.81),
      arm: body(1, 0.1),
      tip: Object3D({ parent: 'arm', translation: [1, 0, 0] }),
      bob: body(1, 0.1, [1, 0, 0]),
      shoulder: RevoluteWithFlange({ obj1: 'world', obj2: 'arm', phi: NaN, w: NaN }),
      elbow: Revolute({ obj1: 'tip', obj2: 'bob', phi: 0.3 }),
      drive: Position({ exact: true }),
      equations: equations`drive.phi_ref = 0.5 + ${omega}*time`,
      connect: [['drive.flange', 'shoulder.flange']],
    })

  it('is an error that names it', () => {
    expect(() => equilibrium(create(2))).toThrow(
      /expected no motion at t = 0 s, got a motion that equations prescribe: shoulder moves with 2 rad\/s/,
    )
  })

  it('holds the bodies on it if it stands still', () => {
    const model = create(0)
    const rest = equilibrium(model)
    expect(Math.abs(rest.result.final('elbow.phi') + Math.PI / 2 + 0.5)).toBeLessThan(AT_REST)
    const after = simulate(model, { stopTime: 1, merge: rest.merge })
    expect(Math.abs(after.final('elbow.phi') + Math.PI / 2 + 0.5)).toBeLessThan(1e-8)
  })
})
