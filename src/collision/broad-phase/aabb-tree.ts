import { AABB_SIZE, overlapAabb, uniteAabb } from './aabb.ts'

/** Depth up to 2^60 leaves: trees are split in the middle. */
const MAX_DEPTH = 64

/**
 * Binary tree over n ≥ 1 boxes. Nodes are numbered in preorder: the left child of node k is k + 1, the right one
 * `right[k]`, so a loop from the last node to the first sees children before their parents. A subtree of m leaves has
 * 2m − 1 nodes.
 *
 * Moved boxes are refitted: the boxes of their ancestors are updated, the shape of the tree stays. Refits increase the
 * overlaps of siblings, so `build` should be called again after about n refits; it costs O(n log n).
 */
export class AabbTree {
  readonly nNode: number
  /** Boxes of the nodes [m] (nNode × 6). */
  readonly nodeBoxes: Float64Array
  /** Right child of inner nodes, −1 at leaves (nNode). */
  readonly right: Int32Array
  /** Index of the box of a leaf, −1 at inner nodes (nNode). */
  readonly boxOf: Int32Array
  /** Boxes found by the last query, in the order of the tree: the first `nFound`. */
  readonly found: Int32Array
  nFound = 0

  private readonly parent: Int32Array
  private readonly leafOf: Int32Array
  private readonly order: Int32Array
  private readonly centers: Float64Array
  private readonly stack = new Int32Array(MAX_DEPTH)

  /** @param boxes boxes of the leaves [m] (n × 6); the tree keeps the array and reads it in `build` and `refit`. */
  constructor(
    readonly n: number,
    private readonly boxes: Float64Array,
  ) {
    this.nNode = 2 * n - 1
    this.nodeBoxes = new Float64Array(AABB_SIZE * this.nNode)
    this.right = new Int32Array(this.nNode).fill(-1)
    this.boxOf = new Int32Array(this.nNode).fill(-1)
    this.parent = new Int32Array(this.nNode).fill(-1)
    this.leafOf = new Int32Array(n)
    this.order = Int32Array.from({ length: n }, (_, i) => i)
    this.centers = new Float64Array(3 * n)
    this.found = new Int32Array(n)
  }

  /**
   * Rebuilds the tree: splits all boxes at the median of their centers along the longest edge of the box around the
   * centers.
   */
  build(): void {
    const { n, boxes, centers, order } = this
    for (let i = 0; i < n; i++) {
      order[i] = i
      for (let k = 0; k < 3; k++) centers[3 * i + k] = boxes[6 * i + k] + boxes[6 * i + k + 3]
    }
    this.split(0, 0, n, -1)
    for (let node = this.nNode - 1; node >= 0; node--) this.updateNode(node)
  }

  /** Creates node `node` and all nodes below it for the boxes order[from..to). */
  private split(node: number, from: number, to: number, parent: number): void {
    this.parent[node] = parent
    const count = to - from
    if (count === 1) {
      this.right[node] = -1
      this.boxOf[node] = this.order[from]
      this.leafOf[this.order[from]] = node
      return
    }
    const nLeft = count >> 1
    this.selectMedian(from, to, from + nLeft, this.findLongestAxis(from, to))
    this.boxOf[node] = -1
    this.right[node] = node + 2 * nLeft
    this.split(node + 1, from, from + nLeft, node)
    this.split(node + 2 * nLeft, from + nLeft, to, node)
  }

  private findLongestAxis(from: number, to: number): number {
    let axis = 0
    let longest = -1
    for (let k = 0; k < 3; k++) {
      let min = Infinity
      let max = -Infinity
      for (let i = from; i < to; i++) {
        const center = this.centers[3 * this.order[i] + k]
        if (center < min) min = center
        if (center > max) max = center
      }
      if (max - min > longest) {
        longest = max - min
        axis = k
      }
    }
    return axis
  }

  /**
   * Reorders order[from..to) so that centers before position `middle` are not greater than those after it
   * (quickselect).
   */
  private selectMedian(from: number, to: number, middle: number, axis: number): void {
    const { order, centers } = this
    let low = from
    let high = to - 1
    while (low < high) {
      const pivot = centers[3 * order[(low + high) >> 1] + axis]
      let i = low
      let j = high
      while (i <= j) {
        while (centers[3 * order[i] + axis] < pivot) i++
        while (centers[3 * order[j] + axis] > pivot) j--
        if (i <= j) {
          const swap = order[i]
          order[i++] = order[j]
          order[j--] = swap
        }
      }
      if (middle <= j) high = j
      else if (middle >= i) low = i
      else return
    }
  }

  /** Updates the box of a node from the boxes below it; true if it has changed. */
  private updateNode(node: number): boolean {
    const { nodeBoxes, boxes, right } = this
    const o = AABB_SIZE * node
    if (right[node] < 0) {
      const b = AABB_SIZE * this.boxOf[node]
      return uniteAabb(nodeBoxes, o, boxes, b, boxes, b)
    }
    return uniteAabb(nodeBoxes, o, nodeBoxes, o + AABB_SIZE, nodeBoxes, AABB_SIZE * right[node])
  }

  /** Updates the tree after a change of box i. */
  refit(i: number): void {
    let node = this.leafOf[i]
    while (node >= 0 && this.updateNode(node)) node = this.parent[node]
  }

  /** Fills `found` with all boxes that overlap the box at `box[ib…]`. */
  query(box: Float64Array, ib: number): void {
    const { nodeBoxes, right, boxOf, stack, found } = this
    let nFound = 0
    let top = 0
    stack[top++] = 0
    while (top > 0) {
      const node = stack[--top]
      if (!overlapAabb(box, ib, nodeBoxes, AABB_SIZE * node)) continue
      if (right[node] < 0) found[nFound++] = boxOf[node]
      else {
        stack[top++] = right[node]
        stack[top++] = node + 1
      }
    }
    this.nFound = nFound
  }
}
