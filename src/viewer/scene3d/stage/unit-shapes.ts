/** Shapes that differ only by their lengths share one geometry. */
import type { ScenePart } from '../../../animation/index.ts'

type Shape = ScenePart['shape']
type Factors = readonly [number, number, number]

/** A shape as a scaled copy of another one. */
export interface StretchedShape {
  readonly shape: Shape
  /** Factors of x, y and z. */
  readonly scale: Factors
}

/**
 * Boxes, ellipsoids, cylinders and cones become scaled unit shapes; all other shapes stay, and so do flat ones:
 * they have no normals to scale.
 */
export function toStretchedShape(shape: Shape): StretchedShape {
  const unit = findUnit(shape)
  if (unit?.scale.every((factor) => factor > 0)) return unit
  return { shape, scale: [1, 1, 1] }
}

function findUnit(shape: Shape): StretchedShape | undefined {
  switch (shape.shape) {
    case 'Sphere':
      return { shape: SPHERE, scale: [shape.diameter, shape.diameter, shape.diameter] }
    case 'Ellipsoid':
      return { shape: SPHERE, scale: [shape.lengthX, shape.lengthY, shape.lengthZ] }
    case 'Box':
      return { shape: BOX, scale: [shape.lengthX, shape.lengthY, shape.lengthZ] }
    case 'Cylinder': {
      const unit = { ...shape, diameter: 1, length: 1, innerDiameter: shape.innerDiameter / shape.diameter }
      return { shape: unit, scale: alongAxis(shape.axis, shape.length, shape.diameter) }
    }
    case 'Cone': {
      const unit = { ...shape, diameter: 1, length: 1, topDiameter: shape.topDiameter / shape.diameter }
      return { shape: unit, scale: alongAxis(shape.axis, shape.length, shape.diameter) }
    }
    default:
      return undefined
  }
}

const SPHERE: Shape = { shape: 'Sphere', diameter: 1 }
const BOX: Shape = { shape: 'Box', lengthX: 1, lengthY: 1, lengthZ: 1 }

/** Factors along an axis, 'z' or '-z', and across it. */
function alongAxis(axis: string, along: number, across: number): Factors {
  const of = (name: string): number => (axis.endsWith(name) ? along : across)
  return [of('x'), of('y'), of('z')]
}
