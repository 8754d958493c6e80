/**
 * Mechanisms with loops of the Modelica Standard Library, rebuilt and compared with the results published by the
 * Modelica Association (MAP-LIB_ReferenceResults), which were computed with a tolerance of 1e-6.
 */
import { equations, simulate } from 'vario'
import { Damper, Fixed, Position } from 'vario/library/rotational'
import {
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Spherical,
  Universal,
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

const earth = world(STANDARD_GRAVITY)
const DEGREE = Math.PI / 180
/** A joint whose start follows from equations or loops. */
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

describe('the four-bar of Fourbar1 with a massless rod instead of its third bar', () => {
  const parts = {
    world: earth,
    b0: Object3D({ parent: 'world', translation: [1.2, 0, 0] }),
    b1: Object3D({ feature: bodyCylinder([0, 0.5, 0.1], 0.05) }),
    top: Object3D({ parent: 'b1', translation: [0, 0.5, 0.1] }),
    b2: Object3D({ feature: bodyCylinder([0, 0.2, 0], 0.05) }),
    post: Object3D({ parent: 'b2', translation: [0, 0.2, 0] }),
    j1: Revolute({ obj1: 'world', obj2: 'b1', axis: 'x', phi: 0, w: 300 * DEGREE }),
  }
  const published = { 'j1.phi': 40.241257616103, 'j1.w': 11.6339894362121 }

  test('Fourbar2: the length of the rod follows from the start', () => {
    const model = Model3D({
      ...parts,
      j2: Prismatic({ obj1: 'b0', obj2: 'b2', axis: 'x', s: -0.2 }),
      rod: Rod({ obj1: 'post', obj2: 'top' }),
    })
    expectPublished(simulate(model, { stopTime: 5 }), published)
  })

  test('Fourbar_analytic: a given length of the rod moves the sliding joint', () => {
    const model = Model3D({
      ...parts,
      j2: Prismatic({ obj1: 'b0', obj2: 'b2', axis: 'x', s: { start: -0.1 } }),
      rod: Rod({ obj1: 'post', obj2: 'top', length: Math.hypot(1, 0.3, 0.1) }),
    })
    const result = simulate(model, { stopTime: 5 })
    expect(result.at('j2.s', 0)).toBeCloseTo(-0.2, 9)
    expectPublished(result, published)
  })

  test('a massless bar between a universal and a spherical joint has the same motion', () => {
    const model = Model3D({
      ...parts,
      b3: Object3D(),
      tip: Object3D({ parent: 'b3', translation: [-1, 0.3, 0.1] }),
      j2: Prismatic({ obj1: 'b0', obj2: 'b2', axis: 'x', s: { start: -0.2 } }),
      universal: Universal({ obj1: 'post', obj2: 'b3', axis1: 'y', axis2: 'z' }),
      spherical: Spherical({ obj1: 'tip', obj2: 'top' }),
    })
    expectPublished(simulate(model, { stopTime: 5 }), published)
  })
})

test('PlanarLoops: a drive behind a filter moves massless rods', () => {
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
