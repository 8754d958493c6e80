import { rotationZ } from 'vario/math'
import { FREE } from 'vario/mechanics'
import { WorldForce, WorldTorque } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { AppliedObject, VectorFunction } from '../../../src/multibody/elements/world-force.ts'
import { TestWorld } from './test-world.ts'

function createWorld(): TestWorld {
  const R_BO = new Float64Array(9)
  rotationZ(R_BO, 0, Math.PI / 6)
  return new TestWorld({
    bodies: [{ parent: -1, kind: FREE, mass: 1, I_C: [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1] }],
    frames: { box: { body: 0 }, handle: { body: 0, p_BO: [0, 0.5, 0] }, dirFrame: { body: -1, R_BO } },
  })
}

describe('world force', () => {
  it('case force.BoxWorldForce: a trapezoidal force in a turned frame', () => {
    const world = createWorld()
    const profile: VectorFunction = (t) => [Math.max(0, Math.min(t - 1, 1, 4 - t)), 0, 0]
    world.add('force', WorldForce({ objectApply: 'box', objectCoord: 'dirFrame', forceFunction: profile }))
    // from kink to kink the solution is a cubic, which the method has exactly: only rounding is left
    for (const t of [0, 1, 2, 3, 4]) world.integrate(t + 1, 1e-8, t)
    const p = new Float64Array(3)
    const v = new Float64Array(3)
    world.motion.position(world.frames.get('box')!, p)
    world.motion.velocity(world.frames.get('box')!, v)
    // impulse 2 N.s with its center at t = 2.5 s: 2 m/s, and 2*(5 - 2.5) m, in the direction of 30 degrees
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
    for (const [k, value] of [5 * c, 5 * s, 0].entries()) expect(p[k]).toBeCloseTo(value, 12)
    for (const [k, value] of [2 * c, 2 * s, 0].entries()) expect(v[k]).toBeCloseTo(value, 12)
    const reference = [4.330091998452314, 2.4999797809222875, 0, 1.7320345346635413, 0.9999906048337232, 0]
    const deviation = Math.hypot(...[...p, ...v].map((value, i) => value - reference[i]))
    expect(deviation).toBeLessThan(1e-3 * Math.hypot(...reference))
  })

  it('acts at the origin of the object, and results are in the world', () => {
    const world = createWorld()
    const force: VectorFunction = () => [2, 0, 0]
    world.add('force', WorldForce({ objectApply: 'handle', objectCoord: 'dirFrame', forceFunction: force }))
    const found = world.result('force.forceVector')
    const [fx, fy] = [2 * Math.cos(Math.PI / 6), 2 * Math.sin(Math.PI / 6)]
    for (const [k, value] of [fx, fy, 0].entries()) expect(found[k]).toBeCloseTo(value, 14)
    // torque of the arm (0, 0.5, 0) about z: -0.5*fx, on an inertia of 0.1
    expect(world.vdot[2]).toBeCloseTo((-0.5 * fx) / 0.1, 12)
  })

  it('knows the motion of the object', () => {
    const world = createWorld()
    const R = new Float64Array(9)
    rotationZ(R, 0, 0.4)
    world.setPose(0, R, [1, 2, 3])
    world.setVelocity(0, [0, 0, 2, 0.5, 0, 0])
    let seen: AppliedObject | undefined
    const watch: VectorFunction = (_time, object) => {
      seen = object
      return new Float64Array(3)
    }
    world.add('force', WorldForce({ objectApply: 'handle', forceFunction: watch }))
    world.evaluate(0.25)
    const arm = [-0.5 * Math.sin(0.4), 0.5 * Math.cos(0.4)]
    const expected = {
      position: [1 + arm[0], 2 + arm[1], 3],
      velocity: [0.5 * Math.cos(0.4) - 2 * arm[1], 0.5 * Math.sin(0.4) + 2 * arm[0], 0],
      rotation: Array.from(R),
      angularVelocity: [0, 0, 2],
    }
    for (const [key, values] of Object.entries(expected))
      for (const [k, value] of values.entries())
        expect(seen![key as keyof AppliedObject][k]).toBeCloseTo(value, 14)
  })

  it('world torque in a frame that moves with the object', () => {
    const world = createWorld()
    world.setVelocity(0, [0, 0, 0, 1, 0, 0])
    const torque: VectorFunction = (t) => [0, 0, 3 * t]
    world.add('torque', WorldTorque({ objectApply: 'box', objectCoord: 'box', torqueFunction: torque }))
    expect(world.result('torque.torqueVector', 2)).toEqual([0, 0, 6])
    expect(world.units.get('torque.torqueVector')).toBe('N.m')
    world.integrate(2, 1e-10)
    // der(w) = 3 t/0.1
    expect(world.v[2]).toBeCloseTo((3 * 2 * 2) / 2 / 0.1, 9)
  })

  it('a function that does not return 3 numbers is an error, and so is no function', () => {
    const world = createWorld()
    world.add('f', WorldForce({ objectApply: 'box', forceFunction: () => [1, 2] }))
    expect(() => world.evaluate()).toThrow('f.forceFunction: expected a function that returns 3 numbers')
    const nothing = WorldTorque({ objectApply: 'box', torqueFunction: 3 as unknown as VectorFunction })
    expect(() => world.add('t', nothing)).toThrow('t.torqueFunction: expected a function')
  })
})
