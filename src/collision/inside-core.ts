import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, SEGMENT } from './convex.ts'

/**
 * True if the point x[o…] in the frame of the shape lies in its core, grown by `tolerance` [m], for the kinds whose
 * contact features have ends: segment, box, cylinder, cone, beam. Points of the others are in them by construction.
 */
export function isInsideCore(shape: ConvexShape, x: Float64Array, o: number, tolerance: number): boolean {
  const size = shape.size
  const i3 = shape.axis
  const i1 = i3 === 2 ? 0 : i3 + 1
  const along = x[o + i3]
  const across1 = x[o + i1]
  const across2 = x[o + 3 - i1 - i3]
  switch (shape.kind) {
    case SEGMENT:
      return (
        Math.abs(along) <= size[0] + tolerance &&
        Math.abs(across1) <= tolerance &&
        Math.abs(across2) <= tolerance
      )
    case BOX:
      return (
        Math.abs(x[o]) <= size[0] + tolerance &&
        Math.abs(x[o + 1]) <= size[1] + tolerance &&
        Math.abs(x[o + 2]) <= size[2] + tolerance
      )
    case CYLINDER: {
      const r = size[0] + tolerance
      return Math.abs(along) <= size[1] + tolerance && across1 * across1 + across2 * across2 <= r * r
    }
    case CONE: {
      const part = (along - size[2]) / (size[3] - size[2])
      const r = size[0] + (size[1] - size[0]) * part + tolerance
      const isBetween = along >= size[2] - tolerance && along <= size[3] + tolerance
      return isBetween && across1 * across1 + across2 * across2 <= r * r
    }
    case BEAM: {
      const beyond = Math.max(0, Math.abs(along) - size[0])
      const r = size[1] + tolerance
      return Math.abs(across2) <= size[2] + tolerance && beyond * beyond + across1 * across1 <= r * r
    }
  }
  return true
}
