/** `dop853`: explicit Runge-Kutta of order 8. */
export { createDop853 } from './method.ts'
