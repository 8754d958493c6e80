/** Benchmark of trees of bodies: every table is a stage of `run`; measurements are made in child processes (`runTask`). */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type ForwardTask, measureForwardDynamics, runForwardTask } from './forward-dynamics.ts'
import { measureRobots, type RobotTask, runRobotTask } from './robots.ts'
import { type ChainTask, measureChains, runChainTask } from './stiff-chain.ts'

export const benchmark: Benchmark = {
  run: (effort: Effort, quick: boolean): unknown => ({
    forwardDynamics: measureForwardDynamics(effort),
    robots: measureRobots(effort),
    stiffChains: measureChains(quick),
  }),
  runTask: (task: unknown): unknown => {
    const { kind } = task as ForwardTask | RobotTask | ChainTask
    if (kind === 'chain') return runChainTask(task as ChainTask)
    return kind === 'forward' ? runForwardTask(task as ForwardTask) : runRobotTask(task as RobotTask)
  },
}
