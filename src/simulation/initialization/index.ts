/** Start values that satisfy the equations and `init`. */
export { checkInit } from './check-init.ts'
export { solveInit } from './solve-init.ts'
