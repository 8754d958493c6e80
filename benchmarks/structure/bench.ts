/** Benchmark of models whose structure changes during the run; measurements are made in child processes (`runTask`). */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type ChangesTask, measureChanges, runChangesTask } from './changes.ts'
import { type GrippingTask, measureGripping, runGrippingTask } from './gripping.ts'
import { measureSpaceRobot, runSpaceRobotTask, type SpaceRobotTask } from './space-robot.ts'

export const benchmark: Benchmark = {
  run: (effort: Effort, quick: boolean): unknown => ({
    spaceRobot: measureSpaceRobot(effort),
    gripping: measureGripping(effort),
    changes: measureChanges(quick),
  }),
  runTask: (task: unknown): unknown => {
    const { kind } = task as ChangesTask | GrippingTask | SpaceRobotTask
    if (kind === 'changes') return runChangesTask(task as ChangesTask)
    return kind === 'gripping'
      ? runGrippingTask(task as GrippingTask)
      : runSpaceRobotTask(task as SpaceRobotTask)
  },
}
