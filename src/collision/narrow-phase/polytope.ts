/**
 * A growing convex polyhedron inside A ⊖ B: vertices are support points (see distance-query.ts), faces triangles with outward unit
 * normal n and distance n·w of their plane from the origin, which is negative if the origin is beyond it.
 */
import { STRIDE } from './distance-query.ts'

export const MAX_VERTICES = 200
/** A polyhedron of V vertices has 2V - 4 triangles; those that were removed keep their place, about three per vertex. */
export const MAX_FACES = 8 * MAX_VERTICES

/** Square of the sine of the angle between two edges below which a triangle has no area [1]. */
const FLAT_SQUARED = 1e-26

/** Neighbours of the faces of the first tetrahedron. */
const START_NEIGHBORS = Int32Array.of(1, 2, 3, 3, 2, 0, 1, 3, 0, 2, 1, 0)

export class Polytope {
  nVertex = 0
  nFace = 0
  /** Support points [m] (MAX_VERTICES × STRIDE). */
  readonly vertices = new Float64Array(MAX_VERTICES * STRIDE)
  /** Corners, counterclockwise seen from outside (MAX_FACES × 3). */
  readonly corners = new Int32Array(MAX_FACES * 3)
  /** Faces across the edges corner i → corner i+1 (MAX_FACES × 3). */
  readonly neighbors = new Int32Array(MAX_FACES * 3)
  /** Outward unit normals, zero for a triangle without area, and distances from the origin [m] (MAX_FACES × 4). */
  readonly planes = new Float64Array(MAX_FACES * 4)
  /** Distances from the origin of the faces that still need a look, Infinity for all others [m] (MAX_FACES). */
  private readonly keys = new Float64Array(MAX_FACES)
  /** 1 for faces that a later vertex sees, which are removed (MAX_FACES). */
  private readonly isSeen = new Uint8Array(MAX_FACES)
  /** Edges, by their places in `neighbors`: those still to be crossed, and those of the horizon. */
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
    for (let k = 0; k < 12; k++) this.neighbors[k] = START_NEIGHBORS[k]
  }

  /** Adds a triangle without neighbours, returns its index. */
  private addFace(i: number, j: number, k: number): number {
    const v = this.vertices
    const f = this.nFace++
    this.corners[3 * f] = i
    this.corners[3 * f + 1] = j
    this.corners[3 * f + 2] = k
    this.isSeen[f] = 0
    const a = i * STRIDE
    const b = j * STRIDE
    const c = k * STRIDE
    const ux = v[b] - v[a]
    const uy = v[b + 1] - v[a + 1]
    const uz = v[b + 2] - v[a + 2]
    const wx = v[c] - v[a]
    const wy = v[c + 1] - v[a + 1]
    const wz = v[c + 2] - v[a + 2]
    let nx = uy * wz - uz * wy
    let ny = uz * wx - ux * wz
    let nz = ux * wy - uy * wx
    const square = nx * nx + ny * ny + nz * nz
    const longest = (ux * ux + uy * uy + uz * uz) * (wx * wx + wy * wy + wz * wz)
    const o = 4 * f
    if (!(square > FLAT_SQUARED * longest)) {
      this.planes[o] = 0
      this.planes[o + 1] = 0
      this.planes[o + 2] = 0
      this.planes[o + 3] = Infinity
      this.keys[f] = Infinity
      return f
    }
    const scale = 1 / Math.sqrt(square)
    nx *= scale
    ny *= scale
    nz *= scale
    this.planes[o] = nx
    this.planes[o + 1] = ny
    this.planes[o + 2] = nz
    const distance =
      (nx * (v[a] + v[b] + v[c]) +
        ny * (v[a + 1] + v[b + 1] + v[c + 1]) +
        nz * (v[a + 2] + v[b + 2] + v[c + 2])) /
      3
    this.planes[o + 3] = distance
    this.keys[f] = distance
    return f
  }

  /** Face whose plane is closest to the origin, of those that still need a look; -1 if there is none. */
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

  /** Face f needs no further look. */
  settle(f: number): void {
    this.keys[f] = Infinity
  }

  hasRoom(): boolean {
    return this.nVertex < MAX_VERTICES && this.nFace + 2 * this.nVertex + 8 < MAX_FACES
  }

  /**
   * Adds the vertex at place nVertex, which is beyond face f: the faces that it sees by more than `tolerance` [m] are replaced by
   * triangles from their horizon to it. False, and nothing is changed, if the horizon is not a closed line because of rounding errors.
   */
  addVertex(f: number, tolerance: number): boolean {
    const { corners, neighbors, horizon } = this
    const nHorizon = this.findHorizon(f, tolerance)
    if (nHorizon === 0) return false
    const first = this.nFace
    const last = first + nHorizon - 1
    for (let h = 0; h < nHorizon; h++) {
      const edge = horizon[h]
      const second = getNextEdge(edge)
      const face = this.addFace(corners[edge], corners[second], this.nVertex)
      const beyond = neighbors[edge]
      neighbors[3 * face] = beyond
      neighbors[3 * face + 1] = face === last ? first : face + 1
      neighbors[3 * face + 2] = face === first ? last : face - 1
      neighbors[this.findEdgeFrom(beyond, corners[second])] = face
    }
    for (let i = 0; i < this.nSeen; i++) this.settle(this.seen[i])
    this.nVertex++
    return true
  }

  /**
   * Walks over the faces that the new vertex sees, from f across their edges in counterclockwise order, so that the edges of the horizon come in
   * the order of their line. Returns their number, or 0, if the line is not closed or touches itself.
   */
  private findHorizon(f: number, tolerance: number): number {
    const { corners, neighbors, planes, isSeen, stack, horizon, seen, visited } = this
    const w = this.nVertex * STRIDE
    const x = this.vertices[w]
    const y = this.vertices[w + 1]
    const z = this.vertices[w + 2]
    isSeen[f] = 1
    seen[0] = f
    let nSeen = 1
    let nHorizon = 0
    stack[0] = 3 * f + 2
    stack[1] = 3 * f + 1
    stack[2] = 3 * f
    let nStack = 3
    while (nStack > 0) {
      const edge = stack[--nStack]
      const other = neighbors[edge]
      if (isSeen[other] === 1) continue
      const o = 4 * other
      if (planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3] > tolerance) {
        isSeen[other] = 1
        seen[nSeen++] = other
        const next = getNextEdge(this.findEdgeFrom(other, corners[getNextEdge(edge)]))
        stack[nStack++] = getNextEdge(next)
        stack[nStack++] = next
      } else horizon[nHorizon++] = edge
    }
    this.nSeen = nSeen

    // each vertex starts one edge of the horizon, and the edge before ends there
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

  /** Place of the edge of a face that starts at the vertex. */
  private findEdgeFrom(face: number, vertex: number): number {
    const o = 3 * face
    if (this.corners[o] === vertex) return o
    return this.corners[o + 1] === vertex ? o + 1 : o + 2
  }
}

/** Place of the edge of the same face that follows counterclockwise. */
function getNextEdge(edge: number): number {
  return edge % 3 === 2 ? edge - 2 : edge + 1
}
