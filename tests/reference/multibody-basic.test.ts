/** Cases of the multibody reference: several joints, and free bodies. */
import { Model, simulate } from 'vario'
import {
  Beam,
  Box,
  Cylinder,
  Free,
  MassProperties,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { CASE_RTOL, expectNormClose, finalStates, freeStates } from './support/final-states.ts'

checkInterpreter()

/** Tolerance of our runs; the published numbers were computed with 1e-6, so the differences are their errors. */
const TOLERANCE = 1e-8

/**
 * Errors of a run with `TOLERANCE` against an exact solution: some hundred steps accumulate, and an undamped swing adds
 * its phase error. More than a hundred times the tolerance would be a mistake.
 */
const EXACT_RTOL = 1e-6

const GRAVITY = 9.81

describe('several joints and free bodies', () => {
  it('basic.ModelsForPrecompilation', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      body1: Object3D({
        feature: Solid({
          shape: Beam({ axis: 'x', length: 1, width: 0.1, thickness: 0.1 }),
          solidMaterial: 'Aluminium',
        }),
      }),
      frame1: Object3D({ parent: 'body1', translation: [-0.5, 0, 0] }),
      body2: Object3D({
        feature: Solid({
          shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 }),
          massProperties: MassProperties({ mass: 1 }),
        }),
      }),
      body3: Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [0, 1, 0],
        angularVelocity: [10, 0, -5],
        feature: Solid({
          shape: Sphere({ diameter: 0.2 }),
          solidMaterial: 'Steel',
          massProperties: MassPropertiesFromShapeAndMass({ mass: 0.001 }),
          collision: true,
        }),
      }),
      rev: Revolute({ obj1: 'world', obj2: 'frame1', axis: 'z' }),
      prism: Prismatic({ obj1: 'world', obj2: 'body2', axis: [0, 20, 0] }),
    })
    const result = simulate(model, { stopTime: 0.001, interval: 0.001, tolerance: TOLERANCE })
    const published = [
      [-0.01409972769199364, -7.0596959177668255e-6, -0.009809999999999998, -4.911840743732473e-6],
      [0, 0.9999950881592562, 0, 0, -0.009810000000000728, 0],
      [0.009999952436232525, -2.5034486890006063e-5, -0.004999904940503696, 10, 0, -5],
    ].flat()
    const states = finalStates(result, ['rev.w', 'rev.phi', 'prism.v', 'prism.s', ...freeStates('body3')])
    expectNormClose(states, published, CASE_RTOL)
    // The norm is dominated by the spinning sphere. Separately: the joints start from rest, so that phi = w t/2 to
    // first order, and fall.
    const t = 0.001
    expectNormClose(states.slice(2, 4), [-GRAVITY * t, (-GRAVITY * t * t) / 2], 1e-9)
    expectNormClose(states.slice(4, 7), [0, 1 - (GRAVITY * t * t) / 2, 0], 1e-12)
    expect(states[0]).toBeCloseTo(published[0], 9)
    // A sphere spins about a fixed axis: Cardan angles of the rotation by |w| t about w.
    const speed = Math.hypot(10, 5)
    const [s, c, x, z] = [Math.sin(speed * t), Math.cos(speed * t), 10 / speed, -5 / speed]
    const beta = Math.asin(x * z * (1 - c))
    const angles = [Math.atan2(x * s, c + z * z * (1 - c)), beta, Math.atan2(z * s, c + x * x * (1 - c))]
    expectNormClose(states.slice(10, 13), angles, EXACT_RTOL)
  })

  it('basic.BoxPlanarMotion: frames without mass between joints', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 1 }) }) }),
      transx: Object3D(),
      transy: Object3D(),
      box: Object3D({
        feature: Solid({
          shape: Box({ lengthX: 0.4, lengthY: 0.6, lengthZ: 0.1 }),
          solidMaterial: 'Steel',
        }),
      }),
      prismatic_x: Prismatic({ obj1: 'world', obj2: 'transx', axis: 'x', s: -1, v: 1 }),
      prismatic_y: Prismatic({ obj1: 'transx', obj2: 'transy', axis: 'y', s: -1, v: 2 }),
      revolute_z: Revolute({ obj1: 'transy', obj2: 'box', axis: 'z', w: 3 }),
    })
    const result = simulate(model, { stopTime: 4, tolerance: TOLERANCE })
    const names = ['prismatic_x.v', 'prismatic_x.s', 'prismatic_y.v', 'prismatic_y.s']
    // The published numbers are the exact ones: 2 - g t, -1 + 2 t - g t²/2 and so on; a solver of order 5 follows a parabola.
    expectNormClose(
      finalStates(result, [...names, 'revolute_z.w', 'revolute_z.phi']),
      [1, 3, -2, -1, 3, 12],
      1e-12,
    )
  })

  const shaft = Solid({
    shape: Cylinder({ axis: 'z', diameter: 0.2, length: 1 }),
    massProperties: MassProperties({ mass: 84.7154, Ixx: 7.2711, Iyy: 7.2711, Izz: 0.423 }),
  })
  const WEAK_GRAVITY = UniformGravityField({ g: 0.3, n: [0, 0, -1] })
  const radians = (degrees: readonly number[]): number[] => degrees.map((x) => (x * Math.PI) / 180)

  it('basic.FreeShaft', () => {
    const model = Model3D({
      shaft: Model({
        world: Object3D({ feature: Scene({ gravityField: WEAK_GRAVITY }) }),
        shaft: Object3D({
          parent: 'world',
          fixedToParent: false,
          velocity: [0, 0.1, 0.6],
          rotation: radians([30, 20, 10]),
          angularVelocity: [1, 2, 3],
          angularVelocityResolvedInParent: false,
          feature: shaft,
        }),
      }),
    })
    const result = simulate(model, { stopTime: 5, tolerance: TOLERANCE })
    const states = finalStates(result, freeStates('shaft.shaft'))
    const published = [
      [0, 0.5, -0.75, 0, 0.1, -0.9, 12.518049845080435, -0.901864379852841, 13.979844149553378],
      [-1.556318674959713, 1.9667313208626755, 2.776623306112369],
    ].flat()
    expectNormClose(states, published, CASE_RTOL)
    // a parabola
    expectNormClose(states.slice(0, 6), [0, 0.5, -0.75, 0, 0.1, -0.9], 1e-12)
  })

  it('basic.FreeShaftAdaptiveRotSequenceWithFreeMotion: by a Free joint, from a singular position', () => {
    const w0 = -2
    // In the frame of obj2 the angular velocity is [-2, 0, 0], and the joint needs it in that of obj1: the first column
    // of R_12 times -2.
    const [a, b, c] = radians([30, 90, 10])
    const axis = [
      Math.cos(b) * Math.cos(c),
      Math.cos(a) * Math.sin(c) + Math.sin(a) * Math.sin(b) * Math.cos(c),
      Math.sin(a) * Math.sin(c) - Math.cos(a) * Math.sin(b) * Math.cos(c),
    ]
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: WEAK_GRAVITY }) }),
      shaft: Object3D({ feature: shaft }),
      shaftFrame: Object3D({ parent: 'shaft' }),
      free: Free({
        obj1: 'world',
        obj2: 'shaft',
        velocity: [0, 0.1, 0],
        rotation: [a, b, c],
        angularVelocity: axis.map((x) => w0 * x),
      }),
    })
    const result = simulate(model, { stopTime: 7, tolerance: TOLERANCE })
    const states = finalStates(result, freeStates('free'))
    expectNormClose(states.slice(0, 6), [0, 0.7, -7.35, 0, 0.1, -2.1], 1e-12)
    // The same sequence of angles as the reference after as many changes
    const published = [0.6981317007977381, 1.4336293856408397, 1.5707963267949017]
    expectNormClose(states.slice(6, 9), published, CASE_RTOL)
    // The body rotates about its own x axis, which is a principal one, fixed in the world.
    expectNormClose(
      states.slice(9),
      axis.map((x) => w0 * x),
      EXACT_RTOL,
    )
  })
})
