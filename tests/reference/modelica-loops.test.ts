/**
 * Mechanisms with loops of the Modelica Standard Library, rebuilt, beside the results that the Modelica Association publishes
 * (MAP-LIB_ReferenceResults), which were computed with a tolerance of 1e-6.
 */
import { equations, Model, Par, simulate, Var } from 'vario'
import { Damper, Fixed, Flange, Inertia, Position } from 'vario/library/rotational'
import { TranslationalFlange } from 'vario/library/translational'
import {
  Model3D,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import {
  bodyBox,
  bodyBoxAlongY,
  bodyCylinder,
  expectPublished,
  rigid,
  STANDARD_GRAVITY,
  world,
} from './support/modelica-parts.ts'

const earth = world(STANDARD_GRAVITY)
const DEGREE = Math.PI / 180
/** A joint whose start is found: equations or loops say where it is. */
const FREE = { init: Number.NaN }

describe('four-bars', () => {
  test('Fourbar1: six revolute joints and a sliding one', () => {
    const model = Model3D({
      world: earth,
      b0: Object3D({ parent: 'world', translation: [1.2, 0, 0] }),
      b1: Object3D({ feature: bodyCylinder([0, 0.5, 0.1], 0.05) }),
      top: Object3D({ parent: 'b1', translation: [0, 0.5, 0.1] }),
      b2: Object3D({ feature: bodyCylinder([0, 0.2, 0], 0.05) }),
      post: Object3D({ parent: 'b2', translation: [0, 0.2, 0] }),
      b3: Object3D({ feature: bodyCylinder([-1, 0.3, 0.1], 0.05) }),
      tip: Object3D({ parent: 'b3', translation: [-1, 0.3, 0.1] }),
      ...{ k1: Object3D(), k2: Object3D(), k3: Object3D() },
      j1: Revolute({ obj1: 'world', obj2: 'b1', axis: 'x', phi: 0, w: 300 * DEGREE }),
      j2: Prismatic({ obj1: 'b0', obj2: 'b2', axis: 'x', s: { start: -0.2 } }),
      rev: Revolute({ obj1: 'post', obj2: 'k3', axis: 'y' }),
      rev1: Revolute({ obj1: 'k3', obj2: 'b3', axis: 'z' }),
      j3: Revolute({ obj1: 'top', obj2: 'k1', axis: 'x' }),
      j4: Revolute({ obj1: 'k1', obj2: 'k2', axis: 'y' }),
      j5: Revolute({ obj1: 'k2', obj2: 'tip', axis: 'z' }),
    })
    expectPublished(simulate(model, { stopTime: 5 }), { 'j1.phi': 40.3282362223381, 'j1.w': 11.739421903907 })
  })

  test('PlanarFourbar: with a damper', () => {
    const r4 = [0.65, 0.1, 0]
    const model = Model3D({
      world: earth,
      base: Object3D({ parent: 'world', translation: [-0.15, 1, 0] }),
      body1: Object3D({ feature: bodyBox([0.4, 0, 0], 0.05) }),
      tip1: Object3D({ parent: 'body1', translation: [0.4, 0, 0] }),
      body2: Object3D({ feature: bodyBox([0.1, 1.1, 0], 0.05) }),
      tip2: Object3D({ parent: 'body2', translation: [0.1, 1.1, 0] }),
      body4: Object3D({ feature: bodyBox(r4, 0.05) }),
      tip4: Object3D({ parent: 'body4', translation: r4 }),
      revolute1: RevoluteWithFlange({ obj1: 'world', obj2: 'body1' }),
      revolute2: Revolute({ obj1: 'tip1', obj2: 'body2' }),
      revolute3: Revolute({ obj1: 'base', obj2: 'body4' }),
      revolute4: Revolute({ obj1: 'tip4', obj2: 'tip2' }),
      ...{ damper: Damper({ d: 0.1 }), fixed: Fixed() },
      connect: [
        ['damper.flange_b', 'revolute1.flange'],
        ['damper.flange_a', 'fixed.flange'],
      ],
    })
    expectPublished(simulate(model, { stopTime: 5 }), {
      'revolute1.phi': -0.939783395642669,
      'revolute1.w': 6.99349011457421,
    })
  })
})

test('PlanarLoops: rods without mass, and a drive behind a filter', () => {
  const right = [
    [0.1, 0.5, 0],
    [0.1, 0.6, 0],
    [0, 0.55, 0],
  ]
  const left = [[0, 0.5, 0], right[0], right[1]]
  const members: Record<string, unknown> = {
    world: earth,
    bar0: Object3D(),
    rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bar0', phi: FREE }),
    drive: Position(),
    equations: equations`drive.phi_ref = 0.7*sin(6.283185307179586*time)`,
    connect: [['drive.flange', 'rev.flange']],
  }
  right.forEach((post, k) => {
    const r = post.map((x, i) => x - left[k][i] + (i === 0 ? 0.5 : 0))
    Object.assign(members, {
      [`foot${k + 1}`]: Object3D({ parent: 'world', translation: [0.5 * (k + 1), 0, 0] }),
      [`bar${k + 1}`]: Object3D(),
      [`top${k}`]: Object3D({ parent: `bar${k}`, translation: left[k] }),
      [`end${k + 1}`]: Object3D({ parent: `bar${k + 1}`, translation: post }),
      [`coupler${k + 1}`]: Object3D({
        feature: rigid(
          1,
          r.map((x) => x / 2),
          [1e-3, 1e-3, 1e-3],
        ),
      }),
      [`tip${k + 1}`]: Object3D({ parent: `coupler${k + 1}`, translation: r }),
      [`ra${k + 1}`]: Revolute({ obj1: `top${k}`, obj2: `coupler${k + 1}` }),
      [`rb${k + 1}`]: Revolute({ obj1: `foot${k + 1}`, obj2: `bar${k + 1}` }),
      [`rc${k + 1}`]: Revolute({ obj1: `tip${k + 1}`, obj2: `end${k + 1}` }),
    })
  })
  const model = Model3D(members as Parameters<typeof Model3D>[0])
  expectPublished(simulate(model, { stopTime: 5 }), {
    'rev.phi': -0.0190590868013227,
    'rev.w': 4.39605467926999,
  })
})

/** Gas of an engine: the pressure [bar] over the position of the piston, one polynomial for compression, one for expansion. */
const Gas = Model({
  flange: TranslationalFlange(),
  L: Par(1, 'm'),
  d: Par(0.1, 'm'),
  bar: Par(1e5, 'Pa'),
  x: Var(),
  v: Var({ unit: 'm/s' }),
  p: Var({ unit: 'Pa' }),
  equations: equations`
    x = 1 - flange.s/L
    v = der(flange.s)
    p = bar*(if v < 0 then 177.4132*x^4 - 287.2189*x^3 + 151.8252*x^2 - 24.9973*x + 2.4
             else 145.930*x^4 - 131.707*x^3 + 17.3438*x^2 + 17.9272*x + 2.4)
    flange.f = -p*pi*d^2/4
  `,
})

describe('engines with one cylinder', () => {
  const slider = { obj1: 'head', obj2: 'piston', axis: [0, -1, 0] } as const
  const parts = {
    world: earth,
    head: Object3D({ parent: 'world', translation: [0.15, 0.45, 0] }),
    crank1: Object3D({ feature: bodyCylinder([0.1, 0, 0], 0.05) }),
    crank2: Object3D({
      parent: 'crank1',
      translation: [0.1, 0, 0],
      feature: bodyBoxAlongY(0, 0.1, 0.02, 0.05),
    }),
    crank3: Object3D({
      parent: 'crank2',
      translation: [0, 0.1, 0],
      feature: bodyCylinder([0.1, 0, 0], 0.03),
    }),
    crank4: Object3D({
      parent: 'crank3',
      translation: [0.1, 0, 0],
      feature: bodyBoxAlongY(0, -0.1, 0.02, 0.05),
    }),
    mid: Object3D({ parent: 'crank3', translation: [0.05, 0, 0] }),
    rod: Object3D({ feature: bodyBoxAlongY(0, -0.2, 0.02, 0.06) }),
    low: Object3D({ parent: 'rod', translation: [0, -0.2, 0] }),
    piston: Object3D({ feature: bodyCylinder([0, -0.1, 0], 0.1) }),
    pin: Object3D({ parent: 'piston', translation: [0, -0.1, 0] }),
    bearing: RevoluteWithFlange({ obj1: 'world', obj2: 'crank1', axis: 'x', phi: FREE, w: FREE }),
    b1: Revolute({ obj1: 'mid', obj2: 'low', axis: 'x' }),
    b2: Revolute({ obj1: 'pin', obj2: 'rod', axis: 'x' }),
    inertia: Inertia({ J: 1, phi: { init: 0 }, w: { init: 10 } }),
  }

  test('Engine1a: without gas', () => {
    const model = Model3D({
      ...parts,
      cylinder: Prismatic({ ...slider, s: { start: 0.15 } }),
      connect: [['inertia.flange_b', 'bearing.flange']],
    })
    expectPublished(simulate(model, { stopTime: 5 }), {
      'inertia.phi': 53.4151973496314,
      'inertia.w': 11.6403584869794,
    })
  })

  test('Engine1b: with gas; a sliding joint without a start value keeps the one of the crank', () => {
    const model = Model3D({
      ...parts,
      cylinder: PrismaticWithFlange({ ...slider, s: FREE, v: FREE }),
      gas: Gas({ L: 0.35 }),
      connect: [
        ['inertia.flange_b', 'bearing.flange'],
        ['gas.flange', 'cylinder.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 0.6 })
    expect(result.at('inertia.w', 0)).toBe(10)
    expectPublished(result, { 'inertia.phi': 55.176697810678, 'inertia.w': 146.954233511057 })
  })
})

describe('EngineV6', () => {
  const Cylinder = (crank: string, mount: string, tilt: number, offset: number) =>
    Model({
      inner: Object3D({ parent: crank, rotation: [offset * DEGREE, 0, 0] }),
      crank1: Object3D({ parent: 'inner', feature: bodyCylinder([0.1, 0, 0], 0.05, [-0.01, 0, 0], 0.12) }),
      crank2: Object3D({
        parent: 'crank1',
        translation: [0.1, 0, 0],
        feature: bodyBoxAlongY(0, 0.1, 0.02, 0.05),
      }),
      crank3: Object3D({
        ...{ parent: 'crank2', translation: [0, 0.1, 0] },
        feature: bodyCylinder([0.1, 0, 0], 0.03, [-0.01, 0, 0], 0.12),
      }),
      crank4: Object3D({
        parent: 'crank3',
        translation: [0.1, 0, 0],
        feature: bodyBoxAlongY(0, -0.1, 0.02, 0.05),
      }),
      outer: Object3D({ parent: 'crank4', translation: [0, -0.1, 0], rotation: [-offset * DEGREE, 0, 0] }),
      mid: Object3D({ parent: 'crank2', translation: [0.05, 0.1, 0] }),
      axis: Object3D({ parent: mount, translation: [0.15, 0, 0], rotation: [tilt * DEGREE, 0, 0] }),
      head: Object3D({ parent: 'axis', translation: [0, 0.42, 0] }),
      next: Object3D({ parent: mount, translation: [0.2, 0, 0] }),
      rod: Object3D({ feature: bodyBoxAlongY(-0.02, 0.2, 0.02, 0.06) }),
      high: Object3D({ parent: 'rod', translation: [0, 0.2, 0] }),
      piston: Object3D({ feature: bodyCylinder([0, 0.1, 0], 0.1) }),
      top: Object3D({ parent: 'piston', translation: [0, 0.1, 0] }),
      // the rod points to the piston above, not to one below the crank shaft
      b1: Revolute({ obj1: 'mid', obj2: 'rod', axis: 'x', phi: { start: (tilt - offset) * DEGREE } }),
      b2: Revolute({ obj1: 'piston', obj2: 'high', axis: 'x' }),
      slider: PrismaticWithFlange({ obj1: 'head', obj2: 'top', axis: [0, -1, 0], s: FREE, v: FREE }),
      gas: Gas({ L: 0.22 }),
      connect: [['gas.flange', 'slider.flange']],
    })()
  const Load = Model({
    flange: Flange(),
    w: Var({ unit: 'rad/s' }),
    tau: Par(100, 'N.m'),
    w_nominal: Par(200, 'rad/s'),
    equations: equations`
      w = der(flange.phi)
      flange.tau = tau*(w/w_nominal)^2
    `,
  })
  const V6 = Model3D({
    world: earth,
    shaft: Object3D(),
    bearing: RevoluteWithFlange({ obj1: 'world', obj2: 'shaft', axis: 'x', phi: FREE, w: FREE }),
    c1: Cylinder('shaft', 'world', -30, -30),
    c2: Cylinder('c1.outer', 'c1.next', 30, 90),
    c3: Cylinder('c2.outer', 'c2.next', -30, 210),
    c4: Cylinder('c3.outer', 'c3.next', 30, 210),
    c5: Cylinder('c4.outer', 'c4.next', -30, 90),
    c6: Cylinder('c5.outer', 'c5.next', 30, -30),
    inertia: Inertia({ J: 1, phi: { init: 0 }, w: { init: 10 } }),
    load: Load(),
    connect: [
      ['bearing.flange', 'inertia.flange_a'],
      ['inertia.flange_b', 'load.flange'],
    ],
  })

  // at every dead centre two pistons turn back at one instant: with 1e-7, the projection took one over its limit unseen
  test.each([1e-6, 1e-7])('its first turn at tolerance %f', (tolerance) => {
    expectPublished(simulate(V6, { stopTime: 0.1111, tolerance }), {
      'inertia.phi': 6.1521441587111,
      'inertia.w': 100.320671451864,
    })
  })
})
