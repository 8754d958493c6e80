/**
 * Updates outdated poses and velocities: those of bodies whose joint, or one before it, has moved since they were
 * computed. A third of all evaluations have the poses of the last one: columns of Jacobians with respect to velocities,
 * and the end of a step, which event indicators, the limit of the next step and its first stage evaluate.
 */
import { areSame, stampPositions, stampVelocities } from './motion-stamps.ts'
import { computePositions } from './positions.ts'
import type { Tree } from './tree.ts'
import type { TreeData } from './tree-data.ts'
import { computeVelocities } from './velocities.ts'

/** Calls `computePositions` for the outdated bodies. */
export function updatePositions(
  tree: Tree,
  data: TreeData,
  q: Float64Array,
  first = 0,
  end = tree.nBody,
): void {
  const { parent, qStart } = tree
  const { bodyPositions, q: known } = data.stamps
  // bodies from `start` up to here are to be computed, in one call; −1: none
  let start = -1
  for (let i = first; i < end; i++) {
    const iParent = parent[i]
    const hasParentMoved =
      iParent >= 0 && ((start >= 0 && iParent >= start) || bodyPositions[iParent] > bodyPositions[i])
    if (hasParentMoved || !areSame(q, known, qStart[i], qStart[i + 1])) {
      if (start < 0) start = i
      continue
    }
    if (start < 0) continue
    moveBodies(tree, data, q, start, i)
    start = -1
  }
  if (start >= 0) moveBodies(tree, data, q, start, end)
}

/**
 * Computes bodies and their stamps. The kernels do not set stamps, which would cost them a third of their speed with
 * free bodies.
 */
function moveBodies(tree: Tree, data: TreeData, q: Float64Array, first: number, end: number): void {
  computePositions(tree, data, q, first, end)
  stampPositions(data.stamps, tree.qStart, q, first, end)
}

/** Calls `computeVelocities` for the outdated bodies, after `updatePositions`. */
export function updateVelocities(
  tree: Tree,
  data: TreeData,
  v: Float64Array,
  first = 0,
  end = tree.nBody,
): void {
  const { parent, vStart } = tree
  const { bodyPositions, bodyVelocities, v: known } = data.stamps
  let start = -1
  for (let i = first; i < end; i++) {
    const iParent = parent[i]
    const hasParentMoved =
      iParent >= 0 && ((start >= 0 && iParent >= start) || bodyVelocities[iParent] > bodyVelocities[i])
    const isNew = bodyPositions[i] > bodyVelocities[i]
    if (hasParentMoved || isNew || !areSame(v, known, vStart[i], vStart[i + 1])) {
      if (start < 0) start = i
      continue
    }
    if (start < 0) continue
    driveBodies(tree, data, v, start, i)
    start = -1
  }
  if (start >= 0) driveBodies(tree, data, v, start, end)
}

function driveBodies(tree: Tree, data: TreeData, v: Float64Array, first: number, end: number): void {
  computeVelocities(tree, data, v, first, end)
  stampVelocities(data.stamps, tree.vStart, v, first, end)
}
