/** `radau5`: the implicit Runge-Kutta method Radau IIA of order 5. */
export { createRadau5, Radau5 } from './radau5.ts'
export { C1, C2, E1, E2, E3, GAMMA } from './radau5-tableau.ts'
