/**
 * Benchmark of collision handling, part by part; measurements whose code must not affect each other run in child
 * processes.
 */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type BilliardTask, measureBilliard, runBilliardTask } from './billiard.ts'
import { type BouncingTask, measureBouncing, runBouncingTask } from './bouncing.ts'
import { measureBroadPhase } from './broad-phase.ts'
import { type NarrowPhaseTask, runNarrowPhase, runNarrowPhaseTask } from './narrow-phase.ts'
import { measureShower, runShowerTask, type ShowerTask } from './shower.ts'

type Task = NarrowPhaseTask | BilliardTask | BouncingTask | ShowerTask

export const benchmark: Benchmark = {
  run(effort: Effort, quick: boolean): unknown {
    return {
      narrowPhase: runNarrowPhase(effort),
      broadPhase: measureBroadPhase(effort),
      bouncing: measureBouncing(quick),
      billiard: measureBilliard(quick),
      shower: measureShower(quick),
    }
  },

  runTask(input: unknown): unknown {
    const task = input as Task
    if (task.part === 'billiard') return runBilliardTask(task)
    if (task.part === 'bouncing') return runBouncingTask(task)
    if (task.part === 'shower') return runShowerTask(task)
    return runNarrowPhaseTask(task)
  },
}
