/**
 * A growing convex polyhedron inside A ⊖ B: vertices are support points (see distance-query.ts), faces triangles with outward unit
 * normal n and distance n·w of their plane from the origin, which is negative if the origin is beyond it.
 */
import { STRIDE } from './distance-query.ts'

export const MAX_VERTICES = 200
/** A polyhedron of V vertices has 2V - 4 triangles; those that were removed keep their place, about three per vertex. */
export const MAX_FACES = 8 * MAX_VERTICES

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
  /** 0: removed, 1: face, 2: face that needs no further look. */
  readonly state = new Uint8Array(MAX_FACES)
  private readonly stack = new Int32Array(MAX_FACES)
  /** Edges of the horizon: first and second vertex, face beyond (MAX_FACES × 3). */
  private readonly horizon = new Int32Array(MAX_FACES * 3)
  private readonly faceFrom = new Int32Array(MAX_VERTICES)

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
    this.state[f] = 1
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
    const norm = Math.sqrt(nx * nx + ny * ny + nz * nz)
    const longest = Math.sqrt(ux * ux + uy * uy + uz * uz) * Math.sqrt(wx * wx + wy * wy + wz * wz)
    const o = 4 * f
    if (!(norm > 1e-13 * longest)) {
      this.planes[o] = 0
      this.planes[o + 1] = 0
      this.planes[o + 2] = 0
      this.planes[o + 3] = Infinity
      return f
    }
    nx /= norm
    ny /= norm
    nz /= norm
    this.planes[o] = nx
    this.planes[o + 1] = ny
    this.planes[o + 2] = nz
    this.planes[o + 3] =
      (nx * (v[a] + v[b] + v[c]) +
        ny * (v[a + 1] + v[b + 1] + v[c + 1]) +
        nz * (v[a + 2] + v[b + 2] + v[c + 2])) /
      3
    return f
  }

  /** Face whose plane is closest to the origin, of those that still need a look; -1 if there is none. */
  findClosestFace(): number {
    let best = -1
    let distance = Infinity
    for (let f = 0; f < this.nFace; f++) {
      if (this.state[f] !== 1 || !(this.planes[4 * f + 3] < distance)) continue
      distance = this.planes[4 * f + 3]
      best = f
    }
    return best
  }

  hasRoom(): boolean {
    return this.nVertex < MAX_VERTICES && this.nFace + 2 * this.nVertex + 8 < MAX_FACES
  }

  /**
   * Adds the vertex at place nVertex, which is beyond face f: the faces that it sees by more than `tolerance` [m] are replaced by
   * triangles from their horizon to it. False, and nothing is changed, if the horizon is not a closed line because of rounding errors.
   */
  addVertex(f: number, tolerance: number): boolean {
    const { corners, neighbors, planes, state, stack, horizon, faceFrom } = this
    const w = this.nVertex * STRIDE
    const x = this.vertices[w]
    const y = this.vertices[w + 1]
    const z = this.vertices[w + 2]
    // flood from f over the faces that see the vertex; -> state 3
    let nStack = 1
    let nSeen = 0
    let nHorizon = 0
    stack[0] = f
    const before = state[f]
    state[f] = 3
    const seen = this.seen
    while (nStack > 0) {
      const face = stack[--nStack]
      seen[nSeen++] = face
      for (let e = 0; e < 3; e++) {
        const other = neighbors[3 * face + e]
        if (state[other] === 3) continue
        const o = 4 * other
        if (planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3] > tolerance) {
          this.stateBefore[other] = state[other]
          state[other] = 3
          stack[nStack++] = other
        } else {
          horizon[3 * nHorizon] = corners[3 * face + e]
          horizon[3 * nHorizon + 1] = corners[3 * face + (e === 2 ? 0 : e + 1)]
          horizon[3 * nHorizon + 2] = other
          nHorizon++
        }
      }
    }
    this.stateBefore[f] = before

    // an edge may have been recorded before the face beyond it was seen; each vertex starts one edge of the horizon
    let isClosed = true
    let count = 0
    for (let h = 0; h < nHorizon; h++) {
      if (state[horizon[3 * h + 2]] === 3) continue
      if (count < h) for (let c = 0; c < 3; c++) horizon[3 * count + c] = horizon[3 * h + c]
      count++
    }
    for (let h = 0; h < count; h++) faceFrom[horizon[3 * h]] = -1
    for (let h = 0; h < count; h++) {
      if (faceFrom[horizon[3 * h]] !== -1) isClosed = false
      faceFrom[horizon[3 * h]] = h
    }
    if (!isClosed || count < 3) {
      for (let i = 0; i < nSeen; i++) state[seen[i]] = this.stateBefore[seen[i]]
      return false
    }
    for (let i = 0; i < nSeen; i++) state[seen[i]] = 0

    const first = this.nFace
    for (let h = 0; h < count; h++) {
      const face = this.addFace(horizon[3 * h], horizon[3 * h + 1], this.nVertex)
      const other = horizon[3 * h + 2]
      neighbors[3 * face] = other
      for (let e = 0; e < 3; e++)
        if (corners[3 * other + e] === horizon[3 * h + 1]) neighbors[3 * other + e] = face
    }
    for (let h = 0; h < count; h++) {
      const next = first + faceFrom[horizon[3 * h + 1]]
      neighbors[3 * (first + h) + 1] = next
      neighbors[3 * next + 2] = first + h
    }
    this.nVertex++
    return true
  }

  private readonly seen = new Int32Array(MAX_FACES)
  private readonly stateBefore = new Uint8Array(MAX_FACES)
}
