/** Benchmark of trees of bodies: every table is a stage of `run`; measurements are made in child processes (`runTask`). */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type ForwardTask, measureForwardDynamics, runForwardTask } from './forward-dynamics.ts'
import { type GrippingTask, measureGripping, runGrippingTask } from './gripping.ts'
import { type GasTask, measureImpulseGas, runGasTask } from './impulse-gas.ts'
import { type LoopTask, measureLoops, runLoopTask } from './loops.ts'
import { measureRobots, type RobotTask, runRobotTask } from './robots.ts'
import { type ChainTask, measureChains, runChainTask } from './stiff-chain.ts'
import { type ChangesTask, measureChanges, runChangesTask } from './structure-changes.ts'

export const benchmark: Benchmark = {
  run: (effort: Effort, quick: boolean): unknown => ({
    forwardDynamics: measureForwardDynamics(effort),
    robots: measureRobots(effort),
    gripping: measureGripping(effort),
    stiffChains: measureChains(quick),
    structureChanges: measureChanges(quick),
    loops: measureLoops(quick),
    impulses: measureImpulseGas(quick),
  }),
  runTask: (task: unknown): unknown => {
    const { kind } = task as
      | ForwardTask
      | RobotTask
      | ChainTask
      | GrippingTask
      | ChangesTask
      | LoopTask
      | GasTask
    if (kind === 'impulseGas') return runGasTask(task as GasTask)
    if (kind === 'gripping') return runGrippingTask(task as GrippingTask)
    if (kind === 'changes') return runChangesTask(task as ChangesTask)
    if (kind === 'mechanism' || kind === 'equality' || kind === 'loopChain' || kind === 'beside')
      return runLoopTask(task as LoopTask)
    if (kind === 'chain') return runChainTask(task as ChainTask)
    return kind === 'forward' ? runForwardTask(task as ForwardTask) : runRobotTask(task as RobotTask)
  },
}
