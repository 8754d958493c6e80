/**
 * Sizes for the comparison of constraints and moves with different units, so that mechanisms of micrometers and of
 * kilometers are closed alike: lengths relative to the length of the mechanism, angles and cosines to 1.
 */

import { FREE, PRISMATIC, type Tree } from '../tree.ts'
import { createLoopModel, DISTANCE, type LoopModel, PERPENDICULAR, ROLLING } from './loop-model.ts'

/** Relative length below which distances are rounding errors of joints in one point. */
const ROUNDING = 1e-12

export interface LoopSizes {
  /** Of the mechanism [m]. */
  readonly length: number
  /** Of each row [m, 1], and 1 for an angle or the cosine of one (nRow). */
  readonly rows: Float64Array
  readonly isAngle: Uint8Array
  /** Of the moves of all joints of the tree [m, rad] (nv). */
  readonly moves: Float64Array
}

/**
 * Fraction of the distance from the origin of the world below which a length is close to rounding errors of positions.
 */
const FAR = 1e-2

/**
 * @param bodies bodies that the constraints act on
 * @param offsets lengths of rows that have one; NaN: not yet known (nRow)
 * @param fallback length of a mechanism whose joints are all in one point [m]
 */
export function measureSizes(
  tree: Tree,
  bodies: Int32Array,
  model: LoopModel,
  offsets: Float64Array,
  fallback: number,
): LoopSizes {
  const own = measureLength(tree, bodies, model, offsets)
  const reach = findLargest(tree.p_PJ, fallback)
  const length = own > ROUNDING * reach ? own : own > 0 ? reach : fallback
  const moves = new Float64Array(tree.nv).fill(1)
  for (let i = 0; i < tree.nBody; i++) {
    if (tree.kind[i] === PRISMATIC) moves[tree.vStart[i]] = length
    if (tree.kind[i] === FREE) moves.fill(length, tree.vStart[i] + 3, tree.vStart[i + 1])
  }
  const isAngle = Uint8Array.from([
    ...model.rows.map(({ kind }) => (kind === PERPENDICULAR ? 1 : 0)),
    ...model.relations.map(({ members }) =>
      members.every(({ body }) => tree.kind[body] !== PRISMATIC) ? 1 : 0,
    ),
  ])
  return { length, rows: Float64Array.from(isAngle, (angle) => (angle === 1 ? 1 : length)), isAngle, moves }
}

/** Size of a mechanism, with or without loops [m]; `fallback`: size of one whose joints are all in one point. */
export function measureReach(tree: Tree, fallback: number): number {
  const bodies = Int32Array.from({ length: tree.nBody }, (_, i) => i)
  return measureSizes(tree, bodies, createLoopModel([]), new Float64Array(0), fallback).length
}

function findLargest(values: Float64Array, least: number): number {
  return values.reduce((max, x) => Math.max(max, Math.abs(x)), least)
}

/** The largest distance within a body, or a fraction of the distance from the origin of the world. */
function measureLength(tree: Tree, bodies: Int32Array, model: LoopModel, offsets: Float64Array): number {
  let [inner, far] = [0, 0]
  const note = (body: number, place: Float64Array): void => {
    const size = Math.hypot(...place)
    if (body < 0) far = Math.max(far, size)
    else inner = Math.max(inner, size)
  }
  for (const i of bodies) note(tree.parent[i], tree.p_PJ.subarray(3 * i, 3 * i + 3))
  for (const { bodyA, p_AF, bodyB, p_BG } of model.joints) {
    note(bodyA, p_AF)
    note(bodyB, p_BG)
  }
  model.rows.forEach((row, k) => {
    if (row.kind === DISTANCE && offsets[k] > 0) inner = Math.max(inner, offsets[k])
    if (row.kind === ROLLING) inner = Math.max(inner, row.radius)
  })
  return inner > 0 ? Math.max(inner, FAR * far) : far
}
