/** The kinematic tree of a segment, for users. */
import type { SegmentTree } from '../../results/index.ts'
import type { JointNode, ObjectNode } from './structure.ts'
import type { Grouping } from './super-objects.ts'

/**
 * Describes the trees of a run: branches that have not changed since the segment before are the same objects, which
 * saves memory.
 */
export class TreeDescriber {
  /** The branches of the last tree, by their joints. */
  private known = new Map<JointNode, SegmentTree>()

  /** @param dofOf degrees of freedom of an elementary joint: six of a free one, three of a spherical one, or one */
  describe({ superObjects, bodies, cuts }: Grouping, dofOf: (body: number) => number): SegmentTree {
    const known = new Map<JointNode, SegmentTree>()
    const children = superObjects.map((): SegmentTree[] => [])
    let tree: SegmentTree | null = null
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

function describeCut({ path, kind, object1, object2 }: JointNode): NonNullable<SegmentTree['cuts']>[number] {
  return { path, kind, obj1: object1.path, obj2: object2.path }
}

function isSame(
  before: SegmentTree,
  objects: readonly ObjectNode[],
  children: readonly SegmentTree[],
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
export function printTree(tree: SegmentTree): string {
  const lines: string[] = []
  const add = ({ objects, joint, children }: SegmentTree, indent: string): void => {
    const how = joint === null ? '' : `${joint.kind} ${joint.path} (${joint.dof}): `
    lines.push(`${indent}${how}${objects.join(', ')}`)
    for (const child of children) add(child, `${indent}  `)
  }
  add(tree, '')
  for (const { path, kind, obj1, obj2 } of tree.cuts ?? [])
    lines.push(`closes a loop: ${kind} ${path}: ${obj1} - ${obj2}`)
  return lines.join('\n')
}
