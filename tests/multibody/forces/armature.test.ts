/** Rotors of drives that turn with the axes of joints: `armature` and `gear`. */
import { expr, linearize, modelFromJson, modelToJson, simulate } from 'vario'
import { IdealGear, Inertia } from 'vario/library/rotational'
import {
  Cylindrical,
  createDynamics,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createScene, createTip, createWall, impactsOf } from '../../reference/support/impact-model.ts'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const OPTIONS = { stopTime: 1, tolerance: 1e-9 }
/** The step errors of 1e-9 over a second. */
const DIGITS = 8

const empty = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
const body = Object3D({
  feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 2 }) }),
})
const parts = { world: empty, b: body }

/** A double pendulum in the gravity of -y, with drives at both joints. */
const links = {
  world: Object3D({ feature: Scene() }),
  ...Object.fromEntries(
    ['upper', 'lower'].map((name) => [
      name,
      Object3D({
        feature: Solid({
          massProperties: MassProperties({
            mass: 1.5,
            centerOfMass: [0.4, 0, 0],
            Ixx: 0.1,
            Iyy: 0.2,
            Izz: 0.2,
          }),
        }),
      }),
    ]),
  ),
  elbow: Object3D({ parent: 'upper', translation: [0.9, 0, 0] }),
}
const first = { obj1: 'world', obj2: 'upper', phi: 0.3 }
const second = { obj1: 'elbow', obj2: 'lower', phi: -1, w: 2 }
const Arm = Model3D({
  ...links,
  r1: Revolute({ ...first, tau: expr`3*cos(time)`, gear: 2, armature: 0.4 }),
  r2: Revolute({ ...second, gear: -5, armature: 0.02 }),
})

/** The same by 1D components at flanges: gears act between the objects of a joint. */
const ArmWithFlanges = Model3D({
  ...links,
  r1: RevoluteWithFlange({ obj1: 'world', obj2: 'upper', phi: { init: 0.3 } }),
  r2: RevoluteWithFlange({ obj1: 'elbow', obj2: 'lower', phi: { init: -1 }, w: { init: 2 } }),
  g1: IdealGear({ ratio: 2 }),
  g2: IdealGear({ ratio: -5 }),
  i1: Inertia({ J: 0.4 }),
  i2: Inertia({ J: 0.02 }),
  connect: [
    ['i1.flange_b', 'g1.flange_a'],
    ['g1.flange_b', 'r1.flange'],
    ['i2.flange_b', 'g2.flange_a'],
    ['g2.flange_b', 'r2.flange'],
  ],
}).extend({ i1: { w: { init: null }, phi: { init: null } }, i2: { w: { init: null }, phi: { init: null } } })

describe.each(SOLVERS)('solver %s', (solver) => {
  it('an axis accelerates by gear*tau/(I + gear^2 J)', () => {
    const j = Revolute({ obj1: 'world', obj2: 'b', tau: expr`0.6`, gear: 3, armature: 0.5 })
    const result = simulate(Model3D({ ...parts, j }), { ...OPTIONS, solver })
    expect(result.final('j.w')).toBeCloseTo((3 * 0.6) / (2 + 9 * 0.5), DIGITS)
    expect(result.final('world.kineticEnergy')).toBeCloseTo(0.5 * 6.5 * (1.8 / 6.5) ** 2, DIGITS)
  })

  it('the energy of an arm with rotors is that of its bodies and rotors', () => {
    const model = Arm.extend({ r1: { tau: 0 } })
    const result = simulate(model, { ...OPTIONS, solver, stopTime: 2 })
    const energy = result.values('world.totalEnergy')
    // 20 J with the step errors of 1e-9 of a chaotic arm over two seconds, bdf with the most
    for (const e of energy) expect(Math.abs(e - energy[0])).toBeLessThan(solver === 'bdf' ? 2e-5 : 1e-6)
  })
})

it('rotors with gears are those of 1D components at flanges', () => {
  const drive = ArmWithFlanges.extend({ i1: { flange_a: {} } })
  const free = Arm.extend({ r1: { tau: 0 } })
  const [ours, theirs] = [free, drive].map((model) => simulate(model, { ...OPTIONS, tolerance: 1e-10 }))
  for (const name of ['r1.phi', 'r2.phi', 'r1.w', 'r2.w', 'lower.r_abs[1]'])
    expect(ours.final(name)).toBeCloseTo(theirs.final(name), DIGITS)
  // the bodies alone: the rotors store the rest of the energy
  const final = (name: string): number => ours.final(name)
  const rotors = 0.5 * (4 * 0.4 * final('r1.w') ** 2 + 25 * 0.02 * final('r2.w') ** 2)
  expect(final('world.kineticEnergy') - rotors).toBeCloseTo(theirs.final('world.kineticEnergy'), DIGITS)
})

describe('every axis', () => {
  it('has its own rotor and gear', () => {
    const screw = Cylindrical({ obj1: 'world', obj2: 'b', f: 3, tau: 3, gear: [2, 4], armature: [0.5, 0.25] })
    const turned = simulate(Model3D({ ...parts, j: screw }), OPTIONS)
    expect(turned.final('j.v')).toBeCloseTo(6 / (2 + 4 * 0.5), DIGITS)
    expect(turned.final('j.w')).toBeCloseTo(12 / (2 + 16 * 0.25), DIGITS)

    const slide = Prismatic({ obj1: 'world', obj2: 'b', f: 3, gear: -1, armature: 4 })
    expect(simulate(Model3D({ ...parts, j: slide }), OPTIONS).final('j.v')).toBeCloseTo(-0.5, DIGITS)

    const plate = Planar({ obj1: 'world', obj2: 'b', f: [1, 1], tau: 1, armature: [1, 2, 3] })
    const moved = simulate(Model3D({ ...parts, j: plate }), OPTIONS)
    expect(moved.final('j.v[1]')).toBeCloseTo(1 / 3, DIGITS)
    expect(moved.final('j.v[2]')).toBeCloseTo(1 / 4, DIGITS)
    expect(moved.final('j.w')).toBeCloseTo(1 / 5, DIGITS)
  })

  it.each([
    ['world', 'b'],
    ['b', 'world'],
  ])('keeps it if the joint leads from %s to %s', (obj1, obj2) => {
    // torques about x and, with phi[1] = 0 at the start, about y: the second is the smaller inertia of the chain
    const j = Universal({ obj1, obj2, tau: [1, 0], armature: [3, 1] })
    const result = simulate(Model3D({ ...parts, j }), OPTIONS)
    expect(result.final('j.w[1]')).toBeCloseTo(1 / (1 + 3), DIGITS)
    expect(result.final('j.w[2]')).toBeCloseTo(0, DIGITS)
  })
})

it('the diagonal of the mass matrix grows by gear^2 J, and the momentum is that of the bodies', () => {
  const plain = createDynamics(Model3D({ ...links, r1: Revolute(first), r2: Revolute(second) }))
  const robot = createDynamics(Arm.extend({ r1: { tau: 0 } }))
  const q = robot.createPositions()
  const [M, bare] = [robot.massMatrix(q).data, plain.massMatrix(q).data]
  expect(Array.from(M, (x, k) => x - bare[k])).toEqual([
    expect.closeTo(1.6, 14),
    expect.closeTo(0, 14),
    expect.closeTo(0, 14),
    expect.closeTo(0.5, 14),
  ])
  const v = robot.createVelocities({ 'r1.w': 2, 'r2.w': -3 })
  expect(robot.kineticEnergy(q, v) - plain.kineticEnergy(q, v)).toBeCloseTo(0.5 * (1.6 * 4 + 0.5 * 9), 12)
  expect(robot.centroidalMomentum(q, v)).toEqual(plain.centroidalMomentum(q, v))
  const a = robot.forwardDynamics(q, v, [1, 2])
  expect(Array.from(robot.inverseDynamics(q, v, a))).toEqual([expect.closeTo(1, 12), expect.closeTo(2, 12)])
})

it('a linearized axis has the eigenvalues of its spring, body and rotor', () => {
  const model = Model3D({ ...parts, j: Revolute({ obj1: 'world', obj2: 'b', stiffness: 4, armature: 6 }) })
  const { A, states } = linearize(model)
  const [phi, w] = [states.indexOf('j.phi'), states.indexOf('j.w')]
  // differences with a relative error of 1e-7 at most
  expect(A[w][phi]).toBeCloseTo(-4 / 8, 7)
})

it('a body without mass moves with the inertia of its rotor alone', () => {
  const model = Model3D({
    world: empty,
    b: Object3D(),
    j: Revolute({ obj1: 'world', obj2: 'b', tau: 1, armature: 0.5 }),
  })
  expect(simulate(model, OPTIONS).final('j.w')).toBeCloseTo(2, DIGITS)
})

it('cranks of a parallelogram turn with the rotors of both axes', () => {
  const crank = Solid({ massProperties: MassProperties({ mass: 0.5, Ixx: 1, Iyy: 1, Izz: 0.25 }) })
  const Four = Model3D({
    world: empty,
    base: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    a: Object3D({ feature: crank }),
    a1: Object3D({ parent: 'a', translation: [0, 0.5, 0] }),
    c: Object3D({ feature: crank }),
    c1: Object3D({ parent: 'c', translation: [0, 0.5, 0] }),
    bar: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    bar1: Object3D({ parent: 'bar', translation: [1, 0, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'a', tau: 0.6, armature: 0.3 }),
    r2: Revolute({ obj1: 'a1', obj2: 'bar', armature: 0.5 }),
    r3: Revolute({ obj1: 'base', obj2: 'c', gear: 2, armature: 0.05 }),
    r4: Revolute({ obj1: 'c1', obj2: 'bar1' }),
  })
  // the bar keeps its direction: the axes of the cranks and the bar turn alike, (1 + 0.3 + 0.5 + 0.2) phi'' = 0.6
  expect(simulate(Four, OPTIONS).final('r1.phi')).toBeCloseTo(0.15, DIGITS)
})

it('a rotor takes part in an impact', () => {
  const [inertia, rotor, speed, e] = [2 + 3 * 0.25, 4, -1.5, 0.4]
  const model = Model3D({
    world: createScene({ e, gravity: [0, 0, 0] }),
    wall: createWall([0, 1, 0], -0.3),
    bar: Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass: 3, centerOfMass: [0.5, 0, 0], Ixx: 1, Iyy: 2, Izz: 2 }),
      }),
    }),
    tip: createTip('bar', [1, 0, 0]),
    rev: Revolute({ obj1: 'world', obj2: 'bar', canCollide: true, w: speed, gear: 20, armature: 0.01 }),
  })
  const result = simulate(model, { stopTime: 0.3, tolerance: 1e-10 })
  const [impact] = impactsOf(result)
  const arm = Math.cos(Math.asin(0.3))
  // uniform motion until then; 1e-10 of the tolerance
  expect(Math.abs(impact.normalImpulse / ((-(1 + e) * speed * (inertia + rotor)) / arm) - 1)).toBeLessThan(
    1e-9,
  )
  expect(Math.abs(result.final('rev.w') + e * speed)).toBeLessThan(1e-9)
})

describe('actions', () => {
  const hinge = { obj1: 'world', obj2: 'b' }
  const change = (record: object, impulse = false) =>
    Model3D({
      ...parts,
      j: Revolute({ ...hinge, tau: 1, armature: 2, damping: 0 }),
      actions: function* (act) {
        yield act.wait(1)
        yield act.changeJoint('j', record as Parameters<typeof act.changeJoint>[1], { impulse })
      },
    })

  it.each([
    ['keeps rotor and torque', { kind: 'Revolute' }, 1 / 4 + 1 / 4],
    ['takes those of the new record', { kind: 'Revolute', armature: 0, tau: 2 }, 1 / 4 + 2 / 2],
  ])('a joint that keeps its kind %s', (_, record, w) => {
    expect(simulate(change(record), { ...OPTIONS, stopTime: 2 }).final('j.w')).toBeCloseTo(w, DIGITS)
    expect(simulate(change(record, true), { ...OPTIONS, stopTime: 2 }).final('j.w')).toBeCloseTo(w, DIGITS)
  })

  it('a joint of another kind has the forces of the new record only', () => {
    const plain = simulate(change({ kind: 'Cylindrical' }), { ...OPTIONS, stopTime: 2 })
    expect(plain.final('j.w')).toBeCloseTo(1 / 4, DIGITS)
    const driven = simulate(change({ kind: 'Cylindrical', tau: 3, armature: [1, 1] }), {
      ...OPTIONS,
      stopTime: 2,
    })
    expect(driven.final('j.w')).toBeCloseTo(1 / 4 + 3 / 3, DIGITS)
  })

  it('a joint that was locked continues with its rotor', () => {
    const model = Model3D({
      ...parts,
      j: Revolute({ ...hinge, tau: 1, armature: 2 }),
      actions: function* (act) {
        yield act.lock('j')
        yield act.wait(1)
        yield act.unlock('j')
      },
    })
    expect(simulate(model, { ...OPTIONS, stopTime: 2 }).final('j.w')).toBeCloseTo(1 / 4, DIGITS)
  })
})

it('a model in a file is the same', () => {
  const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(Arm))))
  const [a, b] = [Arm, copy].map((model) => simulate(model, OPTIONS))
  expect(b.final('r2.phi')).toBe(a.final('r2.phi'))
})

describe('wrong values', () => {
  const run = (j: unknown) => () => simulate(Model3D({ ...parts, j } as never), OPTIONS)
  const ends = { obj1: 'world', obj2: 'b' }

  it.each([
    [Revolute({ ...ends, armature: -1 }), 'j.armature: expected an inertia >= 0, got -1'],
    [Revolute({ ...ends, gear: 0 }), 'j.gear: expected a number that is not 0, got 0'],
    [Universal({ ...ends, gear: [1, 0] }), 'j.gear: expected a number that is not 0'],
    [Universal({ ...ends, armature: [1] as never }), 'j.armature: expected'],
    [Revolute({ ...ends, armature: Number.NaN }), 'j.armature: expected a finite number, got NaN'],
  ])('%# are errors', (j, message) => {
    expect(run(j)).toThrow(message)
  })

  it('a rotor at a joint without axes is an unknown key', () => {
    expect(() => Spherical({ ...ends, armature: 1 } as never)).toThrow(/armature/)
  })

  it('an expression of variables for a constant is an error', () => {
    expect(run(Revolute({ ...ends, armature: expr`time` as never }))).toThrow(
      /^j\.armature: expected a number or an expression of parameters, got an expression of variables/,
    )
  })
})
