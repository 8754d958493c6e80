/** Shapes, directions and an independent test for points inside a shape, for property tests. */
import { Beam, Box, Capsule, Cone, Cylinder, Ellipsoid, type SolidShape, Sphere } from 'vario/collision'
import type { Axis } from '../../../src/collision/index.ts'

/** Random numbers in [0, 1), the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const AXES: readonly Axis[] = ['x', 'y', 'z']

/** All shapes described by formulas, along all axes, slender and flat. */
export const PRIMITIVES: readonly SolidShape[] = [
  Sphere({ diameter: 0.6 }),
  Ellipsoid({ lengthX: 0.4, lengthY: 1.1, lengthZ: 0.7 }),
  Ellipsoid({ lengthX: 5, lengthY: 0.1, lengthZ: 1 }),
  Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 }),
  Box({ lengthX: 10, lengthY: 0.01, lengthZ: 3 }),
  ...AXES.flatMap((axis) => [
    Cylinder({ axis, diameter: 0.5, length: 1.3 }),
    Cylinder({ axis, diameter: 3, length: 0.2, innerDiameter: 1 }),
    Cone({ axis, diameter: 0.8, length: 1.5 }),
    Cone({ axis, diameter: 2, length: 0.3 }),
    Cone({ axis, diameter: 1, length: 0.7, topDiameter: 0.4 }),
    Capsule({ axis, diameter: 0.3, length: 0.9 }),
    Beam({ axis, length: 1.2, width: 0.4, thickness: 0.15 }),
    Beam({ axis, length: 0.2, width: 0.7, thickness: 0.5 }),
  ]),
]

/** Name of a shape in test titles, such as `Cone x`. */
export function nameOf(shape: SolidShape): string {
  if (shape.shape === 'Mesh') return `Mesh of ${shape.vertices.length / 3}`
  const { shape: name, ...parameters } = shape
  return `${name} ${Object.values(parameters).join(' ')}`
}

/** `n` random unit vectors and the directions of all faces, edges and corners of a cube. */
export function createDirections(n: number, seed: number): number[][] {
  const random = createRandom(seed)
  const directions: number[][] = []
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      for (let z = -1; z <= 1; z++) if (x !== 0 || y !== 0 || z !== 0) directions.push([x, y, z])
    }
  }
  while (directions.length < n + 26) {
    const d = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
    const norm = Math.hypot(...d)
    if (norm > 0.01 && norm < 1) directions.push(d)
  }
  return directions.map((d) => d.map((x) => x / Math.hypot(...d)))
}

/**
 * Excess of the point over the shape without hole [m], as the largest violated inequality; <= 0 inside. Written from
 * the definitions of the shapes, not from their support functions.
 */
export function computeExcess(shape: SolidShape, point: ArrayLike<number>): number {
  const [px, py, pz] = [point[0], point[1], point[2]]
  switch (shape.shape) {
    case 'Sphere':
      return Math.hypot(px, py, pz) - shape.diameter / 2
    case 'Ellipsoid': {
      const [a, b, c] = [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]
      return (Math.hypot(px / a, py / b, pz / c) - 1) * Math.min(a, b, c)
    }
    case 'Box':
      return Math.max(
        Math.abs(px) - shape.lengthX / 2,
        Math.abs(py) - shape.lengthY / 2,
        Math.abs(pz) - shape.lengthZ / 2,
      )
    case 'Mesh':
      throw new Error('not for meshes')
  }
  // along the axis, and the two following axes
  const rotated = shape.axis === 'x' ? [px, py, pz] : shape.axis === 'y' ? [py, pz, px] : [pz, px, py]
  const [along, u, v] = rotated
  switch (shape.shape) {
    case 'Cylinder':
      return Math.max(Math.abs(along) - shape.length / 2, Math.hypot(u, v) - shape.diameter / 2)
    case 'Capsule':
      return Math.hypot(Math.max(0, Math.abs(along) - shape.length / 2), u, v) - shape.diameter / 2
    case 'Beam': {
      const end = Math.hypot(Math.max(0, Math.abs(along) - shape.length / 2), u) - shape.width / 2
      return Math.max(end, Math.abs(v) - shape.thickness / 2)
    }
    case 'Cone': {
      const slope = (shape.diameter - shape.topDiameter) / 2 / shape.length
      const mantle = (Math.hypot(u, v) - shape.diameter / 2 + slope * along) / Math.hypot(1, slope)
      return Math.max(-along, along - shape.length, mantle)
    }
  }
}

/** Unit normals of the faces of shapes with smoothing: flat faces, and some directions of the curved ones. */
export function createFaceNormals(shape: SolidShape): number[][] {
  if (shape.shape === 'Box')
    return createDirections(0, 1).filter((d) => d.filter((x) => x !== 0).length === 1)
  if (shape.shape !== 'Cylinder' && shape.shape !== 'Cone' && shape.shape !== 'Beam') return []
  const local: number[][] = [] // along, u, v
  for (let i = 0; i < 16; i++) {
    const [c, s] = [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)]
    if (shape.shape === 'Cylinder') local.push([0, c, s])
    else if (shape.shape === 'Beam') local.push([c, s, 0])
    else {
      const slope = (shape.diameter - shape.topDiameter) / 2 / shape.length
      const norm = Math.hypot(1, slope)
      local.push([slope / norm, c / norm, s / norm])
    }
  }
  if (shape.shape === 'Beam') local.push([0, 0, 1], [0, 0, -1])
  else local.push([-1, 0, 0])
  if (shape.shape === 'Cylinder' || (shape.shape === 'Cone' && shape.topDiameter > 0)) local.push([1, 0, 0])
  return local.map(([a, u, v]) =>
    shape.axis === 'x' ? [a, u, v] : shape.axis === 'y' ? [v, a, u] : [u, v, a],
  )
}
