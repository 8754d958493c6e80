import type { Instance } from '../instances/index.ts'
import type { Leaf } from './connector.ts'

/** Variables that are connected, seen from one side each. */
export interface ConnectionSet {
  readonly leaves: readonly Leaf[]
  /** The outermost component whose connections belong to the set. */
  readonly level: Instance
}

/** A set while it grows. */
interface GrowingSet {
  leaves: Leaf[]
  level: Instance
  depth: number
}

/**
 * Disjoint sets of variables; small sets are moved into large ones. A variable has two sides: inside of its component,
 * where the component connects it to its own parts, and outside of it. Each side belongs to one set at most, however
 * far away the components are that have written the connections: `sub.inertia.flange_a` may be connected in `sub` and
 * in the component around it.
 */
export class ConnectionSets {
  /** By `Leaf.isInside`. */
  private readonly setsOfOwn = new Map<string, GrowingSet>()
  private readonly setsOfInside = new Map<string, GrowingSet>()
  /** In the order in which they were mentioned. */
  private readonly leaves: Leaf[] = []

  /** Connects `leaves` in the component `level`, so many components below the top. */
  unite(leaves: readonly Leaf[], level: Instance, depth: number): void {
    for (const leaf of leaves) {
      const sets = this.setsOf(leaf)
      if (sets.has(leaf.name)) continue
      sets.set(leaf.name, { leaves: [leaf], level, depth })
      this.leaves.push(leaf)
    }
    let target = this.setsOf(leaves[0]).get(leaves[0].name)!
    for (const leaf of leaves) {
      let other = this.setsOf(leaf).get(leaf.name)!
      if (other === target) continue
      if (other.leaves.length > target.leaves.length) [target, other] = [other, target]
      for (const moved of other.leaves) {
        target.leaves.push(moved)
        this.setsOf(moved).set(moved.name, target)
      }
      if (other.depth < target.depth) [target.level, target.depth] = [other.level, other.depth]
    }
    if (depth < target.depth) [target.level, target.depth] = [level, depth]
  }

  /** The sets in the order in which their variables were mentioned, inside of a set as well. */
  all(): Iterable<ConnectionSet> {
    const ordered = new Map<GrowingSet, { level: Instance; leaves: Leaf[] }>()
    for (const leaf of this.leaves) {
      const set = this.setsOf(leaf).get(leaf.name)!
      const known = ordered.get(set)
      if (known === undefined) ordered.set(set, { level: set.level, leaves: [leaf] })
      else known.leaves.push(leaf)
    }
    return ordered.values()
  }

  /** Whether a variable is connected outside of its component. */
  isConnectedOutside(name: string): boolean {
    return this.setsOfInside.has(name)
  }

  private setsOf({ isInside }: Leaf): Map<string, GrowingSet> {
    return isInside ? this.setsOfInside : this.setsOfOwn
  }
}
