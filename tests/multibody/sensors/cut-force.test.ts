/** Forces of rigid connections: of a joint whose axis has the prescribed position 0. */
import { simulate } from 'vario'
import {
  Box,
  Fix,
  JointForce,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Rod,
  Scene,
  SensorResult,
  Solid,
  UniformGravityField,
  WorldForce,
  WorldTorque,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const G = 9.81
const solid = (mass: number, x: number) =>
  Solid({ massProperties: MassProperties({ mass, centerOfMass: [x, 0, 0], Ixx: 0.1, Iyy: 0.2, Izz: 0.3 }) })
const weld = { obj1: 'tip', obj2: 'tool' }
const measured = { weld: Revolute({ ...weld, motion: 0 }), cut: JointForce({ joint: 'weld' }) }
const rigid = { weld: Fix(weld) }

/** An arm with a tool of 2 kg, whose center is 0.4 m from its origin, and loads on the tool. */
const arm = (connection: object) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    arm: Object3D({ feature: solid(3, 0.5) }),
    tip: Object3D({ parent: 'arm', translation: [1, 0, 0], rotation: [0, 0, 0.3] }),
    tool: Object3D({ feature: solid(2, 0.4) }),
    center: Object3D({ parent: 'tool', translation: [0.4, 0, 0] }),
    far: Object3D({ parent: 'tool', translation: [1, 0, 0] }),
    rev: Revolute({ obj1: 'world', obj2: 'arm', axis: 'z', w: 2 }),
    push: WorldForce({ objectApply: 'far', force: [1, 2, 3] }),
    twist: WorldTorque({ objectApply: 'tool', torque: [0, 0, 0.7] }),
    motion: SensorResult({ object: 'center' }),
    ...connection,
  })

describe('the force of a rigid connection', () => {
  it('balances inertia, weight and all loads of the part beyond it, and leaves the motion as it is', () => {
    const options = { stopTime: 1, tolerance: 1e-10, interval: 0.25 }
    const run = simulate(arm(measured), options)
    // Newton and Euler with the accelerations of the other model
    const plain = simulate(arm(rigid), options)
    for (const t of [0, 0.5, 1]) {
      expect(run.at('rev.phi', t)).toBeCloseTo(plain.at('rev.phi', t), 9)
      const read = (name: string) => [1, 2, 3].map((i) => plain.at(`${name}[${i}]`, t))
      const a = read('motion.acceleration')
      const alpha = plain.at('motion.angularAcceleration[3]', t)
      // f = m (a - g) - push, in the world
      const force = [2 * a[0] - 1, 2 * (a[1] + G) - 2, 2 * a[2] - 3]
      const angle = plain.at('rev.phi', t) + 0.3
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const local = [c * force[0] + s * force[1], -s * force[0] + c * force[1], force[2]]
      for (let i = 0; i < 3; i++) expect(run.at(`cut.forceVector[${i + 1}]`, t)).toBeCloseTo(local[i], 6)
      // about the origin of the tool: I alpha + 0.4 m (a - g)_y - 1 push_y - twist
      const normal = -s * a[0] + c * (a[1] + G)
      const torque = 0.3 * alpha + 0.4 * 2 * normal - (-s * 1 + c * 2) - 0.7
      expect(run.at('cut.torqueVector[3]', t)).toBeCloseTo(torque, 6)
      // about y of the tool, planar: Iy and Iz differ, but w is along z; the push along z has the arm 1
      expect(run.at('cut.torqueVector[2]', t)).toBeCloseTo(3, 6)
    }
  })

  it('carries the upper half of a body that stands on the floor by contact', () => {
    const half = Solid({
      shape: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.3 }),
      solidMaterial: 'Steel',
      massProperties: 5,
      collision: true,
    })
    const Stack = Model3D({
      world: Object3D({
        feature: Scene({ gravityField: UniformGravityField({ g: G }), elasticContactReductionFactor: 0.01 }),
      }),
      floor: Object3D({
        ...{ parent: 'world', translation: [0, -0.05, 0] },
        feature: Solid({
          shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 1 }),
          solidMaterial: 'Steel',
          collision: true,
        }),
      }),
      lower: Object3D({ parent: 'world', fixedToParent: false, translation: [0, 0.1, 0], feature: half }),
      top: Object3D({ parent: 'lower', translation: [0, 0.1, 0] }),
      upper: Object3D({ feature: half }),
      bottom: Object3D({ parent: 'upper', translation: [0, -0.1, 0] }),
      weld: Revolute({ obj1: 'top', obj2: 'bottom', motion: 0 }),
      cut: JointForce({ joint: 'weld' }),
    })
    const run = simulate(Stack, { stopTime: 0.5 })
    expect(run.final('cut.forceVector[2]') / (5 * G)).toBeCloseTo(1, 3)
    expect(Math.abs(run.final('cut.torqueVector[3]'))).toBeLessThan(1e-3)
  })

  it('holds in a closed loop', () => {
    const loop = (connection: object) =>
      Model3D({
        ...{ world: Object3D({ feature: Scene() }), arm: Object3D({ feature: solid(3, 0.5) }) },
        tip: Object3D({ parent: 'arm', translation: [1, 0, 0] }),
        tool: Object3D({ feature: solid(2, 0.4) }),
        anchor: Object3D({ parent: 'world', translation: [2, -1, 0] }),
        pin: Object3D({ parent: 'tool', translation: [1, 0, 0] }),
        rev: Revolute({ obj1: 'world', obj2: 'arm', axis: 'z', phi: 0 }),
        rod: Rod({ obj1: 'pin', obj2: 'anchor', length: 1 }),
        ...connection,
      })
    const options = { stopTime: 0.4, tolerance: 1e-9 }
    const [run, plain] = [measured, rigid].map((connection) => simulate(loop(connection), options))
    expect(run.final('rev.phi')).toBeCloseTo(plain.final('rev.phi'), 9)
    // the rod holds the arm: about its hinge, the rod has the torque of all weights
    expect(run.final('rev.phi')).toBeCloseTo(0, 9)
    const pull = (3 * 0.5 + 2 * 1.4) * (G / 2)
    expect(run.final('cut.forceVector[2]')).toBeCloseTo(2 * G - pull, 6)
    expect(run.final('cut.torqueVector[3]')).toBeCloseTo(2 * G * 0.4 - pull, 6)
  })

  it('is not known for a Fix: the error says what to write', () => {
    const model = arm({ ...rigid, cut: measured.cut })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(/is a Revolute\(\{ obj1, obj2, motion: 0 \}\)/)
  })
})
