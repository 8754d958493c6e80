/** Axes of joints whose motion is an expression: exact positions, their forces, impulses of kinks, refusals. */

import { equations, expr, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { Position } from 'vario/library/rotational'
import {
  assemble,
  Box,
  Cylindrical,
  Free,
  JointForce,
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

const G = 9.81
const world = Object3D({ feature: Scene() })
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
/** A point mass at x = 1 m with some inertia. */
const bob = Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [1, 0, 0], Izz: 0.5 }) })
const solid = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const OPTIONS = { stopTime: 1, tolerance: 1e-9 }

/** Prescribed values are exact: errors are rounding. */
const EXACT = 10
/** Values of states that are integrated at a tolerance of 1e-9. */
const DIGITS = 7

describe('one axis', () => {
  it.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
    'has the torque of an inverse model, by %s',
    (solver) => {
      const rev = Revolute({ obj1: 'world', obj2: 'rod', motion: expr`1 - cos(2*time)` })
      const result = simulate(Model3D({ world, rod: Object3D({ feature: bob }), rev }), {
        ...OPTIONS,
        solver,
      })
      for (const t of [0, 0.5, 1]) {
        const phi = 1 - Math.cos(2 * t)
        expect(result.at('rev.phi', t)).toBeCloseTo(phi, EXACT)
        expect(result.at('rev.w', t)).toBeCloseTo(2 * Math.sin(2 * t), EXACT)
        // (Izz + m l²) a + m g l cos(phi)
        expect(result.at('rev.tau', t)).toBeCloseTo(2.5 * 4 * Math.cos(2 * t) + 2 * G * Math.cos(phi), 8)
      }
    },
  )

  it('moves with either object on the side of the world', () => {
    const rev = Revolute({ obj1: 'rod', obj2: 'world', motion: expr`time^2` })
    const result = simulate(Model3D({ world: weightless, rod: Object3D({ feature: bob }), rev }), OPTIONS)
    expect(result.final('rod.rot123_abs[3]')).toBeCloseTo(-1, EXACT)
    expect(result.final('rev.tau')).toBeCloseTo(2.5 * 2, EXACT)
  })

  it('follows a state: a filter of second order behind a step', () => {
    const guide = Prismatic({ obj1: 'world', obj2: 'mass', axis: 'y', motion: expr`x` })
    const Filtered = Model3D({
      ...{ world, mass: Object3D({ feature: solid }), guide },
      ...{ x: Var({ init: 0, unit: 'm' }), v: Var({ init: 0, unit: 'm/s' }), T: Par(0.1, 's') },
      equations: equations`
        der(x) = v
        T^2*der(v) = (if time < 0.5 then 0 else 1) - x - 2*T*v
      `,
    })
    const result = simulate(Filtered, OPTIONS)
    const t = 5
    expect(result.final('guide.s')).toBeCloseTo(1 - Math.exp(-t) * (1 + t), DIGITS)
    // s'' = (1 - t) exp(-t)/T²
    expect(result.final('guide.f')).toBeCloseTo(2 * G + 2 * 100 * (1 - t) * Math.exp(-t), 5)
  })

  it('is the same as a flange behind a position that is exact', () => {
    const rod = Object3D({ feature: bob })
    const text = expr`0.3*sin(3*time)`
    const plain = simulate(
      Model3D({ world, rod, rev: Revolute({ obj1: 'world', obj2: 'rod', motion: text }) }),
      OPTIONS,
    )
    const free = { phi: { init: null }, w: { init: null } }
    const flange = simulate(
      Model3D({
        ...{ world, rod, rev: RevoluteWithFlange({ obj1: 'world', obj2: 'rod', ...free }) },
        ...{ drive: Position({ exact: true }), equations: equations`drive.phi_ref = 0.3*sin(3*time)` },
        connect: [['drive.flange', 'rev.flange']],
      }),
      OPTIONS,
    )
    for (const name of ['rev.phi', 'rev.w', 'rev.tau']) expect(plain.final(name)).toBe(flange.final(name))
  })

  it('moves another joint with an impulse where its velocity jumps', () => {
    const Kink = Model3D({
      ...{ world: weightless, a: Object3D({ feature: solid }), c: Object3D({ feature: bob }) },
      far: Object3D({ parent: 'a', translation: [1, 0, 0] }),
      rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`max(0, time - 1)` }),
      hinge: Revolute({ obj1: 'far', obj2: 'c' }),
    })
    const result = simulate(Kink, { stopTime: 1.5, tolerance: 1e-9 })
    // impulse J at the hinge, 1 m from the center of mass: J/m + J/Izz = 1 m/s; Ω = -J/Izz, relative to 1 rad/s
    const J = 1 / (1 / 2 + 1 / 0.5)
    expect(result.at('hinge.w', 1.0000001)).toBeCloseTo(-J / 0.5 - 1, 5)
  })

  it('names the expression of a position that jumps', () => {
    const rev = Revolute({ obj1: 'world', obj2: 'rod', motion: expr`if time < 0.5 then 0 else 1` })
    expect(() => simulate(Model3D({ world, rod: Object3D({ feature: bob }), rev }), OPTIONS)).toThrow(
      /rev.phi: expected a jump by a finite impulse at t = 0.5 s.*if time < 0.5/,
    )
  })

  it('keeps its accuracy at micrometers and megameters', () => {
    for (const size of [1e-6, 1e6]) {
      const guide = Prismatic({ obj1: 'world', obj2: 'mass', axis: 'x', motion: expr`${size}*sin(time)` })
      const result = simulate(
        Model3D({ world: weightless, mass: Object3D({ feature: solid }), guide }),
        OPTIONS,
      )
      expect(result.final('guide.f') / size).toBeCloseTo(-2 * Math.sin(1), EXACT)
      expect(result.final('mass.r_abs[1]') / size).toBeCloseTo(Math.sin(1), EXACT)
    }
  })
})

describe('several axes', () => {
  it('make a screw of a cylindrical joint', () => {
    const screw = Cylindrical({ obj1: 'world', obj2: 'b', axis: 'y', motion: [expr`0.02*phi`, expr`phi`] })
    const Screw = Model3D({
      ...{ world, b: Object3D({ feature: solid }), screw },
      ...{ phi: Var({ unit: '' }), equations: equations`phi = 5*time^2` },
    })
    const result = simulate(Screw, OPTIONS)
    expect(result.final('screw.s')).toBeCloseTo(0.1, EXACT)
    expect(result.final('screw.f')).toBeCloseTo(2 * (G + 0.2), EXACT)
    expect(result.final('screw.tau')).toBeCloseTo(2 * 10, EXACT)
  })

  it('leave another one free, with forces of its own', () => {
    const joint = Planar({
      ...{ obj1: 'world', obj2: 'b', motion: [expr`sin(time)`, null, null] },
      ...{ s: [0, 0.5], w: 3, damping: [0, 0, 0.3] },
    })
    const y = { y: Var({ unit: 'm' }), equations: equations`y = joint.s2 + joint.s1` }
    const result = simulate(Model3D({ world, b: Object3D({ feature: solid }), joint, ...y }), OPTIONS)
    expect(result.final('joint.s1')).toBeCloseTo(Math.sin(1), EXACT)
    expect(result.final('joint.f1')).toBeCloseTo(-2 * Math.sin(1), EXACT)
    expect(result.final('joint.s2')).toBeCloseTo(0.5 - G / 2, DIGITS)
    expect(result.final('joint.phi')).toBeCloseTo((3 / 0.1) * (1 - Math.exp(-0.1)), DIGITS)
    expect(result.final('y')).toBeCloseTo(Math.sin(1) + 0.5 - G / 2, DIGITS)
  })

  it('give a universal joint the same motion from both sides', () => {
    const b = Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass: 2, centerOfMass: [0.1, 0.2, 0.3], Ixx: 1, Iyy: 2, Izz: 2.5 }),
      }),
    })
    const ahead = Universal({
      ...{ obj1: 'world', obj2: 'b', motion: [expr`sin(time)`, null] },
      ...{ phi: [0, 0.2], damping: [0, 0.1] },
    })
    const back = Universal({
      ...{ obj1: 'b', obj2: 'world', axis1: 'y', axis2: 'x', motion: [null, expr`-sin(time)`] },
      ...{ phi: [-0.2, 0], damping: [0.1, 0] },
    })
    const [u, v] = [ahead, back].map((joint) => simulate(Model3D({ world, b, joint }), OPTIONS))
    expect(v.final('joint.phi1')).toBeCloseTo(-u.final('joint.phi2'), DIGITS)
    expect(v.final('joint.tau2')).toBeCloseTo(-u.final('joint.tau1'), DIGITS)
    for (const k of [1, 2, 3])
      expect(v.final(`b.rot123_abs[${k}]`)).toBeCloseTo(u.final(`b.rot123_abs[${k}]`), DIGITS)
  })

  it('are Cardan angles and a translation in spherical and free joints', () => {
    const b = Object3D({ feature: solid })
    const rotation = expr`[time, 2*time, 0]`
    const ball = Spherical({ obj1: 'world', obj2: 'b', motion: { rotation } })
    const free = Free({ obj1: 'world', obj2: 'b', motion: { translation: [0, expr`time^2`, 1], rotation } })
    const a = simulate(Model3D({ world, b, ball }), { stopTime: 0.5 })
    expect(a.final('b.rot123_abs[2]')).toBeCloseTo(1, EXACT)
    expect(a.final('b.rot123_abs[1]')).toBeCloseTo(0.5, EXACT)
    const c = simulate(Model3D({ world, b, free, cut: JointForce({ joint: 'free' }) }), { stopTime: 0.5 })
    expect(c.final('free.f2')).toBeCloseTo(2 * (G + 2), EXACT)
    expect(c.final('cut.forceVector[2]')).toBeCloseTo(2 * (G + 2), EXACT)
    expect(c.final('free.tau1')).toBeCloseTo(a.final('ball.tau1'), EXACT)
  })
})

describe('in a closed loop', () => {
  const link = (L: number) => ({
    body: Object3D({
      feature: Solid({ shape: Box({ lengthX: L, lengthY: 0.02, lengthZ: 0.02 }), solidMaterial: 'Steel' }),
    }),
    a: Object3D({ parent: 'body', translation: [-L / 2, 0, 0] }),
    b: Object3D({ parent: 'body', translation: [L / 2, 0, 0] }),
  })
  const FourBar = Model3D({
    ...{ world, stand: Object3D({ parent: 'world', translation: [1, 0, 0] }) },
    ...{ crank: Model(link(0.3))(), coupler: Model(link(0.9))(), rocker: Model(link(0.7))() },
    drive: Revolute({ obj1: 'world', obj2: 'crank.a', motion: expr`0.3 + 4*time` }),
    j2: Revolute({ obj1: 'crank.b', obj2: 'coupler.a', phi: { start: 0.5 } }),
    j3: Revolute({ obj1: 'coupler.b', obj2: 'rocker.b' }),
    j4: Revolute({ obj1: 'stand', obj2: 'rocker.a', phi: { start: 1.8 } }),
  })

  /** Angle of the rocker by the law of cosines, on the branch of the start. */
  function rockerAngle(phi: number): number {
    const [x, y] = [0.3 * Math.cos(phi) - 1, 0.3 * Math.sin(phi)]
    const d = Math.hypot(x, y)
    const opening = Math.acos((0.7 ** 2 + d ** 2 - 0.9 ** 2) / (2 * 0.7 * d))
    return Math.atan2(y, x) - opening
  }

  it.each(['auto', 'dop853', 'bdf', 'radau5'] as const)(
    'a crank moves a four-bar linkage, by %s',
    (solver) => {
      const result = simulate(FourBar, { stopTime: 2, tolerance: 1e-8, solver, interval: 0.001 })
      const [time, tau, energy] = ['time', 'drive.tau', 'world.totalEnergy'].map((name) =>
        result.values(name),
      )
      expect(result.final('drive.phi')).toBeCloseTo(8.3, EXACT)
      // loops are closed to 1e-10 m
      expect(Math.cos(result.final('j4.phi') - rockerAngle(8.3))).toBeCloseTo(1, 12)
      // the work of the drive is the change of the energy, by Simpson's rule
      let work = 0
      for (let i = 0; i + 2 < time.length; i += 2)
        work += ((time[i + 2] - time[i]) / 6) * 4 * (tau[i] + 4 * tau[i + 1] + tau[i + 2])
      expect(work).toBeCloseTo(energy[energy.length - 1] - energy[0], 6)
    },
  )

  it('needs no other drive in kinematic and inverse analysis', () => {
    for (const analysis of ['kinematic', 'inverse'] as const) {
      const result = simulate(FourBar, { stopTime: 1, analysis })
      expect(Math.cos(result.final('j4.phi') - rockerAngle(4.3))).toBeCloseTo(1, 12)
    }
  })
})

describe('the key motion', () => {
  const Arm = Model({
    ...{ A: Par(0.3), u: Var(), y: Var({ unit: 'rad' }), body: Object3D({ feature: solid }) },
    joint: Cylindrical({ obj1: 'world', obj2: 'body', motion: [expr`A*u`, null], phi: 0.2 }),
    equations: equations`
      u = time^2
      y = 2*joint.phi
    `,
  })
  const Arms = Model3D({ world, arms: [Arm(), Arm({ A: 0.5 })] })

  it('is an expression of the component of the joint', () => {
    const result = simulate(Arms, OPTIONS)
    expect(result.final('arms[2].joint.s')).toBeCloseTo(0.5, EXACT)
    expect(result.final('arms[2].joint.f')).toBeCloseTo(2, EXACT)
    expect(result.final('arms[2].y')).toBeCloseTo(0.4, EXACT)
  })

  it('gives the same from a file, in interpreted code and in arrays with a size', () => {
    const before = simulate(Arms, OPTIONS)
    const read = simulate(modelFromJson(JSON.parse(JSON.stringify(modelToJson(Arms)))), OPTIONS)
    const interpreted = instantiate(Arms, { interpret: true }).simulate(OPTIONS)
    const sized = simulate(
      Model3D({ world, n: 2, arms: Arm({ A: expr`0.1 + 0.2*i`, for: { i: expr`1:n` } }) }),
      OPTIONS,
    )
    for (const name of ['arms[2].joint.s', 'arms[2].joint.f', 'arms[2].y'])
      for (const result of [read, interpreted, sized]) expect(result.final(name)).toBe(before.final(name))
  })

  it('takes an input with two derivatives', () => {
    const u = Var({ input: true, unit: 'rad' })
    const rev = Revolute({ obj1: 'world', obj2: 'rod', motion: expr`u` })
    const value = {
      value: (t: number) => t ** 3,
      derivative: { value: (t: number) => 3 * t * t, derivative: (t: number) => 6 * t },
    }
    const Given = Model3D({ world: weightless, u, rod: Object3D({ feature: bob }), rev })
    const result = simulate(Given, { ...OPTIONS, inputs: { u: value } })
    expect(result.final('rev.tau')).toBeCloseTo(2.5 * 6, EXACT)
  })

  it('leaves the free axes to assembly', () => {
    const joint = Planar({ obj1: 'world', obj2: 'b', motion: [null, null, expr`1 + time`], s: [0.1, 0.2] })
    const Placed = Model3D({ world: weightless, b: Object3D({ feature: solid }), joint })
    const { merge } = assemble(Placed)
    expect(merge).toEqual({ joint: { s: [0.1, 0.2] } })
    expect(simulate(Placed, { ...OPTIONS, merge }).final('joint.s2')).toBeCloseTo(0.2, EXACT)
  })

  const b = Object3D({ feature: solid })
  const ends = { obj1: 'world', obj2: 'b' }
  const motion = expr`time`
  it.each([
    [
      Revolute({ ...ends, motion, phi: 1 }),
      'j.phi: expected no value for an axis whose motion is prescribed',
    ],
    [Revolute({ ...ends, motion, damping: 1 }), 'j.damping: expected no value for an axis whose motion'],
    [
      Revolute({ ...ends, motion, tau: 1 }),
      'j.tau: expected no value, because the force of a prescribed motion',
    ],
    [Universal({ ...ends, motion: [motion, null], phi: [1, 0] }), 'j.phi: expected no value'],
    [
      Universal({ ...ends, motion: [motion] }),
      'j.motion: expected a list with 2 expressions, one for each axis',
    ],
    [Universal({ ...ends, motion: [null, null] }), 'j.motion: expected a list with 2 expressions'],
    [
      Planar({ ...ends, motion: [motion, null, null], limits: [[0, 1], null, null] }),
      'j.limits: expected no value',
    ],
    [
      Spherical({ ...ends, motion: { rotation: expr`[0, 0, time]` }, rotation: [1, 0, 0] }),
      'j.rotation: expected no',
    ],
    [
      Free({ ...ends, motion: { rotation: expr`[0, 0, time]` } }),
      'j.motion: expected { translation, rotation }, both',
    ],
  ])('refuses contradictions: %#', (j, message) => {
    expect(() => simulate(Model3D({ world, b, j }), OPTIONS)).toThrow(message)
  })

  it('cannot be merged', () => {
    const model = instantiate(Model3D({ world, b, j: Revolute({ ...ends, motion }) }))
    expect(() => model.simulate({ ...OPTIONS, merge: { j: { motion: 1 } } })).toThrow(
      'j.motion: expected the expressions',
    )
  })
})
