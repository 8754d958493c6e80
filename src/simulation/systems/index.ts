/** Systems of algebraic equations: Newton, matrices, least norms. */
export { approach, type Wanted } from './approach.ts'
export { Consequences } from './consequences.ts'
export { createFirstGuess } from './first-guess.ts'
export { createSystemAccess, type SystemAccess } from './system-access.ts'
export { SystemSolver } from './system-solver.ts'
