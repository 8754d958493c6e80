/** Chains of three links for tests of structural changes: a hinge, then a joint of any kind. */
import type { SignalTable } from 'vario'
import { Fixed, SpringDamper } from 'vario/library/rotational'
import { Fixed as FixedRail, SpringDamper as SpringDamperT } from 'vario/library/translational'
import {
  type ActionProgram,
  Cylindrical,
  Fix,
  Free,
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { expect } from 'vitest'

export const solid = (k: number) =>
  Solid({
    massProperties: MassProperties({
      ...{ mass: 1 + 0.3 * k, centerOfMass: [0.1, 0.05 * k, -0.02] },
      ...{ Ixx: 0.2 + 0.05 * k, Iyy: 0.3, Izz: 0.25, Ixy: 0.02, Ixz: -0.01, Iyz: 0.015 },
    }),
  })
export const ends = { obj1: 'f1', obj2: 'f2' }
export const axis = [0.6, 0, 0.8]

/** The second joint of the chain, the members that it requires, and the results of its motion. */
export const kinds: readonly (readonly [string, object, readonly string[]])[] = [
  ['Revolute', { j2: Revolute({ ...ends, axis, phi: 0.4, w: -0.8 }) }, ['phi', 'w']],
  ['Prismatic', { j2: Prismatic({ ...ends, axis, s: 0.3, v: 0.5 }) }, ['s', 'v']],
  [
    'Cylindrical',
    { j2: Cylindrical({ ...ends, axis, phi: 0.4, w: -0.8, s: 0.3, v: 0.5 }) },
    ['phi', 'w', 's', 'v'],
  ],
  [
    'Universal',
    { j2: Universal({ ...ends, axis2: axis, axis1: 'y', phi: [0.4, -0.7], w: [0.9, 0.3] }) },
    ['phi', 'w'],
  ],
  [
    'Planar',
    { j2: Planar({ ...ends, axis, s: [0.3, -0.1], v: [0.2, 0.4], phi: 0.5, w: 0.7 }) },
    ['s', 'v', 'phi', 'w'],
  ],
  [
    'Spherical',
    { j2: Spherical({ ...ends, rotation: [0.3, 1.45, 0.2], angularVelocity: [0.5, 0.9, -0.4] }) },
    ['rotation', 'angularVelocity'],
  ],
  [
    'Spherical with a quaternion',
    {
      j2: Spherical({
        ...ends,
        rotation: [2.9, 0.4, 0.2],
        angularVelocity: [0.5, 0.9, -0.4],
        orientation: 'quaternion',
      }),
    },
    ['quaternion', 'angularVelocity'],
  ],
  [
    'Free',
    {
      j2: Free({
        ...{ ...ends, translation: [0.2, 0.1, -0.3], velocity: [0.3, -0.2, 0.4] },
        ...{ rotation: [0.3, -1.4, 0.2], angularVelocity: [0.5, -0.9, -0.4] },
      }),
    },
    ['translation', 'velocity', 'rotation', 'angularVelocity'],
  ],
  ['Fix', { j2: Fix({ ...ends, translation: [0.2, 0, 0], rotation: [0, 0.5, 0] }) }, []],
  [
    'Revolute with a spring at its flange',
    {
      j2: RevoluteWithFlange({ ...ends, axis, phi: { init: 0.4 }, w: { init: -0.8 } }),
      spring: SpringDamper({ c: 20, d: 0.5 }),
      fixed: Fixed(),
      connect: [
        ['fixed.flange', 'spring.flange_a'],
        ['spring.flange_b', 'j2.flange'],
      ],
    },
    ['phi', 'w', 'a', 'tau'],
  ],
  [
    'Prismatic with a spring at its flange',
    {
      j2: PrismaticWithFlange({ ...ends, axis, s: { init: 0.3 }, v: { init: 0.5 } }),
      spring: SpringDamperT({ c: 20, d: 0.5 }),
      fixed: FixedRail(),
      connect: [
        ['fixed.flange', 'spring.flange_a'],
        ['spring.flange_b', 'j2.flange'],
      ],
    },
    ['s', 'v', 'a', 'f'],
  ],
]

/** Three links in space: a hinge, then the joint of the kind; the first link moves freely. */
export const floating = (members: object, actions?: ActionProgram) =>
  Model3D({
    world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) }),
    l0: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, orientation: 'quaternion' },
      ...{ velocity: [0.2, -0.1, 0.3], angularVelocity: [0.4, 0.3, -0.5], rotation: [0.2, 0.3, 0.1] },
      feature: solid(0),
    }),
    l1: Object3D({ feature: solid(1) }),
    l2: Object3D({ feature: solid(2) }),
    e0: Object3D({ parent: 'l0', translation: [0.4, 0, 0.1], rotation: [0.2, 0, 0.1] }),
    e1: Object3D({ parent: 'l1', translation: [-0.3, 0.1, 0] }),
    j1: Revolute({ obj1: 'e0', obj2: 'e1', axis: [0, 0.6, 0.8], phi: -0.3, w: 1.1 }),
    f1: Object3D({ parent: 'l1', translation: [0.35, 0, 0], rotation: [0, 0.3, 0.4] }),
    f2: Object3D({ parent: 'l2', translation: [-0.3, 0.05, 0], rotation: [0.1, 0, 0.2] }),
    force1: JointForce({ joint: 'j1', objectCoordinateRef: 'world' }),
    ...members,
    ...(actions && { actions }),
  })

export const BODIES = ['l0', 'l1', 'l2'].flatMap((n) => [`${n}.r_abs`, `${n}.q_abs`])

export const vectorAt = (result: SignalTable, name: string, t: number): number[] => {
  const size = result.signal(name).size?.[0]
  return size === undefined
    ? [result.at(name, t)]
    : Array.from({ length: size }, (_, i) => result.at(`${name}[${i + 1}]`, t))
}
export function largestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length)
  return Math.max(...a.map((x, i) => Math.abs(x - b[i])))
}
