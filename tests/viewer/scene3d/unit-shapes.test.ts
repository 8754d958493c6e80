import { expect, test } from 'vitest'
import { createPrimitives, type ScenePart } from '../../../src/animation/index.ts'
import { Beam, Box, Cone, Cylinder, Ellipsoid, Sphere } from '../../../src/collision/index.ts'
import { toStretchedShape } from '../../../src/viewer/scene3d/stage/geometry-store.ts'

const SHAPES: ScenePart['shape'][] = [
  Box({ lengthX: 1, lengthY: 2, lengthZ: 3 }),
  Box({ lengthX: 1, lengthY: 2, lengthZ: 0 }),
  Sphere({ diameter: 3 }),
  Ellipsoid({ lengthX: 1, lengthY: 2, lengthZ: 3 }),
  Cylinder({ diameter: 2, length: 5, axis: 'x' }),
  Cylinder({ diameter: 2, length: 5, innerDiameter: 1, axis: 'y' }),
  Cone({ diameter: 2, length: 5, axis: 'z' }),
  Cone({ diameter: 2, topDiameter: 3, length: 5, axis: '-x' }),
  Cone({ diameter: 0, topDiameter: 3, length: 5, axis: '-y' }),
  Beam({ length: 3, width: 1, thickness: 2 }),
]

test.each(SHAPES)('a scaled $shape has the surface of the shape itself', (shape) => {
  const stretched = toStretchedShape(shape)
  const expected = createPrimitives(shape, false, 16)
  const found = createPrimitives(stretched.shape, false, 16)
  expect(found).toHaveLength(expected.length)
  expected.forEach(({ positions, indices }, i) => {
    expect(found[i].indices).toHaveLength(indices.length)
    // corners of all triangles; products and quotients of numbers of about 1: some roundings
    indices.forEach((vertex, corner) => {
      for (let c = 0; c < 3; c++) {
        const x = found[i].positions[3 * found[i].indices[corner] + c]
        expect(x * stretched.scale[c]).toBeCloseTo(positions[3 * vertex + c], 13)
      }
    })
  })
})

test('shapes that differ only in lengths share one geometry', () => {
  const unit = (shape: ScenePart['shape']): unknown => toStretchedShape(shape).shape
  expect(unit(Sphere({ diameter: 3 }))).toEqual(unit(Ellipsoid({ lengthX: 1, lengthY: 2, lengthZ: 3 })))
  expect(unit(Cylinder({ diameter: 2, length: 5 }))).toEqual(unit(Cylinder({ diameter: 1, length: 7 })))
  expect(unit(Cone({ diameter: 2, topDiameter: 1, length: 5 }))).toEqual(
    unit(Cone({ diameter: 4, topDiameter: 2, length: 1 })),
  )
})
