import { rotationZ } from 'vario/math'
import { FREE, REVOLUTE } from 'vario/mechanics'
import { JointForce, WorldForce } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../../../src/multibody/records/frames.ts'
import { IDENTITY, TestWorld } from '../forces/test-world.ts'

function frame(body: number, p: readonly number[] = [0, 0, 0]): Frame {
  return { path: 'test', body, R_BO: Float64Array.from(IDENTITY), p_BO: Float64Array.from(p) }
}

const [MASS, LENGTH, G] = [1.5, 0.8, 9.81]

/**
 * A pendulum about z with its mass at distance LENGTH on x, under gravity along -y; obj2 is a frame beside the axis.
 */
function createPendulum(): TestWorld {
  const world = new TestWorld({
    bodies: [
      {
        parent: -1,
        kind: REVOLUTE,
        mass: MASS,
        p_BC: [LENGTH, 0, 0],
        I_C: [0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.3],
      },
    ],
    frames: { body: { body: 0 } },
    joints: {
      rev: { obj1: frame(-1), obj2: frame(0) },
      shifted: { obj1: frame(-1), obj2: frame(0, [0, 0, 0.5]) },
      reversed: { obj1: frame(0), obj2: frame(-1) },
      fix: { obj1: frame(0), obj2: frame(0) },
    },
    gravity: [0, -G, 0],
  })
  world.q[0] = 0.6
  world.setVelocity(0, [2.5])
  return world
}

/** Closed form in the axes of the body: bearing force on a compound pendulum. */
function bearingForce(): number[] {
  const [phi, w] = [0.6, 2.5]
  const alpha = (-MASS * G * LENGTH * Math.cos(phi)) / (0.3 + MASS * LENGTH * LENGTH)
  // m (a - g): centripetal along -x, tangential along y; g = (-G sin phi, -G cos phi) in the body
  return [MASS * (-LENGTH * w * w + G * Math.sin(phi)), MASS * (LENGTH * alpha + G * Math.cos(phi)), 0]
}

describe('force in a joint', () => {
  const close = (found: readonly number[], expected: readonly number[]): void => {
    for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(expected[k], 12)
  }

  it('is the bearing force of a pendulum, in the requested axes', () => {
    const world = createPendulum()
    world.add('inBody', JointForce({ joint: 'rev', objectCoordinateRef: 'body' }))
    world.add('inObj1', JointForce({ joint: 'rev' }))
    const force = bearingForce()
    close(world.result('inBody.forceVector'), force)
    close(world.result('inBody.torqueVector'), [0, 0, 0])
    const R = new Float64Array(9)
    rotationZ(R, 0, 0.6)
    close(
      world.result('inObj1.forceVector'),
      [0, 1, 2].map((k) => R[3 * k] * force[0] + R[3 * k + 1] * force[1]),
    )
    expect(world.units.get('inBody.torqueVector')).toBe('N.m')
  })

  it('has its torque at the origin of obj2', () => {
    const world = createPendulum()
    world.add('s', JointForce({ joint: 'shifted', objectCoordinateRef: 'body' }))
    const [fx, fy] = bearingForce()
    // from obj2 at z = 0.5 to the axis: (0, 0, -0.5) × f
    close(world.result('s.torqueVector'), [0.5 * fy, -0.5 * fx, 0])
  })

  it('is opposite if obj1 and obj2 are swapped', () => {
    const world = createPendulum()
    world.add('s', JointForce({ joint: 'reversed', objectCoordinateRef: 'body' }))
    close(
      world.result('s.forceVector'),
      bearingForce().map((value) => -value),
    )
  })

  it('carries the bodies on the joint: two bodies at rest under load', () => {
    const world = new TestWorld({
      bodies: [
        { parent: -1, kind: FREE, mass: 4, I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
        {
          parent: 0,
          kind: REVOLUTE,
          p_PJ: [0, -1, 0],
          mass: 2,
          p_BC: [0, -1, 0],
          I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        },
      ],
      frames: { upper: { body: 0 }, lower: { body: 1 } },
      joints: { rev: { obj1: frame(0, [0, -1, 0]), obj2: frame(1) } },
      gravity: [0, -G, 0],
    })
    // held by its weight, so that nothing moves: the joint carries the lower body
    world.add('hold', WorldForce({ objectApply: 'upper', forceFunction: () => [0, 6 * G, 0] }))
    world.add('s', JointForce({ joint: 'rev' }))
    close(world.result('s.forceVector'), [0, 2 * G, 0])
    close(world.result('s.torqueVector'), [0, 0, 0])
  })

  it('is an error for a rigid connection', () => {
    const world = createPendulum()
    expect(() => world.add('s', JointForce({ joint: 'fix' }))).toThrow(
      "s.joint: expected a joint that can move; a rigid connection whose force is measured is a Revolute({ obj1, obj2, motion: 0 }), got 'fix'.",
    )
  })
})
