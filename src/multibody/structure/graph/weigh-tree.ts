export type Edge<T> = readonly [T, T]

/**
 * The cost of loops of a tree: each one leads from the ends of a cut edge to their last common ancestor, and at every
 * node on this path couples with all other loops that pass there.
 *
 * @param root of the tree
 * @param edges of the tree, or of several
 * @param cuts edges that close loops
 */
export function weighTree<T>(root: T, edges: readonly Edge<T>[], cuts: readonly Edge<T>[]): number {
  const { parents, depths } = hangNodes(root, edges)
  const nPassing = new Map<T, number>()
  for (const edge of cuts) {
    let [a, b] = edge
    while (a !== b) {
      if (depths.get(a)! < depths.get(b)!) [a, b] = [b, a]
      nPassing.set(a, (nPassing.get(a) ?? 0) + 1)
      a = parents.get(a)!
    }
  }
  let cost = 0
  for (const n of nPassing.values()) cost += n * n
  return cost
}

/** Parents and depths of nodes. */
function hangNodes<T>(root: T, edges: readonly Edge<T>[]) {
  const neighbors = new Map<T, T[]>([[root, []]])
  const add = (from: T, to: T): void => {
    const list = neighbors.get(from)
    if (list === undefined) neighbors.set(from, [to])
    else list.push(to)
  }
  for (const [a, b] of edges) {
    add(a, b)
    add(b, a)
  }
  const parents = new Map<T, T>()
  const depths = new Map<T, number>()
  for (const first of neighbors.keys()) {
    if (depths.has(first)) continue
    depths.set(first, 0)
    const queue = [first]
    for (let k = 0; k < queue.length; k++) {
      for (const next of neighbors.get(queue[k])!) {
        if (depths.has(next)) continue
        parents.set(next, queue[k])
        depths.set(next, depths.get(queue[k])! + 1)
        queue.push(next)
      }
    }
  }
  return { parents, depths }
}
