/** The kinematic tree of a segment, for users. */
import type { JointNode, ObjectNode } from './structure.ts'
import type { Grouping } from './super-objects.ts'

/** Objects that are one body, and the bodies that move relative to it. */
export interface KinematicTree {
  /** Paths of the objects. */
  readonly objects: readonly string[]
  /** Path and kind of its joint, and the degrees of freedom; null for the world. */
  readonly joint: { readonly path: string; readonly kind: string; readonly dof: number } | null
  readonly children: readonly KinematicTree[]
  /** Only of the world: joints that close loops, and their objects. Missing: none. */
  readonly cuts?: readonly CutDescription[]
}

/** A joint that closes a loop: it does not belong to the tree. */
export interface CutDescription {
  readonly path: string
  readonly kind: string
  readonly obj1: string
  readonly obj2: string
}

/**
 * Describes the trees of a run: branches that have not changed since the segment before are the same objects, which
 * saves memory.
 */
export class TreeDescriber {
  /** The branches of the last tree, by their joints. */
  private known = new Map<JointNode, KinematicTree>()

  /** @param dofOf degrees of freedom of an elementary joint: six of a free one, three of a spherical one, or one */
  describe({ superObjects, bodies, cuts }: Grouping, dofOf: (body: number) => number): KinematicTree {
    const known = new Map<JointNode, KinematicTree>()
    const children = superObjects.map((): KinematicTree[] => [])
    let tree: KinematicTree | null = null
    // children come after their parents
    for (let k = superObjects.length - 1; k >= 0; k--) {
      const { objects, joint, body, parent } = superObjects[k]
      children[k].reverse()
      const before = joint === null ? undefined : this.known.get(joint)
      if (before !== undefined && isSame(before, objects, children[k])) tree = before
      else {
        let dof = 0
        const n = joint?.motion?.elements.length ?? 0
        for (let b = body, i = 0; i < n; b = bodies[b].parent, i++) dof += dofOf(b)
        tree = {
          objects: objects.map(({ path }) => path),
          joint: joint && { path: joint.path, kind: joint.kind, dof },
          children: children[k],
          ...(joint === null && cuts.length > 0 && { cuts: cuts.map(describeCut) }),
        }
      }
      if (joint !== null) known.set(joint, tree)
      if (parent >= 0) children[parent].push(tree)
    }
    this.known = known
    return tree!
  }
}

function describeCut({ path, kind, object1, object2 }: JointNode): CutDescription {
  return { path, kind, obj1: object1.path, obj2: object2.path }
}

function isSame(
  before: KinematicTree,
  objects: readonly ObjectNode[],
  children: readonly KinematicTree[],
): boolean {
  return (
    before.objects.length === objects.length &&
    before.children.length === children.length &&
    objects.every(({ path }, i) => before.objects[i] === path) &&
    children.every((child, i) => before.children[i] === child)
  )
}

/**
 * The kinematic tree of a segment as text, one line per body: `printTree(result.segments[0].tree)`. Joints that close
 * loops come last, each with its objects.
 */
export function printTree(tree: KinematicTree): string {
  const lines: string[] = []
  const add = ({ objects, joint, children }: KinematicTree, indent: string): void => {
    const how = joint === null ? '' : `${joint.kind} ${joint.path} (${joint.dof}): `
    lines.push(`${indent}${how}${objects.join(', ')}`)
    for (const child of children) add(child, `${indent}  `)
  }
  add(tree, '')
  for (const { path, kind, obj1, obj2 } of tree.cuts ?? [])
    lines.push(`closes a loop: ${kind} ${path}: ${obj1} - ${obj2}`)
  return lines.join('\n')
}
