import { computePositions, createTree, createTreeData, PRISMATIC } from '../../mechanics/index.ts'
import type { CentralMass } from '../parts/index.ts'
import { identityPose } from '../records/index.ts'
import { type Grouping, mergeMasses, type ObjectNode, type Structure } from '../structure/index.ts'

/**
 * Energy in gravity of the bodies that the world holds for now [J]: attached assemblies, and bodies on locked joints.
 * So the total energy does not jump when something is attached, locked or released. Declared parts of the world are not
 * included.
 */
export function computeHeldEnergy(
  structure: Structure,
  { superObjects }: Grouping,
  massOf: (object: ObjectNode) => CentralMass | null,
): number {
  const own = collectWorld(structure)
  const { objects, frames } = superObjects[0]
  const held = objects.flatMap((object, k) => (own.has(object) ? [] : [{ object, frame: frames[k] }]))
  if (held.length === 0) return 0
  // as a separate body, at the origin of the world
  const { R, p } = identityPose()
  const masses = mergeMasses(
    held.map(({ object }) => object),
    held.map(({ frame }) => ({ R: frame.R_BO, p: frame.p_BO })),
    massOf,
  )
  const tree = createTree([{ parent: -1, kind: PRISMATIC, R_PJ: R, p_PJ: p, ...masses }])
  const data = createTreeData(tree)
  computePositions(tree, data, new Float64Array(tree.nq))
  return structure.scene.gravity.potentialEnergy(tree, data)
}

/** Objects that parents and rigid connections fix to the world permanently. */
function collectWorld({ world, objects, joints }: Structure): Set<ObjectNode> {
  const found = new Set([world])
  const fixed = joints.filter(({ role, fixed, locked }) => role === 'joint' && fixed && locked === null)
  for (let n = 0; n < found.size; ) {
    n = found.size
    for (const object of objects.values())
      if (object.parent !== null && found.has(object.parent)) found.add(object)
    for (const { object1, object2 } of fixed) {
      if (found.has(object1)) found.add(object2)
      else if (found.has(object2)) found.add(object1)
    }
  }
  return found
}
