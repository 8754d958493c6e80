import { InputError, VarioError } from 'vario'
import { rotationZ } from 'vario/math'
import { FREE, PRISMATIC } from 'vario/mechanics'
import { Bushing } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { cardan123ToRotation } from '../../../src/math/index.ts'
import type { BushingArguments } from '../../../src/multibody/elements/bushing.ts'
import { distanceOf, TestWorld } from './test-world.ts'

const BOX = { mass: 1, I_C: [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1] }

function freeBox(angles: readonly number[], translation: readonly number[], gravity = 0): TestWorld {
  const world = new TestWorld({
    bodies: [{ parent: -1, kind: FREE, ...BOX }],
    frames: { box: { body: 0 } },
    gravity: [0, 0, -gravity],
  })
  const R = new Float64Array(9)
  cardan123ToRotation(R, 0, Float64Array.from(angles), 0)
  world.setPose(0, R, translation)
  return world
}

describe('reference cases', () => {
  it('HarmonicOscillator: the closed form of a damped oscillator under its weight', () => {
    const world = new TestWorld({
      bodies: [{ parent: -1, kind: PRISMATIC, ...BOX }],
      frames: { oscillator: { body: 0 } },
      gravity: [0, 0, -9.81],
    })
    const forces = { nominalForce: [0, 0, 0.5], springForceLaw: [0, 0, 100], damperForceLaw: [0, 0, 2] }
    world.add('force', Bushing({ obj1: 'world', obj2: 'oscillator', ...forces }))
    world.integrate(5, 1e-10)
    // m s'' + d s' + c s = -(m g + F0), from rest at s = 0
    const rest = -(9.81 + 0.5) / 100
    const w = Math.sqrt(100 - 1)
    const decay = Math.exp(-5)
    const s = rest * (1 - decay * (Math.cos(5 * w) + Math.sin(5 * w) / w))
    const v = rest * decay * ((1 + w * w) / w) * Math.sin(5 * w)
    // 1e-10 per step over some 100 steps
    expect(world.q[0]).toBeCloseTo(s, 9)
    expect(world.v[0]).toBeCloseTo(v, 8)
    expect(distanceOf([v, s], [0.0034429013089251376, -0.10253096819858225])).toBeLessThan(1e-3 * 0.1026)
  })
})

describe('forces', () => {
  it('deflections are measured and forces act in the frame of obj1, wherever it is', () => {
    const R = new Float64Array(9)
    rotationZ(R, 0, Math.PI / 2)
    const world = new TestWorld({
      bodies: [{ parent: -1, kind: FREE, ...BOX }],
      frames: { box: { body: 0 }, turned: { body: -1, R_BO: R, p_BO: [1, 0, 0] } },
    })
    // 0.2 along y of the world is 0.2 along x of the turned frame
    world.setPose(0, R, [1, 0.2, 0.3])
    world.setVelocity(0, [0, 0, 0, 0.5, 0, 0])
    const part = Bushing({
      obj1: 'turned',
      obj2: 'box',
      nominalForce: [1, 0, 0],
      springForceLaw: [100, 300, (z) => 1000 * z ** 3],
      damperForceLaw: [4, 0, 0],
    })
    world.add('force', part)
    const close = (name: string, expected: readonly number[]): void => {
      const found = world.result(`force.${name}`)
      for (const [k, value] of expected.entries()) expect(found[k]).toBeCloseTo(value, 12)
    }
    close('translation', [0.2, 0, 0.3])
    close('velocity', [0.5, 0, 0])
    close('rotation', [0, 0, 0])
    close('springForce', [21, 0, 27])
    close('damperForce', [2, 0, 0])
    close('forceVector', [-23, 0, -27])
    // in the world, on a body of 1 kg that is turned as the frame is: its x is y of the world
    const acceleration = new Float64Array(3)
    world.motion.acceleration(world.frames.get('box')!, acceleration)
    for (const [k, value] of [0, -23, -27].entries()) expect(acceleration[k]).toBeCloseTo(value, 11)
  })

  it('torques are the gradient of the energy: about the axes of Cardan angles they have the moments of the laws', () => {
    const angles = [0.7, -0.5, 0.3]
    const laws = { rotSpringForceLaw: [3, 5, 7], nominalTorque: [0.1, 0.2, 0.3] }
    const world = freeBox(angles, [0, 0, 0])
    world.add('large', Bushing({ obj1: 'world', obj2: 'box', ...laws, largeAngles: true }))
    const rotation = world.result('large.rotation')
    for (const [k, angle] of angles.entries()) expect(rotation[k]).toBeCloseTo(angle, 14)
    // axes: x of obj1; y turned by the first angle; z turned by the first two. An angle that changes alone does the work n·τ.
    const [a, b] = angles
    const axes = [
      [1, 0, 0],
      [0, Math.cos(a), Math.sin(a)],
      [Math.sin(b), -Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b)],
    ]
    const torque = world.result('large.torqueVector')
    for (const [k, n] of axes.entries()) {
      const moment = laws.rotSpringForceLaw[k] * angles[k] + laws.nominalTorque[k]
      expect(n[0] * torque[0] + n[1] * torque[1] + n[2] * torque[2]).toBeCloseTo(-moment, 13)
    }
  })

  it('about one axis, all angles are the angle', () => {
    for (const largeAngles of [false, true]) {
      for (const angle of [1e-9, 0.3, -1.2, 1.5]) {
        const world = freeBox([0, angle, 0], [0, 0, 0])
        const laws = { rotSpringForceLaw: [3, 5, 7], rotDamperForceLaw: [1, 2, 3], largeAngles }
        world.add('force', Bushing({ obj1: 'world', obj2: 'box', ...laws }))
        world.setVelocity(0, [0, 0.4, 0, 0, 0, 0])
        const found = world.result('force.torqueVector')
        for (const [k, value] of [0, -(5 * angle + 0.8), 0].entries())
          expect(Math.abs(found[k] - value)).toBeLessThan(1e-14)
      }
    }
  })

  it('dampers about the axes of obj1 take the power of the angular velocity, for any rotation', () => {
    const world = freeBox([2, -1.2, 2.5], [0, 0, 0])
    world.setVelocity(0, [1, -2, 3, 0, 0, 0])
    const part = Bushing({ obj1: 'world', obj2: 'box', rotDamperForceLaw: [0.1, 0.2, (w) => 0.3 * w] })
    world.add('force', part)
    const w = world.result('force.rotationVelocity')
    const power = -(0.1 * w[0] ** 2 + 0.2 * w[1] ** 2 + 0.3 * w[2] ** 2)
    expect(world.power()).toBeCloseTo(power, 12)
    expect(Math.hypot(...w)).toBeCloseTo(Math.sqrt(14), 12)
  })

  it('rates of large angles are the derivatives of the angles', () => {
    const world = freeBox([0.7, -0.5, 0.3], [0, 0, 0])
    world.setVelocity(0, [1.1, -0.4, 0.8, 0, 0, 0])
    world.add('force', Bushing({ obj1: 'world', obj2: 'box', largeAngles: true }))
    const rates = world.result('force.rotationVelocity')
    const start = Float64Array.from(world.q)
    const qdot = new Float64Array(world.tree.nq)
    world.qdot(qdot, 0)
    const h = 1e-5
    const at = (t: number): number[] => {
      for (let i = 0; i < start.length; i++) world.q[i] = start[i] + t * qdot[i]
      return world.result('force.rotation')
    }
    const [after, before] = [at(h), at(-h)]
    // central differences: h² = 1e-10, and rounding 1e-16/h
    for (let k = 0; k < 3; k++) expect((after[k] - before[k]) / (2 * h)).toBeCloseTo(rates[k], 8)
  })
})

describe('errors', () => {
  it('angles that make no sense any more name the element, the time and the angles', () => {
    const spring = { obj1: 'world', obj2: 'box', rotSpringForceLaw: [1, 1, 1] }
    const at = (angles: readonly number[], args: Partial<BushingArguments>): (() => void) => {
      const world = freeBox(angles, [0, 0, 0])
      const element = world.add('robot.force', Bushing({ ...spring, ...args }))
      world.evaluate(1.5)
      return () => element.onEvent!(world.motion)
    }
    expect(at([0.3, Math.PI / 2, 0], { largeAngles: true })).toThrow(VarioError)
    expect(at([0.3, Math.PI / 2, 0], { largeAngles: true })).toThrow(
      /^robot\.force: at t = 1\.5 s, expected Cardan angles of obj2 within the limits, got .*90\.0.* degrees: /,
    )
    expect(at([3.1, 0, 0], { largeAngles: true })).toThrow('177.6, 0.0, 0.0 degrees')
    expect(at([0, 0, 3.1], {})).toThrow('expected a rotation of obj2 below 170 degrees, got 177.6')
    // what has no moment may turn around: a bushing in place of a hinge, dampers, translations
    expect(at([0.1, 0, 3.1], { largeAngles: true, rotSpringForceLaw: [1, 1, 0] })).not.toThrow()
    expect(at([0, 0, 3.1], { rotSpringForceLaw: [0, 0, 0], rotDamperForceLaw: [1, 1, 1] })).not.toThrow()
    expect(at([0.3, Math.PI / 2, 0], { rotSpringForceLaw: [0, 0, 0], largeAngles: true })).not.toThrow()
  })

  it('unknown names are rejected with a suggestion, where they are written and in changed records', () => {
    const args = { obj1: 'a', obj2: 'b', springForcelaw: [1, 1, 1] } as unknown as BushingArguments
    expect(() => Bushing(args)).toThrow("did you mean 'springForceLaw'?")
    const world = freeBox([0, 0, 0], [0, 0, 0])
    const record = { kind: 'Bushing', obj1: 'world', obj2: 'box', nominalforce: 1 }
    expect(() => world.add('f', { value: record })).toThrow(InputError)
    expect(() => world.add('f', { value: record })).toThrow('f.nominalforce: expected one of the names')
  })

  it('wrong values name the path', () => {
    const world = freeBox([0, 0, 0], [0, 0, 0])
    const add = (changes: object): (() => void) => {
      const record = { kind: 'Bushing', obj1: 'world', obj2: 'box', ...changes }
      return () => world.add('f', { value: record })
    }
    expect(add({ nominalForce: [1, 2] })).toThrow(
      'f.nominalForce: expected a vector of 3 finite numbers, got [1, 2].',
    )
    expect(add({ nominalTorque: [1, Number.NaN, 2] })).toThrow(
      'f.nominalTorque: expected a vector of 3 finite numbers',
    )
    expect(add({ springForceLaw: [1, 'stiff', 2] })).toThrow('f.springForceLaw[2]: expected a coefficient or')
    expect(add({ damperForceLaw: [() => 'x', 1, 2] })).toThrow(
      'f.damperForceLaw[1]: expected a function of a',
    )
    expect(add({ largeAngles: 1 })).toThrow('f.largeAngles: expected true or false, got 1.')
    expect(add({ obj2: 'bax' })).toThrow('f.obj2')
    expect(add({ obj1: undefined })).toThrow('f.obj1: expected a path, got undefined.')
  })
})
