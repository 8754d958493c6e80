/**
 * A growing convex polyhedron inside A ⊖ B: vertices are support points (see distance-query.ts), faces triangles with
 * outward unit normal n and distance n·w of their plane from the origin, which is negative if the origin is beyond it.
 */
import { STRIDE } from '../distance-query.ts'

export const MAX_VERTICES = 200
/**
 * A polyhedron of V vertices has 2V - 4 triangles; removed ones keep their place, about three per vertex.
 */
export const MAX_FACES = 8 * MAX_VERTICES

/** Square of the sine of the angle between two edges below which a triangle has no area [1]. */
const FLAT_SQUARED = 1e-26

/**
 * Numbers per face in `corners` and `twins`, the fourth unused: so faces and next edges of edges need no division by
 * three.
 */
export const FACE_STRIDE = 4

/** Twins of the edges of the first tetrahedron. */
const START_TWINS = Int32Array.of(6, 10, 14, 0, 13, 8, 0, 0, 5, 12, 1, 0, 9, 4, 2, 0)

export class Polytope {
  nVertex = 0
  nFace = 0
  /** Support points, and one that is not yet added [m] ((MAX_VERTICES + 1) × STRIDE). */
  readonly vertices = new Float64Array((MAX_VERTICES + 1) * STRIDE)
  /** Corners, counterclockwise seen from outside (MAX_FACES × FACE_STRIDE). */
  readonly corners = new Int32Array(MAX_FACES * FACE_STRIDE)
  /**
   * An edge corner i → corner i+1 of a face is identified by the place of corner i; the same edges in the adjacent
   * faces (MAX_FACES × FACE_STRIDE).
   */
  private readonly twins = new Int32Array(MAX_FACES * FACE_STRIDE)
  /** Outward unit normals, zero for a triangle without area, and distances from the origin [m] (MAX_FACES × 4). */
  readonly planes = new Float64Array(MAX_FACES * 4)
  /** Distances from the origin of the unsettled faces, Infinity for all others [m] (MAX_FACES). */
  private readonly keys = new Float64Array(MAX_FACES)
  /** 1 for faces that a later vertex sees, which are removed (MAX_FACES). */
  private readonly isSeen = new Uint8Array(MAX_FACES)
  /** Edges, those still to be crossed, and those of the horizon. */
  private readonly stack = new Int32Array(MAX_FACES * 3)
  private readonly horizon = new Int32Array(MAX_FACES * 3)
  /** Faces that the new vertex sees. */
  private readonly seen = new Int32Array(MAX_FACES)
  private nSeen = 0
  /** Number of the last walk along a horizon that passed a vertex (MAX_VERTICES). */
  private readonly visited = new Int32Array(MAX_VERTICES)
  private nWalk = 0

  /** Starts with the tetrahedron of the first four vertices. */
  startTetrahedron(): void {
    const v = this.vertices
    const ux = v[STRIDE] - v[0]
    const uy = v[STRIDE + 1] - v[1]
    const uz = v[STRIDE + 2] - v[2]
    const vx = v[2 * STRIDE] - v[0]
    const vy = v[2 * STRIDE + 1] - v[1]
    const vz = v[2 * STRIDE + 2] - v[2]
    const volume =
      (uy * vz - uz * vy) * (v[3 * STRIDE] - v[0]) +
      (uz * vx - ux * vz) * (v[3 * STRIDE + 1] - v[1]) +
      (ux * vy - uy * vx) * (v[3 * STRIDE + 2] - v[2])
    const i = volume > 0 ? 2 : 1
    const j = 3 - i
    this.nVertex = 4
    this.nFace = 0
    this.addFace(0, i, j)
    this.addFace(0, 3, i)
    this.addFace(i, 3, j)
    this.addFace(j, 3, 0)
    this.computePlanes(0)
    for (let k = 0; k < 4 * FACE_STRIDE; k++) this.twins[k] = START_TWINS[k]
  }

  /** Adds a triangle without twins and plane, returns its place in `corners`. */
  private addFace(i: number, j: number, k: number): number {
    const { corners } = this
    const o = FACE_STRIDE * this.nFace++
    corners[o] = i
    corners[o + 1] = j
    corners[o + 2] = k
    return o
  }

  /** Computes planes and keys of the faces from `first` on. */
  private computePlanes(first: number): void {
    const { vertices: v, corners, planes, keys, isSeen, nFace } = this
    for (let f = first; f < nFace; f++) {
      const o = FACE_STRIDE * f
      const a = corners[o] * STRIDE
      const b = corners[o + 1] * STRIDE
      const c = corners[o + 2] * STRIDE
      const ax = v[a]
      const ay = v[a + 1]
      const az = v[a + 2]
      const bx = v[b]
      const by = v[b + 1]
      const bz = v[b + 2]
      const cx = v[c]
      const cy = v[c + 1]
      const cz = v[c + 2]
      const ux = bx - ax
      const uy = by - ay
      const uz = bz - az
      const wx = cx - ax
      const wy = cy - ay
      const wz = cz - az
      const nx = uy * wz - uz * wy
      const ny = uz * wx - ux * wz
      const nz = ux * wy - uy * wx
      const square = nx * nx + ny * ny + nz * nz
      const longest = (ux * ux + uy * uy + uz * uz) * (wx * wx + wy * wy + wz * wz)
      isSeen[f] = 0
      if (square > FLAT_SQUARED * longest) {
        const scale = 1 / Math.sqrt(square)
        const distance = (scale * (nx * (ax + bx + cx) + ny * (ay + by + cy) + nz * (az + bz + cz))) / 3
        planes[o] = nx * scale
        planes[o + 1] = ny * scale
        planes[o + 2] = nz * scale
        planes[o + 3] = distance
        keys[f] = distance
      } else {
        planes[o] = 0
        planes[o + 1] = 0
        planes[o + 2] = 0
        planes[o + 3] = Infinity
        keys[f] = Infinity
      }
    }
  }

  /** Unsettled face whose plane is closest to the origin; -1 if there is none. */
  findClosestFace(): number {
    const keys = this.keys
    let best = -1
    let distance = Infinity
    for (let f = 0; f < this.nFace; f++) {
      if (!(keys[f] < distance)) continue
      distance = keys[f]
      best = f
    }
    return best
  }

  /** Marks face f as settled. */
  settle(f: number): void {
    this.keys[f] = Infinity
  }

  hasRoom(): boolean {
    return this.nVertex < MAX_VERTICES && this.nFace + 2 * this.nVertex + 8 < MAX_FACES
  }

  /**
   * Adds the vertex at place nVertex, which is beyond face f: the faces that it sees by more than `tolerance` [m] are
   * replaced by triangles from their horizon to it. False, without a change, if the horizon is not a closed line
   * because of rounding errors.
   */
  addVertex(f: number, tolerance: number): boolean {
    const { corners, twins, horizon } = this
    const nHorizon = this.findHorizon(f, tolerance)
    if (nHorizon === 0) return false
    const firstFace = this.nFace
    const first = firstFace * FACE_STRIDE
    const last = first + (nHorizon - 1) * FACE_STRIDE
    for (let h = 0; h < nHorizon; h++) {
      const edge = horizon[h]
      const beyond = twins[edge]
      const o = this.addFace(corners[edge], corners[getNextEdge(edge)], this.nVertex)
      twins[o] = beyond
      twins[beyond] = o
      twins[o + 1] = (o === last ? first : o + FACE_STRIDE) + 2
      twins[o + 2] = (o === first ? last : o - FACE_STRIDE) + 1
    }
    this.computePlanes(firstFace)
    for (let i = 0; i < this.nSeen; i++) this.settle(this.seen[i])
    this.nVertex++
    return true
  }

  /**
   * Walks over the faces that the new vertex sees, from f across their edges in counterclockwise order, so that the
   * edges of the horizon are found in their order. Returns their number, or 0 if the line is not closed or touches
   * itself.
   */
  private findHorizon(f: number, tolerance: number): number {
    const { corners, twins, planes, isSeen, stack, horizon, seen, visited } = this
    const w = this.nVertex * STRIDE
    const x = this.vertices[w]
    const y = this.vertices[w + 1]
    const z = this.vertices[w + 2]
    isSeen[f] = 1
    seen[0] = f
    let nSeen = 1
    let nHorizon = 0
    stack[0] = FACE_STRIDE * f + 2
    stack[1] = FACE_STRIDE * f + 1
    stack[2] = FACE_STRIDE * f
    let nStack = 3
    while (nStack > 0) {
      const edge = stack[--nStack]
      const twin = twins[edge]
      const o = twin & -FACE_STRIDE
      const other = twin >> 2
      if (isSeen[other] === 1) continue
      if (planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3] > tolerance) {
        isSeen[other] = 1
        seen[nSeen++] = other
        const next = getNextEdge(twin)
        stack[nStack++] = getNextEdge(next)
        stack[nStack++] = next
      } else horizon[nHorizon++] = edge
    }
    this.nSeen = nSeen

    // each vertex starts one edge of the horizon, and the previous edge ends there
    const mark = (this.nWalk + 1) | 0
    this.nWalk = mark
    let isClosed = nHorizon >= 3
    let end = nHorizon > 0 ? corners[getNextEdge(horizon[nHorizon - 1])] : 0
    for (let h = 0; h < nHorizon; h++) {
      const start = corners[horizon[h]]
      if (start !== end || visited[start] === mark) isClosed = false
      visited[start] = mark
      end = corners[getNextEdge(horizon[h])]
    }
    if (isClosed) return nHorizon
    for (let i = 0; i < nSeen; i++) isSeen[seen[i]] = 0
    return 0
  }
}

/** Place of the edge of the same face that follows counterclockwise. */
function getNextEdge(edge: number): number {
  return (edge & 3) === 2 ? edge - 2 : edge + 1
}
