import { type SearchProblem, searchConfiguration } from '../../mechanics/index.ts'
import type { World } from '../world/index.ts'
import {
  countRows,
  enterGivenRows,
  type GivenStart,
  listSought,
  measureGap,
  measureLoops,
  readGivenStarts,
} from './given-rows.ts'
import type { StartingJoints } from './given-starts.ts'
import { type AssembledWorld, measureMoved } from './loop-assembly.ts'

/** Target of gaps, relative to the size of the mechanism, and largest gap of start values that agree. */
const CLOSED = 1e-13
const AGREES = 1e-9
/** Maximum product of equations and joints, because matrices are full. */
const LARGEST = 500_000

/**
 * Closes the loops once more, with equations for start values that are not those of a held joint: of cut joints,
 * spherical joints and free motions. False if nothing has moved, because they agree, or contradict others.
 */
export function keepGivenPositions(
  world: World,
  moved: AssembledWorld,
  held: Uint8Array,
  isStarting: NonNullable<StartingJoints>,
): boolean {
  const joints = listSought(world.grouping, isStarting)
  moved.updateMotion()
  const problem = new StartSearch(world, moved, held, () =>
    joints.flatMap((joint) => readGivenStarts(world, joint, 'positions')),
  )
  if (problem.agrees() || problem.nError * problem.nMove > LARGEST) return false
  const restore = moved.save()
  if (searchConfiguration(problem, CLOSED) <= AGREES) return true
  restore()
  return false
}

/** All loops and start values; all joints that are not held may move. */
class StartSearch implements SearchProblem {
  readonly nError: number
  readonly nMove: number
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly sizes: Float64Array
  private readonly start: Float64Array
  private readonly length: number

  constructor(
    private readonly world: World,
    private readonly moved: AssembledWorld,
    held: Uint8Array,
    private readonly read: () => readonly GivenStart[],
  ) {
    const { tree, loops } = world
    this.nError = loops!.nRow + countRows(read())
    this.nMove = tree.nv
    this.lower = new Float64Array(tree.nv).fill(Number.NEGATIVE_INFINITY)
    this.upper = new Float64Array(tree.nv).fill(Number.POSITIVE_INFINITY)
    const { length, moves } = measureLoops(loops!)
    this.length = length
    this.sizes = moves
    for (let body = 0; body < tree.nBody; body++)
      if (held[body] === 1) this.sizes.fill(0, tree.vStart[body], tree.vStart[body + 1])
    this.start = world.q.slice()
  }

  /** True if start values agree with the present positions. */
  agrees(): boolean {
    return this.read().every((start) => measureGap(start, 'positions', this.length, [0, 0]) <= AGREES)
  }

  evaluate(g: Float64Array, J: Float64Array): void {
    const { world, nMove } = this
    const nRow = world.loops!.nRow
    this.moved.updateMotion()
    world.loops!.computeGaps(g.subarray(0, nRow), J.subarray(0, nRow * nMove))
    enterGivenRows(world, this.read(), this.length, g, J, nRow)
  }

  displace(move: Float64Array): void {
    this.moved.displace(move)
  }

  save(): () => void {
    return this.moved.save()
  }

  isProper(): boolean {
    return this.world.loops!.findReversed() === undefined
  }

  measureDistance(): number {
    const { start, world, sizes, length } = this
    this.moved.updateMotion()
    let sum = 0
    for (let body = 0; body < world.tree.nBody; body++)
      if (sizes[world.tree.vStart[body]] > 0)
        sum += measureMoved(world.tree, body, start, world.q, { moves: sizes, length })
    return Math.sqrt(sum)
  }
}
