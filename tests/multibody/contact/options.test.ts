/** Options of contacts: materials, joints, smoothing, observers. */
import { simulate } from 'vario'
import {
  Box,
  ContactResult,
  Model3D,
  Object3D,
  type Object3DArguments,
  Prismatic,
  type SceneArguments,
  Solid,
  type SolidArguments,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { errorOf } from '../../reference/support/error-of.ts'
import { contactsOf } from './measures.ts'
import { fixedBox, freeBody, freeSphere, uprightWorld } from './scenes.ts'

const G = 9.81

interface Drop {
  readonly scene?: SceneArguments
  readonly plate?: string
  readonly ball?: string
  readonly solid?: SolidArguments
  readonly start?: Object3DArguments
}

/** A ball of 0.1 m on a plate, or dropped onto it. */
function drop({ scene = {}, plate = 'Steel', ball = 'Steel', solid = {}, start = {} }: Drop) {
  return Model3D({
    world: uprightWorld(scene),
    plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], plate),
    ball: freeSphere(0.1, ball, { translation: [0, 0, 0.05], ...start }, solid),
    contact: ContactResult({ obj1: 'ball', obj2: 'plate' }),
  })
}

const STEEL_MASS = 8000 * (Math.PI / 6) * 0.1 ** 3
/** E/(1 - ν²) [Pa]. */
const STEEL = 2e11 / (1 - 0.3 ** 2)
const WOOD = 1.1e10 / (1 - 0.4 ** 2)

/** Penetration that carries the steel ball: 4/3 E* √R δ^1.5 = m g [m]. */
const depthOf = (a: number, b: number, radius = 0.05): number =>
  ((STEEL_MASS * G) / ((4 / 3) * (1 / (1 / a + 1 / b)) * Math.sqrt(radius))) ** (2 / 3)

/** Penetration at rest [m]; soft contacts, which begin at rest and are strongly damped, creep for seconds. */
const restingDepth = (options: Drop): number =>
  simulate(drop(options), { stopTime: 30, tolerance: 1e-8 }).final('contact.penetration')

describe('materials', () => {
  it('both contribute to the stiffness', () => {
    expect(restingDepth({}) / depthOf(STEEL, STEEL)).toBeCloseTo(1, 6)
    // the mean of both self pairs exists; the stiffness is combined by (7.2)
    expect(restingDepth({ plate: 'DryWood' }) / depthOf(STEEL, WOOD)).toBeCloseTo(1, 6)
  })

  it('replace E and nu by contactMaterial, but keep the mass', () => {
    const options = { plate: 'DryWood', solid: { contactMaterial: 'DryWood' } }
    expect(restingDepth(options) / depthOf(WOOD, WOOD)).toBeCloseTo(1, 6)
  })

  it('are softened by elasticContactReductionFactor and contactSphereRadius', () => {
    const soft = depthOf(STEEL, STEEL) * (1 / 0.01) ** (2 / 3)
    expect(restingDepth({ scene: { elasticContactReductionFactor: 0.01 } }) / soft).toBeCloseTo(1, 6)
    expect(
      restingDepth({ solid: { contactSphereRadius: 0.005 } }) / depthOf(STEEL, STEEL, 0.005),
    ).toBeCloseTo(1, 6)
  })

  it('limit the damping (7.13) by maximumContactDamping', () => {
    // a ball that is put down oscillates without damping
    const velocityAfter = (maximumContactDamping: number): number =>
      simulate(drop({ scene: { maximumContactDamping } }), { stopTime: 0.01, tolerance: 1e-8 }).final(
        'contact.penetrationVelocity',
      )
    expect(Math.abs(velocityAfter(2000))).toBeLessThan(1e-6)
    const largest = Math.max(
      ...simulate(drop({ scene: { maximumContactDamping: 0.001 } }), { stopTime: 0.01, tolerance: 1e-8 })
        .values('contact.penetrationVelocity')
        .map(Math.abs),
    )
    expect(largest).toBeGreaterThan(1e-3)
  })

  it('must have a pair, or an error before the run names both objects', () => {
    const error = errorOf(() => simulate(drop({ ball: 'Aluminium' }), { stopTime: 1 }))
    expect(error.message).toContain('plate (Steel) and ball (Aluminium): expected data for contacts')
    expect(error.message).toContain("contactPairs: { 'Steel-Aluminium'")
    expect(error.fields).toMatchObject({ path1: 'plate', path2: 'ball' })
    // no error if they cannot meet
    const apart = Model3D({
      world: uprightWorld(),
      plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
      ball: freeSphere(0.1, 'Aluminium', { fixedToParent: true, translation: [0, 0, 1] }),
    })
    expect(simulate(apart, { stopTime: 0.1 }).finalVector('ball.r_abs')[2]).toBe(1)
  })

  it('may be defined by the user, also pairs', () => {
    const scene: SceneArguments = {
      solidMaterials: { Cork: { density: 200, YoungsModulus: 3e7, PoissonsRatio: 0.1 } },
      contactPairs: {
        'Cork-Steel': {
          coefficientOfRestitution: 0.5,
          slidingFrictionCoefficient: 0.4,
          rotationalResistanceCoefficient: 0,
        },
      },
    }
    const cork = 3e7 / (1 - 0.1 ** 2)
    expect(restingDepth({ scene, plate: 'Cork' }) / depthOf(STEEL, cork)).toBeCloseTo(1, 6)
  })

  it('are required by name for a shape that collides', () => {
    const error = errorOf(() => simulate(drop({ ball: 'Stele' }), { stopTime: 1 }))
    expect(error.message).toMatch(/^ball\.feature\.solidMaterial: .*'Steel'/)
  })
})

describe('contact detection', () => {
  const onJoint = (canCollide?: boolean) =>
    Model3D({
      world: uprightWorld(),
      plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
      ball: Object3D({
        feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', collision: true }),
      }),
      prism: Prismatic({
        obj1: 'world',
        obj2: 'ball',
        axis: 'z',
        s: 0.15,
        ...(canCollide !== undefined && { canCollide }),
      }),
    })

  it('includes the objects of a joint only if the joint enables it', () => {
    const stopTime = 0.3
    const fallen = 0.15 - (G / 2) * stopTime ** 2
    expect(simulate(onJoint(), { stopTime }).final('prism.s')).toBeCloseTo(fallen, 6)
    expect(simulate(onJoint(false), { stopTime }).final('prism.s')).toBeCloseTo(fallen, 6)
    expect(simulate(onJoint(true), { stopTime }).final('prism.s')).toBeGreaterThan(0.05)
  })

  it('can be switched off', () => {
    const scene = { enableContactDetection: false }
    const result = simulate(drop({ scene }), { stopTime: 0.3 })
    expect(result.final('ball.translation[3]')).toBeCloseTo(0.05 - (G / 2) * 0.3 ** 2, 6)
    expect(result.has('world.nContact')).toBe(false)
    expect(contactsOf(result)).toEqual([])
    // pairs of materials that never meet need not be defined
    const strangers = { ball: 'BilliardBall', plate: 'Aluminium' }
    expect(() => simulate(drop(strangers), { stopTime: 0 })).toThrow(/expected data for contacts/)
    expect(() => simulate(drop({ ...strangers, scene }), { stopTime: 0 })).not.toThrow()
  })

  it('excludes parts of the same body', () => {
    const model = Model3D({
      world: uprightWorld(),
      body: freeBody(Sphere({ diameter: 0.1 }), 'Steel', { translation: [0, 0, 1] }),
      nose: freeBody(Sphere({ diameter: 0.1 }), 'Steel', {
        parent: 'body',
        fixedToParent: true,
        translation: [0.03, 0, 0],
      }),
      plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
    })
    const result = simulate(model, { stopTime: 0.4 })
    expect(result.final('world.nContact')).toBe(0)
    expect(result.finalVector('body.translation')[2]).toBeCloseTo(1 - (G / 2) * 0.4 ** 2, 6)
  })
})

it('detects observers, without forces', () => {
  const result = simulate(drop({ plate: 'Observer', start: { translation: [0, 0, 0.1] } }), { stopTime: 0.2 })
  const fall = 0.05
  expect(result.final('ball.translation[3]')).toBeCloseTo(0.1 - (G / 2) * 0.2 ** 2, 6)
  const [contact] = contactsOf(result)
  expect(contact.start).toBeCloseTo(Math.sqrt((2 * fall) / G), 9)
  expect(contact.velocity).toBeCloseTo(Math.sqrt(2 * G * fall), 6)
  // through the plate, 0.1 m thick; outside: not yet
  expect(contact.end).toBeNull()
  expect(result.final('world.nContact')).toBe(1)
  expect(Math.max(...result.values('contact.normalForce'))).toBe(0)
})

describe('smoothing radius', () => {
  /** Height of the center of a cube on an edge at the touch, from its fall time [m]. */
  function touchHeight(collisionSmoothingRadius?: number): number {
    const cube = Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 })
    const smoothing = collisionSmoothingRadius === undefined ? {} : { collisionSmoothingRadius }
    const model = Model3D({
      world: uprightWorld(),
      plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
      cube: freeBody(cube, 'Steel', { translation: [0, 0, 0.2], rotation: [Math.PI / 4, 0, 0] }, smoothing),
    })
    const [{ start }] = contactsOf(simulate(model, { stopTime: 0.15 }))
    return 0.2 - (G / 2) * start ** 2
  }

  it.each([
    // requested, used [m]
    [undefined, 0.001],
    [0, 0],
    [0.01, 0.01],
    // at most a tenth of the smallest dimension
    [0.05, 0.02],
  ])('rounds edges by %s m on request, limited to %s m', (asked, used) => {
    // the core stands on its edge, and the ball around it below
    expect(touchHeight(asked)).toBeCloseTo(Math.SQRT2 * (0.1 - used) + used, 9)
  })
})

it('more event indicators find the same contacts', () => {
  const start = { translation: [0, 0, 0.3], velocity: [0.5, 0, 0] } as const
  const two = simulate(drop({ start }), { stopTime: 1, tolerance: 1e-8 })
  const five = simulate(drop({ start, scene: { zeroCrossings: 5 } }), { stopTime: 1, tolerance: 1e-8 })
  expect(contactsOf(two).length).toBeGreaterThan(2)
  expect(contactsOf(five)).toHaveLength(contactsOf(two).length)
  for (const i of [1, 3])
    expect(five.final(`ball.translation[${i}]`)).toBeCloseTo(two.final(`ball.translation[${i}]`), 6)
})

it('the algorithm of the thesis finds the same contacts', () => {
  // a sphere above the center of a face: the ray from center to center exits where the distance is minimal, and MPR is
  // exact (thesis 6.1)
  const start = { translation: [0, 0, 0.3], angularVelocity: [1, 0, 0] } as const
  const exact = simulate(drop({ start }), { stopTime: 0.5, tolerance: 1e-8 })
  const mpr = simulate(drop({ start, scene: { distanceMethod: 'mpr' } }), { stopTime: 0.5, tolerance: 1e-8 })
  expect(contactsOf(exact).length).toBeGreaterThan(0)
  expect(contactsOf(mpr)).toHaveLength(contactsOf(exact).length)
  expect(mpr.final('ball.translation[3]')).toBeCloseTo(exact.final('ball.translation[3]'), 6)
})
