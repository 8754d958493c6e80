/**
 * 3D models inside other models, beside each other and beside components with memory; joints with obj1 and obj2
 * swapped.
 */

import { Model, simulate } from 'vario'
import type { ComponentMemory, SegmentContext, VariantState } from 'vario/components'
import {
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const world = Object3D({ feature: Scene() })
const body = Object3D({
  feature: Solid({
    massProperties: MassProperties({ mass: 2, centerOfMass: [0.5, 0, 0], Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
  }),
})

describe('models in models', () => {
  const arm = { body, rev: RevoluteWithFlange({ obj1: 'world', obj2: 'body', axis: 'z' }) }
  const options = { stopTime: 1, tolerance: 1e-9 }
  const start = { rev: { phi: { init: 0.5 } } }
  // two arms, each alone in its world
  const [first, second] = [0, 0.5].map((init) =>
    simulate(Model3D({ world, ...arm })({ rev: { phi: { init } } }), options).final('rev.phi'),
  )
  const expectArms = (result: ReturnType<typeof simulate>): void => {
    // Both arms share the steps: different errors of the order of the tolerance, some hundred of them.
    expect(Math.abs(result.final('a.rev.phi') - first)).toBeLessThan(1e-7)
    expect(Math.abs(result.final('b.rev.phi') - second)).toBeLessThan(1e-7)
  }

  it('3D models in a 3D model share its world', () => {
    const Arm = Model3D(arm)
    expectArms(simulate(Model3D({ world, a: Arm(), b: Arm(start) }), options))
  })

  it('3D models beside each other have separate worlds', () => {
    const Arm = Model3D({ world, ...arm })
    const result = simulate(Model({ a: Arm(), b: Arm(start) }), options)
    expectArms(result)
    // m g y of the center of mass, at rest
    expect(result.values('a.world.totalEnergy')[0]).toBe(0)
    expect(result.values('b.world.totalEnergy')[0]).toBeCloseTo(2 * 9.81 * 0.5 * Math.sin(0.5), 12)
  })

  it('another component with memory keeps its build hook inside a 3D model', () => {
    class DecayMemory implements ComponentMemory {
      private x: VariantState = { values: new Float64Array(1), derivatives: new Float64Array(1) }

      initSegment(segment: SegmentContext): void {
        this.x = segment.state('x', { start: 1 })
      }

      evaluate(): void {
        this.x.derivatives[0] = -this.x.values[0]
      }
    }
    const Decay = Model({ build: () => ({ memory: () => new DecayMemory() }) })
    const result = simulate(Model3D({ world, ...arm, decay: Decay() }), options)
    expect(Math.abs(result.final('decay.x') - Math.exp(-1))).toBeLessThan(1e-7)
  })
})

describe('joints whose obj2 is on the side of the world', () => {
  const space = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
  /** Initial position and quaternion of the body. */
  const startOf = (joint: unknown): number[] => {
    const result = simulate(Model3D({ world: space, body, joint } as Record<string, unknown>), {
      stopTime: 0.01,
    })
    return ['body.r_abs', 'body.q_abs'].flatMap((name, k) => [...result.values(name).slice(0, 3 + k)])
  }
  const expectStart = (found: readonly number[], expected: readonly number[]): void => {
    found.forEach((value, k) => {
      expect(Math.abs(value - expected[k]), `component ${k}`).toBeLessThan(1e-15)
    })
  }

  it('universal: the pose of obj2 in obj1 is Rx(phi1) Ry(phi2)', () => {
    const [a, b] = [0.2, 0.3]
    const q = [
      Math.sin(a / 2) * Math.cos(b / 2),
      Math.cos(a / 2) * Math.sin(b / 2),
      Math.sin(a / 2) * Math.sin(b / 2),
    ]
    const scalar = Math.cos(a / 2) * Math.cos(b / 2)
    const phi = [a, b]
    expectStart(startOf(Universal({ obj1: 'world', obj2: 'body', phi })), [0, 0, 0, ...q, scalar])
    expectStart(startOf(Universal({ obj1: 'body', obj2: 'world', phi })), [
      0,
      0,
      0,
      ...q.map((x) => -x),
      scalar,
    ])
  })

  it('planar: the translation along its two axes precedes the rotation about the normal', () => {
    const [s, phi] = [[1, 2], 0.4]
    const half = [0, 0, Math.sin(phi / 2), Math.cos(phi / 2)]
    expectStart(startOf(Planar({ obj1: 'world', obj2: 'body', s, phi })), [1, 2, 0, ...half])
    // the inverse pose: -Rz(-phi) s
    const [x, y] = [-(Math.cos(phi) + 2 * Math.sin(phi)), Math.sin(phi) - 2 * Math.cos(phi)]
    expectStart(startOf(Planar({ obj1: 'body', obj2: 'world', s, phi })), [x, y, 0, 0, 0, -half[2], half[3]])
  })

  it.each([Spherical, Free])('spherical and free: swapped objects give the same motion (%o)', (Joint) => {
    // R_21 = R_12ᵀ, and w_21 in the axes of 1 = -w_12: angles about one axis have the opposite sign
    const spin = [0, 0, 0.8]
    const options = { stopTime: 1, tolerance: 1e-10 }
    const [ahead, back] = [
      Joint({ obj1: 'world', obj2: 'body', rotation: [0, 0, 0.3], angularVelocity: spin }),
      Joint({ obj1: 'body', obj2: 'world', rotation: [0, 0, -0.3], angularVelocity: [0, 0, -0.8] }),
    ].map((joint) => simulate(Model3D({ world: space, body, joint }), options))
    expect(Math.abs(ahead.finalVector('joint.rotation')[2] - (0.3 + 0.8))).toBeLessThan(1e-8)
    for (const name of ['body.r_abs', 'body.q_abs', 'world.angularMomentum']) {
      ahead.finalVector(name).forEach((value, k) => {
        expect(Math.abs(value - back.finalVector(name)[k]), name).toBeLessThan(1e-8)
      })
    }
  })

  it('revolute: swapped objects give the same motion with the opposite sign', () => {
    const options = { stopTime: 1, tolerance: 1e-9 }
    const joint = (obj1: string, obj2: string, sign: number) =>
      Revolute({ obj1, obj2, axis: [1, 2, 2], phi: 0.3 * sign, w: 0.2 * sign })
    const [ahead, back] = [joint('world', 'body', 1), joint('body', 'world', -1)].map((rev) =>
      simulate(Model3D({ world, body, rev }), options),
    )
    // different operations: rounding errors over a few hundred steps
    expect(Math.abs(ahead.final('rev.phi') + back.final('rev.phi'))).toBeLessThan(1e-12)
    ahead.finalVector('body.q_abs').forEach((value, k) => {
      expect(Math.abs(value - back.finalVector('body.q_abs')[k])).toBeLessThan(1e-12)
    })
  })
})
