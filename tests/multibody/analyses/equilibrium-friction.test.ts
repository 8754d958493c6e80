/** `equilibrium` with friction: bodies that rest on slopes, bodies that slide, and the friction forces at rest. */
import { type Equilibrium, equilibrium, simulate, type VarioError } from 'vario'
import {
  Box,
  Capsule,
  type ContactPairs,
  ContactResult,
  Cylinder,
  Model3D,
  Object3D,
  Sphere,
  SpringDamperPtP,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { fixedBox, freeBody, uprightWorld, type Vector } from '../contact/scenes.ts'

const GRAVITY = 9.81
const STEEL = 8000
const toRadians = (angle: number): number => (angle * Math.PI) / 180
/** Accelerations are zero up to 1e-10 m/s2, or the last Newton step moves bodies by 1e-12 of 1e5 penetrations. */
const BALANCED = 1e-6

interface Friction {
  readonly mu: number
  readonly rolling?: number
}

const createPairs = ({ mu, rolling = 0.001 }: Friction, more: object = {}): ContactPairs => ({
  'Steel-Steel': {
    coefficientOfRestitution: 0.3,
    slidingFrictionCoefficient: mu,
    rotationalResistanceCoefficient: rolling,
    ...more,
  },
})

/** A plate in the plane z = 0, inclined by an angle [degrees] to gravity: bodies would slide along x. */
const createSlope = (angle: number, friction: Friction, size = 1, more: object = {}) => {
  const a = toRadians(angle)
  return {
    world: uprightWorld({
      gravityField: UniformGravityField({ n: [Math.sin(a), 0, -Math.cos(a)] }),
      contactPairs: createPairs(friction, more),
    }),
    plate: fixedBox([4 * size, 4 * size, 0.2 * size], [0, 0, -0.1 * size], 'Steel'),
    contact: ContactResult({ obj1: 'body', obj2: 'plate' }),
  }
}

const createBox = (size = 1, place: Vector = [0, 0, 0.025 * size]) =>
  freeBody(Box({ lengthX: 0.2 * size, lengthY: 0.2 * size, lengthZ: 0.05 * size }), 'Steel', {
    translation: place,
  })

const boxOnSlope = (angle: number, mu: number, size = 1, more: object = {}) =>
  Model3D({ ...createSlope(angle, { mu }, size, more), body: createBox(size) })

/** Relative error. */
const deviation = (value: number, expected: number): number => Math.abs(value / expected - 1)

/** Message of the error of a search that finds no equilibrium. */
function explain(search: () => Equilibrium): string {
  try {
    search()
  } catch (error) {
    expect((error as VarioError).code).toBe('EQUILIBRIUM')
    return (error as VarioError).message
  }
  return 'it rests'
}

describe('a block on a slope', () => {
  it.each([
    [10, 1],
    [26, 1],
    [20, 1e-2],
    [20, 1e2],
  ])('rests at %d degrees and %d times the size', (angle, size) => {
    const { result, isStable } = equilibrium(boxOnSlope(angle, 0.5, size))
    const weight = 0.2 * 0.2 * 0.05 * STEEL * size ** 3 * GRAVITY
    const [fn, ft] = [result.final('contact.normalForce'), result.final('contact.tangentialForce')]
    expect(deviation(fn, weight * Math.cos(toRadians(angle)))).toBeLessThan(BALANCED)
    expect(deviation(ft, weight * Math.sin(toRadians(angle)))).toBeLessThan(BALANCED)
    expect(isStable).toBe(true)
    expect(result.warnings).toEqual([])
    // its creep displacement equals its penetration
    const [x] = result.finalVector('body.translation')
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(result.final('contact.penetration'))
  })

  it('slides at 45 degrees: the required and the available friction are reported', () => {
    const message = explain(() => equilibrium(boxOnSlope(45, 0.5)))
    // m g sin 45° and half of it
    expect(message).toMatch(
      /expected a state of rest.*plate and body slide: to hold takes 111 N, friction gives 55\.5 N \(mu_k = 0\.5/,
    )
  })

  it.each([26.5, 26.6])('rests up to the limit tan a = 0.5, 26.565 degrees: %d', (angle) => {
    const rests = explain(() => equilibrium(boxOnSlope(angle, 0.5))) === 'it rests'
    expect(rests).toBe(angle < 26.565)
  })

  it('rests with a spring as the contact law', () => {
    const { result } = equilibrium(boxOnSlope(10, 0.5, 1, { response: 'springDamper' }))
    const weight = 16 * GRAVITY
    expect(deviation(result.final('contact.tangentialForce'), weight * Math.sin(toRadians(10)))).toBeLessThan(
      BALANCED,
    )
  })

  it('falls onto it, and stays where it has touched', () => {
    const model = Model3D({ ...createSlope(10, { mu: 0.5 }), body: createBox(1, [0, 0, 0.03]) })
    const { result } = equilibrium(model)
    // 5 mm along gravity
    const [x] = result.finalVector('body.translation')
    expect(Math.abs(x - 0.005 * Math.tan(toRadians(10)))).toBeLessThan(2e-5)
    expect(result.final('contact.tangentialForce')).toBeCloseTo(16 * GRAVITY * Math.sin(toRadians(10)), 4)
  })

  it('creeps from there in a simulation, according to the friction law', () => {
    const model = boxOnSlope(10, 0.5)
    const { merge, result } = equilibrium(model)
    const after = simulate(model, { stopTime: 0.2, merge })
    const way = after.finalVector('body.translation')[0] - result.finalVector('body.translation')[0]
    expect(way).toBeGreaterThan(0)
    // less than 0.05 mm/s
    expect(way).toBeLessThan(1e-5)
  })
})

describe('rolling', () => {
  const onSlope = (angle: number, rolling: number) =>
    Model3D({
      ...createSlope(angle, { mu: 0.5, rolling }),
      body: freeBody(Sphere({ diameter: 0.1 }), 'Steel', { translation: [0, 0, 0.05] }),
    })
  const cylinderOnSlope = (angle: number, rolling: number) =>
    Model3D({
      ...createSlope(angle, { mu: 0.5, rolling }),
      body: freeBody(Cylinder({ diameter: 0.1, length: 0.2, axis: 'y' }), 'Steel', {
        translation: [0, 0, 0.05],
      }),
    })

  it('a ball rests if tan a < mu_r: friction and rolling resistance hold it together', () => {
    const weight = (STEEL * Math.PI * 0.1 ** 3 * GRAVITY) / 6
    const { result, isStable } = equilibrium(onSlope(2, 0.05))
    const force = weight * Math.sin(toRadians(2))
    expect(deviation(result.final('contact.tangentialForce'), force)).toBeLessThan(BALANCED)
    // about the contact point, which is pressed in by 1e-6 m
    expect(deviation(result.final('contact.torque'), 0.05 * force)).toBeLessThan(1e-4)
    expect(isStable).toBe(true)
  })

  it('a cylinder that lies on its side rests', () => {
    const weight = STEEL * Math.PI * 0.05 ** 2 * 0.2 * GRAVITY
    const { result } = equilibrium(cylinderOnSlope(2, 0.05))
    const force = weight * Math.sin(toRadians(2))
    expect(deviation(result.final('contact.tangentialForce'), force)).toBeLessThan(BALANCED)
    expect(deviation(result.final('contact.torque'), 0.05 * force)).toBeLessThan(1e-4)
  })

  it.each([onSlope, cylinderOnSlope])('a cylinder rolls away on a steeper slope', (create) => {
    const message = explain(() => equilibrium(create(3, 0.05)))
    expect(message).toMatch(
      /plate and body roll: to hold takes [\d.]+ N\.m, resistance against rotation gives/,
    )
    expect(message).toMatch(/mu_r = 0\.05/)
  })

  it('a ball without rolling resistance rests only on a horizontal plane', () => {
    expect(explain(() => equilibrium(onSlope(1, 0)))).toMatch(/keeps changing/)
    expect(equilibrium(onSlope(0, 0)).isStable).toBe(true)
  })
})

describe('a ladder against a wall', () => {
  const [r, L] = [0.02, 2]
  const createLadder = (angle: number, mu: number) => {
    const a = toRadians(angle)
    return Model3D({
      world: uprightWorld({ contactPairs: createPairs({ mu, rolling: 0 }) }),
      floor: fixedBox([6, 4, 0.2], [0, 0, -0.1], 'Steel'),
      wall: fixedBox([0.2, 4, 6], [0.1, 0, 3], 'Steel'),
      atFloor: ContactResult({ obj1: 'body', obj2: 'floor' }),
      atWall: ContactResult({ obj1: 'body', obj2: 'wall' }),
      body: freeBody(Capsule({ diameter: 2 * r, length: L, axis: 'x' }), 'Steel', {
        translation: [-r - (L / 2) * Math.cos(a), 0, r + (L / 2) * Math.sin(a)],
        rotation: [0, -a, 0],
      }),
    })
  }

  it.each([60, 44, 38])('stands at %d degrees, by the friction of floor and wall together', (angle) => {
    const { result } = equilibrium(createLadder(angle, 0.5))
    const [Nf, Ff] = [result.final('atFloor.normalForce'), result.final('atFloor.tangentialForce')]
    const [Nw, Fw] = [result.final('atWall.normalForce'), result.final('atWall.tangentialForce')]
    const weight = STEEL * (Math.PI * r ** 2 * L + (4 / 3) * Math.PI * r ** 3) * GRAVITY
    const [x, , z] = result.finalVector('body.translation')
    // horizontal, vertical, and moments about the lower contact
    expect(deviation(Ff, Nw)).toBeLessThan(BALANCED)
    expect(deviation(Nf + Fw, weight)).toBeLessThan(BALANCED)
    const foot = 2 * x + r
    const moment = Nw * (2 * z - r) - Fw * foot - weight * (x - foot)
    expect(Math.abs(moment) / (weight * L)).toBeLessThan(1e-5)
    expect(Ff).toBeLessThan(0.5 * Nf)
    expect(Fw).toBeLessThan(0.5 * Nw * (1 + BALANCED))
  })

  it('slips at 36 degrees: the limit is tan a = (1 - mu²)/(2 mu), 36.87 degrees', () => {
    expect(explain(() => equilibrium(createLadder(36, 0.5)))).toMatch(/slide: to hold takes/)
  })
})

describe('two contacts', () => {
  it('carry a block on a block on a slope, each with the weight above it', () => {
    const model = Model3D({
      ...createSlope(15, { mu: 0.5 }),
      body: createBox(),
      upper: freeBody(Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.05 }), 'Steel', {
        translation: [0.03, 0.02, 0.075],
      }),
      between: ContactResult({ obj1: 'upper', obj2: 'body' }),
    })
    const { result } = equilibrium(model)
    const [small, large] = [4 * GRAVITY, 20 * GRAVITY]
    const [cos, sin] = [Math.cos(toRadians(15)), Math.sin(toRadians(15))]
    // the lower one is pressed in deeper at its lower side, by 1e-6 m: the planes are about 1e-6 rad steeper
    const tilted = 1e-4
    expect(deviation(result.final('between.normalForce'), small * cos)).toBeLessThan(tilted)
    expect(deviation(result.final('between.tangentialForce'), small * sin)).toBeLessThan(tilted)
    expect(deviation(result.final('contact.normalForce'), large * cos)).toBeLessThan(tilted)
    expect(deviation(result.final('contact.tangentialForce'), large * sin)).toBeLessThan(tilted)
  })

  it('hold a block that slides down to a stop, with a warning that it has slid', () => {
    const model = Model3D({
      ...createSlope(45, { mu: 0.5 }),
      body: createBox(),
      stop: fixedBox([0.2, 4, 1], [1, 0, 0.4], 'Steel'),
      atStop: ContactResult({ obj1: 'body', obj2: 'stop' }),
    })
    const { result } = equilibrium(model)
    expect(result.finalVector('body.translation')[0]).toBeCloseTo(0.8, 4)
    const along = result.finalVector('contact.forceVector')[0] + result.finalVector('atStop.forceVector')[0]
    expect(deviation(-along, 16 * GRAVITY * Math.sin(toRadians(45)))).toBeLessThan(1e-5)
    for (const name of ['contact', 'atStop'])
      expect(result.final(`${name}.tangentialForce`)).toBeLessThanOrEqual(
        0.5 * result.final(`${name}.normalForce`) * (1 + BALANCED),
      )
    expect(result.warnings.map(({ code }) => code)).toEqual(['SLIPS'])
    expect(result.warnings[0].message).toMatch(
      /plate and body slide: to hold takes 111 N.*reached by slipping/,
    )
  })
})

describe('a box that a spring pulls', () => {
  /** A spring of stiffness c, 0.2 m longer than its free length, at the height of the center. */
  const createPull = (c: number, aside = 0) =>
    Model3D({
      ...createSlope(0, { mu: 0.5 }),
      body: createBox(),
      eye: Object3D({ parent: 'body', translation: [0, aside, 0] }),
      hook: Object3D({ parent: 'world', translation: [1, aside, 0.025] }),
      spring: SpringDamperPtP({ obj1: 'hook', obj2: 'eye', springForceLaw: c, nominalLength: 0.8 }),
    })

  it('stays in place if friction is sufficient', () => {
    const { result } = equilibrium(createPull(300))
    expect(Math.abs(result.finalVector('body.translation')[0])).toBeLessThan(1e-6)
    expect(result.final('contact.tangentialForce')).toBeCloseTo(60, 3)
  })

  it('slides to its place of rest otherwise', () => {
    const { result } = equilibrium(createPull(1000))
    const force = result.final('contact.tangentialForce')
    expect(deviation(1000 * (result.final('spring.distance') - 0.8), force)).toBeLessThan(1e-5)
    expect(force).toBeLessThanOrEqual(0.5 * 16 * GRAVITY * (1 + BALANCED))
    expect(result.warnings).toHaveLength(1)
  })

  it('is kept from rotating by the friction of its face if pulled beside its center', () => {
    const { result } = equilibrium(createPull(150, 0.1))
    // 30 N with a lever arm of 0.1 m; the center of pressure is beside the middle, by 30 N 0.025 m/157 N
    expect(result.final('contact.torque')).toBeCloseTo(3, 3)
    expect(result.final('contact.tangentialForce')).toBeCloseTo(30, 3)
  })
})

it('an equilibrium has the same forces without friction if none is required', () => {
  const [rough, smooth] = [0.5, 0].map((mu) => equilibrium(boxOnSlope(0, mu)).result)
  for (const name of ['contact.normalForce', 'contact.penetration'])
    expect(deviation(rough.final(name), smooth.final(name))).toBeLessThan(BALANCED)
  expect(rough.final('contact.tangentialForce')).toBeLessThan(BALANCED)
})
