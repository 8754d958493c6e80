/**
 * Engines of the Modelica Standard Library, rebuilt and compared with the results published by the Modelica Association
 * (MAP-LIB_ReferenceResults), which were computed with a tolerance of 1e-6.
 */
import { equations, Model, Par, simulate, Var } from 'vario'
import { Flange, Inertia } from 'vario/library/rotational'
import { Flange as RodFlange } from 'vario/library/translational'
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
  bodyBoxAlongY,
  bodyCylinder,
  expectPublished,
  rigid,
  STANDARD_GRAVITY,
  world,
} from './support/modelica-parts.ts'

const earth = world(STANDARD_GRAVITY)
const DEGREE = Math.PI / 180
/** A joint whose start follows from equations or loops. */
const FREE = { init: Number.NaN }

/** Gas of an engine: the pressure [bar] over the position of the piston, one polynomial for compression, one for expansion. */
const Gas = Model({
  flange: RodFlange(),
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

  test('Engine1b: with gas, a sliding joint without a start value follows that of the crank', () => {
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

/** Six cylinders in a row: inclination and offset of each crank [deg], with the members that `create` makes of them. */
const sixCylinders = (create: (crank: string, mount: string, tilt: number, offset: number) => object) => ({
  c1: create('shaft', 'world', -30, -30),
  c2: create('c1.outer', 'c1.next', 30, 90),
  c3: create('c2.outer', 'c2.next', -30, 210),
  c4: create('c3.outer', 'c3.next', 30, 210),
  c5: create('c4.outer', 'c4.next', -30, 90),
  c6: create('c5.outer', 'c5.next', 30, -30),
})
const shaftParts = {
  bearing: RevoluteWithFlange({ obj1: 'world', obj2: 'shaft', axis: 'x', phi: FREE, w: FREE }),
  inertia: Inertia({ J: 1, phi: { init: 0 }, w: { init: 10 } }),
  load: Load(),
  connect: [
    ['bearing.flange', 'inertia.flange_a'],
    ['inertia.flange_b', 'load.flange'],
  ],
}

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
      // the rod points to the piston above, not below the crank shaft
      b1: Revolute({ obj1: 'mid', obj2: 'rod', axis: 'x', phi: { start: (tilt - offset) * DEGREE } }),
      b2: Revolute({ obj1: 'piston', obj2: 'high', axis: 'x' }),
      slider: PrismaticWithFlange({ obj1: 'head', obj2: 'top', axis: [0, -1, 0], s: FREE, v: FREE }),
      gas: Gas({ L: 0.22 }),
      connect: [['gas.flange', 'slider.flange']],
    })()
  const V6 = Model3D({ world: earth, shaft: Object3D(), ...sixCylinders(Cylinder), ...shaftParts })

  // at every dead center two pistons reverse at one instant: with 1e-7, the projection moved one beyond its limit
  // undetected
  test.each([1e-6, 1e-7])('agrees in its first revolution at tolerance %f', (tolerance) => {
    expectPublished(simulate(V6, { stopTime: 0.1111, tolerance }), {
      'inertia.phi': 6.1521441587111,
      'inertia.w': 100.320671451864,
    })
  })

  // Forces of seven prescribed joints that contradict each other are 1e15 N: with their rounding errors in the
  // accelerations, the steps at 1e-8 were as short as those errors require, 3014.
  test('takes steps at a tight tolerance as long as accuracy allows', () => {
    const { steps } = simulate(V6, { stopTime: 0.3, tolerance: 1e-8 }).attributes.statistics as {
      steps: number
    }
    expect(steps).toBeLessThan(1500)
  })
})

test('EngineV6_analytic: one body for all cranks moves alike with other values', () => {
  const [ROD, PISTON, TOP, CRANK, PIN] = [0.175, 0.1, 0.42, 0.14, 0.05]
  const Cylinder = (crank: string, mount: string, tilt: number, offset: number) =>
    Model({
      inner: Object3D({ parent: crank, rotation: [offset * DEGREE, 0, 0] }),
      mid: Object3D({ parent: 'inner', translation: [CRANK - 0.05, PIN, 0] }),
      outer: Object3D({ parent: crank, translation: [CRANK, 0, 0] }),
      axis: Object3D({ parent: mount, translation: [CRANK - 0.05, 0, 0], rotation: [tilt * DEGREE, 0, 0] }),
      head: Object3D({ parent: 'axis', translation: [0, TOP, 0] }),
      next: Object3D({ parent: mount, translation: [CRANK, 0, 0] }),
      rod: Object3D({ feature: rigid(1, [0, ROD / 2, 0], [0.006, 0.0005, 0.006]) }),
      high: Object3D({ parent: 'rod', translation: [0, ROD, 0] }),
      piston: Object3D({ feature: rigid(6, [0, PISTON / 2, 0], [0.0088, 0.0076, 0.0088]) }),
      top: Object3D({ parent: 'piston', translation: [0, PISTON, 0] }),
      b1: Revolute({ obj1: 'mid', obj2: 'rod', axis: 'x', phi: { start: (tilt - offset) * DEGREE } }),
      b2: Revolute({ obj1: 'piston', obj2: 'high', axis: 'x' }),
      slider: PrismaticWithFlange({ obj1: 'head', obj2: 'top', axis: [0, -1, 0], s: FREE, v: FREE }),
      gas: Gas({ L: TOP - (PISTON + ROD - PIN) }),
      connect: [['gas.flange', 'slider.flange']],
    })()
  // it rotates only about x; 1e-5 across, as published, is physically impossible with 0.1 along
  const shaft = Object3D({ feature: rigid(180, [0.3, 0, 0], [0.1, 0.1, 0.1]) })
  const result = simulate(Model3D({ world: earth, shaft, ...sixCylinders(Cylinder), ...shaftParts }), {
    stopTime: 0.2222,
    interval: 0.02222,
  })
  expectPublished(result, { 'inertia.phi': 8.60118878421726, 'inertia.w': 67.0725104891344 })
})
