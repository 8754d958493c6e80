import { VarioError } from '../../base/index.ts'
import { FREE, PRISMATIC, type Tree } from '../../mechanics/index.ts'
import type { Grouping } from '../structure/index.ts'

/** Error for a joint of `body` that can be accelerated without a force: names the missing mass or inertia. */
export function describeSingularInertia(tree: Tree, { treeJoints }: Grouping, body: number): VarioError {
  const { joint } = treeJoints[body]
  const path = joint.fullPath
  const mass = computeBranchMass(tree, body)
  const isFree = tree.kind[body] === FREE
  const moved = joint.object2.fullPath
  const what =
    isFree && path === moved ? moved : `what the joint moves (${moved} and all that is connected to it)`
  const message =
    tree.kind[body] === PRISMATIC
      ? 'has no mass or inertia in the direction of its motion: it has no mass. Give it mass properties or a ' +
        'solid material.'
      : mass === 0
        ? 'has no mass or inertia in the direction of its motion. Give it mass properties or a solid material.'
        : `has a mass of ${Number(mass.toPrecision(6))} kg, but no inertia against ` +
          `${isFree ? 'its rotation' : 'the rotation of the joint'}: a mass alone is a point, which has none ` +
          'about itself. Give it Ixx, Iyy, Izz, or a shape with a mass or a ' +
          `material${
            isFree
              ? '; a point that is not to turn can be moved by three Prismatic joints'
              : '; about an axis ' + 'that does not ' + 'go through the point, it has inertia'
          }.`
  return new VarioError('MULTIBODY', `${path}: ${what} ${message}`, { path, mass })
}

/** Mass of a body and of its branch of the tree [kg]. */
function computeBranchMass({ nBody, parent, mass }: Tree, body: number): number {
  const isPart = new Uint8Array(nBody)
  isPart[body] = 1
  let sum = mass[body]
  for (let i = body + 1; i < nBody; i++) {
    if (parent[i] < 0 || isPart[parent[i]] === 0) continue
    isPart[i] = 1
    sum += mass[i]
  }
  return sum
}
