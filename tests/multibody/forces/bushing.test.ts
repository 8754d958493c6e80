import { InputError, VarioError } from 'vario/base'
import { cardan123ToRotation, rotationZ } from 'vario/math'
import { FREE, PRISMATIC } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { Bushing, type BushingArguments } from '../../../src/multibody/forces/bushing.ts'
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
  const laws: Omit<BushingArguments, 'obj1' | 'obj2'> = {
    springForceLaw: [(x) => 50 * x, 100, 200],
    damperForceLaw: [1, (v) => 2 * v, 4],
    rotSpringForceLaw: [5, 10, (angle) => 20 * angle],
    rotDamperForceLaw: [0.1, (w) => 0.2 * w, 0.4],
  }
  // force.BoxBushing_Measurements, both branches. The nominal values of runs with uncertain numbers, which were computed more accurately
  // than the plain case: with a relative tolerance of 1e-6 per step, so that 1e-6 of the norm is what may be asked for.
  const cases = [
    {
      largeAngles: false,
      angles: [0.12, 0.06, 0.03],
      expected: [
        ...[-0.013215277601552635, 0.0005526103197354207, -0.049046654893074346],
        ...[0.0757985108632449, 0.003341935959151564, -4.971539341264976e-5],
        ...[-0.008050262232562722, 0.000349394588935699, 1.46263089343343e-6],
        ...[0.04511131507783584, 0.0018238149177386674, -2.073769187790423e-5],
      ],
    },
    {
      largeAngles: true,
      angles: [0.8, 0.4, 0.2],
      expected: [
        ...[-0.013215277601760956, 0.0005526103273748118, -0.04904665489506527],
        ...[0.07579851089880853, 0.0033419359041493876, -4.9715423211640314e-5],
        ...[-0.0567101057097755, 0.0009601261505964376, 4.346670031167073e-5],
        ...[0.38094447328538217, 0.0010797172375852052, -0.0006171237993113059],
      ],
    },
  ]
  for (const { largeAngles, angles, expected } of cases) {
    it(`box on a bushing, largeAngles: ${largeAngles}`, () => {
      const world = freeBox(angles, [0.2, 0.1, 0.05], 9.81)
      world.add('force', Bushing({ obj1: 'world', obj2: 'box', ...laws, largeAngles }))
      world.integrate(5, 1e-9)
      expect(distanceOf(world.stateOf('box'), expected)).toBeLessThan(1e-6 * Math.hypot(...expected))
    })
  }

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

  it('torques about the three Cardan axes, and small angles to first order', () => {
    const angles = [0.7, -0.5, 0.3]
    const laws = { rotSpringForceLaw: [3, 5, 7], nominalTorque: [0.1, 0.2, 0.3] }
    const world = freeBox(angles, [0, 0, 0])
    world.add('large', Bushing({ obj1: 'world', obj2: 'box', ...laws, largeAngles: true }))
    const rotation = world.result('large.rotation')
    for (const [k, angle] of angles.entries()) expect(rotation[k]).toBeCloseTo(angle, 14)
    const m = angles.map((angle, k) => [3, 5, 7][k] * angle + laws.nominalTorque[k])
    // axes: x of obj1; y turned by the first angle; z turned by the first two
    const [a, b] = angles
    const n2 = [0, Math.cos(a), Math.sin(a)]
    const n3 = [Math.sin(b), -Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b)]
    const torque = world.result('large.torqueVector')
    for (let k = 0; k < 3; k++)
      expect(torque[k]).toBeCloseTo(-((k === 0 ? m[0] : 0) + n2[k] * m[1] + n3[k] * m[2]), 13)

    const small = freeBox([1e-5, -2e-5, 3e-5], [0, 0, 0])
    small.add('small', Bushing({ obj1: 'world', obj2: 'box', ...laws }))
    const found = small.result('small.rotation')
    // products of two angles are left out: 6e-10
    for (const [k, angle] of [1e-5, -2e-5, 3e-5].entries())
      expect(Math.abs(found[k] - angle)).toBeLessThan(1e-9)
    const { torque: sum, torqueVector } = {
      torque: small.result('small.torque'),
      torqueVector: small.result('small.torqueVector'),
    }
    expect(torqueVector).toEqual(sum.map((value) => -value))
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
  it('gimbal lock of large angles names the element and the time', () => {
    const world = freeBox([0.3, Math.PI / 2, 0], [0, 0, 0])
    world.add('robot.force', Bushing({ obj1: 'world', obj2: 'box', largeAngles: true }))
    expect(() => world.evaluate(1.5)).toThrow(VarioError)
    expect(() => world.evaluate(1.5)).toThrow(/^robot\.force: obj2 is turned by 90 degrees .* t = 1\.5 s/)
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
      'f.nominalForce: expected a vector of 3 finite numbers, found [1, 2].',
    )
    expect(add({ nominalTorque: [1, Number.NaN, 2] })).toThrow(
      'f.nominalTorque: expected a vector of 3 finite numbers',
    )
    expect(add({ springForceLaw: [1, 'stiff', 2] })).toThrow('f.springForceLaw[2]: expected a coefficient or')
    expect(add({ damperForceLaw: [() => 'x', 1, 2] })).toThrow(
      'f.damperForceLaw[1]: expected a function of a',
    )
    expect(add({ largeAngles: 1 })).toThrow('f.largeAngles: expected true or false, found 1.')
    expect(add({ obj2: 'bax' })).toThrow('f.obj2')
    expect(add({ obj1: undefined })).toThrow('f.obj1: expected a path, found undefined.')
  })
})
