/** TEMPORARY until runs go step by step. */
import type { SignalTable } from '../../results/index.ts'
import type { InstantiatedModel, SimulateOptions } from '../../simulation/index.ts'
export interface SimulationRun {
  readonly time: number
  readonly part: number
  readonly isDone: boolean
  advance(ms: number): boolean
  finish(): SignalTable
}
export function startWhole(instance: InstantiatedModel, options: SimulateOptions): SimulationRun {
  let result: SignalTable | undefined
  return {
    get time() {
      return result?.time.at(-1) ?? options.startTime ?? 0
    },
    get part() {
      return result ? 1 : 0
    },
    get isDone() {
      return result !== undefined
    },
    advance() {
      result = instance.simulate(options)
      return true
    },
    finish: () => result!,
  }
}
