/**
 * Examples of the Modelica Standard Library with gravity that depends on the position, rebuilt and compared with the
 * results published by the Modelica Association (MAP-LIB_ReferenceResults).
 */
import { simulate } from 'vario'
import { Damper, Fixed } from 'vario/library/rotational'
import {
  FunctionGravityField,
  Model3D,
  Object3D,
  PointGravityField,
  RevoluteWithFlange,
  Scene,
  SpringDamperPtP,
} from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'
import { expectPublished, rigid } from './support/modelica-parts.ts'

/**
 * Options for the equations written here; ours have errors of 1e-6 for each of some hundred steps, which these motions
 * amplify.
 */
const EXACT = { method: 'dop853', t0: 0, rtol: 1e-11, atol: 1e-11 } as const
const OURS = 3e-4

const attracting = (mue: number) =>
  Object3D({ feature: Scene({ enableContactDetection: false, gravityField: PointGravityField({ mue }) }) })
const isotropic = rigid(1, [0, 0, 0], [0.1, 0.1, 0.1])

/** A body at a position with a velocity [m, m/s]. */
const moving = (feature: typeof isotropic, translation: number[], velocity: number[]) =>
  Object3D({ parent: 'world', fixedToParent: false, translation, velocity, feature })

describe('attraction by a point', () => {
  test('PointGravity: bodies move on a circle and an ellipse', () => {
    const model = Model3D({
      world: attracting(1),
      body1: moving(isotropic, [0, 0.6, 0], [1, 0, 0]),
      body2: moving(isotropic, [0.6, 0.6, 0], [0.6, 0, 0]),
    })
    expectPublished(simulate(model, { stopTime: 5 }), {
      ...{ 'body1.r_abs[1]': -0.26930357882962, 'body1.r_abs[2]': 0.48356137419003 },
      ...{ 'body1.velocity[1]': 0.789324064994693, 'body1.velocity[2]': 0.810741222800618 },
      ...{ 'body2.r_abs[1]': 0.78684817990747, 'body2.r_abs[2]': 0.478589793071972 },
      ...{ 'body2.velocity[1]': 0.0795439103654626, 'body2.velocity[2]': -0.409026459712376 },
    })
  })

  test('PointGravityWithPointMasses: two point masses on a spring do not rotate', () => {
    const model = Model3D({
      world: attracting(1),
      body1: moving(isotropic, [0, 0.6, 0], [1, 0, 0]),
      body2: moving(isotropic, [0.6, 0.6, 0], [0.6, 0, 0]),
      body3: moving(isotropic, [0, 0.8, 0], [0.6, 0, 0]),
      body4: moving(isotropic, [0.3, 0.8, 0], [0.6, 0, 0]),
      spring: SpringDamperPtP({ obj1: 'body3', obj2: 'body4', springForceLaw: 10 }),
    })
    const result = simulate(model, { stopTime: 2 })
    expectPublished(result, {
      ...{ 'body1.r_abs[1]': 0.22644961608242, 'body1.r_abs[2]': 0.521616812437829 },
      ...{ 'body1.velocity[1]': 0.862125560983975, 'body1.velocity[2]': -0.663739841235561 },
      ...{ 'body2.r_abs[1]': 0.437719166190269, 'body2.r_abs[2]': 0.571177890579654 },
      ...{ 'body2.velocity[1]': 0.840616101673778, 'body2.velocity[2]': 0.274507400446872 },
      ...{ 'body3.r_abs[1]': 0.144828921002581, 'body3.r_abs[2]': 0.555139757633393 },
      ...{ 'body3.velocity[1]': 1.79425574161428, 'body3.velocity[2]': -1.08390700955116 },
      ...{ 'body4.r_abs[1]': -0.0648379744205643, 'body4.r_abs[2]': 0.348451648211833 },
      'body4.velocity[1]': -0.427572823582778,
    })
    // the last published number is wrong by 0.004, as these equations show: two attracted points, and a spring
    const { x } = integrate(
      {
        n: 8,
        f: (_t, y, dy) => {
          const spring = [y[4] - y[0], y[5] - y[1]].map((stretch) => 10 * stretch)
          for (const [first, sign] of [
            [0, 1],
            [4, -1],
          ]) {
            const cube = Math.hypot(y[first], y[first + 1]) ** 3
            for (const k of [first, first + 1]) {
              dy[k] = y[k + 2]
              dy[k + 2] = -y[k] / cube + sign * spring[k - first]
            }
          }
        },
      },
      { ...EXACT, x0: [0, 0.8, 0.6, 0, 0.3, 0.8, 0.6, 0], tEnd: 2 },
    )
    expectPublished(
      result,
      { 'body3.velocity[2]': x[3], 'body4.r_abs[2]': x[5], 'body4.velocity[2]': x[7] },
      OURS,
    )
  })

  test('PointGravityWithPointMasses2: six point masses form a rigid body', () => {
    const point = (x: number, y: number, z: number) =>
      Object3D({ parent: 'center', translation: [x, y, z], feature: rigid(1, [0, 0, 0], [0, 0, 0]) })
    const model = Model3D({
      world: attracting(5),
      center: Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [2, 0, 0],
        velocity: [0, 0, -1],
      }),
      ...{ p1: point(1, 0, 0), p2: point(-1, 0, 0), p3: point(0, 1, 0) },
      ...{ p4: point(0, -1, 0), p5: point(0, 0, 1), p6: point(0, 0, -1) },
    })
    const result = simulate(model, { stopTime: 3 })
    expectPublished(result, {
      ...{ 'center.r_abs[1]': -0.11079997049640772, 'center.r_abs[3]': -0.74461037932163343 },
      ...{ 'center.velocity[1]': -2.5325406722497381, 'center.velocity[3]': -0.47249194301374475 },
      ...{ 'p6.r_abs[1]': 0.87447945927124238, 'p6.r_abs[3]': -0.57337950191867804 },
    })
    // the published angular velocity, 0.2497, is wrong by 0.0026, as these equations of a planar motion show
    const points = [0, Math.PI / 2, Math.PI, 1.5 * Math.PI]
    const { x } = integrate(
      {
        n: 6,
        f: (_t, [px, pz, turn, vx, vz, w], dy) => {
          // two points above and below the center, and four that rotate with it
          const square = px ** 2 + pz ** 2
          const forces = [-2 * px, -2 * pz].map((value) => (5 * value) / (square + 1) ** 1.5)
          let torque = 0
          for (const angle of points) {
            const [rx, rz] = [Math.cos(angle + turn), -Math.sin(angle + turn)]
            const cube = Math.hypot(px + rx, pz + rz) ** 3
            const [fx, fz] = [(-5 * (px + rx)) / cube, (-5 * (pz + rz)) / cube]
            forces[0] += fx
            forces[1] += fz
            torque += rz * fx - rx * fz
          }
          dy.set([vx, vz, w, forces[0] / 6, forces[1] / 6, torque / 4])
        },
      },
      { ...EXACT, x0: [2, 0, 0, 0, -1, 0], tEnd: 3 },
    )
    expectPublished(
      result,
      {
        ...{ 'center.r_abs[1]': x[0], 'center.r_abs[3]': x[1], 'center.velocity[1]': x[3] },
        ...{ 'center.velocity[3]': x[4], 'center.angularVelocity[2]': x[5] },
      },
      OURS,
    )
  })
})

test('UserDefinedGravityField: normal gravity of the ellipsoid WGS84 over the height', () => {
  const [a, b, equator, pole, flattening] = [
    6378137,
    6356752.3142,
    9.7803253359,
    9.8321849378,
    1 / 298.257223563,
  ]
  const m = ((7292115e-11 * a) ** 2 * b) / 3986004.418e8
  const gravityOf = (latitude: number) => {
    const sine2 = Math.sin(latitude) ** 2
    const atSurface =
      (equator * (1 + ((b * pole) / (a * equator) - 1) * sine2)) /
      Math.sqrt(1 - 8.1819190842622e-2 ** 2 * sine2)
    return (height: number): number => {
      const h = height / a
      return atSurface * (1 - h * (2 * (1 + flattening + m - 2 * flattening * sine2) + 3 * h))
    }
  }
  const pendulumAt = (latitude: number) => {
    const g = gravityOf(latitude)
    const gravityField = FunctionGravityField({ acceleration: (place) => [0, -g(place[1]), 0] })
    return Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField }) }),
      post: Object3D({ parent: 'world', translation: [0, 20, 0] }),
      body: Object3D({ feature: rigid(1000, [10, 0, 0], [1e-3, 1e-3, 1e-3]) }),
      rev: RevoluteWithFlange({ obj1: 'post', obj2: 'body' }),
      ...{ damper: Damper({ d: 0.1 }), fixed: Fixed() },
      connect: [
        ['damper.flange_b', 'rev.flange'],
        ['damper.flange_a', 'fixed.flange'],
      ],
    })
  }
  const options = { stopTime: 10, tolerance: 1e-8 }
  expectPublished(simulate(pendulumAt(0), options), {
    'rev.phi': -2.39344438079684,
    'rev.w': -1.15353858641746,
  })
  // the documentation of the library gives two digits
  expect(simulate(pendulumAt(Math.PI / 2), options).final('rev.phi')).toBeCloseTo(-2.42, 2)
})
