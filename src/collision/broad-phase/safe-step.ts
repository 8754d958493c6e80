import { vec3Distance } from '../../math/index.ts'
import { AABB_SIZE, computeAabbDistance, uniteAabb } from './aabb.ts'
import type { AabbTree } from './aabb-tree.ts'
import type { BroadPhase } from './broad-phase.ts'

/**
 * Largest fraction of the thickness of two shapes by which they may have passed into each other at the end of a step
 * [1]. Below 1 they still overlap; the remaining half allows for accelerations that grow within a step.
 */
const PASSED_PART = 0.5

/** Motion of shapes, in addition to their boxes. */
export interface ShapeMotion {
  /** Velocities of the centers, in the world [m/s] (n × 3). */
  readonly velocities: Float64Array
  /** Accelerations of the centers, in the world [m/s2] (n × 3). */
  readonly accelerations: Float64Array
  /** Bounds of the speed and acceleration of points of the shape relative to its center [m/s], [m/s2] (n). */
  readonly turningSpeeds: Float64Array
  readonly turningAccelerations: Float64Array
  /** Smallest dimensions [m] (n). */
  readonly thicknesses: Float64Array
}

/**
 * Step size during which no pair of shapes can pass through each other undetected (thesis 2.4, ghosting). Two shapes
 * whose boxes have the distance g, whose points approach each other at most with speed s and acceleration a, and which
 * have thicknesses d_1, d_2 still overlap, or have not met, after the time h with
 *
 *   s h + a h²/2 = G,   G = g + (d_1 + d_2)/2                                                                    (1)
 *
 * so the contact exists at the end of such a step. A step of min h over all pairs is safe as long as accelerations do
 * not grow much within it. A grazing contact may still be missed if it is shorter than a step.
 *
 * The minimum is found by branch and bound over pairs of nodes of the tree: (1) with the distance of the node boxes,
 * the largest relative velocity and acceleration and the smallest thicknesses is a lower bound for all pairs below.
 */
export class SafeStep {
  /** Per node: velocities and accelerations of the centers below it as boxes (nNode × 6). */
  private readonly velocityBoxes: Float64Array
  private readonly accelerationBoxes: Float64Array
  private readonly turningSpeeds: Float64Array
  private readonly turningAccelerations: Float64Array
  private readonly thicknesses: Float64Array
  private stack = new Int32Array(512)
  private best = 0.1

  constructor(
    private readonly broadPhase: BroadPhase,
    private readonly motion: ShapeMotion,
  ) {
    const nNode = broadPhase.tree?.nNode ?? 0
    this.velocityBoxes = new Float64Array(AABB_SIZE * nNode)
    this.accelerationBoxes = new Float64Array(AABB_SIZE * nNode)
    this.turningSpeeds = new Float64Array(nNode)
    this.turningAccelerations = new Float64Array(nNode)
    this.thicknesses = new Float64Array(nNode)
  }

  /**
   * Longest safe step [s] for the boxes of the last `BroadPhase.update`, at most `atMost`, which may be Infinity.
   *
   * @param isWatched true if the pair of shapes i < j limits the step; called for the few pairs that would
   */
  compute(atMost: number, isWatched: (i: number, j: number) => boolean): number {
    const { tree } = this.broadPhase
    if (tree === undefined) return atMost
    this.updateNodes(tree)
    this.best = atMost
    this.stack[0] = 0
    this.stack[1] = 0
    let top = 2
    while (top > 0) {
      const b = this.stack[--top]
      const a = this.stack[--top]
      if (this.computeBound(tree, a, b) >= this.best) continue
      if (tree.right[a] < 0 && tree.right[b] < 0) this.lookAtPair(tree.boxOf[a], tree.boxOf[b], isWatched)
      else top = this.pushChildren(tree, a, b, top)
    }
    return this.best
  }

  private updateNodes(tree: AabbTree): void {
    const { velocityBoxes, accelerationBoxes, turningSpeeds, turningAccelerations, thicknesses, motion } =
      this
    for (let node = tree.nNode - 1; node >= 0; node--) {
      const o = AABB_SIZE * node
      const right = tree.right[node]
      if (right < 0) {
        const i = tree.boxOf[node]
        for (let k = 0; k < 3; k++) {
          velocityBoxes[o + k] = velocityBoxes[o + k + 3] = motion.velocities[3 * i + k]
          accelerationBoxes[o + k] = accelerationBoxes[o + k + 3] = motion.accelerations[3 * i + k]
        }
        turningSpeeds[node] = motion.turningSpeeds[i]
        turningAccelerations[node] = motion.turningAccelerations[i]
        thicknesses[node] = motion.thicknesses[i]
        continue
      }
      const left = node + 1
      uniteAabb(velocityBoxes, o, velocityBoxes, AABB_SIZE * left, velocityBoxes, AABB_SIZE * right)
      uniteAabb(
        accelerationBoxes,
        o,
        accelerationBoxes,
        AABB_SIZE * left,
        accelerationBoxes,
        AABB_SIZE * right,
      )
      turningSpeeds[node] = Math.max(turningSpeeds[left], turningSpeeds[right])
      turningAccelerations[node] = Math.max(turningAccelerations[left], turningAccelerations[right])
      thicknesses[node] = Math.min(thicknesses[left], thicknesses[right])
    }
  }

  /** Solution of (1) as a lower bound for all pairs of a shape below node a with one below node b [s]. */
  private computeBound(tree: AabbTree, a: number, b: number): number {
    const { turningSpeeds, turningAccelerations, thicknesses } = this
    return computeStep(
      computeAabbDistance(tree.nodeBoxes, AABB_SIZE * a, tree.nodeBoxes, AABB_SIZE * b),
      thicknesses[a] + thicknesses[b],
      computeLargestDifference(this.velocityBoxes, a, b) + turningSpeeds[a] + turningSpeeds[b],
      computeLargestDifference(this.accelerationBoxes, a, b) +
        turningAccelerations[a] +
        turningAccelerations[b],
    )
  }

  private lookAtPair(i: number, j: number, isWatched: (i: number, j: number) => boolean): void {
    if (i === j) return
    const { velocities, accelerations, turningSpeeds, turningAccelerations, thicknesses } = this.motion
    const { boxes } = this.broadPhase
    const step = computeStep(
      computeAabbDistance(boxes, AABB_SIZE * i, boxes, AABB_SIZE * j),
      thicknesses[i] + thicknesses[j],
      vec3Distance(velocities, 3 * i, velocities, 3 * j) + turningSpeeds[i] + turningSpeeds[j],
      vec3Distance(accelerations, 3 * i, accelerations, 3 * j) +
        turningAccelerations[i] +
        turningAccelerations[j],
    )
    if (step < this.best && isWatched(Math.min(i, j), Math.max(i, j))) this.best = step
  }

  /** Pushes the pairs of nodes that form the pair (a, b); of two different nodes, the larger one is divided. */
  private pushChildren(tree: AabbTree, a: number, b: number, top: number): number {
    if (top + 6 > this.stack.length) {
      const larger = new Int32Array(2 * this.stack.length)
      larger.set(this.stack)
      this.stack = larger
    }
    const { stack } = this
    if (a === b) {
      stack[top++] = a + 1
      stack[top++] = tree.right[a]
      stack[top++] = tree.right[a]
      stack[top++] = tree.right[a]
      stack[top++] = a + 1
      stack[top++] = a + 1
      return top
    }
    const dividesA = tree.right[b] < 0 || (tree.right[a] >= 0 && isLarger(tree.nodeBoxes, a, b))
    const divided = dividesA ? a : b
    const other = dividesA ? b : a
    stack[top++] = divided + 1
    stack[top++] = other
    stack[top++] = tree.right[divided]
    stack[top++] = other
    return top
  }
}

/** Positive solution h of (1) [s], without division by zero; Infinity without motion. */
function computeStep(gap: number, thickness: number, speed: number, acceleration: number): number {
  const G = gap + PASSED_PART * thickness
  return (2 * G) / (speed + Math.sqrt(speed * speed + 2 * acceleration * G))
}

/** Largest distance of a point in the box of node a from a point in the box of node b. */
function computeLargestDifference(boxes: Float64Array, a: number, b: number): number {
  let square = 0
  for (let k = 0; k < 3; k++) {
    const difference = Math.max(
      boxes[6 * a + k + 3] - boxes[6 * b + k],
      boxes[6 * b + k + 3] - boxes[6 * a + k],
    )
    square += difference * difference
  }
  return Math.sqrt(square)
}

/** True if the box of node a has longer edges than that of node b. */
function isLarger(nodeBoxes: Float64Array, a: number, b: number): boolean {
  let difference = 0
  for (let k = 0; k < 3; k++) {
    difference += nodeBoxes[6 * a + k + 3] - nodeBoxes[6 * a + k]
    difference -= nodeBoxes[6 * b + k + 3] - nodeBoxes[6 * b + k]
  }
  return difference > 0
}
