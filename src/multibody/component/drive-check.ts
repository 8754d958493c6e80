import { VarioError } from '../../base/index.ts'
import type { ModelStates, SegmentContext } from '../../simulation/index.ts'
import { FlangeMap } from '../loop-closing/index.ts'
import type { World } from '../world/index.ts'

/** Components of a motion that are smaller, relative to the largest, are rounding. */
const STILL = 1e-9

/** In analyses with prescribed motions, checks that these determine the motion of all bodies. */
export class DriveCheck {
  private isChecked = false

  constructor(
    private readonly world: World,
    private readonly analysis: SegmentContext['analysis'],
  ) {}

  /** Checks once per segment, after loops are closed and their independent constraints are known. */
  assertDetermined(states: ModelStates, time: number): void {
    if (this.isChecked) return
    this.isChecked = true
    const { analysis } = this
    const { joints, dof } = this.findUndriven(states)
    if (dof === 0) return
    throw new VarioError(
      'ANALYSIS',
      `analysis: '${analysis}' needs drives that determine the motion of all bodies, but nothing drives ` +
        `${joints.join(', ')}, at t = ${time} s: ${dof} degree${dof > 1 ? 's' : ''} of freedom ${dof > 1 ? 'are' : 'is'} ` +
        'left. Prescribe the motion of a joint with a flange, by Position({ exact: true }) for example, or let forces make it: ' +
        "analysis: 'dynamic'.",
      { analysis, joints, dof, time },
    )
  }

  /** Joints that may move with all drives at rest, and their number of degrees of freedom. */
  private findUndriven(states: ModelStates): { readonly joints: string[]; readonly dof: number } {
    const { tree, flanges, grouping, loops } = this.world
    const isFree = new Uint8Array(tree.nv).fill(1)
    const map = flanges.n > 0 ? new FlangeMap(this.world, states) : null
    for (let k = 0; k < flanges.n; k++)
      if (map!.isMovable[k] === 0) isFree[tree.vStart[flanges.bodies[k]]] = 0
    const moves = loops === null ? null : loops.computeFreeMoves(isFree)
    const dof = moves === null ? isFree.reduce((n, free) => n + free, 0) : moves.length / tree.nv
    const isMoving = (i: number): boolean => {
      if (moves === null) return isFree[i] === 1
      for (let k = 0; k < dof; k++) if (Math.abs(moves[tree.nv * k + i]) > STILL) return true
      return false
    }
    const joints = grouping.treeJoints.filter(({ body }) => {
      for (let i = tree.vStart[body]; i < tree.vStart[body + 1]; i++) if (isMoving(i)) return true
      return false
    })
    return { joints: [...new Set(joints.map(({ joint }) => joint.fullPath))], dof }
  }
}
