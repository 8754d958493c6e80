/** A moving scene with every shape, for the tests of all formats. */

import { Beam, Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, Sphere } from 'vario/collision'
import { CoordinateSystem, GearWheel, Grid, Spring, TextShape, visualMaterials } from 'vario/multibody'
import type { AnimationPart, AnimationScene } from '../../../src/animation/index.ts'
import { findVisualMaterial, type VisualMaterial } from '../../../src/materials/index.ts'

/** Samples, two of them at the same time, as at an event [s]. */
export const TIMES = Float64Array.of(2, 2.5, 3, 3, 3.5, 4)

export function look(material: string | Partial<VisualMaterial> = {}): VisualMaterial {
  return findVisualMaterial('test', visualMaterials, material)
}

/**
 * A part that moves along x at 0.1 m/s from (0, 0, z), and rotates about y at 4 rad/s; signs of quaternions alternate.
 */
export function movingPart(
  path: string,
  shape: AnimationPart['shape'],
  material: VisualMaterial,
  z: number,
  times: Float64Array = TIMES,
): AnimationPart {
  const positions = new Float64Array(3 * times.length)
  const quaternions = new Float64Array(4 * times.length)
  times.forEach((t, i) => {
    const sign = i % 2 === 0 ? 1 : -1
    positions.set([0.1 * (t - times[0]), 0, z], 3 * i)
    quaternions.set([0, sign * Math.sin(2 * t), 0, sign * Math.cos(2 * t)], 4 * i)
  })
  return { path, shape, material, positions, quaternions }
}

/** A part at rest. */
export function fixedPart(
  path: string,
  shape: AnimationPart['shape'],
  material: VisualMaterial,
  position: readonly [number, number, number],
  times: Float64Array = TIMES,
): AnimationPart {
  const positions = Float64Array.from({ length: 3 * times.length }, (_, i) => position[i % 3])
  const quaternions = Float64Array.from({ length: 4 * times.length }, (_, i) => (i % 4 === 3 ? 1 : 0))
  return { path, shape, material, positions, quaternions }
}

export const TETRAHEDRON = Mesh({
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
})

/** All shapes in a row, all materials, one part that is deleted at the event, one that never exists. */
export function createSampleScene(): AnimationScene {
  const parts: AnimationPart[] = [
    movingPart('a.sphere', Sphere({ diameter: 0.8 }), look('Red'), 0),
    movingPart('a.twin', Sphere({ diameter: 0.8 }), look('Red'), 1),
    movingPart('a.other', Sphere({ diameter: 0.8 }), look({ color: 'gold' }), 2),
    movingPart(
      'ellipsoid',
      Ellipsoid({ lengthX: 0.9, lengthY: 0.5, lengthZ: 0.6 }),
      look('GreenTransparent'),
      3,
    ),
    movingPart('box', Box({ lengthX: 0.5, lengthY: 0.6, lengthZ: 0.7 }), look({ color: '#336699' }), 4),
    movingPart('plate', Box({ lengthX: 0.5, lengthY: 0, lengthZ: 0.7 }), look(), 5),
    movingPart('rod', Box({ lengthX: 0.5, lengthY: 0, lengthZ: 0 }), look(), 6),
    movingPart('point', Box({ lengthX: 0, lengthY: 0, lengthZ: 0 }), look(), 7),
    movingPart('cylinder', Cylinder({ axis: 'x', diameter: 0.5, length: 0.9 }), look({ wireframe: true }), 8),
    movingPart('pipe', Cylinder({ axis: 'y', diameter: 0.5, length: 0.9, innerDiameter: 0.3 }), look(), 9),
    movingPart('cone', Cone({ diameter: 0.6, length: 0.8 }), look({ reflectsLight: false }), 10),
    movingPart('frustum', Cone({ axis: 'y', diameter: 0.6, topDiameter: 0.2, length: 0.8 }), look(), 11),
    movingPart(
      'capsule',
      Capsule({ axis: 'x', diameter: 0.4, length: 0.5 }),
      look({ color: [9, 200, 90] }),
      12,
    ),
    movingPart('beam', Beam({ axis: 'y', length: 0.7, width: 0.3, thickness: 0.1 }), look(), 13),
    movingPart('mesh', TETRAHEDRON, look({ color: 'orange' }), 14),
    movingPart('spring', Spring({ axis: 'y', diameter: 0.5, length: 0.8 }), look({ color: 'silver' }), 15),
    movingPart(
      'gear',
      GearWheel({ length: 0.3, innerDiameter: 0.3, angle: 0.3 }),
      look({ color: 'brown' }),
      16,
    ),
    fixedPart('frame', CoordinateSystem({ length: 0.8 }), look(), [0, 0, -1]),
    fixedPart(
      'floor',
      Grid({ axis: 'y', length: 20, width: 4, distance: 1 }),
      look({ color: 'gray' }),
      [0, -1, 8],
    ),
    fixedPart('label', TextShape({ text: 'a < b & "c"', font: { charSize: 0.4 } }), look(), [0, 1, 8]),
    movingPart('deleted', Sphere({ diameter: 0.4 }), look(), 18),
    movingPart('never', Sphere({ diameter: 0.4 }), look(), 19),
  ]
  parts.find(({ path }) => path === 'deleted')?.positions.fill(Number.NaN, 9)
  parts.find(({ path }) => path === 'never')?.positions.fill(Number.NaN)
  return { name: 'all shapes', times: TIMES, parts, up: [0, 1, 0] }
}
