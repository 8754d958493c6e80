/**
 * Order of the elimination of constraints. A constraint between two bodies does not depend on the motion of their last
 * common ancestor, its node: it is eliminated there, with the joints below, and an inertia of the node remains. On the
 * path from its ends to the node a constraint is pending.
 *
 * Constraints of one node influence each other if they act on the same branch of it; they form a cluster. The owners of
 * rows, joints or relations, are numbered in it by the algorithm of Cuthill and McKee, so that those of adjacent loops
 * are neighbors.
 */
import type { Tree } from '../tree.ts'
import type { LoopModel } from './loop-model.ts'

/** Rows of one joint or relation. */
export interface LoopOwner {
  readonly rows: Int32Array
  /** Bodies that they act on. */
  readonly ends: ReadonlySet<number>
  /** −1: the world. */
  readonly node: number
  /** Children of the node whose branches contain the ends. */
  readonly branches: ReadonlySet<number>
}

/** Constraints of a node that influence each other. */
export interface LoopCluster {
  readonly node: number
  readonly owners: readonly LoopOwner[]
  /** For each owner, the number of the first one on one of the same branches. */
  readonly first: readonly number[]
  /** All rows, owner by owner. */
  readonly rows: Int32Array
  /** Owners with nodes nearer to the world that they influence, in the order of elimination. */
  readonly pending: readonly LoopOwner[]
}

/** A body on the path of constraints, or of their remainders, to the world. */
export interface PlannedBody {
  readonly body: number
  /** Clusters whose node it is. */
  readonly clusters: readonly LoopCluster[]
  /** Owners that are pending, in the order of elimination. */
  readonly pending: readonly LoopOwner[]
  /** True if it carries a node, or is one. */
  readonly isInner: boolean
}

export interface EliminationPlan {
  /** In the order of elimination: from the leaves to the world. */
  readonly clusters: readonly LoopCluster[]
  /** From the leaves to the root. */
  readonly bodies: readonly PlannedBody[]
}

export function planElimination({ parent }: Tree, model: LoopModel): EliminationPlan {
  const owners = collectOwners(model, parent)
  const pending = findPending(owners, parent)
  const nodes = [...new Set(owners.map(({ node }) => node))].sort((a, b) => b - a)
  const clusters: LoopCluster[] = []
  const numberOf = new Map<LoopOwner, number>()
  const byNode = groupBy(owners, ({ node }) => node)
  const ordered = nodes.map((node) => ({ node, lists: findClusters(byNode.get(node)!) }))
  for (const { lists } of ordered) for (const owner of lists.flat()) numberOf.set(owner, numberOf.size)
  const inOrder = (list: Iterable<LoopOwner>): LoopOwner[] =>
    [...list].sort((a, b) => numberOf.get(a)! - numberOf.get(b)!)
  for (const { node, lists } of ordered) {
    for (const members of lists) {
      const branches = new Set(members.flatMap((owner) => [...owner.branches]))
      const others = [...branches].flatMap((branch) => [...pending.get(branch)!])
      clusters.push({
        ...{ node, owners: members, first: findFirst(members) },
        rows: Int32Array.from(members.flatMap(({ rows }) => [...rows])),
        pending: inOrder(new Set(others.filter((other) => other.node !== node))),
      })
    }
  }
  const inner = new Set<number>()
  for (const node of nodes) for (let i = node; i >= 0 && !inner.has(i); i = parent[i]) inner.add(i)
  const active = [...new Set([...pending.keys(), ...inner])].sort((a, b) => b - a)
  const clustersOf = groupBy(clusters, ({ node }) => node)
  return {
    clusters,
    bodies: active.map((body) => ({
      ...{ body, clusters: clustersOf.get(body) ?? [], isInner: inner.has(body) },
      pending: inOrder(pending.get(body) ?? []),
    })),
  }
}

function collectOwners(
  { jointOf, termStart, termBody, nRow }: LoopModel,
  parent: Int32Array,
): readonly LoopOwner[] {
  const byOwner = groupBy(
    Array.from({ length: nRow }, (_, k) => k),
    (k) => jointOf[k],
  )
  const owners: LoopOwner[] = []
  for (const rows of byOwner.values()) {
    const bodies = rows.flatMap((k) => [...termBody.subarray(termStart[k], termStart[k + 1])])
    const ends = new Set(bodies.filter((body) => body >= 0))
    // some may be between two points of the world
    if (ends.size === 0) continue
    const node = bodies.reduce((a, b) => findCommon(parent, a, b))
    const branches = new Set<number>()
    for (const end of ends) {
      let branch = end
      while (branch !== node && parent[branch] !== node) branch = parent[branch]
      if (branch !== node) branches.add(branch)
    }
    owners.push({ rows: Int32Array.from(rows), ends, node, branches })
  }
  return owners
}

/** Last common ancestor of both, or one of them. Parents have lower numbers than their children. */
function findCommon(parent: Int32Array, a: number, b: number): number {
  while (a !== b) {
    if (a > b) a = parent[a]
    else b = parent[b]
  }
  return a
}

/** Pending owners at each body. */
function findPending(owners: readonly LoopOwner[], parent: Int32Array): Map<number, Set<LoopOwner>> {
  const pending = new Map<number, Set<LoopOwner>>()
  for (const owner of owners) {
    for (const end of owner.ends) {
      for (let i = end; i !== owner.node; i = parent[i]) {
        const others = pending.get(i)
        if (others === undefined) pending.set(i, new Set([owner]))
        else others.add(owner)
      }
    }
  }
  return pending
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** Owners of one node that share branches, one list for each connected set, from one end of a chain to the other. */
function findClusters(owners: readonly LoopOwner[]): LoopOwner[][] {
  const pairs = owners.flatMap((owner) => Array.from(owner.branches, (branch) => ({ branch, owner })))
  const atBranch = groupBy(pairs, ({ branch }) => branch)
  const neighborsOf = ({ branches }: LoopOwner): LoopOwner[] => [
    ...new Set(Array.from(branches).flatMap((branch) => atBranch.get(branch)!.map(({ owner }) => owner))),
  ]
  const seen = new Set<LoopOwner>()
  const clusters: LoopOwner[][] = []
  for (const owner of owners) {
    if (seen.has(owner)) continue
    const ordered = spread(spread(owner, neighborsOf).at(-1)!, neighborsOf)
    for (const member of ordered) seen.add(member)
    clusters.push(ordered)
  }
  return clusters
}

/** All connected owners, by distance from the first, those with few neighbors first. */
function spread(first: LoopOwner, neighborsOf: (owner: LoopOwner) => LoopOwner[]): LoopOwner[] {
  const list = [first]
  const seen = new Set(list)
  for (let k = 0; k < list.length; k++) {
    const others = neighborsOf(list[k]).filter((other) => !seen.has(other))
    others.sort((a, b) => a.branches.size - b.branches.size)
    for (const other of others) {
      seen.add(other)
      list.push(other)
    }
  }
  return list
}

function findFirst(owners: readonly LoopOwner[]): number[] {
  const firstAt = new Map<number, number>()
  return owners.map(({ branches }, k) => {
    let first = k
    for (const branch of branches) {
      if (!firstAt.has(branch)) firstAt.set(branch, k)
      first = Math.min(first, firstAt.get(branch)!)
    }
    return first
  })
}
