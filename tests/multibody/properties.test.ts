/** Invariants of random trees of bodies, through the public API. */

import { simulate } from 'vario'
import {
  Box,
  Cylindrical,
  Fix,
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../support/random.ts'

type Members = Record<string, unknown>

/**
 * A tree of `n` bodies, each with a frame on it, connected by joints of all kinds; `gravity` and `turn` apply to the
 * world.
 */
function createTreeModel(seed: number, n: number, gravity: readonly number[], isFloating = false): Members {
  const random = createRandom(seed)
  const uniform = (a: number, b: number): number => a + (b - a) * random()
  const vector = (size: number): number[] => [0, 1, 2].map(() => uniform(-size, size))
  const members: Members = {}
  const attachments = ['root']
  const g = Math.hypot(...gravity)
  const gravityField = g === 0 ? NoGravityField() : UniformGravityField({ g, n: gravity })
  members['world'] = Object3D({ feature: Scene({ gravityField }) })
  members['root'] = Object3D({ parent: 'world' })
  for (let i = 1; i <= n; i++) {
    const lengths = [0, 1, 2].map(() => uniform(0.1, 0.5))
    members[`body${i}`] = Object3D({
      feature: Solid({
        shape: Box({ lengthX: lengths[0], lengthY: lengths[1], lengthZ: lengths[2] }),
        massProperties: uniform(0.5, 2),
      }),
    })
    // a frame for the joint to the parent, a frame for the joints of children, and a fixed part
    members[`near${i}`] = Object3D({ parent: `body${i}`, translation: vector(0.4), rotation: vector(1) })
    members[`far${i}`] = Object3D({
      parent: `near${i}`,
      translation: vector(0.4),
      rotation: vector(1),
      feature: Solid({
        massProperties: MassProperties({
          mass: 0.3,
          centerOfMass: vector(0.1),
          Ixx: 0.02,
          Iyy: 0.03,
          Izz: 0.04,
        }),
      }),
    })
    const ends = { obj1: attachments[Math.floor(random() * attachments.length)], obj2: `near${i}` }
    const kind = isFloating && i === 1 ? 6 : Math.floor(random() * 6)
    const axis = vector(1)
    members[`joint${i}`] = [
      () => Revolute({ ...ends, axis, phi: uniform(-1, 1), w: uniform(-1, 1) }),
      () => Prismatic({ ...ends, axis, s: uniform(-0.1, 0.1), v: uniform(-0.1, 0.1) }),
      () =>
        Cylindrical({ ...ends, axis, phi: uniform(-1, 1), w: uniform(-1, 1), s: 0.1, v: uniform(-0.1, 0.1) }),
      () =>
        Universal({ ...ends, axis1: 'x', axis2: 'z', phi: [0.3, 0.2], w: [uniform(-1, 1), uniform(-1, 1)] }),
      () =>
        Planar({ ...ends, axis, s: [0.1, -0.1], v: [uniform(-0.1, 0.1), 0.1], phi: 0.5, w: uniform(-1, 1) }),
      () => Spherical({ ...ends, rotation: vector(1), angularVelocity: vector(1) }),
      () =>
        Free({
          ...ends,
          translation: vector(1),
          velocity: vector(1),
          rotation: vector(1),
          angularVelocity: vector(1),
        }),
    ][kind]()
    if (isFloating && attachments[0] === 'root') attachments.pop()
    attachments.push(`far${i}`)
  }
  return members
}

/** Positions of all bodies at the end (nBody × 3). */
function finalPositions(members: Members, stopTime: number, tolerance: number): number[][] {
  const result = simulate(Model3D(members), { stopTime, tolerance })
  return Object.keys(members)
    .filter((name) => name.startsWith('far'))
    .sort()
    .map((name) => [...result.finalVector(`${name}.r_abs`)])
}

const SEEDS = [1, 2, 3, 4, 5]
/** Tolerance of the runs; errors after a second of motion stay below 1000 times it, as a run at 1e-11 shows. */
const TOLERANCE = 1e-9
const ACCURACY = 1e-6

describe('random trees', () => {
  test.each(SEEDS)('keep their energy without damping (seed %i)', (seed) => {
    const result = simulate(Model3D(createTreeModel(seed, 6, [0, -9.81, 0])), {
      stopTime: 1,
      tolerance: TOLERANCE,
    })
    const total = result.values('world.totalEnergy')
    const scale = Math.max(...result.values('world.kineticEnergy'))
    for (const energy of total) expect(Math.abs(energy - total[0])).toBeLessThan(ACCURACY * scale)
  })

  test.each(SEEDS)('keep momentum and angular momentum when they float (seed %i)', (seed) => {
    const result = simulate(Model3D(createTreeModel(seed, 6, [0, 0, 0], true)), {
      stopTime: 1,
      tolerance: TOLERANCE,
    })
    for (const name of ['world.momentum', 'world.angularMomentum']) {
      const first = [...result.signal(name).values.slice(0, 3)]
      const last = [...result.finalVector(name)]
      const scale = Math.hypot(...first)
      for (let i = 0; i < 3; i++) expect(Math.abs(last[i] - first[i])).toBeLessThan(ACCURACY * scale)
    }
  })

  test.each(SEEDS)('do not depend on the order of declaration (seed %i)', (seed) => {
    const members = createTreeModel(seed, 5, [0, -9.81, 0])
    const reversed = Object.fromEntries(Object.entries(members).reverse())
    const expected = finalPositions(members, 1, TOLERANCE)
    for (const [i, position] of finalPositions(reversed, 1, TOLERANCE).entries()) {
      for (let k = 0; k < 3; k++) expect(Math.abs(position[k] - expected[i][k])).toBeLessThan(ACCURACY)
    }
  })

  test.each(SEEDS)('do not depend on the frame of the world (seed %i)', (seed) => {
    // the whole model turned by 0.7 rad about z and moved
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)]
    const turned = createTreeModel(seed, 5, [9.81 * s, -9.81 * c, 0])
    turned['root'] = Object3D({ parent: 'world', rotation: [0, 0, 0.7], translation: [10, 20, 30] })
    const expected = finalPositions(createTreeModel(seed, 5, [0, -9.81, 0]), 1, TOLERANCE)
    for (const [i, [x, y, z]] of finalPositions(turned, 1, TOLERANCE).entries()) {
      const [ex, ey, ez] = expected[i]
      expect(Math.abs(x - (10 + c * ex - s * ey))).toBeLessThan(ACCURACY)
      expect(Math.abs(y - (20 + s * ex + c * ey))).toBeLessThan(ACCURACY)
      expect(Math.abs(z - (30 + ez))).toBeLessThan(ACCURACY)
    }
  })

  test('move the same if a fixed connection is a Fix in either direction, or a parent', () => {
    const base = createTreeModel(9, 3, [0, -9.81, 0])
    const expected = finalPositions(base, 1, TOLERANCE)
    const part = (tail: Members): Members => ({
      ...base,
      tool: Object3D({ feature: Solid({ shape: Box({ lengthX: 0.3 }), massProperties: 1 }) }),
      ...tail,
    })
    const at = { translation: [0.2, 0.1, 0], rotation: [0, 0, Math.PI / 2] }
    const routes = [
      {
        ...base,
        tool: Object3D({
          parent: 'far3',
          ...at,
          feature: Solid({ shape: Box({ lengthX: 0.3 }), massProperties: 1 }),
        }),
      },
      part({ fix: Fix({ obj1: 'far3', obj2: 'tool', ...at }) }),
      // p and R of the inverse: p = -Rᵀ (0.2, 0.1, 0) with R = Rz(90°)
      part({
        fix: Fix({ obj1: 'tool', obj2: 'far3', translation: [-0.1, 0.2, 0], rotation: [0, 0, -Math.PI / 2] }),
      }),
    ].map((members) => finalPositions(members, 1, TOLERANCE))
    expect(Math.abs(routes[0][2][1] - expected[2][1])).toBeGreaterThan(1e-4)
    for (const route of routes.slice(1)) {
      for (let i = 0; i < 3; i++)
        for (let k = 0; k < 3; k++) expect(Math.abs(route[i][k] - routes[0][i][k])).toBeLessThan(ACCURACY)
    }
  })
})
