/** Benchmark of `vario/ode`: every table is a stage of `run`; measurements are made in child processes (`runTask`). */
import type { Effort } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { type AllocationTask, measureAllocations, runAllocationTask } from './allocation.ts'
import { comparedProblems, compareSolvers, type ProblemTask } from './comparison.ts'
import { compileNative } from './native.ts'
import { measureRestarts, type RestartTask, runRestartTask } from './restart.ts'
import { measureScaling, scaledProblems } from './scaling.ts'
import { measureProblem } from './solve.ts'
import { measurePdes, type PdeTask, runPdeTask } from './stiff-pdes.ts'

type Task = ProblemTask | AllocationTask | RestartTask | PdeTask

export const benchmark: Benchmark = {
  run(effort: Effort, quick: boolean): unknown {
    const tolerances = quick ? [1e-6] : [1e-6, 1e-8]
    const program = compileNative()
    console.log(
      `Native solvers: ${program ? 'SUNDIALS, run beside' : 'not installed'}; (name): recorded figures.`,
    )
    return {
      comparison: compareSolvers(program, tolerances, effort),
      scaling: measureScaling(program, effort),
      pdes: measurePdes(effort),
      allocations: measureAllocations(),
      restarts: measureRestarts(effort),
    }
  },

  runTask(input: unknown): unknown {
    const task = input as Task
    if (task.kind === 'allocation') return runAllocationTask(task)
    if (task.kind === 'restart') return runRestartTask(task)
    if (task.kind === 'pde') return runPdeTask(task)
    return measureProblem(findProblem(task.problem), task.settings, task.effort)
  },
}

/** A compared problem, or a heat rod with a sparse Jacobian by its name with `-sparse`. */
function findProblem(name: string): Parameters<typeof measureProblem>[0] {
  const sparse = scaledProblems.find((candidate) => `${candidate.name}-sparse` === name)
  const problem = sparse ?? comparedProblems.find((candidate) => candidate.name === name)
  if (!problem) throw new Error(`Unknown problem '${name}'.`)
  return problem
}
