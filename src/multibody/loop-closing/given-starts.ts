/** Given start values, which closed loops keep where a mechanism starts. */
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import type { JointNode, Structure } from '../structure/index.ts'
import type { World } from '../world/index.ts'

/** True if the start values of a joint apply at the start of a segment; null: those of no joint do. */
export type StartingJoints = ((joint: JointNode) => boolean) | null

/** Joints that start with a segment: all with the first one, and those that have been added with later ones. */
export function findStartingJoints({ instances }: Structure, before: Structure | null): StartingJoints {
  if (before === null) return () => true
  const added = [...instances].filter(([path]) => !before.instances.has(path))
  if (added.length === 0) return null
  const paths = new Set(added.flatMap(([, { parts }]) => parts.map(({ path }) => path)))
  return ({ path }) => paths.has(path)
}

/** Held joints, by bodies. */
export interface Holds {
  readonly positions: Uint8Array
  readonly velocities: Uint8Array
}

/** Axes of starting joints with given start values. */
export function collectGiven({ tree, grouping }: World, isStarting: StartingJoints): Holds {
  const holds = { positions: new Uint8Array(tree.nBody), velocities: new Uint8Array(tree.nBody) }
  for (const { body, joint, element } of grouping.treeJoints) {
    if (!isStarting?.(joint)) continue
    if (isGiven(element, 'positionStart')) holds.positions[body] = 1
    if (isGiven(element, 'velocityStart')) holds.velocities[body] = 1
  }
  return holds
}

/** True if the user has given the start value of a joint. */
export function isKept(element: JointElement): boolean {
  if (isAxisElement(element)) return element.positionStart.isGiven || element.velocityStart.isGiven
  return element.isRotationGiven || element.isTranslationGiven
}

function isGiven(element: JointElement, start: 'positionStart' | 'velocityStart'): boolean {
  return isAxisElement(element) && element[start].isGiven
}
