/**
 * Examples of the Modelica Standard Library with constraints (MultiBody.Examples.Constraints), rebuilt and compared
 * with the results published by the Modelica Association (MAP-LIB_ReferenceResults): a body on a spring is held by a
 * joint; a second one moves freely, and the same joint closes a loop.
 */
import { simulate } from 'vario'
import {
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  SensorResult,
  Spherical,
  SpringDamperPtP,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { expectPublished, rigid, STANDARD_GRAVITY, world } from './support/modelica-parts.ts'

const DEGREE = Math.PI / 180
const MOUNT = { translation: [0.2, -0.3, 0.2], rotation: [10 * DEGREE, 55 * DEGREE, 68 * DEGREE] }
const feature = rigid(1, [0.2, 0, 0], [1, 1, 1])

/** A body on a spring, in a tree or free, with the spring attached at `end`. */
const scene = (end: number[]) => ({
  world: world(STANDARD_GRAVITY),
  mount: Object3D({ parent: 'world', ...MOUNT }),
  anchor: Object3D({ parent: 'world', translation: [0.8, 0, 0.3] }),
  body: Object3D({ feature }),
  tip: Object3D({ parent: 'body', translation: end }),
  spring: SpringDamperPtP({ obj1: 'anchor', obj2: 'tip', springForceLaw: 20 }),
  free: Object3D({ parent: 'world', fixedToParent: false, ...MOUNT, feature }),
  freeTip: Object3D({ parent: 'free', translation: end }),
  freeSpring: SpringDamperPtP({ obj1: 'anchor', obj2: 'freeTip', springForceLaw: 20 }),
})

/** Expects both bodies at the same position: 1e-7 for each of some hundred steps. */
function expectSame(result: ReturnType<typeof simulate>): void {
  for (const name of ['r_abs', 'q_abs']) {
    const [one, other] = ['body', 'free'].map((body) => result.finalVector(`${body}.${name}`))
    one.forEach((x, i) => {
      expect(other[i]).toBeCloseTo(x, 5)
    })
  }
}
const options = { stopTime: 10, tolerance: 1e-7, interval: 0.1 }

describe('a body on a spring and a joint', () => {
  test('PrismaticConstraint: two directions', () => {
    const model = Model3D({
      ...scene([0.4, 0, 0]),
      link: Object3D(),
      x: Prismatic({ obj1: 'mount', obj2: 'link', axis: 'x' }),
      y: Prismatic({ obj1: 'link', obj2: 'body', axis: 'y' }),
      freeLink: Object3D(),
      freeX: Prismatic({ obj1: 'mount', obj2: 'freeLink', axis: 'x' }),
      freeY: Prismatic({ obj1: 'freeLink', obj2: 'free', axis: 'y' }),
    })
    const result = simulate(model, options)
    expectPublished(result, {
      ...{ 'x.s': -0.12240652857878746, 'x.v': -1.4132010371416275 },
      ...{ 'y.s': -0.073814070446291472, 'y.v': -0.85219409553966607 },
      ...{ 'free.r_abs[1]': 0.21295417869456379, 'free.r_abs[2]': -0.43578771537621858 },
      ...{ 'free.r_abs[3]': 0.1572710778549925, 'free.velocity[2]': -1.5676887697805708 },
    })
    expectSame(result)
  })

  test('RevoluteConstraint', () => {
    const model = Model3D({
      ...scene([0.4, 0, 0]),
      joint: Revolute({ obj1: 'mount', obj2: 'body', axis: 'y' }),
      constraint: Revolute({ obj1: 'mount', obj2: 'free', axis: 'y' }),
    })
    const result = simulate(model, options)
    expectPublished(result, { 'joint.phi': -0.00115557675076489, 'joint.w': 0.0981644902823911 })
    expectSame(result)
  })

  test('SphericalConstraint', () => {
    const model = Model3D({
      ...scene([0.4, 0, 0]),
      joint: Spherical({ obj1: 'mount', obj2: 'body' }),
      constraint: Spherical({ obj1: 'mount', obj2: 'free' }),
      turn: SensorResult({ object: 'body', objectCoordinateRef: 'body', objectObserveRef: 'world' }),
    })
    const result = simulate(model, options)
    expectPublished(result, {
      ...{ 'turn.angularVelocity[1]': 0, 'turn.angularVelocity[2]': -1.21424015039518 },
      'turn.angularVelocity[3]': -0.502992700006586,
    })
    expectSame(result)
  })

  test('UniversalConstraint', () => {
    const model = Model3D({
      ...scene([0.5, 0.15, 0.2]),
      joint: Universal({ obj1: 'mount', obj2: 'body', axis1: 'z', axis2: 'x' }),
      constraint: Universal({ obj1: 'mount', obj2: 'free', axis1: 'z', axis2: 'x' }),
    })
    const result = simulate(model, options)
    expectPublished(result, {
      ...{ 'joint.phi[1]': -0.625949661324079, 'joint.phi[2]': 0.0949485454849032 },
      ...{ 'joint.w[1]': -1.18479993865878, 'joint.w[2]': 1.42481448879637 },
    })
    expectSame(result)
  })
})
