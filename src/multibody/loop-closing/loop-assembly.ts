import { FREE, type LoopSizes, type SearchProblem, SPHERICAL, type Tree } from '../../mechanics/index.ts'
import type { LoopGroup } from '../loops/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { World } from '../world/index.ts'
import type { StartingJoints } from './given-starts.ts'

/** The mechanism that an assembly moves. */
export interface AssembledWorld {
  /** Updates positions for the present states. */
  updateMotion(): void
  /** Moves positions as the velocities `dq` of the tree would in a unit of time. */
  displace(dq: Float64Array): void
  /** Saves the states; the returned function restores them. */
  save(): () => void
  /** Positions of the tree at the last evaluation, for the distance between two configurations (nq). */
  readonly q: Float64Array
  readonly tree: Tree
}

/** A group of open loops, with the joints that may close them. */
export class LoopAssembly implements SearchProblem {
  readonly nError: number
  readonly nMove: number
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly sizes: Float64Array
  private readonly start: Float64Array
  /** Work arrays for derivatives and moves of all joints of the tree. */
  private readonly J: Float64Array
  private readonly moves: Float64Array

  /** @param isFree 1: this joint may move (nv) */
  constructor(
    private readonly group: LoopGroup,
    private readonly world: AssembledWorld,
    isFree: Uint8Array,
  ) {
    const { model, velocities } = group
    this.nError = model.nRow
    this.nMove = velocities.length
    this.lower = new Float64Array(this.nMove).fill(Number.NEGATIVE_INFINITY)
    this.upper = new Float64Array(this.nMove).fill(Number.POSITIVE_INFINITY)
    this.sizes = Float64Array.from(velocities, (i) => isFree[i] * group.sizes.moves[i])
    this.start = world.q.slice()
    this.J = new Float64Array(this.nError * isFree.length)
    this.moves = new Float64Array(isFree.length)
  }

  evaluate(g: Float64Array, J: Float64Array): void {
    const { group, nError, nMove, moves } = this
    this.world.updateMotion()
    group.computeGaps(g, this.J)
    for (let k = 0; k < nError; k++)
      for (let c = 0; c < nMove; c++) J[nMove * k + c] = this.J[moves.length * k + group.velocities[c]]
  }

  displace(move: Float64Array): void {
    this.group.velocities.forEach((i, c) => {
      this.moves[i] = move[c]
    })
    this.world.displace(this.moves)
  }

  save(): () => void {
    return this.world.save()
  }

  isProper(): boolean {
    return this.group.findReversed() === undefined
  }

  measureDistance(): number {
    const { start, group, world } = this
    world.updateMotion()
    let sum = 0
    for (const body of group.bodies) sum += measureMoved(world.tree, body, start, world.q, group.sizes)
    return Math.sqrt(sum)
  }
}

/** Square of the distance of a joint from its guess, relative to the sizes of its moves. */
export function measureMoved(
  { kind, qStart, vStart }: Tree,
  body: number,
  from: Float64Array,
  to: Float64Array,
  { moves, length }: Pick<LoopSizes, 'moves' | 'length'>,
): number {
  const first = qStart[body]
  const hasMatrix = kind[body] === SPHERICAL || kind[body] === FREE
  let sum = 0
  for (let i = first; i < qStart[body + 1]; i++) {
    // a small angle changes the elements of a matrix by 2 of its square in all
    const size = !hasMatrix ? moves[vStart[body]] : i < first + 9 ? Math.SQRT2 : length
    sum += ((to[i] - from[i]) / size) ** 2
  }
  return sum
}

/** 1: this joint may move; 0: it is held, or its start value is given (nv). */
export function listFreeMoves(
  { tree, grouping }: World,
  held: Uint8Array,
  isStarting: StartingJoints,
): Uint8Array {
  const isFree = new Uint8Array(tree.nv)
  for (const { body, joint, element, isReversed } of grouping.treeJoints) {
    const [first, end] = [tree.vStart[body], tree.vStart[body + 1]]
    if (held[body] === 1) continue
    if (isAxisElement(element)) isFree.fill(1, first, end)
    else {
      // seen from the other side, the place of the origin depends on the orientation too
      const isWhole = !isReversed || element.isRotationGiven === element.isTranslationGiven
      const keepsGiven = isWhole && isStarting?.(joint) === true
      if (!keepsGiven || !element.isRotationGiven) isFree.fill(1, first, first + 3)
      if (element.kind === SPHERICAL) continue
      if (!keepsGiven || !element.isTranslationGiven) isFree.fill(1, first + 3, end)
    }
  }
  return isFree
}
