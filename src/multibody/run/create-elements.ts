/** Force elements and sensors of a model from their records. */
import { InputError } from '../../base/index.ts'
import { type CollidableShape, readContact } from '../../mechanics/index.ts'
import type { SegmentContext } from '../../simulation/index.ts'
import { createElement, isElementRecord } from '../elements/index.ts'
import type { Frame } from '../frames/index.ts'
import { isObject3DRecord, type Part, type PartPath } from '../parts/index.ts'
import { findInScopes, findObject, type JointNode, type Structure } from '../structure/index.ts'
import type { ElementContext, NamedElement, World } from '../world/index.ts'

/** Thrown where an element refers to something that an action has removed or locked: the element is gone with it. */
class GoneReference extends Error {}

/** The structure as it is now, and what it has been. */
export interface DeclaredStructure {
  readonly structure: Structure
  /** Whether a reference has ever meant an object or a joint, where the part `from` is declared. */
  readonly wasThere: (from: string, reference: string) => boolean
}

export function createElements(
  parts: readonly Part[],
  run: DeclaredStructure,
  world3D: World,
  shapes: readonly CollidableShape[],
  segment: SegmentContext,
): NamedElement[] {
  const { grouping, contacts } = world3D
  const paths = parts.filter(({ record }) => isObject3DRecord(record)).map(({ path }) => path)
  const declared = new Map(paths.map((path) => [path, path]))
  const frameOf = (path: string): Frame => {
    const frame = grouping.frames.get(path)
    if (frame === undefined) throw new GoneReference()
    return frame
  }
  const world = frameOf(run.structure.world.path)
  return parts.flatMap((part) => {
    const { path, fullPath, record } = part
    if (!isElementRecord(record)) return []
    const context: ElementContext = {
      path: fullPath,
      world,
      frame: (key, reference): Frame =>
        reference === undefined ? world : frameOf(findObject(declared, part, key, reference)),
      joint: (key, reference) => {
        const { joint, ...ends } = findJoint(run, grouping, part, key, reference)
        // one that cannot move from the start is a mistake, which the element names
        if (joint.motion === null && !segment.isFirst) throw new GoneReference()
        return { ...ends, wrench: world3D.createWrench(joint) }
      },
      contacts: contacts && {
        readContact: (i, j, out, o) => readContact(contacts.data, i, j, out, o),
      },
      shapesOf: (frame) => shapes.flatMap((shape, i) => (shape.path === frame.path ? [i] : [])),
      warn: (code, time, message) => {
        segment.warn({ code, key: fullPath, time, message })
      },
      result: (key, unit, size) => segment.result(`${path}.${key}`, { unit, size }),
    }
    try {
      return [{ path: fullPath, element: createElement(record, context) }]
    } catch (error) {
      if (error instanceof GoneReference) return []
      throw error
    }
  })
}

/** Finds a joint from where an element is declared: in its own scope, and then in the enclosing ones. */
function findJoint(
  { structure, wasThere }: DeclaredStructure,
  { frames }: World['grouping'],
  from: PartPath,
  key: string,
  reference: string | undefined,
): { obj1: Frame; obj2: Frame; joint: JointNode } {
  const joints = new Map(structure.joints.map((joint) => [joint.path, joint]))
  const found = reference === undefined ? undefined : findInScopes(joints, from.path, reference)
  if (found)
    return { obj1: frames.get(found.object1.path)!, obj2: frames.get(found.object2.path)!, joint: found }
  if (reference !== undefined && wasThere(from.path, reference)) throw new GoneReference()
  const expected = `the path of a joint: ${[...joints.keys()].join(', ') || '(there is none)'}`
  throw new InputError(`${from.fullPath}.${key}`, expected, reference)
}
