/** `tsit5`: explicit Runge-Kutta of order 5. */
export { createTsit5, TSIT5_STABILITY_LIMIT, Tsit5Stepper } from './method.ts'
