import { rotationZ } from 'vario/math'
import { FREE, REVOLUTE } from 'vario/mechanics'
import { SensorResult, SpringDamperPtP, WorldTorque } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { cardan123ToRotation, mat3TransposeMulVec } from '../../../src/math/index.ts'
import type { SensorResultArguments } from '../../../src/multibody/elements/sensor-result.ts'
import { TestWorld } from '../forces/test-world.ts'

function expectClose(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  for (let k = 0; k < expected.length; k++)
    expect(Math.abs(found[k] - expected[k]), `[${k}]: ${found[k]}, not ${expected[k]}`).toBeLessThan(
      tolerance,
    )
}

/** A turntable that a torque accelerates about z, and a free point mass. */
function createTurntable(torque: number): TestWorld {
  const world = new TestWorld({
    bodies: [
      { parent: -1, kind: REVOLUTE, mass: 1, I_C: [1, 0, 0, 0, 1, 0, 0, 0, 2] },
      { parent: -1, kind: FREE, mass: 1, I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    ],
    frames: { table: { body: 0 }, ball: { body: 1 } },
  })
  world.add('drive', WorldTorque({ objectApply: 'table', torqueFunction: () => [0, 0, torque] }))
  return world
}

describe('closed forms', () => {
  it('a ball at rest circles in the eyes of an observer who turns faster and faster', () => {
    const world = createTurntable(3)
    world.q[0] = 0.7
    world.setVelocity(0, [1.3])
    const position = [2, 0.5, 0.3]
    world.setPose(1, [1, 0, 0, 0, 1, 0, 0, 0, 1], position)
    world.add('s', SensorResult({ object: 'ball', objectOrigin: 'table' }))
    // p_table = Rz(-phi) p; with e = d(p_table)/dphi: velocity e w, acceleration e al - p_table w² (in the plane)
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)]
    const p = [c * 2 + s * 0.5, -s * 2 + c * 0.5, 0.3]
    const e = [p[1], -p[0], 0]
    const [w, al] = [1.3, 3 / 2]
    expectClose(world.result('s.translation'), p, 1e-14)
    expectClose(world.result('s.velocity'), [e[0] * w, e[1] * w, 0], 1e-14)
    expectClose(
      world.result('s.acceleration'),
      [e[0] * al - p[0] * w * w, e[1] * al - p[1] * w * w, 0],
      1e-13,
    )
    expectClose(world.result('s.rotation'), [0, 0, -0.7], 1e-14)
    expectClose(world.result('s.angularVelocity'), [0, 0, -w], 1e-14)
    expectClose(world.result('s.angularAcceleration'), [0, 0, -al], 1e-14)
    // its distance does not change
    expectClose(world.result('s.distance'), [Math.hypot(...position)], 1e-14)
    expectClose(world.result('s.distanceVelocity'), [0], 1e-14)
    expectClose(world.result('s.distanceAcceleration'), [0], 1e-14)
  })

  it('Coriolis: a ball that flies straight through the center of the turntable is accelerated by -2 w × v there', () => {
    const world = createTurntable(0)
    world.setVelocity(0, [2])
    world.setVelocity(1, [0, 0, 0, 3, 0, 0])
    world.add('s', SensorResult({ object: 'ball', objectOrigin: 'world', objectObserveRef: 'table' }))
    expectClose(world.result('s.velocity'), [3, 0, 0], 1e-15)
    expectClose(world.result('s.acceleration'), [0, -2 * 2 * 3, 0], 1e-14)
    // where the origins coincide the distance has no derivative
    expect(world.result('s.distanceVelocity')).toEqual([0])
    expect(world.result('s.distanceAcceleration')).toEqual([0])
  })

  it('distance from a point that the ball passes: d = sqrt(b² + v² t²)', () => {
    const world = createTurntable(0)
    world.setPose(1, [1, 0, 0, 0, 1, 0, 0, 0, 1], [3, 4, 0])
    world.setVelocity(1, [0, 0, 0, 2, 0, 0])
    world.add('s', SensorResult({ object: 'ball' }))
    expectClose(world.result('s.distance'), [5], 1e-14)
    expectClose(world.result('s.distanceVelocity'), [(2 * 3) / 5], 1e-14)
    expectClose(world.result('s.distanceAcceleration'), [(2 * 2 * 4 * 4) / 5 ** 3], 1e-14)
  })

  it('axes of the result and the observer are different things', () => {
    const world = createTurntable(0)
    world.q[0] = Math.PI / 2
    world.setVelocity(0, [2])
    world.setPose(1, [1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 0, 0])
    // observed from the world, written in the axes of the turned table
    const args = { object: 'ball', objectOrigin: 'world', objectCoordinateRef: 'table' }
    world.add('still', SensorResult({ ...args, objectObserveRef: 'world' }))
    world.add('turning', SensorResult(args))
    expectClose(world.result('still.translation'), [0, -1, 0], 1e-15)
    expectClose(world.result('still.velocity'), [0, 0, 0], 1e-15)
    expectClose(world.result('turning.velocity'), [-2, 0, 0], 1e-15)
  })
})

describe('finite differences of what the observer sees', () => {
  const H = 1e-3
  /** First and second derivatives of fourth order from values at -2h … 2h. */
  const derivative = (f: readonly ArrayLike<number>[], k: number): number =>
    (f[0][k] - 8 * f[1][k] + 8 * f[3][k] - f[4][k]) / (12 * H)
  const secondDerivative = (f: readonly ArrayLike<number>[], k: number): number =>
    (-f[0][k] + 16 * f[1][k] - 30 * f[2][k] + 16 * f[3][k] - f[4][k]) / (12 * H * H)

  /** A chain of two joints and a free body, all turning, with a spring between them. */
  function createTumbling(): TestWorld {
    const R = new Float64Array(9)
    cardan123ToRotation(R, 0, Float64Array.from([0.9, -0.4, 0.3]), 0)
    const I_C = [0.3, 0, 0, 0, 0.4, 0, 0, 0, 0.5]
    const world = new TestWorld({
      bodies: [
        { parent: -1, kind: REVOLUTE, mass: 2, I_C },
        { parent: 0, kind: REVOLUTE, R_PJ: R, p_PJ: [0.4, 0.1, 0], mass: 1, p_BC: [0.1, 0.2, 0], I_C },
        { parent: -1, kind: FREE, mass: 1, p_BC: [0.1, 0, 0.2], I_C },
      ],
      frames: {
        origin: { body: 0, p_BO: [0.2, 0.3, 0.4] },
        observer: { body: 1, R_BO: R, p_BO: [0.1, 0, 0.5] },
        object: { body: 2, R_BO: R, p_BO: [0, 0.6, 0.1] },
      },
      gravity: [0, -9.81, 0],
    })
    world.add('spring', SpringDamperPtP({ obj1: 'observer', obj2: 'object', springForceLaw: 20 }))
    world.q[0] = 0.3
    world.q[1] = -0.8
    world.setVelocity(0, [1.7])
    world.setVelocity(1, [-2.2])
    world.setPose(2, R, [1, 2, -0.5])
    world.setVelocity(2, [0.8, -1.1, 1.9, 0.5, 1, -0.7])
    return world
  }

  const frames: SensorResultArguments = {
    object: 'object',
    objectOrigin: 'origin',
    objectCoordinateRef: 'world',
    objectObserveRef: 'observer',
  }

  it('velocity, acceleration, angular acceleration and distance', () => {
    const world = createTumbling()
    // in the axes of the observer itself, components are what he sees, and their derivatives what he measures
    world.add('seen', SensorResult({ ...frames, objectCoordinateRef: 'observer' }))
    world.add('sensor', SensorResult(frames))
    const seen: number[][] = []
    const w: number[][] = []
    const distances: number[][] = []
    const R_WO = new Float64Array(9)
    const sensor = new Map<string, number[]>()
    for (let i = 0; i < 5; i++) {
      seen.push(world.result('seen.translation'))
      w.push(world.result('seen.angularVelocity'))
      distances.push(world.result('seen.distance'))
      if (i === 2) {
        world.motion.rotation(world.frames.get('observer')!, R_WO)
        for (const name of world.results.keys()) sensor.set(name, world.result(name))
      }
      if (i < 4) world.integrate((i + 1) * H, 1e-13, i * H)
    }
    const inObserver = (name: string): Float64Array => {
      const out = new Float64Array(3)
      mat3TransposeMulVec(out, 0, R_WO, 0, Float64Array.from(sensor.get(`sensor.${name}`)!), 0)
      return out
    }
    // errors: h⁴/30 times a fifth or sixth derivative (50 rad/s2 that change with 13 rad/s: 1e6), rounding 1e-15·30/h² = 3e-8
    const axes = [0, 1, 2]
    expectClose(
      inObserver('velocity'),
      axes.map((k) => derivative(seen, k)),
      1e-7,
    )
    expectClose(
      inObserver('acceleration'),
      axes.map((k) => secondDerivative(seen, k)),
      1e-6,
    )
    expectClose(
      inObserver('angularAcceleration'),
      axes.map((k) => derivative(w, k)),
      1e-7,
    )
    expectClose(sensor.get('sensor.distanceVelocity')!, [derivative(distances, 0)], 1e-7)
    expectClose(sensor.get('sensor.distanceAcceleration')!, [secondDerivative(distances, 0)], 1e-6)
    // the terms of the observer are large here: without them this test would fail by far
    const acceleration = sensor.get('sensor.acceleration')!
    const fromWorld = createTumbling()
    fromWorld.add('sensor', SensorResult({ ...frames, objectObserveRef: 'world' }))
    const other = fromWorld.result('sensor.acceleration')
    expect(Math.hypot(...other.map((value, k) => value - acceleration[k]))).toBeGreaterThan(1)
  })
})

describe('arguments', () => {
  it('rotation is that of the object relative to the origin, whatever the axes of the result are', () => {
    const world = createTurntable(0)
    world.q[0] = 0.4
    const R = new Float64Array(9)
    rotationZ(R, 0, 1)
    world.setPose(1, R)
    world.add('s', SensorResult({ object: 'ball', objectOrigin: 'table', objectCoordinateRef: 'world' }))
    expectClose(world.result('s.rotation'), [0, 0, 0.6], 1e-14)
  })

  it('units and unknown names', () => {
    const world = createTurntable(0)
    world.add('s', SensorResult({ object: 'ball' }))
    const units = Object.fromEntries([...world.units].filter(([name]) => name.startsWith('s.')))
    expect(units).toEqual({
      's.translation': 'm',
      's.velocity': 'm/s',
      's.acceleration': 'm/s2',
      's.rotation': 'rad',
      's.angularVelocity': 'rad/s',
      's.angularAcceleration': 'rad/s2',
      's.distance': 'm',
      's.distanceVelocity': 'm/s',
      's.distanceAcceleration': 'm/s2',
    })
    const args = { object: 'ball', objectorigin: 'table' } as SensorResultArguments
    expect(() => SensorResult(args)).toThrow("did you mean 'objectOrigin'?")
    expect(() => world.add('s', SensorResult({ object: 'bull' }))).toThrow('s.object')
  })
})
