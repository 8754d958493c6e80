import { createQr, factorQr, solveQr } from '../../../math/index.ts'
import { FREE } from '../../../mechanics/index.ts'
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
  const isFree = listFreeVelocities(world, held, isStarting)
  if (isFree === null) return
  projected.update()
  for (const group of world.loops!.groups) {
    if (group.model.nRow * group.velocities.length > LARGEST || isFulfilled(group)) continue
    const change = findVelocityChange(group, isFree)
    projected.kick(change)
    projected.update()
    if (isFulfilled(group)) continue
    projected.kick(change.map((x) => -x))
    projected.update()
  }
}

/**
 * 1: this velocity may change; 0: it is given, or held (nv). null: nothing is given of spherical joints and free motions,
 * which cannot be held in another way.
 */
function listFreeVelocities(
  { tree, grouping }: World,
  held: Uint8Array,
  isStarting: NonNullable<StartingJoints>,
): Uint8Array | null {
  const isFree = new Uint8Array(tree.nv)
  let isGiven = false
  for (const { body, joint, element, isReversed } of grouping.treeJoints) {
    const [first, end] = [tree.vStart[body], tree.vStart[body + 1]]
    if (isAxisElement(element)) {
      if (held[body] === 0) isFree.fill(1, first, end)
      continue
    }
    const { kind } = element
    const isAngularVelocityGiven = element.isAngularVelocityGiven && isStarting(joint)
    const isVelocityGiven = element.isVelocityGiven && isStarting(joint)
    // seen from the other side, the velocity of the origin depends on both
    const isWhole = kind !== FREE || !isReversed || isAngularVelocityGiven === isVelocityGiven
    if (!isWhole || !isAngularVelocityGiven) isFree.fill(1, first, first + 3)
    if (kind === FREE && (!isWhole || !isVelocityGiven)) isFree.fill(1, first + 3, end)
    isGiven ||= isWhole && (isAngularVelocityGiven || (kind === FREE && isVelocityGiven))
  }
  return isGiven ? isFree : null
}

/** The least change of free velocities that the constraints of a group ask for, as far as there is one (nv). */
function findVelocityChange(group: LoopGroup, isFree: Uint8Array): Float64Array {
  const { model, velocities, data, sizes } = group
  const { nRow } = model
  const nv = isFree.length
  const columns = Array.from(velocities).filter((i) => isFree[i] === 1)
  const J = new Float64Array(nRow * nv)
  group.computeJacobian(J)
  const qr = createQr(nRow, columns.length)
  for (let k = 0; k < nRow; k++)
    columns.forEach((i, c) => {
      qr.a[columns.length * k + c] = J[nv * k + i] * sizes.moves[i]
    })
  factorQr(qr, FOLLOWS)
  const x = new Float64Array(columns.length)
  solveQr(
    qr,
    data.rate.map((rate, k) => -rate / sizes.rows[k]),
    x,
  )
  const change = new Float64Array(nv)
  columns.forEach((i, c) => {
    change[i] = x[c] * sizes.moves[i]
  })
  return change
}
