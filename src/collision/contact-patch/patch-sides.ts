/** Contact of two faces near their sides: the side of each is an edge on the other face. */
import { sumOverEdgeOnFace } from './cut-edge.ts'
import type { ContactPatch } from './patch-workspace.ts'

/** Number of corners above which faces are approximations of discs, whose rims have no sides. */
const MAX_STRAIGHT_SIDES = 12
/** Additional distance from the contact point that is accepted for a parallel side, relative to its length [1]. */
const PARALLEL_PART = 0.5

/** Adds the integrals over the sides of A and B that meet at the contact point. */
export function sumOverNearestSides(
  patch: ContactPatch,
  nA: number,
  nB: number,
  radii: number,
  margin: number,
): void {
  const { faceA, faceB, sideA, sideB, axis } = patch
  if (nA > MAX_STRAIGHT_SIDES || nB > MAX_STRAIGHT_SIDES) return
  let least = Infinity
  let a = 0
  let b = 0
  for (let i = 0; i < nA; i++) {
    for (let j = 0; j < nB; j++) {
      const cost = computeCost(faceA, nA, i, axis[0], axis[1]) + computeCost(faceB, nB, j, axis[0], axis[1])
      const both = cost + computeMismatch(faceA, nA, i, faceB, nB, j)
      if (!(both < least)) continue
      least = both
      a = i
      b = j
    }
  }
  copySide(faceA, nA, a, sideA)
  copySide(faceB, nB, b, sideB)
  sumOverEdgeOnFace(patch, sideB, nA, faceA, -1, radii, radii, margin)
  sumOverEdgeOnFace(patch, sideA, nB, faceB, 1, radii, radii, margin)
}

/** Distance of side i from the contact point [m], plus its deviation from the axis. */
function computeCost(face: Float64Array, n: number, i: number, axisU: number, axisV: number): number {
  const j = i === n - 1 ? 0 : i + 1
  const u = face[3 * i]
  const v = face[3 * i + 1]
  const du = face[3 * j] - u
  const dv = face[3 * j + 1] - v
  const square = du * du + dv * dv
  if (!(square > 0)) return Infinity
  const t = Math.max(0, Math.min(1, -(u * du + v * dv) / square))
  const distance = Math.sqrt((u + t * du) ** 2 + (v + t * dv) ** 2)
  const across = axisU * dv - axisV * du
  return distance + (PARALLEL_PART * across * across) / Math.sqrt(square)
}

/** Deviation of the sides i of A and j of B from parallel [m]. */
function computeMismatch(
  faceA: Float64Array,
  nA: number,
  i: number,
  faceB: Float64Array,
  nB: number,
  j: number,
): number {
  const iNext = i === nA - 1 ? 0 : i + 1
  const jNext = j === nB - 1 ? 0 : j + 1
  const au = faceA[3 * iNext] - faceA[3 * i]
  const av = faceA[3 * iNext + 1] - faceA[3 * i + 1]
  const bu = faceB[3 * jNext] - faceB[3 * j]
  const bv = faceB[3 * jNext + 1] - faceB[3 * j + 1]
  const cross = au * bv - av * bu
  const product = Math.sqrt((au * au + av * av) * (bu * bu + bv * bv))
  return product > 0 ? (PARALLEL_PART * cross * cross) / product ** 1.5 : Infinity
}

function copySide(face: Float64Array, n: number, i: number, side: Float64Array): void {
  const j = i === n - 1 ? 0 : i + 1
  for (let c = 0; c < 3; c++) {
    side[c] = face[3 * i + c]
    side[3 + c] = face[3 * j + c]
  }
}
