import { Box, Capsule, createConvexShape, Sphere } from 'vario/collision'
import { mat3MulVec } from 'vario/math'
import { FREE } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { mat3TransposeMulVec } from '../../../src/math/index.ts'
import { ContactScene } from './contact-scene.ts'
import { TRUTH, type TruthCase } from './contact-truth.ts'
import { STEEL_STEEL, WOOD_WOOD } from './materials.ts'

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]

function createScene(truth: TruthCase): ContactScene {
  const { shape, dimensions, mass, inertia } = truth.body
  const [radius, halfLength] = dimensions
  const solid =
    shape === 'sphere'
      ? Sphere({ diameter: 2 * radius })
      : Capsule({ axis: 'z', diameter: 2 * radius, length: 2 * halfLength })
  const [Ix, Iy, Iz] = inertia
  const material = truth.material === 'Steel' ? STEEL_STEEL : WOOD_WOOD
  return new ContactScene({
    bodies: [{ parent: -1, kind: FREE, mass, I_C: [Ix, 0, 0, 0, Iy, 0, 0, 0, Iz] }],
    shapes: [
      ...truth.boxes.map(({ name, center, lengths: [lengthX, lengthY, lengthZ] }) => ({
        body: -1,
        R_BS: IDENTITY,
        p_BS: center,
        convex: createConvexShape(Box({ lengthX, lengthY, lengthZ }), 0.001),
        path: name,
      })),
      { body: 0, R_BS: IDENTITY, p_BS: [0, 0, 0], convex: createConvexShape(solid), path: shape },
    ],
    rules: { mayMeet: () => true, material: () => material },
    gravity: truth.gravity,
  })
}

function createStart({ body }: TruthCase): number[] {
  const { r0, v0, w0_world, angleX0 } = body
  const [c, s] = [Math.cos(angleX0), Math.sin(angleX0)]
  const w_B = new Float64Array(3)
  mat3TransposeMulVec(w_B, 0, Float64Array.of(1, 0, 0, 0, c, -s, 0, s, c), 0, Float64Array.from(w0_world), 0)
  return [...r0, Math.sin(angleX0 / 2), 0, 0, Math.cos(angleX0 / 2), ...v0, ...w_B, 0]
}

const largest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (value, k) => Math.abs(value - b[k])))

describe('contact simulations against independent ones', () => {
  for (const truth of TRUTH) {
    it(truth.name, () => {
      const scene = createScene(truth)
      const times = truth.states.map((state) => state.t)
      const run = scene.run({
        x0: createStart(truth),
        tEnd: times[times.length - 1],
        tolerance: 1e-8,
        outputTimes: times,
      })
      const w_world = new Float64Array(3)
      const worst = { r: 0, v: 0, w: 0 }
      for (const [k, state] of truth.states.entries()) {
        const x = run.output[k]
        worst.r = Math.max(worst.r, largest(x.subarray(0, 3), state.r))
        worst.v = Math.max(worst.v, largest(x.subarray(7, 10), state.v))
        scene.setState(x)
        mat3MulVec(w_world, 0, scene.data.R_WB, 0, x, 10)
        worst.w = Math.max(worst.w, largest(w_world, state.w_world))
      }
      // 1e-6 m is required at this tolerance; velocities and angular velocities (r = 0.05 … 0.1 m) follow from it over
      // times of 0.1 … 1 s, and a velocity of 4 m/s takes an event with it
      expect(worst.r).toBeLessThan(1e-6)
      expect(worst.v).toBeLessThan(3e-6)
      expect(worst.w).toBeLessThan(1e-5)
      expect(run.events.length).toBe(truth.events.length)
      for (const [k, [t]] of truth.events.entries()) expect(Math.abs(run.events[k] - t)).toBeLessThan(1e-6)
    })
  }
})
