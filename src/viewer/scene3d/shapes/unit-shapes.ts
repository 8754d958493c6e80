/** Shapes that are the same but for their lengths share one geometry. */
import type { ScenePart } from '../../../animation/index.ts'

type Shape = ScenePart['shape']

/** A shape as another one that is stretched along its axes. */
export interface StretchedShape {
  readonly shape: Shape
  /** Factors of x, y and z. */
  readonly scale: readonly [number, number, number]
}

/** Boxes and ellipsoids as unit ones, stretched; all other shapes as they are. Flat ones have no normals to stretch. */
export function toStretchedShape(shape: Shape): StretchedShape {
  switch (shape.shape) {
    case 'Sphere':
      return stretch({ shape: 'Sphere', diameter: 1 }, shape.diameter, shape.diameter, shape.diameter, shape)
    case 'Ellipsoid':
      return stretch({ shape: 'Sphere', diameter: 1 }, shape.lengthX, shape.lengthY, shape.lengthZ, shape)
    case 'Box':
      return stretch(
        { shape: 'Box', lengthX: 1, lengthY: 1, lengthZ: 1 },
        shape.lengthX,
        shape.lengthY,
        shape.lengthZ,
        shape,
      )
    default:
      return { shape, scale: [1, 1, 1] }
  }
}

function stretch(unit: Shape, x: number, y: number, z: number, shape: Shape): StretchedShape {
  return x > 0 && y > 0 && z > 0 ? { shape: unit, scale: [x, y, z] } : { shape, scale: [1, 1, 1] }
}
