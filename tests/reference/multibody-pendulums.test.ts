/** Cases of the multibody reference: pendulums, damped by one-dimensional components. */
import { expr, Model, Par, simulate } from 'vario'
import { Damper, Fixed } from 'vario/library/rotational'
import {
  Beam,
  Cylinder,
  MassProperties,
  MassPropertiesFromShape,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Visual,
} from 'vario/multibody'
import { describe, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { CASE_RTOL, expectNormClose, finalStates, solveOde } from './support/final-states.ts'

checkInterpreter()

/** Tolerance of our runs; the published numbers were computed with 1e-6, so the differences are their errors. */
const TOLERANCE = 1e-8

/**
 * Errors of a run with `TOLERANCE` against an exact solution: some hundred steps accumulate, and an undamped swing adds
 * its phase error. More than a hundred times the tolerance would be a mistake.
 */
const EXACT_RTOL = 1e-6

/** Angle and rate after `t` of I phi'' = -m g l cos(phi) - d phi', which hangs along x at phi = 0, at rest there at `phi0`. */
function swing(I: number, mgl: number, d: number, phi0: number, t: number): Float64Array {
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    dx[0] = x[1]
    dx[1] = (-mgl * Math.cos(x[0]) - d * x[1]) / I
  }
  return solveOde(f, [phi0, 0], t)
}

const GRAVITY = 9.81

describe('pendulums', () => {
  it.each([
    ['basic.Pendulum', [0, 0, 1] as const],
    ['tutorial.Pendulum1', 'z' as const],
  ])('%s', (_, axis) => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) }),
      bodyFrame: Object3D({ parent: 'body', translation: [-0.5, 0, 0] }),
      rev: Revolute({ obj1: 'world', obj2: 'bodyFrame', axis }),
    })
    const result = simulate(model, { stopTime: 3, tolerance: TOLERANCE })
    const states = finalStates(result, ['rev.w', 'rev.phi'])
    expectNormClose(states, [5.970529829666215, -1.1395482781332746], CASE_RTOL)
    const [phi, w] = swing(0.25, 0.5 * GRAVITY, 0, 0, 3)
    expectNormClose(states, [w, phi], EXACT_RTOL)
  })

  it('basic.PendulumWithBar1: a component with 3D parts, inside of another', () => {
    const Bar = Model({
      frame0: Object3D({
        feature: Solid({
          shape: Beam({ axis: 'x', length: 1, width: 0.2, thickness: 0.2 }),
          massProperties: MassProperties({ mass: 2 }),
          visualMaterial: { color: 'blue' },
        }),
      }),
      frame1: Object3D({
        parent: 'frame0',
        translation: [-0.5, 0, 0],
        feature: Visual({ shape: Cylinder({ axis: 'z', diameter: 0.1, length: 0.22 }) }),
      }),
    })
    const model = Model3D({
      pendulum: Model({
        world: Object3D({ feature: Scene() }),
        bar: Bar(),
        rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bar.frame1', axis: 'z', phi: { init: 1 } }),
        damper: Damper({ d: 0.5 }),
        support: Fixed(),
        connect: [
          ['damper.flange_b', 'rev.flange'],
          ['damper.flange_a', 'support.flange'],
        ],
      }),
    })
    const result = simulate(model, { stopTime: 10, tolerance: TOLERANCE, solver: 'tsit5' })
    const states = finalStates(result, ['pendulum.rev.phi', 'pendulum.rev.w'])
    expectNormClose(states, [-1.578178763749515, 0.06153191687388868], CASE_RTOL)
    expectNormClose(states, [...swing(2 * 0.25, 2 * GRAVITY * 0.5, 0.5, 1, 10)], EXACT_RTOL)
  })

  it('basic.PendulumWithBar2: mass and inertia of the shape', () => {
    const Bar = Model({
      frame0: Object3D({
        feature: Solid({
          shape: Beam({ axis: 'x', length: 1, width: 0.2, thickness: 0.2 }),
          solidMaterial: 'Aluminium',
          massProperties: MassPropertiesFromShape(),
        }),
      }),
      frame1: Object3D({
        parent: 'frame0',
        translation: [-0.5, 0, 0],
        feature: Visual({ shape: Cylinder({ axis: 'z', diameter: 0.1, length: 0.22 }) }),
      }),
    })
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      bar: Bar(),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bar.frame1', axis: 'z', phi: { init: 1 } }),
      damper: Damper({ d: 40 }),
      support: Fixed(),
      connect: [
        ['damper.flange_b', 'rev.flange'],
        ['damper.flange_a', 'support.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 6, tolerance: TOLERANCE })
    const states = finalStates(result, ['rev.phi', 'rev.w'])
    expectNormClose(states, [-1.47312952226279, -0.5146766053301051], CASE_RTOL)
    // Beam: a box, and two half discs of radius r, whose center of mass is 4 r/(3 pi) from the diameter
    const [rho, L, w, t] = [2700, 1, 0.2, 0.2]
    const r = w / 2
    const mBox = rho * L * w * t
    const mDiscs = rho * Math.PI * r * r * t
    const c = (4 * r) / (3 * Math.PI)
    const I = (mBox / 12) * (L * L + w * w) + mDiscs * (r * r) * 0.5 + mDiscs * ((L / 2 + c) ** 2 - c * c)
    const m = mBox + mDiscs
    expectNormClose(states, [...swing(I + m * 0.25, m * GRAVITY * 0.5, 40, 1, 6)], EXACT_RTOL)
  })

  // The published results are those with single precision, with uncertain numbers (whose nominal values are compared)
  // and with parameters, in this order: the same physics.
  it.each([
    'basic.PendulumWithDamper',
    'basic.PendulumWithDamper_Measurements',
    'basic.PendulumWithParameterizedDamper',
  ])('%s', () => {
    const DampedPendulum = Model({
      Lx: Par(0.1, 'm'),
      Ly: Par(expr`0.2*Lx`, 'm'),
      m: Par(1, 'kg'),
      phi0: Par(0.5, 'rad'),
      d: Par(1, 'N.m.s/rad'),
      world: Object3D({ feature: Scene() }),
      frame0: Object3D({
        feature: Solid({
          shape: Beam({ axis: 'x', length: expr`Lx`, width: expr`Ly`, thickness: expr`Ly` } as never),
          massProperties: MassProperties({ mass: expr`m` }),
        }),
      }),
      frame1: Object3D({ parent: 'frame0', translation: expr`[-Lx/2, 0, 0]` }),
      cyl: Object3D({
        parent: 'frame1',
        feature: Visual({ shape: Cylinder({ diameter: expr`Ly/2`, length: expr`1.2*Ly` } as never) }),
      }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'frame1', axis: 'z', phi: { init: expr`phi0` } }),
      damper: Damper({ d: expr`d` }),
      support: Fixed(),
      connect: [
        ['damper.flange_b', 'rev.flange'],
        ['damper.flange_a', 'support.flange'],
      ],
    })
    const model = Model3D({ pendulum: DampedPendulum({ Lx: 1, m: 2, phi0: 1, d: 0.5 }) })
    const result = simulate(model, { stopTime: 10, tolerance: TOLERANCE })
    const states = finalStates(result, ['pendulum.rev.phi', 'pendulum.rev.w'])
    expectNormClose(states, [-1.578178283450938, 0.061515170100766486], CASE_RTOL)
    expectNormClose(states, [...swing(2 * 0.25, 2 * GRAVITY * 0.5, 0.5, 1, 10)], EXACT_RTOL)
  })
})
