/**
 * Binary heap of (item, key), largest key first, equal keys by larger item. Keys are changed by pushing again: an entry
 * with an outdated key is corrected when it reaches the top.
 */
export class MaxHeap {
  private items: Int32Array
  private keys: Float64Array
  private size = 0

  constructor(capacity: number) {
    this.items = new Int32Array(Math.max(capacity, 16))
    this.keys = new Float64Array(Math.max(capacity, 16))
  }

  push(item: number, key: number): void {
    if (this.size === this.items.length) this.grow()
    // Sift up
    const { items, keys } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!isBefore(key, item, keys[parent], items[parent])) break
      items[i] = items[parent]
      keys[i] = keys[parent]
      i = parent
    }
    items[i] = item
    keys[i] = key
  }

  /** Removes and returns the item with the largest current key among those with `isOpen` = 1; -1 if there is none. */
  pop(current: Float64Array, isOpen: Uint8Array): number {
    while (this.size > 0) {
      const item = this.items[0]
      const key = this.keys[0]
      this.removeTop()
      if (isOpen[item] === 0) continue
      if (key === current[item]) return item
      // Outdated: the key has decreased since (an increased one has been pushed already)
      if (key > current[item]) this.push(item, current[item])
    }
    return -1
  }

  private removeTop(): void {
    const { items, keys } = this
    const n = --this.size
    if (n === 0) return
    // Sift the last entry down from the top
    const item = items[n]
    const key = keys[n]
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= n) break
      if (child + 1 < n && isBefore(keys[child + 1], items[child + 1], keys[child], items[child])) child++
      if (!isBefore(keys[child], items[child], key, item)) break
      items[i] = items[child]
      keys[i] = keys[child]
      i = child
    }
    items[i] = item
    keys[i] = key
  }

  private grow(): void {
    const items = new Int32Array(2 * this.size)
    const keys = new Float64Array(2 * this.size)
    items.set(this.items)
    keys.set(this.keys)
    this.items = items
    this.keys = keys
  }
}

function isBefore(key: number, item: number, otherKey: number, otherItem: number): boolean {
  return key > otherKey || (key === otherKey && item > otherItem)
}
