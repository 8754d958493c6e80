/** Force elements and sensors of a model from their records. */
import { InputError } from '../../base/index.ts'
import { type CollidableShape, readContact } from '../../mechanics/index.ts'
import type { SegmentContext } from '../../simulation/index.ts'
import { forceElements } from '../forces/index.ts'
import type { Part } from '../parts/index.ts'
import { sensorElements } from '../sensors/index.ts'
import type { Frame } from '../structure/index.ts'
import { createFinder, type Structure } from '../structure/index.ts'
import type { ElementContext, ElementFactory, NamedElement, World } from '../world/index.ts'

const FACTORIES: ReadonlyMap<string, ElementFactory<never>> = new Map(
  Object.entries({ ...forceElements, ...sensorElements }) as [string, ElementFactory<never>][],
)

/** Thrown where an element refers to an object that an action has removed: the element is gone with it. */
class DeletedObject extends Error {}

export function createElements(
  parts: readonly Part[],
  structure: Structure,
  { grouping, contacts }: World,
  shapes: readonly CollidableShape[],
  segment: SegmentContext,
  name: (path: string) => string,
): NamedElement[] {
  const paths = parts.filter(({ record }) => record.kind === 'Object3D').map(({ path }) => path)
  const find = createFinder(new Map(paths.map((path) => [path, path])), name)
  const frameOf = (path: string): Frame => {
    const frame = grouping.frames.get(path)
    if (frame === undefined) throw new DeletedObject()
    return frame
  }
  const world = grouping.frames.get(structure.world.path)!
  return parts.flatMap(({ path, record }) => {
    const factory = FACTORIES.get(record.kind)
    if (factory === undefined) return []
    const context: ElementContext = {
      path: name(path),
      world,
      frame: (key, reference): Frame =>
        reference === undefined ? world : frameOf(find(path, key, reference)),
      joint: (key, reference) => findJoint(structure, grouping, path, `${name(path)}.${key}`, reference),
      contacts: contacts && {
        readContact: (i, j, out, o) => readContact(contacts.data, i, j, out, o),
      },
      shapesOf: (frame) => shapes.flatMap((shape, i) => (shape.path === frame.path ? [i] : [])),
      warn: segment.warn,
      result: (key, unit, size) => segment.result(`${path}.${key}`, { unit, size }),
    }
    try {
      return [{ path: context.path, element: factory(record as never, context) }]
    } catch (error) {
      if (error instanceof DeletedObject) return []
      throw error
    }
  })
}

/** Finds a joint from where an element is declared: in its own scope, and then in the enclosing ones. */
function findJoint(
  { joints }: Structure,
  { frames }: World['grouping'],
  from: string,
  full: string,
  reference: string | undefined,
): { obj1: Frame; obj2: Frame } {
  for (let scope = from; scope !== '' && reference !== undefined; ) {
    scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))
    const wanted = scope === '' ? reference : `${scope}.${reference}`
    const found = joints.find(({ path }) => path === wanted)
    if (found) return { obj1: frames.get(found.object1.path)!, obj2: frames.get(found.object2.path)! }
  }
  const paths = joints.map(({ path }) => path)
  throw new InputError(full, `the path of a joint: ${paths.join(', ') || '(there is none)'}`, reference)
}
