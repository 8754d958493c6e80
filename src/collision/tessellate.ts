/**
 * Triangulated surfaces of all shapes: closed, counterclockwise seen from outside, with all vertices on the surface of
 * the shape.
 */
import { assertInteger } from '../base/index.ts'
import type { Axis, BoxShape, MeshShape, SignedAxis, SolidShape } from './shape.ts'
import { axisIndex, axisSign } from './signed-axis.ts'

/** A point of a contour in a plane [m]. */
type Point2 = readonly [number, number]

/**
 * The surface of `shape` as triangles. `segments` is the number of corners of a circle; spheres have half that number
 * from pole to pole. The surface of a mesh is the mesh.
 */
export function tessellate(shape: SolidShape, segments = 32): MeshShape {
  assertInteger('segments', segments, 3)
  const nArc = Math.max(1, Math.ceil(segments / 4))
  switch (shape.shape) {
    case 'Mesh':
      return shape
    case 'Box':
      return tessellateBox(shape)
    case 'Sphere': {
      const r = shape.diameter / 2
      return revolve(
        [...arc(0, 0, r, -90, 0, nArc), ...arc(0, 0, r, 0, 90, nArc).slice(1)],
        segments,
        'z',
        false,
      )
    }
    case 'Ellipsoid': {
      const unit = tessellate({ shape: 'Sphere', diameter: 1 }, segments)
      const lengths = [shape.lengthX, shape.lengthY, shape.lengthZ]
      return { ...unit, vertices: unit.vertices.map((x, i) => x * lengths[i % 3]) }
    }
    case 'Cylinder': {
      const r = shape.diameter / 2
      const inner = shape.innerDiameter / 2
      const h = shape.length / 2
      const profile: Point2[] = [
        [inner, -h],
        [r, -h],
        [r, h],
        [inner, h],
      ]
      return revolve(profile, segments, shape.axis, inner > 0)
    }
    case 'Cone': {
      const base: Point2[] = shape.diameter > 0 ? [[shape.diameter / 2, 0]] : []
      const top: Point2[] = shape.topDiameter > 0 ? [[shape.topDiameter / 2, shape.length]] : []
      const profile: Point2[] = [[0, 0], ...base, ...top, [0, shape.length]]
      return revolve(profile, segments, shape.axis, false)
    }
    case 'Capsule': {
      const r = shape.diameter / 2
      const h = shape.length / 2
      return revolve(
        [...arc(0, -h, r, -90, 0, nArc), ...arc(0, h, r, 0, 90, nArc)],
        segments,
        shape.axis,
        false,
      )
    }
    case 'Beam': {
      const r = shape.width / 2
      const h = shape.length / 2
      const outline = [...arc(h, 0, r, -90, 90, 2 * nArc), ...arc(-h, 0, r, 90, 270, 2 * nArc)]
      return extrude(outline, shape.thickness / 2, shape.axis)
    }
  }
}

/** Points on an arc around (x, y) from one angle to the other [degree], n + 1 of them; multiples of 90° are exact. */
function arc(x: number, y: number, r: number, from: number, to: number, n: number): Point2[] {
  return Array.from({ length: n + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / n
    return [x + r * cosDeg(angle), y + r * cosDeg(angle - 90)]
  })
}

function cosDeg(angle: number): number {
  const reduced = Math.abs(angle % 360)
  if (reduced === 90 || reduced === 270) return 0
  return Math.cos((reduced * Math.PI) / 180)
}

/**
 * Surface of revolution of a profile of (radius, height), traversed with the outside on its right; points with radius 0
 * are poles. A closed profile ends at its first point.
 */
function revolve(
  profile: readonly Point2[],
  segments: number,
  axis: SignedAxis,
  isClosed: boolean,
): MeshShape {
  const vertices: number[] = []
  const firstOfRing = profile.map(([radius, z]) => {
    const first = vertices.length / 3
    const n = radius > 0 ? segments : 1
    for (let j = 0; j < n; j++) {
      const angle = (360 * j) / segments
      vertices.push(radius * cosDeg(angle), radius * cosDeg(angle - 90), z)
    }
    return first
  })
  const corner = (i: number, j: number) => firstOfRing[i] + (profile[i][0] > 0 ? j % segments : 0)
  const triangles: number[] = []
  const nStrip = isClosed ? profile.length : profile.length - 1
  for (let i = 0; i < nStrip; i++) {
    const next = (i + 1) % profile.length
    for (let j = 0; j < segments; j++) {
      if (profile[i][0] > 0) triangles.push(corner(i, j), corner(i, j + 1), corner(next, j))
      if (profile[next][0] > 0) triangles.push(corner(i, j + 1), corner(next, j + 1), corner(next, j))
    }
  }
  return createMesh(vertices, triangles, axis)
}

/** Prism over a convex outline of (z, x), counterclockwise around y, from y = -h to y = h. */
function extrude(outline: readonly Point2[], h: number, axis: Axis): MeshShape {
  const n = outline.length
  const vertices = [-h, h].flatMap((y) => outline.flatMap(([z, x]) => [x, y, z]))
  const triangles: number[] = []
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n
    triangles.push(i, next, n + i, next, n + next, n + i)
    if (i >= 2) triangles.push(0, i, i - 1, n, n + i - 1, n + i)
  }
  return createMesh(vertices, triangles, axis)
}

function tessellateBox(shape: BoxShape): MeshShape {
  const lengths = [shape.lengthX, shape.lengthY, shape.lengthZ]
  const vertices: number[] = []
  for (let i = 0; i < 8; i++) {
    for (let k = 0; k < 3; k++) vertices.push(((i >> k) & 1 ? 0.5 : -0.5) * lengths[k])
  }
  // face of axis k: from corner i along the axes k + 1 and k + 2; seen from outside that is clockwise on the negative
  // side
  const triangles: number[] = []
  for (let k = 0; k < 3; k++) {
    const u = 1 << ((k + 1) % 3)
    const v = 1 << ((k + 2) % 3)
    const i = 1 << k
    triangles.push(0, v, u, u, v, u + v, i, i + u, i + v, i + u, i + u + v, i + v)
  }
  return createMesh(vertices, triangles, 'z')
}

/**
 * A mesh from vertices in the frame C, whose z axis is `axis` of the frame of the shape and whose axes follow
 * cyclically; for a negative axis, it is rotated by 180° about its x axis.
 */
function createMesh(vertices: readonly number[], triangles: readonly number[], axis: SignedAxis): MeshShape {
  const shift = axisIndex(axis) + 1
  const sign = axisSign(axis)
  const permuted = new Float64Array(vertices.length)
  for (let i = 0; i < vertices.length; i += 3) {
    for (let k = 0; k < 3; k++) permuted[i + ((k + shift) % 3)] = (k === 0 ? 1 : sign) * vertices[i + k]
  }
  return Object.freeze({ shape: 'Mesh', vertices: permuted, triangles: Int32Array.from(triangles) })
}
