/** Groups of connected items, built from pairs (union-find). */
export class Groups<T> {
  private readonly group = new Map<T, T>()

  /** The representative of the group of an item. */
  find(thing: T): T {
    const { group } = this
    let root = thing
    for (let next = group.get(root); next !== undefined; next = group.get(root)) root = next
    for (let node = thing; node !== root; ) {
      const next = group.get(node)!
      group.set(node, root)
      node = next
    }
    return root
  }

  /** Joins two groups; true if they were separate. */
  join(a: T, b: T): boolean {
    const [rootA, rootB] = [this.find(a), this.find(b)]
    if (rootA === rootB) return false
    this.group.set(rootA, rootB)
    return true
  }
}
