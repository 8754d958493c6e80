import { PRISMATIC, type SearchProblem, SPHERICAL } from '../../../mechanics/index.ts'
import { isAxisElement } from '../../parts/index.ts'
import type { LoopGroup, World } from '../../world/index.ts'
import type { StartingJoints } from './given-starts.ts'

/** What an assembly moves. */
export interface AssembledWorld {
  /** Positions for the states as they are now. */
  updateMotion(): void
  /** Moves positions a little, as the velocities `dq` of the tree would in a unit of time. */
  displace(dq: Float64Array): void
  /** Remembers the states; what it returns goes back to them. */
  save(): () => void
  /** The states, for the distance between two of them. */
  readStates(): Float64Array
}

/** A group of loops that are open, with the joints that may close them. */
export class LoopAssembly implements SearchProblem {
  readonly nGap: number
  readonly nMove: number
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly sizes: Float64Array
  private readonly start: Float64Array
  /** Derivatives and moves of all joints of the tree. */
  private readonly J: Float64Array
  private readonly moves: Float64Array

  /** @param sizes of the moves of all joints (nv) */
  constructor(
    private readonly group: LoopGroup,
    private readonly world: AssembledWorld,
    sizes: Float64Array,
  ) {
    const { model, velocities } = group
    this.nGap = model.nRow
    this.nMove = velocities.length
    this.lower = new Float64Array(this.nMove).fill(Number.NEGATIVE_INFINITY)
    this.upper = new Float64Array(this.nMove).fill(Number.POSITIVE_INFINITY)
    this.sizes = Float64Array.from(velocities, (i) => sizes[i])
    this.start = world.readStates()
    this.J = new Float64Array(this.nGap * sizes.length)
    this.moves = new Float64Array(sizes.length)
  }

  evaluate(g: Float64Array, J: Float64Array): void {
    const { group, nGap, nMove, moves } = this
    this.world.updateMotion()
    group.computeGaps(g, this.J)
    for (let k = 0; k < nGap; k++)
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
    const x = this.world.readStates()
    return Math.hypot(...x.map((value, i) => value - this.start[i]))
  }
}

/** Sizes of the moves of all joints [rad, m]; 0: held, or given where the joint begins (nv). */
export function createMoveSizes(
  { tree, length, grouping }: World,
  held: Uint8Array,
  isStarting: StartingJoints,
): Float64Array {
  const sizes = new Float64Array(tree.nv)
  for (const { body, joint, element } of grouping.treeJoints) {
    const [first, end] = [tree.vStart[body], tree.vStart[body + 1]]
    if (held[body] === 1) continue
    if (isAxisElement(element)) sizes.fill(element.kind === PRISMATIC ? length : 1, first, end)
    else {
      const keepsGiven = isStarting?.(joint) === true
      if (!keepsGiven || !element.isRotationGiven) sizes.fill(1, first, first + 3)
      if (element.kind === SPHERICAL) continue
      if (!keepsGiven || !element.isTranslationGiven) sizes.fill(length, first + 3, end)
    }
  }
  return sizes
}
