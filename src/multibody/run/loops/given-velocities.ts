import { createQr, factorQr, solveQr } from '../../../math/index.ts'
import { FREE, PRISMATIC } from '../../../mechanics/index.ts'
import { isAxisElement } from '../../parts/index.ts'
import type { LoopGroup, ProjectedWorld, World } from '../../world/index.ts'
import type { StartingJoints } from './given-starts.ts'

/** Constraints times joints at most: full matrices. */
const LARGEST = 500_000
/** A constraint follows from others if so little is left of it. */
const FOLLOWS = 1e-9

/**
 * Spherical joints and free motions cannot be held: velocities of them that are given stay if those of the other joints
 * alone can fulfil the constraints.
 */
export function keepGivenVelocities(
  world: World,
  projected: ProjectedWorld,
  held: Uint8Array,
  isStarting: NonNullable<StartingJoints>,
  isFulfilled: (group: LoopGroup) => boolean,
): void {
  const sizes = createVelocitySizes(world, held, isStarting)
  if (sizes === null) return
  projected.update()
  for (const group of world.loops!.groups) {
    if (group.model.nRow * group.velocities.length > LARGEST || isFulfilled(group)) continue
    const change = findVelocityChange(group, sizes)
    projected.kick(change)
    projected.update()
    if (isFulfilled(group)) continue
    projected.kick(change.map((x) => -x))
    projected.update()
  }
}

/**
 * Sizes of the changes of velocities [rad/s, m/s], in a unit of time; 0: given, or held (nv). null: nothing is given of
 * spherical joints and free motions, which cannot be held in another way.
 */
function createVelocitySizes(
  { tree, length, grouping }: World,
  held: Uint8Array,
  isStarting: NonNullable<StartingJoints>,
): Float64Array | null {
  const sizes = new Float64Array(tree.nv)
  let isGiven = false
  for (const { body, joint, element, isReversed } of grouping.treeJoints) {
    const [first, end] = [tree.vStart[body], tree.vStart[body + 1]]
    if (isAxisElement(element)) {
      if (held[body] === 0) sizes.fill(element.kind === PRISMATIC ? length : 1, first, end)
      continue
    }
    const { kind } = element
    const isAngularVelocityGiven = element.isAngularVelocityGiven && isStarting(joint)
    const isVelocityGiven = element.isVelocityGiven && isStarting(joint)
    // seen from the other side, the velocity of the origin depends on both
    const isWhole = kind !== FREE || !isReversed || isAngularVelocityGiven === isVelocityGiven
    if (!isWhole || !isAngularVelocityGiven) sizes.fill(1, first, first + 3)
    if (kind === FREE && (!isWhole || !isVelocityGiven)) sizes.fill(length, first + 3, end)
    isGiven ||= isWhole && (isAngularVelocityGiven || (kind === FREE && isVelocityGiven))
  }
  return isGiven ? sizes : null
}

/** The least change of velocities with a size that the constraints of a group ask for, as far as there is one (nv). */
function findVelocityChange(group: LoopGroup, sizes: Float64Array): Float64Array {
  const { model, velocities, data } = group
  const { nRow } = model
  const nv = sizes.length
  const columns = Array.from(velocities).filter((i) => sizes[i] > 0)
  const J = new Float64Array(nRow * nv)
  group.computeJacobian(J)
  const qr = createQr(nRow, columns.length)
  for (let k = 0; k < nRow; k++)
    columns.forEach((i, c) => {
      qr.a[columns.length * k + c] = J[nv * k + i] * sizes[i]
    })
  factorQr(qr, FOLLOWS)
  const x = new Float64Array(columns.length)
  solveQr(
    qr,
    data.rate.map((rate) => -rate),
    x,
  )
  const change = new Float64Array(nv)
  columns.forEach((i, c) => {
    change[i] = x[c] * sizes[i]
  })
  return change
}
