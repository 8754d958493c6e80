import type { Position } from '../../symbolic/index.ts'
import type { Leaf } from './connector.ts'
import type { Instance } from './instance.ts'

/** Connected variables, each from one side. */
export interface ConnectionSet {
  readonly leaves: readonly Leaf[]
  /** Outermost component whose connections belong to the set. */
  readonly level: Instance
  /** Place of its last connection, if it stands in the equations. */
  readonly pos?: Position
}

/** A set under construction. */
interface GrowingSet {
  leaves: Leaf[]
  level: Instance
  depth: number
  pos?: Position
}

/**
 * Disjoint sets of variables; `unite` moves the smaller set into the larger one. A variable has two sides: inside its
 * component, where the component connects it to its own parts, and outside. Each side belongs to at most one set,
 * however many levels lie between the components that contain the connections: `sub.inertia.flange_a` may be connected
 * in `sub` and in the component around it.
 */
export class ConnectionSets {
  /** Sets by name; variables with `Leaf.isInside` are in `setsOfInside`. */
  private readonly setsOfOwn = new Map<string, GrowingSet>()
  private readonly setsOfInside = new Map<string, GrowingSet>()
  /** In the order of first mention. */
  private readonly leaves: Leaf[] = []

  /** Connects `leaves` in the component `level`, which lies `depth` levels below the top. */
  unite(leaves: readonly Leaf[], level: Instance, depth: number, pos?: Position): void {
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
    if (pos) target.pos = pos
  }

  /** The sets, and the variables in each, in the order of first mention. */
  all(): Iterable<ConnectionSet> {
    const ordered = new Map<GrowingSet, ConnectionSet & { leaves: Leaf[] }>()
    for (const leaf of this.leaves) {
      const set = this.setsOf(leaf).get(leaf.name)!
      const known = ordered.get(set)
      if (known === undefined)
        ordered.set(set, { level: set.level, leaves: [leaf], ...(set.pos && { pos: set.pos }) })
      else known.leaves.push(leaf)
    }
    return ordered.values()
  }

  /** True if a variable is connected inside its component. */
  isConnectedInside(name: string): boolean {
    return this.setsOfOwn.has(name)
  }

  /** True if a variable is connected outside its component. */
  isConnectedOutside(name: string): boolean {
    return this.setsOfInside.has(name)
  }

  private setsOf({ isInside }: Leaf): Map<string, GrowingSet> {
    return isInside ? this.setsOfInside : this.setsOfOwn
  }
}
