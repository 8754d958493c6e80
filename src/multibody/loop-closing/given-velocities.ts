import { createQr, factorQr, solveQr } from '../../math/index.ts'
import type { LoopGroup, ProjectedWorld } from '../loops/index.ts'
import type { World } from '../world/index.ts'
import {
  countRows,
  enterGivenRows,
  type GivenStart,
  listSought,
  measureGap,
  measureLoops,
  measureSpeeds,
  readGivenStarts,
} from './given-rows.ts'
import type { StartingJoints } from './given-starts.ts'

/** Maximum product of constraints and joints, because matrices are full. */
const LARGEST = 500_000
/** Relative difference below which velocities are equal. */
const ROUNDING = 1e-13
/** Relative remainder below which a constraint is a combination of others. */
const FOLLOWS = 1e-9

/**
 * Keeps or sets the given velocities of spherical joints, free motions and cut joints, if the other joints can then
 * fulfill the constraints: by the least change.
 */
export function keepGivenVelocities(
  world: World,
  projected: ProjectedWorld,
  held: Uint8Array,
  isStarting: NonNullable<StartingJoints>,
  isFulfilled: (group: LoopGroup) => boolean,
): void {
  const { tree, grouping, loops } = world
  const joints = listSought(grouping, isStarting)
  projected.update()
  const starts = joints.flatMap((joint) => readGivenStarts(world, joint, 'velocities'))
  if (starts.length === 0) return
  const { length } = measureLoops(loops!)
  const speeds = measureSpeeds(world)
  const areThere = starts.every((start) => measureGap(start, 'velocities', length, speeds) <= ROUNDING)
  if (areThere && loops!.groups.every(isFulfilled)) return
  const nRow = loops!.nRow + countRows(starts)
  if (nRow * tree.nv > LARGEST) return
  const change = findVelocityChange(world, starts, held, nRow)
  projected.kick(change)
  projected.update()
  const wrong = loops!.groups.filter((group) => !isFulfilled(group))
  if (wrong.length === 0) return
  // contradictions are left to the projection
  const back = new Float64Array(tree.nv)
  for (const { velocities } of wrong) for (const i of velocities) back[i] = -change[i]
  projected.kick(back)
  projected.update()
}

/** The least change of velocities that satisfies constraints and start values, as far as one exists (nv). */
function findVelocityChange(
  world: World,
  starts: readonly GivenStart[],
  held: Uint8Array,
  nRow: number,
): Float64Array {
  const { tree } = world
  const loops = world.loops!
  const { nv } = tree
  const rates = new Float64Array(nRow)
  const J = new Float64Array(nRow * nv)
  loops.computeRates(rates, J)
  const { length, moves } = measureLoops(loops)
  enterGivenRows(world, starts, length, rates, J, loops.nRow)
  const columns = listFree(tree, held)
  const qr = createQr(nRow, columns.length)
  for (let k = 0; k < nRow; k++)
    columns.forEach((i, c) => {
      qr.a[columns.length * k + c] = J[nv * k + i] * moves[i]
    })
  const x = new Float64Array(columns.length)
  const change = new Float64Array(nv)
  if (factorQr(qr, FOLLOWS) <= 0) return change
  solveQr(
    qr,
    rates.map((rate) => -rate),
    x,
  )
  columns.forEach((i, c) => {
    change[i] = x[c] * moves[i]
  })
  return change
}

/** Velocities of joints that are not held. */
function listFree({ nBody, vStart }: World['tree'], held: Uint8Array): number[] {
  const free: number[] = []
  for (let body = 0; body < nBody; body++)
    if (held[body] === 0) for (let i = vStart[body]; i < vStart[body + 1]; i++) free.push(i)
  return free
}
