/**
 * Which constraints influence each other. A force on a body moves all bodies of its branch, which begins at the world:
 * rows of W belong together where their owners (joints or relations) act on the same branch. Owners are numbered by the
 * algorithm of Cuthill and McKee, so that those of a chain of loops stand beside each other.
 */
import type { Tree } from '../tree/index.ts'
import type { LoopModel } from './loop-model.ts'

/** Rows of one joint or relation. */
export interface LoopOwner {
  readonly rows: Int32Array
  /** Number of the first owner of the cluster on one of the same branches, and of those behind it (ascending). */
  readonly first: number
  readonly next: Int32Array
  /** Bodies between the world and the ends of these owners, on its branches; ascending. */
  readonly reach: Int32Array
}

/** Loops that influence each other. */
export interface LoopCluster {
  readonly owners: readonly LoopOwner[]
  /** All rows, owner by owner. */
  readonly rows: Int32Array
  /** All bodies of its branches; ascending. */
  readonly bodies: Int32Array
}

export function findClusters(tree: Tree, model: LoopModel): LoopCluster[] {
  const branchOf = new Int32Array(tree.nBody)
  for (let i = 0; i < tree.nBody; i++) branchOf[i] = tree.parent[i] < 0 ? i : branchOf[tree.parent[i]]
  const owners = collectOwners(model, branchOf)
  const atBranch = new Map<number, Owner[]>()
  for (const owner of owners) {
    for (const branch of owner.branches) {
      const list = atBranch.get(branch)
      if (list === undefined) atBranch.set(branch, [owner])
      else list.push(owner)
    }
  }
  const neighboursOf = (owner: Owner): Owner[] => [
    ...new Set(Array.from(owner.branches).flatMap((branch) => atBranch.get(branch)!)),
  ]
  const seen = new Set<Owner>()
  const clusters: LoopCluster[] = []
  for (const owner of owners) {
    if (seen.has(owner)) continue
    // from one end of a chain to the other
    const ordered = spread(spread(owner, neighboursOf).at(-1)!, neighboursOf)
    for (const member of ordered) seen.add(member)
    clusters.push(createCluster(ordered, neighboursOf, tree, branchOf))
  }
  return clusters
}

interface Owner {
  readonly rows: number[]
  readonly ends: Set<number>
  readonly branches: Set<number>
}

function collectOwners({ jointOf, termStart, termBody, nRow }: LoopModel, branchOf: Int32Array): Owner[] {
  const owners = new Map<number, Owner>()
  for (let k = 0; k < nRow; k++) {
    let owner = owners.get(jointOf[k])
    if (owner === undefined) {
      owner = { rows: [], ends: new Set(), branches: new Set() }
      owners.set(jointOf[k], owner)
    }
    owner.rows.push(k)
    for (let t = termStart[k]; t < termStart[k + 1]; t++) {
      if (termBody[t] < 0) continue
      owner.ends.add(termBody[t])
      owner.branches.add(branchOf[termBody[t]])
    }
  }
  // some may be between two points of the world
  return [...owners.values()].filter(({ ends }) => ends.size > 0)
}

/** All that are connected, by distance from the first, those with few neighbours first. */
function spread(first: Owner, neighboursOf: (owner: Owner) => Owner[]): Owner[] {
  const list = [first]
  const seen = new Set(list)
  for (let k = 0; k < list.length; k++) {
    const others = neighboursOf(list[k]).filter((other) => !seen.has(other))
    others.sort((a, b) => a.branches.size - b.branches.size)
    for (const other of others) seen.add(other)
    list.push(...others)
  }
  return list
}

function createCluster(
  owners: readonly Owner[],
  neighboursOf: (owner: Owner) => Owner[],
  { parent }: Tree,
  branchOf: Int32Array,
): LoopCluster {
  const numberOf = new Map(owners.map((owner, k) => [owner, k]))
  const branches = new Set(owners.flatMap((owner) => [...owner.branches]))
  return {
    owners: owners.map((owner, k): LoopOwner => {
      const neighbours = neighboursOf(owner)
      const numbers = Int32Array.from(neighbours, (other) => numberOf.get(other)!).sort()
      const reach = new Set<number>()
      for (const { ends } of neighbours) {
        for (const end of ends) {
          if (!owner.branches.has(branchOf[end])) continue
          for (let i = end; i >= 0 && !reach.has(i); i = parent[i]) reach.add(i)
        }
      }
      return {
        rows: Int32Array.from(owner.rows),
        first: numbers[0],
        next: numbers.filter((number) => number > k),
        reach: Int32Array.from(reach).sort(),
      }
    }),
    rows: Int32Array.from(owners.flatMap(({ rows }) => rows)),
    bodies: Int32Array.from(branchOf.keys()).filter((i) => branches.has(branchOf[i])),
  }
}
