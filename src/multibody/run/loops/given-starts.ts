/** Start values that are given: closed loops keep them where a mechanism begins. */
import { isAxisElement, type JointElement } from '../../parts/index.ts'
import type { JointNode, Structure } from '../../structure/index.ts'
import type { World } from '../../world/index.ts'

/** Whether the start values of a joint count where a segment begins; null: those of no joint do. */
export type StartingJoints = ((joint: JointNode) => boolean) | null

/** Joints that begin with a segment: all with the first one, and those of what has been added with later ones. */
export function findStartingJoints({ instances }: Structure, before: Structure | null): StartingJoints {
  if (before === null) return () => true
  const added = [...instances].filter(([path]) => !before.instances.has(path))
  if (added.length === 0) return null
  const paths = new Set(added.flatMap(([, { parts }]) => parts.map(({ path }) => path)))
  return ({ path }) => paths.has(path)
}

/** What must not move, by bodies. */
export interface Holds {
  readonly positions: Uint8Array
  readonly velocities: Uint8Array
}

/** Axes of joints that begin, whose start values the user has given. */
export function collectGiven({ tree, grouping }: World, isStarting: StartingJoints): Holds {
  const holds = { positions: new Uint8Array(tree.nBody), velocities: new Uint8Array(tree.nBody) }
  for (const { body, joint, element } of grouping.treeJoints) {
    if (!isStarting?.(joint)) continue
    if (isGiven(element, 'positionStart')) holds.positions[body] = 1
    if (isGiven(element, 'velocityStart')) holds.velocities[body] = 1
  }
  return holds
}

/** Whether the user has said where a joint starts. */
export function isKept(element: JointElement): boolean {
  if (isAxisElement(element)) return element.positionStart.isGiven || element.velocityStart.isGiven
  return element.isRotationGiven || element.isTranslationGiven
}

function isGiven(element: JointElement, start: 'positionStart' | 'velocityStart'): boolean {
  return isAxisElement(element) && element[start].isGiven
}
