/** The step loop: options, events, output. */
export { assertInterval, assertProblem, resolveTolerances, toVector } from './options.ts'
export { type EventResponse, type RunOptions, type RunRecord, run, type SolverEvent } from './run.ts'
export { Solver, type WatchedRoots } from './solver.ts'
