/** Groups of closed loops that have bodies in common. */
import { FREE, type JointRelation, type LoopRow, type Tree } from '../../mechanics/index.ts'
import type { Frame } from '../records/index.ts'
import { type Grouping, Groups, type JointNode } from '../structure/index.ts'

/** A mass on the line between two objects. */
export interface LineMass {
  /** Fraction of the way from the first to the second. */
  readonly fraction: number
  /** [kg] */
  readonly mass: number
}

/** Constraints and masses that an element adds. */
interface ElementConstraint {
  /** The objects between which rows and masses are. */
  readonly frames?: readonly [Frame, Frame]
  /** Constraints between the objects, in their frames. */
  readonly rows?: readonly LoopRow[]
  readonly masses?: readonly LineMass[]
  readonly relation?: JointRelation
}

/** A constraint with the full path of its element. */
export interface NamedConstraint {
  readonly path: string
  readonly constraint: ElementConstraint
}

/** Cut joints, and elements with constraints, on the same branches of the tree. */
export interface LoopMembers {
  readonly cuts: readonly JointNode[]
  readonly constraints: readonly NamedConstraint[]
  /** Bodies of these branches, in ascending order. */
  readonly bodies: Int32Array
}

/** A single group, for loops that equations behind flanges may connect. */
export function joinLoops(
  cuts: readonly JointNode[],
  constraints: readonly NamedConstraint[],
  { nBody }: Tree,
): LoopMembers[] {
  return [{ cuts, constraints, bodies: Int32Array.from({ length: nBody }, (_, i) => i) }]
}

/** Groups that share no body, in the order of their first members. */
export function findLoopGroups(
  cuts: readonly JointNode[],
  constraints: readonly NamedConstraint[],
  { frames }: Grouping,
  { parent, nBody }: Tree,
): LoopMembers[] {
  const rootOf = new Int32Array(nBody)
  for (let i = 0; i < nBody; i++) rootOf[i] = parent[i] < 0 ? i : rootOf[parent[i]]
  const roots = new Groups<number>()
  /** Connects bodies, and returns a root of theirs; −1: all are the world. */
  const connect = (bodies: readonly number[]): number => {
    const own = bodies.filter((body) => body >= 0).map((body) => rootOf[body])
    for (const root of own) roots.join(own[0], root)
    return own[0] ?? -1
  }
  const ofCuts = cuts.map(({ object1, object2, motion }) => {
    const ends = [object1, object2].map(({ path }) => frames.get(path)!.body)
    // a free joint connects nothing, and is with the loops of one of its ends
    return connect(motion?.elements[0].kind === FREE ? [Math.max(...ends)] : ends)
  })
  const ofConstraints = constraints.map(({ constraint: { frames: ends = [], relation } }) =>
    connect([...ends, ...(relation?.members ?? [])].map(({ body }) => body)),
  )
  const groups = new Map<
    number,
    { readonly cuts: JointNode[]; readonly constraints: NamedConstraint[]; readonly bodies: number[] }
  >()
  for (const root of [...ofCuts, ...ofConstraints])
    groups.set(roots.find(root), { cuts: [], constraints: [], bodies: [] })
  for (let k = 0; k < cuts.length; k++) groups.get(roots.find(ofCuts[k]))!.cuts.push(cuts[k])
  for (let k = 0; k < constraints.length; k++)
    groups.get(roots.find(ofConstraints[k]))!.constraints.push(constraints[k])
  for (let body = 0; body < nBody; body++) groups.get(roots.find(rootOf[body]))?.bodies.push(body)
  return Array.from(groups.values(), (group) => ({ ...group, bodies: Int32Array.from(group.bodies) }))
}
