/** Benchmark of models whose structure changes while they run; measurements are made in child processes (`runTask`). */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { measureSpaceRobot, runSpaceRobotTask, type SpaceRobotTask } from './space-robot.ts'

export const benchmark: Benchmark = {
  run: (effort: Effort): unknown => ({ spaceRobot: measureSpaceRobot(effort) }),
  runTask: (task: unknown): unknown => runSpaceRobotTask(task as SpaceRobotTask),
}
