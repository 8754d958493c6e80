import { PRISMATIC, type SearchProblem, SPHERICAL } from '../../../mechanics/index.ts'
import { isAxisElement } from '../../parts/index.ts'
import type { ProjectedWorld, World } from '../../world/index.ts'

type Loops = NonNullable<World['loops']>

/** Loops that are open, with the joints that may close them. */
export class LoopAssembly implements SearchProblem {
  readonly nGap: number
  readonly nMove: number
  readonly lower: Float64Array
  readonly upper: Float64Array
  private readonly start: Float64Array

  constructor(
    private readonly loops: Loops,
    private readonly projected: ProjectedWorld,
    readonly sizes: Float64Array,
  ) {
    this.nGap = loops.model.nRow
    this.nMove = loops.nv
    this.lower = new Float64Array(this.nMove).fill(Number.NEGATIVE_INFINITY)
    this.upper = new Float64Array(this.nMove).fill(Number.POSITIVE_INFINITY)
    this.start = projected.readStates()
  }

  evaluate(g: Float64Array, J: Float64Array): void {
    this.loops.computeGaps(this.projected, g, J)
  }

  displace(move: Float64Array): void {
    this.projected.displace(move)
  }

  save(): () => void {
    return this.projected.save()
  }

  isProper(): boolean {
    return this.loops.findReversed() === undefined
  }

  measureDistance(): number {
    const x = this.projected.readStates()
    return Math.hypot(...x.map((value, i) => value - this.start[i]))
  }
}

/** Sizes of the moves of all joints [rad, m]; 0: held (nv). */
export function createMoveSizes(
  { tree, length, grouping }: World,
  held: Uint8Array,
  keepsGiven: boolean,
): Float64Array {
  const sizes = new Float64Array(tree.nv)
  for (const { body, element } of grouping.treeJoints) {
    const [first, end] = [tree.vStart[body], tree.vStart[body + 1]]
    if (held[body] === 1) continue
    if (isAxisElement(element)) sizes.fill(element.kind === PRISMATIC ? length : 1, first, end)
    else {
      if (!keepsGiven || !element.isRotationGiven) sizes.fill(1, first, first + 3)
      if (element.kind === SPHERICAL) continue
      if (!keepsGiven || !element.isTranslationGiven) sizes.fill(length, first + 3, end)
    }
  }
  return sizes
}
