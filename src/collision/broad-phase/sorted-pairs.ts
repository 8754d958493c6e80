/**
 * A set of pairs (a, b), a < b, in ascending order, without objects: each pair is the key a·n + b, exact for n < 9e7.
 * Arrays grow by doubling, so that a set of constant size does not allocate.
 */
export class SortedPairs {
  nPair = 0
  /** Pairs in ascending order of (a, b): the first `nPair`. */
  a = new Int32Array(64)
  b = new Int32Array(64)

  private nNew = 0
  private newKeys = new Float64Array(64)

  constructor(private readonly n: number) {}

  /** Adds a pair that is not in the set; it appears after the next `merge`. */
  add(i: number, j: number): void {
    if (this.nNew === this.newKeys.length) {
      const larger = new Float64Array(2 * this.nNew)
      larger.set(this.newKeys)
      this.newKeys = larger
    }
    this.newKeys[this.nNew++] = i < j ? i * this.n + j : j * this.n + i
  }

  /** Removes all pairs of which one member is marked (n). */
  removeMarked(isMarked: Uint8Array): void {
    const { a, b } = this
    let kept = 0
    for (let k = 0; k < this.nPair; k++) {
      if (isMarked[a[k]] === 1 || isMarked[b[k]] === 1) continue
      a[kept] = a[k]
      b[kept++] = b[k]
    }
    this.nPair = kept
  }

  /** Merges the pairs added since the last call into their places. */
  merge(): void {
    const { n, nNew } = this
    if (nNew === 0) return
    const keys = this.newKeys.subarray(0, nNew).sort()
    let from = this.nPair - 1
    let to = this.nPair + nNew - 1
    this.reserve(to + 1)
    const { a, b } = this
    // from the largest to the smallest, so that no pair is overwritten before it has moved
    for (let k = nNew - 1; k >= 0; to--) {
      if (from >= 0 && a[from] * n + b[from] > keys[k]) {
        a[to] = a[from]
        b[to] = b[from--]
      } else {
        a[to] = Math.floor(keys[k] / n)
        b[to] = keys[k--] - a[to] * n
      }
    }
    this.nPair += nNew
    this.nNew = 0
  }

  private reserve(nPair: number): void {
    if (nPair <= this.a.length) return
    const size = Math.max(nPair, 2 * this.a.length)
    const a = new Int32Array(size)
    const b = new Int32Array(size)
    a.set(this.a)
    b.set(this.b)
    this.a = a
    this.b = b
  }
}
