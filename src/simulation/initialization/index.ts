/** Start values that the equations and `init` ask for. */
export { checkInit } from './check-init.ts'
export { solveInit } from './solve-init.ts'
