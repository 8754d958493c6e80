/** `radau5`: an implicit Runge-Kutta method of order 5. */
export { createRadau5, Radau5 } from './method.ts'
