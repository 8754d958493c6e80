/** A growing list of 32-bit integers: the append-only part of a CSR graph under construction. */
export class IntList {
  length = 0
  private data: Int32Array

  constructor(capacity = 16) {
    this.data = new Int32Array(Math.max(capacity, 4))
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Int32Array(2 * this.length)
      grown.set(this.data)
      this.data = grown
    }
    this.data[this.length++] = value
  }

  get(i: number): number {
    return this.data[i]
  }

  /** The elements so far, without a copy; stale after the next `push`. */
  view(): Int32Array {
    return this.data.subarray(0, this.length)
  }

  toArray(): Int32Array {
    return this.data.slice(0, this.length)
  }
}
