/** `radau5`: the implicit Runge-Kutta method Radau IIA of order 5. */
export { createRadau5, Radau5 } from './radau5.ts'
