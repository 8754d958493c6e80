import { AABB_SIZE, enlargeAabb, isInsideAabb, overlapAabb } from './aabb.ts'
import { AabbTree } from './aabb-tree.ts'
import { SortedPairs } from './sorted-pairs.ts'

/** Margin of a loose box relative to the longest dimension of its shape (thesis 5.2, facts B.5) [1]. */
export const LOOSE_BOX_FACTOR = 0.005

/**
 * Margin of the boxes in the tree, in multiples of the margin of loose boxes [1]: a shape moves by this distance, a
 * tenth of its size, before the tree and the kept pairs are updated. Measured in `benchmarks/collision`.
 */
const TREE_MARGINS = 20

/**
 * The second step of collision handling (thesis 5.2): finds the pairs whose distance must be computed because they may
 * be near. The boxes of shapes are enlarged by margins (loose boxes); candidates are the pairs whose loose boxes
 * overlap.
 *
 * Shapes of all other pairs are farther apart than the sum of their margins, hence than `distanceBound`, the smallest
 * such sum in the scene. So
 *
 *   min over candidates of min(distance, distanceBound) = min over all pairs of min(distance, distanceBound):
 *
 * a continuous function of the poses alone, with the sign of the smallest of all distances (thesis eq. 6.3, 6.4a),
 * without evaluation of the other pairs.
 *
 * Pairs come from a tree of boxes that are larger than the loose ones, and are kept as long as all loose boxes stay
 * within those. The cost per update is O(moving shapes + kept pairs). Boxes of fixed shapes are never read.
 */
export class BroadPhase {
  /** Exact boxes of the shapes [m] (n × 6), written by the caller: those of moving shapes before each `update`. */
  readonly boxes: Float64Array
  /** Lower bound of the distance of all pairs that may meet and are not candidates [m]. */
  readonly distanceBound: number
  /** Candidates in ascending order of (a, b), a < b: the first `nCandidate`. */
  nCandidate = 0
  candidateA = new Int32Array(64)
  candidateB = new Int32Array(64)
  /** Tree over boxes that contain those of the shapes; undefined for fewer than two shapes. */
  readonly tree: AabbTree | undefined

  private readonly n: number
  private readonly moving: Int32Array
  private readonly looseBoxes: Float64Array
  private readonly treeBoxes: Float64Array
  private readonly pairs: SortedPairs
  private readonly hasLeft: Uint8Array
  private readonly left: Int32Array
  private nRefit = 0
  private isBuilt = false

  /**
   * @param margins margins of the loose boxes [m], positive (n); must not depend on poses
   * @param isMoving 1 if a shape moves; two fixed shapes are not a pair (n)
   * @param mayMeet true if shapes i < j may meet at all; called when they come near, and the result is kept
   */
  constructor(
    private readonly margins: Float64Array,
    isMoving: readonly boolean[],
    private readonly mayMeet: (i: number, j: number) => boolean,
  ) {
    const n = margins.length
    this.n = n
    this.boxes = new Float64Array(AABB_SIZE * n)
    this.looseBoxes = new Float64Array(AABB_SIZE * n)
    this.treeBoxes = new Float64Array(AABB_SIZE * n)
    this.moving = Int32Array.from(isMoving.keys()).filter((i) => isMoving[i])
    this.pairs = new SortedPairs(n)
    this.hasLeft = new Uint8Array(n)
    this.left = new Int32Array(n)
    this.tree = n >= 2 ? new AabbTree(n, this.treeBoxes) : undefined
    const sorted = margins.slice().sort()
    this.distanceBound = n >= 2 ? sorted[0] + sorted[1] : Infinity
  }

  /** Finds the candidates for the current boxes. */
  update(): void {
    const { tree, moving, boxes, looseBoxes, treeBoxes, margins, left } = this
    if (tree === undefined) return
    if (!this.isBuilt) this.start(tree)
    let nLeft = 0
    for (let m = 0; m < moving.length; m++) {
      const i = moving[m]
      const o = AABB_SIZE * i
      enlargeAabb(looseBoxes, o, boxes, o, margins[i])
      if (!isInsideAabb(looseBoxes, o, treeBoxes, o)) left[nLeft++] = i
    }
    if (nLeft > 0) this.updatePairs(tree, nLeft)
    this.selectCandidates()
  }

  /** Gives fixed shapes their boxes; moving ones get empty boxes, which they leave at once. */
  private start(tree: AabbTree): void {
    const { n, boxes, looseBoxes, treeBoxes, margins } = this
    for (let i = 0; i < n; i++) {
      const o = AABB_SIZE * i
      enlargeAabb(looseBoxes, o, boxes, o, margins[i])
    }
    treeBoxes.set(looseBoxes)
    for (const i of this.moving) {
      treeBoxes.fill(Infinity, AABB_SIZE * i, AABB_SIZE * i + 3)
      treeBoxes.fill(-Infinity, AABB_SIZE * i + 3, AABB_SIZE * (i + 1))
    }
    this.nRefit = tree.n
    this.isBuilt = true
  }

  /** Updates boxes in the tree and pairs for the shapes left[0..nLeft), which have left their boxes. */
  private updatePairs(tree: AabbTree, nLeft: number): void {
    const { looseBoxes, treeBoxes, margins, left, hasLeft, pairs, moving } = this
    for (let k = 0; k < nLeft; k++) {
      const o = AABB_SIZE * left[k]
      enlargeAabb(treeBoxes, o, looseBoxes, o, TREE_MARGINS * margins[left[k]])
      hasLeft[left[k]] = 1
    }
    this.nRefit += nLeft
    if (this.nRefit > moving.length) {
      tree.build()
      this.nRefit = 0
    } else for (let k = 0; k < nLeft; k++) tree.refit(left[k])

    pairs.removeMarked(hasLeft)
    for (let k = 0; k < nLeft; k++) {
      const i = left[k]
      tree.query(treeBoxes, AABB_SIZE * i)
      for (let f = 0; f < tree.nFound; f++) {
        const j = tree.found[f]
        // a pair of two shapes in the list is found twice
        if (j === i || (hasLeft[j] === 1 && j < i)) continue
        if (this.mayMeet(Math.min(i, j), Math.max(i, j))) pairs.add(i, j)
      }
    }
    pairs.merge()
    for (let k = 0; k < nLeft; k++) hasLeft[left[k]] = 0
  }

  private selectCandidates(): void {
    const { pairs, looseBoxes } = this
    const { a, b, nPair } = pairs
    if (this.candidateA.length < nPair) {
      this.candidateA = new Int32Array(a.length)
      this.candidateB = new Int32Array(a.length)
    }
    const { candidateA, candidateB } = this
    let nCandidate = 0
    for (let k = 0; k < nPair; k++) {
      if (!overlapAabb(looseBoxes, AABB_SIZE * a[k], looseBoxes, AABB_SIZE * b[k])) continue
      candidateA[nCandidate] = a[k]
      candidateB[nCandidate++] = b[k]
    }
    this.nCandidate = nCandidate
  }
}
