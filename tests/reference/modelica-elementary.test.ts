/**
 * Elementary examples of the Modelica Standard Library, rebuilt and compared with the results published by the Modelica
 * Association (MAP-LIB_ReferenceResults). Those were computed with a tolerance of 1e-6, which makes them accurate to
 * 2e-3.
 */
import { equations, simulate } from 'vario'
import { Damper, Fixed, Torque } from 'vario/library/rotational'
import {
  assemble,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  RollingWheel,
  RollingWheelSet,
  Spherical,
  SpringDamperPtP,
  WorldForce,
  WorldTorque,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import {
  bodyBox,
  bodyCylinder,
  expectPublished,
  rigid,
  STANDARD_GRAVITY,
  world,
} from './support/modelica-parts.ts'

const SMALL = [1e-3, 1e-3, 1e-3]
const earth = world(STANDARD_GRAVITY)

describe('published results', () => {
  test('SpringWithMass: a point of mass on the spring', () => {
    const model = Model3D({
      world: earth,
      body: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, -0.3, 0] },
        feature: rigid(1, [0, 0, 0], SMALL),
      }),
      spring: SpringDamperPtP({
        ...{ obj1: 'world', obj2: 'body', nominalLength: 0.2, springForceLaw: 40, mass: 0.5 },
      }),
    })
    expectPublished(simulate(model, { stopTime: 5 }), {
      'body.r_abs[2]': -0.512810326547238,
      'body.velocity[2]': 1.2301549019765,
    })
  })

  test('DoublePendulum: with a damper', () => {
    const model = Model3D({
      world: earth,
      box1: Object3D({ feature: bodyBox([0.5, 0, 0], 0.06) }),
      tip: Object3D({ parent: 'box1', translation: [0.5, 0, 0] }),
      box2: Object3D({ feature: bodyBox([0.5, 0, 0], 0.06) }),
      revolute1: RevoluteWithFlange({ obj1: 'world', obj2: 'box1' }),
      revolute2: Revolute({ obj1: 'tip', obj2: 'box2' }),
      ...{ damper: Damper({ d: 0.1 }), fixed: Fixed() },
      connect: [
        ['damper.flange_b', 'revolute1.flange'],
        ['damper.flange_a', 'fixed.flange'],
      ],
    })
    expectPublished(simulate(model, { stopTime: 3 }), {
      'revolute1.phi': -2.31792856164629,
      'revolute1.w': 4.09411019727828,
      'revolute2.phi': -1.73649166916319,
      'revolute2.w': -0.0503767046344943,
    })
  })

  test('DoublePendulumInitTip: its tip starts at a given place', () => {
    const model = Model3D({
      world: earth,
      box1: Object3D({ feature: bodyBox([0.5, 0, 0], 0.06) }),
      elbow: Object3D({ parent: 'box1', translation: [0.5, 0, 0] }),
      box2: Object3D({ feature: bodyBox([0.5, 0, 0], 0.06) }),
      tip: Object3D({ parent: 'box2', translation: [0.5, 0, 0] }),
      revolute1: RevoluteWithFlange({ obj1: 'world', obj2: 'box1' }),
      revolute2: Revolute({ obj1: 'elbow', obj2: 'box2' }),
      ...{ damper: Damper({ d: 0.1 }), fixed: Fixed() },
      connect: [
        ['damper.flange_b', 'revolute1.flange'],
        ['damper.flange_a', 'fixed.flange'],
      ],
    })
    const start = assemble(
      model,
      { tip: { translation: [0.7, 0.3, 0] } },
      { start: { 'revolute1.phi': 0.1, 'revolute2.phi': 0.1 } },
    )
    expect([start.pose('tip').translation[0], start.pose('tip').translation[1]]).toEqual([
      expect.closeTo(0.7, 12),
      expect.closeTo(0.3, 12),
    ])
    const result = simulate(model, { stopTime: 2, tolerance: 1e-8, merge: start.merge })
    // as long as a double pendulum is predictable
    expectPublished(result, {
      ...{ 'revolute1.phi': -0.430328200728886, 'revolute1.w': -0.65678033466753 },
      ...{ 'revolute2.phi': 3.18686740428326, 'revolute2.w': 6.4060420859164 },
    })
  })

  test('PendulumWithSpringDamper', () => {
    const model = Model3D({
      world: earth,
      bar: Object3D({ parent: 'world', translation: [0.3, 0, 0] }),
      link: Object3D(),
      body: Object3D({ feature: rigid(1, [0, 0, 0], [1, 1, 1]) }),
      revolute: Revolute({ obj1: 'bar', obj2: 'link' }),
      prismatic: Prismatic({ obj1: 'link', obj2: 'body', s: 0.5 }),
      spring: SpringDamperPtP({ obj1: 'bar', obj2: 'body', springForceLaw: 20, nominalLength: 0.2 }),
      damper: SpringDamperPtP({ obj1: 'bar', obj2: 'body', damperForceLaw: 1 }),
    })
    expectPublished(simulate(model, { stopTime: 10 }), {
      'prismatic.s': 0.746849622007364,
      'prismatic.v': -0.303725711999918,
      'revolute.phi': -1.33290770090585,
      'revolute.w': 0.527916549720958,
    })
  })

  test('SpringDamperSystem', () => {
    const model = Model3D({
      world: earth,
      bar1: Object3D({ parent: 'world', translation: [0.3, 0, 0] }),
      bar2: Object3D({ parent: 'world', translation: [0.9, 0, 0] }),
      body1: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.3, -0.2, 0] },
        ...{ angularVelocity: [0, 0, (2 * Math.PI) / 180], feature: rigid(1, [0, -0.2, 0], [0.1, 0.1, 0.1]) },
      }),
      body2: Object3D({ feature: rigid(1, [0, 0, 0], SMALL) }),
      p2: Prismatic({ obj1: 'bar2', obj2: 'body2', axis: [0, -1, 0], s: 0.1 }),
      spring1: SpringDamperPtP({ obj1: 'bar1', obj2: 'body1', springForceLaw: 30, nominalLength: 0.1 }),
      damper1: SpringDamperPtP({ obj1: 'bar1', obj2: 'body1', damperForceLaw: 2 }),
      spring2: SpringDamperPtP({ obj1: 'bar2', obj2: 'body2', springForceLaw: 30, nominalLength: 0.1 }),
    })
    expectPublished(simulate(model, { stopTime: 10 }), {
      'body1.r_abs[1]': 0.300591520125537,
      'body1.r_abs[2]': -0.42690057934034,
      'p2.s': 0.493617619445843,
      'p2.v': -1.75256869478213,
    })
  })

  test('FreeBody: on two springs', () => {
    const angle = Math.PI / 18
    const model = Model3D({
      world: earth,
      bar2: Object3D({ parent: 'world', translation: [0.8, 0, 0] }),
      body: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.2, -0.5, 0.1] },
        ...{ rotation: [angle, angle, angle], feature: rigid(1, [0.2, 0, 0], [1, 1, 1]) },
      }),
      tip: Object3D({ parent: 'body', translation: [0.4, 0, 0] }),
      spring1: SpringDamperPtP({ obj1: 'world', obj2: 'body', springForceLaw: 20 }),
      spring2: SpringDamperPtP({ obj1: 'bar2', obj2: 'tip', springForceLaw: 20 }),
    })
    expectPublished(simulate(model, { stopTime: 10 }), {
      ...{ 'body.r_abs[1]': 0.196093624028877, 'body.r_abs[2]': -0.462570383463863 },
      ...{ 'body.r_abs[3]': 0.080609909659227, 'body.velocity[1]': 0.0248647549099651 },
      ...{ 'body.velocity[2]': 0.484389704876616, 'body.velocity[3]': -0.141620034000962 },
    })
  })

  test('ForceAndTorque: in the axes of a frame', () => {
    const model = Model3D({
      world: earth,
      fixed: Object3D({ parent: 'world', translation: [0, -0.5, 0] }),
      frame: Object3D({ parent: 'world', rotation: [0, 0, Math.PI / 6] }),
      link: Object3D(),
      body: Object3D({ feature: bodyCylinder([1, 0, 0], 1 / 20) }),
      tip: Object3D({ parent: 'body', translation: [1, 0, 0] }),
      revolute1: Revolute({ obj1: 'fixed', obj2: 'link', axis: 'z' }),
      revolute2: Revolute({ obj1: 'link', obj2: 'body', axis: 'y' }),
      force: WorldForce({ objectApply: 'tip', objectCoord: 'frame', forceFunction: () => [0, 1000, 0] }),
      torque: WorldTorque({ objectApply: 'tip', objectCoord: 'frame', torqueFunction: () => [-100, 100, 0] }),
    })
    expectPublished(simulate(model, { stopTime: 1.01 }), {
      'revolute1.phi': -9.64325476908983,
      'revolute1.w': -15.6332502861121,
      'revolute2.phi': 0.235320870162873,
      'revolute2.w': -21.6928122023781,
    })
  })

  test('GyroscopicEffects: a rotor on a body that swings', () => {
    const model = Model3D({
      world: earth,
      body1: Object3D({ feature: bodyCylinder([0.25, 0, 0], 0.05) }),
      mount: Object3D({ parent: 'body1', translation: [0.25, 0, 0], rotation: [0, Math.PI / 4, 0] }),
      rotor: Object3D(),
      body2: Object3D({
        parent: 'rotor',
        translation: [-0.1, 0, 0],
        feature: bodyCylinder([0.2, 0, 0], 0.1),
      }),
      spherical: Spherical({ obj1: 'world', obj2: 'body1' }),
      revolute: Revolute({ obj1: 'mount', obj2: 'rotor', axis: 'x', w: 10 }),
    })
    expectPublished(simulate(model, { stopTime: 5, tolerance: 1e-8 }), {
      'revolute.phi': 50.8635734321266,
      'revolute.w': 4.82524783477385,
    })
  })

  test('RollingWheel', () => {
    const model = Model3D({
      world: world(STANDARD_GRAVITY, [0, 0, -1]),
      wheel: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.2, 0.2, 0.3] },
        ...{ velocity: [1.5, -0.3, 0], angularVelocity: [1, 5, 0] },
        feature: rigid(2, [0, 0, 0], [0.12, 0.06, 0.12]),
      }),
      roll: RollingWheel({ obj1: 'world', obj2: 'wheel', radius: 0.3, normal: 'z', axis: 'y' }),
    })
    expectPublished(simulate(model, { stopTime: 4 }), {
      'wheel.r_abs[1]': 0.162546780387087,
      'wheel.r_abs[2]': -2.23778480700844,
    })
  })
})

describe('a wheel set; x and z of the published model are -x and y here, and its wheels have other numbers', () => {
  const wheel = Object3D({ feature: rigid(0.5, [0, 0, 0], [0.02, 0.02, 0.01]) })
  const parts = (hasFlanges: boolean) => ({
    world: earth,
    axle: Object3D(),
    tip: Object3D({ parent: 'axle', translation: [-0.2, 0, 0], feature: rigid(0.01, [0, 0, 0], SMALL) }),
    ...{ left: wheel, right: wheel },
    set: RollingWheelSet({
      ...{ ground: 'world', axle: 'axle', wheel1: 'left', wheel2: 'right', radius: 0.1, track: 0.5 },
      ...{ s: [0.1, -0.1], hasFlanges },
    }),
  })

  test('RollingWheelSetPulling', () => {
    const pull = (t: number): [number, number] => {
      const part = Math.min(1, Math.max(0, t - 1))
      return [1 - part, 2 * part]
    }
    const model = Model3D({
      ...parts(false),
      force: WorldForce({
        objectApply: 'tip',
        forceFunction: (t) => [-pull(t)[0], 0, pull(t)[1]],
        events: [1, 2],
      }),
    })
    expectPublished(simulate(model, { stopTime: 3 }), {
      ...{ 'set.rev2.w': 5.82381144302744, 'set.rev1.w': 14.6738760265459 },
      ...{ 'set.planar.phi': 1.77078952928951 },
      ...{ 'axle.r_abs[1]': -1.05214181123268, 'axle.r_abs[3]': 0.708332425819997 },
    })
  })

  test('RollingWheelSetDriving', () => {
    const model = Model3D({
      ...parts(true),
      ...{ torque1: Torque(), torque2: Torque() },
      equations: equations`
        torque1.tau = -2*sin(6.283185307179586*time)
        torque2.tau = -2*cos(6.283185307179586*time)
      `,
      connect: [
        ['torque1.flange', 'set.rev2.flange'],
        ['torque2.flange', 'set.rev1.flange'],
      ],
    })
    expectPublished(simulate(model, { stopTime: 3 }), {
      ...{ 'set.rev2.w': 0.252224068006042, 'set.rev1.w': 0.727701074507639 },
      ...{ 'set.planar.phi': 10.5731906475514, 'set.rev2.phi': -57.4851408978485 },
      ...{ 'axle.r_abs[1]': 0.612715307657269, 'axle.r_abs[3]': -0.386803612176626 },
    })
  })
})
