/** The kinematic tree of a segment, for users. */
import type { Grouping } from './super-objects.ts'

/** Objects that are one body, and what moves on it. */
export interface KinematicTree {
  /** Paths of the objects. */
  readonly objects: readonly string[]
  /** Path and kind of the joint that moves it, and its degrees of freedom; null for the world. */
  readonly joint: { readonly path: string; readonly kind: string; readonly dof: number } | null
  readonly children: readonly KinematicTree[]
}

/** Degrees of freedom of elementary joints: six of a free one, three of a spherical one, one of all others. */
export function describeTree(
  { superObjects, bodies }: Grouping,
  dofOf: (body: number) => number,
): KinematicTree {
  const nodes = superObjects.map(({ objects, joint, body }) => {
    let dof = 0
    const motion = joint?.motion
    for (let b = body, k = motion?.elements.length ?? 0; k > 0; b = bodies[b].parent, k--) dof += dofOf(b)
    return {
      objects: objects.map(({ path }) => path),
      joint: joint && { path: joint.path, kind: joint.kind, dof },
      children: [] as KinematicTree[],
    }
  })
  superObjects.forEach(({ parent }, k) => {
    if (parent >= 0) nodes[parent].children.push(nodes[k])
  })
  return nodes[0]
}

/**
 * The kinematic tree of a segment as text, one line per body: `printTree(result.segments[0].tree)`.
 */
export function printTree(tree: KinematicTree): string {
  const lines: string[] = []
  const add = ({ objects, joint, children }: KinematicTree, indent: string): void => {
    const how = joint === null ? '' : `${joint.kind} ${joint.path} (${joint.dof}): `
    lines.push(`${indent}${how}${objects.join(', ')}`)
    for (const child of children) add(child, `${indent}  `)
  }
  add(tree, '')
  return lines.join('\n')
}
