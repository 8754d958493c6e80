/** `tsit5` and `dop853`: explicit Runge-Kutta methods. */
export { createDop853 } from './dop853.ts'
export { createTsit5, TSIT5_STABILITY_LIMIT, Tsit5Stepper } from './tsit5.ts'
