/**
 * Examples of the Modelica Standard Library with forces along lines. The published results of LineForceWithTwoMasses
 * are not available as text: it has one degree of freedom, and its equation is solved here instead.
 */
import { simulate } from 'vario'
import { Damper, Fixed, Spring } from 'vario/library/translational'
import {
  JointForce,
  LineForce,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  Spherical,
  SpringDamperPtP,
  Universal,
} from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'
import { bodyBox, expectPublished, rigid, STANDARD_GRAVITY, world } from './support/modelica-parts.ts'

describe('LineForceWithTwoMasses', () => {
  const [ARM, D, DISTANCE] = [0.7, 3, 0.2]
  const [FOOT, HINGE] = [
    [0, -0.9, 0],
    [0, 0.3, 0],
  ]
  const arm = {
    world: world(STANDARD_GRAVITY),
    hinge: Object3D({ parent: 'world', translation: HINGE }),
    foot: Object3D({ parent: 'world', translation: FOOT }),
    box: Object3D({ feature: bodyBox([ARM, 0, 0]) }),
    tip: Object3D({ parent: 'box', translation: [ARM, 0, 0] }),
    revolute: Revolute({ obj1: 'hinge', obj2: 'box', phi: 0, w: 0 }),
    damper: Damper({ d: D }),
  }
  const length = Math.hypot(0.7, 1.2)
  const point = (sign: number) =>
    rigid(1, [(sign * DISTANCE * 0.7) / length, (sign * DISTANCE * 1.2) / length, 0], [0, 0, 0])

  const byJoints = Model3D({
    ...arm,
    tube: Object3D({ feature: point(1) }),
    piston: Object3D({ feature: point(-1) }),
    universal: Universal({ obj1: 'foot', obj2: 'tube', axis1: 'z', axis2: [1.2, -0.7, 0] }),
    prismatic: PrismaticWithFlange({
      obj1: 'tube',
      obj2: 'piston',
      axis: [0.7, 1.2, 0],
      s: { init: Number.NaN, start: length },
      v: Number.NaN,
    }),
    spherical: Spherical({ obj1: 'piston', obj2: 'tip' }),
    atFoot: JointForce({ joint: 'universal', objectCoordinateRef: 'world' }),
    atTip: JointForce({ joint: 'spherical', objectCoordinateRef: 'world' }),
    fixed: Fixed(),
    connect: [
      ['damper.flange_a', 'fixed.flange'],
      ['damper.flange_b', 'prismatic.flange'],
    ],
  })
  const byLine = Model3D({
    ...arm,
    line: LineForce({
      ...{ obj1: 'foot', obj2: 'tip', direction: [0.7, 1.2, 0] },
      ...{ mass1: 1, distance1: DISTANCE, mass2: 1, distance2: DISTANCE },
    }),
    atFoot: JointForce({ joint: 'line.joint1', objectCoordinateRef: 'world' }),
    atTip: JointForce({ joint: 'line.joint2', objectCoordinateRef: 'world' }),
    connect: [
      ['damper.flange_a', 'line.flange_a'],
      ['damper.flange_b', 'line.flange_b'],
    ],
  })
  /**
   * M φ″ + ½ M′ φ′² + U′ + d L′² φ′ = 0, with differences for the functions of φ; and the forces on the two points at
   * the ends of the line, by the balances of each point along it (damper f), and of both across it, about each end.
   */
  function solveReduced(stopTime: number): { phi: number; w: number; atFoot: number[]; atTip: number[] } {
    const H = 1e-3
    const slope = (f: (x: number) => number, x: number): number =>
      (f(x - 2 * H) - 8 * f(x - H) + 8 * f(x + H) - f(x + 2 * H)) / (12 * H)
    const tip = (phi: number): number[] => [ARM * Math.cos(phi), HINGE[1] + ARM * Math.sin(phi)]
    const lengthAt = (phi: number): number => Math.hypot(...tip(phi).map((x, i) => x - FOOT[i]))
    const directionAt = (phi: number): number[] => tip(phi).map((x, i) => (x - FOOT[i]) / lengthAt(phi))
    const pointAt = (k: number, i: number, phi: number): number =>
      (k === 0 ? FOOT[i] : tip(phi)[i]) + (k === 0 ? 1 : -1) * DISTANCE * directionAt(phi)[i]
    const width = ARM / 20
    const mass = 7700 * ARM * width ** 2
    const inertia = (phi: number): number => {
      let sum = (mass * (width ** 2 + ARM ** 2)) / 12 + (mass * ARM ** 2) / 4
      for (const k of [0, 1]) for (const i of [0, 1]) sum += slope((x) => pointAt(k, i, x), phi) ** 2
      return sum
    }
    const potential = (phi: number): number =>
      STANDARD_GRAVITY * ((mass * ARM * Math.sin(phi)) / 2 + pointAt(0, 1, phi) + pointAt(1, 1, phi))
    const accelerate = (phi: number, w: number): number =>
      (-0.5 * slope(inertia, phi) * w * w - slope(potential, phi) - D * slope(lengthAt, phi) ** 2 * w) /
      inertia(phi)
    const { x } = integrate(
      {
        n: 2,
        f: (_t, y, dy) => {
          dy[0] = y[1]
          dy[1] = accelerate(y[0], y[1])
        },
      },
      { method: 'dop853', t0: 0, x0: [0, 0], tEnd: stopTime, rtol: 1e-10, atol: 1e-10 },
    )
    const [phi, w] = x
    const [e, L] = [directionAt(phi), lengthAt(phi)]
    const tension = D * slope(lengthAt, phi) * w
    /** Specific force that each point requires from the line: a − g. */
    const needs = [0, 1].map((k) =>
      [0, 1].map((i) => {
        const first = (y: number): number => slope((z) => pointAt(k, i, z), y)
        return slope(first, phi) * w * w + first(phi) * accelerate(phi, w) + (i === 1 ? STANDARD_GRAVITY : 0)
      }),
    )
    const [along, across] = [
      needs.map((a) => a[0] * e[0] + a[1] * e[1]),
      needs.map((a) => a[1] * e[0] - a[0] * e[1]),
    ]
    const share = (near: number, far: number): number =>
      ((L - DISTANCE) * across[near] + DISTANCE * across[far]) / L
    const compose = (parallel: number, normal: number): number[] => [
      parallel * e[0] - normal * e[1],
      parallel * e[1] + normal * e[0],
    ]
    return {
      ...{ phi, w },
      atFoot: compose(along[0] - tension, share(0, 1)),
      atTip: compose(along[1] + tension, share(1, 0)),
    }
  }
  const expected = solveReduced(3)

  test.each([
    ['with a line force', byLine],
    ['with a universal, a sliding and a spherical joint', byJoints],
  ])('%s', (_, model) => {
    const result = simulate(model, { stopTime: 3, tolerance: 1e-9 })
    // 1e-9 for each of some hundred steps, and second differences in forces
    expect(result.final('revolute.phi')).toBeCloseTo(expected.phi, 6)
    expect(result.final('revolute.w')).toBeCloseTo(expected.w, 6)
    const [foot, tip] = ['atFoot.forceVector', 'atTip.forceVector'].map((name) => result.finalVector(name))
    for (const i of [0, 1]) {
      // obj1 of the first joint holds the line, obj1 of the second one is held by it
      expect(foot[i]).toBeCloseTo(expected.atFoot[i], 4)
      expect(-tip[i]).toBeCloseTo(expected.atTip[i], 4)
    }
    expect(result.values('atFoot.determined').every((flag) => flag === 1)).toBe(true)
  })
})

test('HeatLosses: spring and damper in series, on a line beside a spring', () => {
  const body = (x: number) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [x, -0.2, 0] },
      ...{ angularVelocity: [0, 0, 0.034906585039887], feature: rigid(1, [0, -0.2, 0], [0.1, 0.1, 0.1]) },
    })
  const model = Model3D({
    world: world(STANDARD_GRAVITY),
    bar2: Object3D({ parent: 'world', translation: [0.6, 0, 0] }),
    bar3: Object3D({ parent: 'world', translation: [0.9, 0, 0] }),
    ...{ body2: body(0.6), body3: body(0.9) },
    springDamper: SpringDamperPtP({
      ...{ obj1: 'bar2', obj2: 'body2', springForceLaw: 30, nominalLength: 0.1, damperForceLaw: 2 },
    }),
    spring: SpringDamperPtP({ obj1: 'bar3', obj2: 'body3', springForceLaw: 30, nominalLength: 0.2 }),
    line: LineForce({ obj1: 'bar3', obj2: 'body3', direction: [0, -0.2, 0] }),
    ...{ series: Spring({ c: 30, s_rel0: 0.1 }), damper: Damper({ d: 2, s_rel: { init: 0 } }) },
    connect: [
      ['series.flange_a', 'line.flange_a'],
      ['series.flange_b', 'damper.flange_a'],
      ['damper.flange_b', 'line.flange_b'],
    ],
  })
  expectPublished(simulate(model, { stopTime: 3 }), {
    ...{ 'body2.r_abs[1]': 0.59853395894691097, 'body2.r_abs[2]': -0.43798797931571737 },
    ...{ 'body2.velocity[1]': -0.011704620486482738, 'body2.velocity[2]': 0.027187710348256153 },
    ...{ 'body3.r_abs[1]': 0.90003036808199366, 'body3.r_abs[2]': -0.5310550332761933 },
    ...{ 'body3.velocity[1]': -0.012358937676667256, 'body3.velocity[2]': 0.099786175021866638 },
    'damper.s_rel': 0.43693415950058379,
  })
})
