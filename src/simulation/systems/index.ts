/** Solves systems of algebraic equations: Newton's method, matrices, least norms. */
export { approach, type Wanted } from './approach.ts'
export { createFirstGuess } from './first-guess.ts'
export { type SystemAccess, type SystemHost, SystemInMemory } from './system-access.ts'
export { SystemSolver } from './system-solver.ts'
