/** Cut joints, and elements with constraints, as constraints of the tree. */
import {
  type ConstrainedTree,
  createLoopModel,
  InertiaCorrection,
  type LoopJoint,
  type LoopRow,
  type LoopSolver,
  MEAN,
} from '../../mechanics/index.ts'
import { composePoses, type Frame, identityPose, invertPose, type Pose } from '../records/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import type { NamedConstraint } from './find-loop-groups.ts'
import { createLoopRows } from './loop-rows.ts'

/** The frames F and G of a cut joint, fixed to the bodies of its objects. */
export function createLoopJoint(joint: JointNode, { frames }: Grouping): LoopJoint {
  const [frame1, frame2] = [frames.get(joint.object1.path)!, frames.get(joint.object2.path)!]
  const X_A1: Pose = { R: frame1.R_BO, p: frame1.p_BO }
  const X_B2: Pose = { R: frame2.R_BO, p: frame2.p_BO }
  const X_AF = joint.fixed === null ? X_A1 : composePoses(X_A1, joint.fixed)
  const offset = joint.motion?.offset
  const X_BG = offset == null ? X_B2 : composePoses(X_B2, invertPose(offset))
  return {
    ...{ bodyA: frame1.body, R_AF: X_AF.R, p_AF: X_AF.p },
    ...{ bodyB: frame2.body, R_BG: X_BG.R, p_BG: X_BG.p },
    rows: createLoopRows(joint),
  }
}

/** Rows between two objects, in their frames. */
export function connectFrames(
  [frame1, frame2]: readonly [Frame, Frame],
  rows: readonly LoopRow[],
): LoopJoint {
  return {
    ...{ bodyA: frame1.body, R_AF: frame1.R_BO, p_AF: frame1.p_BO },
    ...{ bodyB: frame2.body, R_BG: frame2.R_BO, p_BG: frame2.p_BO },
    rows,
  }
}

/** Masses that belong to two objects. */
export function createInertias(
  constraints: readonly NamedConstraint[],
  loops: ConstrainedTree,
  solver: LoopSolver,
): InertiaCorrection {
  const { R } = identityPose()
  const axes = [0, 1, 2].map((i) => R.subarray(3 * i, 3 * i + 3))
  const points = constraints.flatMap(({ constraint: { frames, masses = [] } }) =>
    masses.map((point) => ({ ...point, frames: frames! })),
  )
  const joints = points.map(({ fraction, frames }) =>
    connectFrames(
      frames,
      axes.map((u) => ({ kind: MEAN, u, fraction })),
    ),
  )
  const masses = Float64Array.from(points.flatMap(({ mass }) => [mass, mass, mass]))
  return new InertiaCorrection(loops, solver, createLoopModel(joints), masses)
}
