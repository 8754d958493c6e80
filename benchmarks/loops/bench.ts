/** Benchmark of closed loops and impulses; measurements are made in child processes (`runTask`). */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type GasTask, measureImpulseGas, runGasTask } from './impulse-gas.ts'
import { type LoopTask, measureLoops, runLoopTask } from './mechanisms.ts'

export const benchmark: Benchmark = {
  run: (_effort: Effort, quick: boolean): unknown => ({
    loops: measureLoops(quick),
    impulses: measureImpulseGas(quick),
  }),
  runTask: (task: unknown): unknown =>
    (task as LoopTask | GasTask).kind === 'impulseGas'
      ? runGasTask(task as GasTask)
      : runLoopTask(task as LoopTask),
}
