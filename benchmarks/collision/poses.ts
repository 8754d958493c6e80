/**
 * 6000 seeded poses of six pairs of shapes with their true signed distances: half separated, half penetrating by up to 5 % of the size. The truth is
 * closed forms, certified primal-dual pairs, complete enumerations of separating axes, and multi-start maximization for smooth penetrating pairs; see docs/collision.md.
 */
import { readFileSync } from 'node:fs'
import {
  Box,
  Capsule,
  Cylinder,
  convexHull,
  createConvexShape,
  Ellipsoid,
  Mesh,
  type SolidShape,
  Sphere,
} from 'vario/collision'
import { quatToRotation } from 'vario/math'
import type { PlacedShapes } from '../../src/collision/index.ts'

interface ShapeData {
  readonly kind: string
  /** Half lengths of a box, half axes of an ellipsoid, radius and half length of the others [m]. */
  readonly a: number
  readonly b: number
  readonly c: number
  readonly vertices: readonly (readonly number[])[]
}

export interface PosePair {
  readonly name: string
  readonly A: SolidShape
  readonly B: SolidShape
  readonly n: number
  /** Shape A is at the origin; orientation R_AB (n × 9) and position of shape B in A [m] (n × 3). */
  readonly R: Float64Array
  readonly p: Float64Array
  /** True signed distances [m] (n). */
  readonly distances: Float64Array
}

export function readPosePairs(): PosePair[] {
  const url = (file: string): URL => new URL(file, import.meta.url)
  const { pairs } = JSON.parse(readFileSync(url('pose-pairs.json'), 'utf8')) as {
    pairs: { name: string; A: ShapeData; B: ShapeData }[]
  }
  const rows = readFileSync(url('poses.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  return pairs.map(({ name, A, B }) => {
    const own = rows.filter((row) => row[0] === name).map((row) => row.slice(1).map(Number))
    const R = new Float64Array(9 * own.length)
    own.forEach((row, i) => {
      quatToRotation(R, 9 * i, Float64Array.from(row.slice(3, 7)), 0)
    })
    return {
      name,
      A: createShape(A),
      B: createShape(B),
      n: own.length,
      R,
      p: Float64Array.from(own.flatMap((row) => row.slice(0, 3))),
      distances: Float64Array.from(own.map((row) => row[7])),
    }
  })
}

/** All poses of a pair as shapes of the world: A is shape 0, and B at pose i is shape 1 + i. */
export function placeShapes({ A, B, n, R, p }: PosePair): PlacedShapes {
  const b = createConvexShape(B)
  return {
    convex: [createConvexShape(A), ...Array.from({ length: n }, () => b)],
    R_WS: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...R),
    p_WS: Float64Array.of(0, 0, 0, ...p),
  }
}

function createShape({ kind, a, b, c, vertices }: ShapeData): SolidShape {
  switch (kind) {
    case 'sphere':
      return Sphere({ diameter: 2 * a })
    case 'box':
      return Box({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 2 * c })
    case 'ellipsoid':
      return Ellipsoid({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 2 * c })
    case 'capsule':
      return Capsule({ axis: 'z', diameter: 2 * a, length: 2 * b })
    case 'cylinder':
      return Cylinder({ axis: 'z', diameter: 2 * a, length: 2 * b })
    case 'hull': {
      const hull = convexHull(vertices.map(([x, y, z]) => [x, y, z] as const))
      return Mesh({ vertices: hull.vertices, triangles: hull.triangles })
    }
  }
  throw new Error(`pose-pairs.json: unknown kind '${kind}'`)
}
