/** Flanges whose motion is prescribed, exactly or through a filter. */
import { equations, instantiate, Model, modelFromJson, modelToJson, Par, simulate } from 'vario'
import { Inertia, Position } from 'vario/library/rotational'
import { Mass, Position as TranslationalPosition } from 'vario/library/translational'
import { Model3D, Object3D, PrismaticWithFlange, Scene, Solid, Sphere } from 'vario/multibody'
import { expect, test } from 'vitest'

const OPTIONS = { stopTime: 1, tolerance: 1e-9 }
const [OMEGA, J] = [3, 2]
/** 1 - cos(OMEGA t), its velocity and acceleration at the end. */
const [X, A] = [1 - Math.cos(OMEGA), OMEGA ** 2 * Math.cos(OMEGA)]

test('an exact angle adds no states, and its torque is the inverse dynamics of the motion', () => {
  const model = Model({
    p: Position({ exact: true }),
    J: Inertia({ J, phi: { init: null }, w: { init: null } }),
    equations: equations`p.phi_ref = 1 - cos(${OMEGA}*time)`,
    connect: [['p.flange', 'J.flange_a']],
  })
  const result = simulate(model, OPTIONS)
  // closed forms, evaluated without integration
  expect(result.final('J.phi')).toBeCloseTo(X, 13)
  expect(result.final('J.w')).toBeCloseTo(OMEGA * Math.sin(OMEGA), 13)
  expect(result.final('p.flange.tau')).toBeCloseTo(-J * A, 12)
})

test('an exact position follows its signal', () => {
  const model = Model({
    R: Par(1, 'm'),
    p: TranslationalPosition({ exact: true }),
    m: Mass({ m: J, s: { init: null }, v: { init: null } }),
    equations: equations`p.s_ref = R*(1 - cos(${OMEGA}*time))`,
    connect: [['p.flange', 'm.flange_a']],
  })
  const result = simulate(model, OPTIONS)
  expect(result.final('m.s')).toBeCloseTo(X, 13)
  expect(result.final('p.flange.f')).toBeCloseTo(-J * A, 12)
})

test.each([5, 50])(
  'a position follows its signal behind a filter of %d Hz, after its transients',
  (f_crit) => {
    const model = Model({
      p: Position({ f_crit }),
      J: Inertia({ J }),
      R: Par(1, 'm'),
      s: TranslationalPosition({ f_crit }),
      m: Mass({ m: J }),
      equations: equations`
      p.phi_ref = 1 - cos(${OMEGA}*time)
      s.s_ref = R*(1 - cos(${OMEGA}*time))
    `,
      connect: [
        ['p.flange', 'J.flange_a'],
        ['s.flange', 'm.flange_a'],
      ],
    })
    const result = simulate(model, OPTIONS)
    // 1/(1 + 1.3617 s + 0.618 s2) at s = i OMEGA/w_crit
    const s = OMEGA / (2 * Math.PI * f_crit)
    const [re, im] = [1 - 0.618 * s * s, 1.3617 * s]
    const size = 1 / (re * re + im * im)
    const expected = 1 - size * (re * Math.cos(OMEGA) + im * Math.sin(OMEGA))
    // the transient decays with exp(-1.1 w_crit t): 1e-15 after 1 s with 5 Hz
    expect(Math.abs(result.final('J.phi') - expected)).toBeLessThan(1e-7)
    expect(Math.abs(result.final('m.s') - expected)).toBeLessThan(1e-7)
  },
)

test('a filter follows a jump', () => {
  const model = Model({
    p: Position(),
    J: Inertia({ J }),
    equations: equations`p.phi_ref = if time > 0.5 then 1 else 0`,
    connect: [['p.flange', 'J.flange_a']],
  })
  const result = simulate(model, OPTIONS)
  expect(result.at('J.phi', 0.49)).toBe(0)
  expect(Math.abs(result.final('J.phi') - 1)).toBeLessThan(1e-7)
})

test('a position drives a joint of a 3D model', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    ball: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.2 }), massProperties: 3 }) }),
    joint: PrismaticWithFlange({
      ...{ obj1: 'world', obj2: 'ball', axis: 'y' },
      ...{ s: { init: null }, v: { init: null } },
    }),
    R: Par(1, 'm'),
    p: TranslationalPosition({ exact: true }),
    equations: equations`p.s_ref = R*(1 - cos(${OMEGA}*time))`,
    connect: [['p.flange', 'joint.flange']],
  })
  const result = simulate(model, OPTIONS)
  expect(result.final('ball.r_abs[2]')).toBeCloseTo(X, 13)
  // it also lifts the weight
  expect(result.final('p.flange.f')).toBeCloseTo(-3 * (A + 9.81), 11)
})

test('the parameter exact cannot be changed after the translation', () => {
  const model = Model({
    W: Par(1, 'rad/s'),
    p: Position({ exact: true }),
    J: Inertia({ J, phi: { init: null }, w: { init: null } }),
    equations: equations`p.phi_ref = W*time`,
    connect: [['p.flange', 'J.flange_a']],
  })
  expect(() => instantiate(model).simulate({ ...OPTIONS, merge: { p: { exact: false } } })).toThrow(
    /exact decides about the equations/,
  )
})

test('a model with a position moves the same after JSON serialization', () => {
  const model = Model({
    p: Position({ exact: true }),
    J: Inertia({ J, phi: { init: null }, w: { init: null } }),
    equations: equations`p.phi_ref = 1 - cos(${OMEGA}*time)`,
    connect: [['p.flange', 'J.flange_a']],
  })
  const read = modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))
  expect(simulate(read, OPTIONS).final('J.phi')).toBe(simulate(model, OPTIONS).final('J.phi'))
})
