/** Things that are connected, by pairs as they come. */
export class Groups<T> {
  private readonly group = new Map<T, T>()

  /** One of those that are connected with a thing, the same for all of them. */
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

  /** Whether they were apart. */
  join(a: T, b: T): boolean {
    const [rootA, rootB] = [this.find(a), this.find(b)]
    if (rootA === rootB) return false
    this.group.set(rootA, rootB)
    return true
  }
}
