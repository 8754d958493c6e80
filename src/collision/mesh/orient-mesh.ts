/**
 * Orientation of surfaces: makes the triangles counterclockwise seen from outside. Within a connected piece, triangles
 * are flipped until every edge is traversed once in each direction; the number of other pieces around the piece
 * determines the outside: an even number is a body, an odd number the wall of a cavity.
 */
import type { MeshArrays } from './mesh-arrays.ts'

/** An oriented surface; `problem` describes a surface that does not bound a volume. */
export interface OrientedMesh extends MeshArrays {
  readonly problem: string | undefined
}

/** A part of the surface whose triangles are connected by edges. */
interface Piece extends MeshArrays {
  /** Indices of its triangles in the whole mesh. */
  readonly members: readonly number[]
}

/** Largest deviation of winding numbers from integers, for points off a closed surface [1]. */
const WINDING_TOLERANCE = 1e-6

/** Orients a closed mesh consistently outwards; the triangles of an open mesh stay unchanged. */
export function orientMesh(mesh: MeshArrays): OrientedMesh {
  const { vertices } = mesh
  const triangles = mesh.triangles.slice()
  const edges = collectEdges(triangles)
  const problem = findOpenEdge(vertices, edges) ?? alignTriangles(triangles, edges)
  if (problem !== undefined) return { vertices, triangles: mesh.triangles, problem }
  const pieces = collectPieces(vertices, triangles, edges)
  for (const piece of pieces) {
    const depth = pieces.filter((other) => other !== piece && isInside(piece, other)).length
    const isOutward = computeVolume6(piece) > 0
    if (isOutward !== (depth % 2 === 0)) for (const t of piece.members) turn(triangles, t)
  }
  return { vertices, triangles, problem: findUnbalancedEdge(triangles, edges) }
}

/** Triangles at every edge, by its key. */
type Edges = Map<number, number[]>

function collectEdges(triangles: Int32Array): Edges {
  const edges: Edges = new Map()
  for (let i = 0; i < triangles.length; i++) {
    const key = edgeKey(triangles, i)
    const list = edges.get(key)
    if (list === undefined) edges.set(key, [Math.floor(i / 3)])
    else list.push(Math.floor(i / 3))
  }
  return edges
}

/** Larger than any number of vertices, and small enough for exact keys. */
const KEY_BASE = 2 ** 26

/** Key of the edge that starts at corner `i` of the flat list of corners, in either direction. */
function edgeKey(triangles: Int32Array, i: number): number {
  const a = triangles[i]
  const b = triangles[i % 3 === 2 ? i - 2 : i + 1]
  return a < b ? a * KEY_BASE + b : b * KEY_BASE + a
}

/** The two ends of an edge. */
function getEnds(key: number): [number, number] {
  return [Math.floor(key / KEY_BASE), key % KEY_BASE]
}

function findOpenEdge(vertices: Float64Array, edges: Edges): string | undefined {
  let first: number | undefined
  let count = 0
  for (const [key, list] of edges) {
    if (list.length % 2 === 0) continue
    first ??= key
    count++
  }
  if (first === undefined) return undefined
  const [a, b] = getEnds(first).map((i) => {
    const p = vertices.subarray(3 * i, 3 * i + 3)
    return `vertex ${i} (${Array.from(p).join(', ')})`
  })
  return `${count} open edges, the first from ${a} to ${b}`
}

/**
 * Flips triangles until neighbors traverse their common edge in opposite directions. Edges of more than two triangles
 * do not connect.
 */
function alignTriangles(triangles: Int32Array, edges: Edges): string | undefined {
  const isDone = new Uint8Array(triangles.length / 3)
  for (let seed = 0; seed < isDone.length; seed++) {
    if (isDone[seed] === 1) continue
    isDone[seed] = 1
    const region = [seed]
    for (const t of region) {
      for (let i = 3 * t; i < 3 * t + 3; i++) {
        const neighbor = getNeighbor(edges.get(edgeKey(triangles, i)), t)
        if (neighbor === undefined) continue
        const a = triangles[i]
        const b = triangles[i % 3 === 2 ? i - 2 : i + 1]
        const isSame = hasDirectedEdge(triangles, neighbor, a, b)
        if (isSame && isDone[neighbor] === 1) return 'a surface with one side only, like a Möbius strip'
        if (isSame) turn(triangles, neighbor)
        if (isDone[neighbor] === 1) continue
        isDone[neighbor] = 1
        region.push(neighbor)
      }
    }
  }
  return undefined
}

/** The other triangle at an edge shared by exactly two. */
function getNeighbor(list: readonly number[] | undefined, triangle: number): number | undefined {
  if (list?.length !== 2 || list[0] === list[1]) return undefined
  return list[0] === triangle ? list[1] : list[0]
}

function hasDirectedEdge(triangles: Int32Array, t: number, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (triangles[3 * t + k] === a && triangles[3 * t + ((k + 1) % 3)] === b) return true
  }
  return false
}

function turn(triangles: Int32Array, t: number): void {
  const b = triangles[3 * t + 1]
  triangles[3 * t + 1] = triangles[3 * t + 2]
  triangles[3 * t + 2] = b
}

function collectPieces(vertices: Float64Array, triangles: Int32Array, edges: Edges): Piece[] {
  const isDone = new Uint8Array(triangles.length / 3)
  const pieces: Piece[] = []
  for (let seed = 0; seed < isDone.length; seed++) {
    if (isDone[seed] === 1) continue
    isDone[seed] = 1
    const members = [seed]
    for (const t of members) {
      for (let i = 3 * t; i < 3 * t + 3; i++) {
        const neighbor = getNeighbor(edges.get(edgeKey(triangles, i)), t)
        if (neighbor === undefined || isDone[neighbor] === 1) continue
        isDone[neighbor] = 1
        members.push(neighbor)
      }
    }
    const corners = members.flatMap((t) => Array.from(triangles.subarray(3 * t, 3 * t + 3)))
    pieces.push({ vertices, triangles: Int32Array.from(corners), members })
  }
  return pieces
}

/**
 * True if `inner` lies in the space enclosed by `outer`, tested with the first triangle center of `inner` that is not
 * on `outer`.
 */
function isInside(inner: Piece, outer: Piece): boolean {
  const { vertices: v, triangles } = inner
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]
    const b = 3 * triangles[t + 1]
    const c = 3 * triangles[t + 2]
    const x = (v[a] + v[b] + v[c]) / 3
    const y = (v[a + 1] + v[b + 1] + v[c + 1]) / 3
    const z = (v[a + 2] + v[b + 2] + v[c + 2]) / 3
    const winding = Math.abs(computeWindingNumber(outer, x, y, z))
    if (winding < WINDING_TOLERANCE) return false
    if (winding > 1 - WINDING_TOLERANCE) return true
  }
  return false
}

/** Six times the enclosed volume, negative if the triangles are clockwise seen from outside. */
function computeVolume6(piece: Piece): number {
  const { vertices: v, triangles } = piece
  const o = 3 * triangles[0]
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]
    const b = 3 * triangles[t + 1]
    const c = 3 * triangles[t + 2]
    const bx = v[b] - v[o]
    const by = v[b + 1] - v[o + 1]
    const bz = v[b + 2] - v[o + 2]
    const cx = v[c] - v[o]
    const cy = v[c + 1] - v[o + 1]
    const cz = v[c + 2] - v[o + 2]
    sum += (v[a] - v[o]) * (by * cz - bz * cy)
    sum += (v[a + 1] - v[o + 1]) * (bz * cx - bx * cz)
    sum += (v[a + 2] - v[o + 2]) * (bx * cy - by * cx)
  }
  return sum
}

/** Finds an edge of more than two triangles that is not traversed equally often in both directions. */
function findUnbalancedEdge(triangles: Int32Array, edges: Edges): string | undefined {
  for (const [key, list] of edges) {
    if (list.length === 2) continue
    const [a, b] = getEnds(key)
    let balance = 0
    for (const t of list) balance += hasDirectedEdge(triangles, t, a, b) ? 1 : -1
    if (balance !== 0) return `triangles with inconsistent orientation at the edge from vertex ${a} to ${b}`
  }
  return undefined
}

/** Points nearer than this to the plane of a triangle, relative to the distances to its corners, lie in it [1]. */
const IN_PLANE = 1e-13

/**
 * Winding number of the surface `mesh` around the point (px, py, pz): the solid angle of its triangles over 4π. ±1
 * inside, 0 outside of a closed surface, ±1/2 on a face. With a, b, c from the point to the corners, the solid angle Ω
 * of a triangle is
 *
 *     tan(Ω/2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)   [Van Oosterom, Strackee 1983]
 */
export function computeWindingNumber(mesh: MeshArrays, px: number, py: number, pz: number): number {
  const { vertices: v, triangles } = mesh
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const i = 3 * triangles[t]
    const j = 3 * triangles[t + 1]
    const k = 3 * triangles[t + 2]
    const ax = v[i] - px
    const ay = v[i + 1] - py
    const az = v[i + 2] - pz
    const bx = v[j] - px
    const by = v[j + 1] - py
    const bz = v[j + 2] - pz
    const cx = v[k] - px
    const cy = v[k + 1] - py
    const cz = v[k + 2] - pz
    const a = Math.sqrt(ax * ax + ay * ay + az * az)
    const b = Math.sqrt(bx * bx + by * by + bz * bz)
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz)
    const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const ab = ax * bx + ay * by + az * bz
    const bc = bx * cx + by * cy + bz * cz
    const ca = cx * ax + cy * ay + cz * az
    // the triangle has no solid angle from a point in its plane; rounding would decide between half the space and its
    // negative
    if (Math.abs(triple) <= IN_PLANE * a * b * c) continue
    sum += Math.atan2(triple, a * b * c + ab * c + bc * a + ca * b)
  }
  return sum / (2 * Math.PI)
}
