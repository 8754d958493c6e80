/** `tsit5` and `dop853`: explicit Runge-Kutta methods of orders 5 and 8. */
export { createDop853 } from './dop853.ts'
export { createTsit5, TSIT5_STABILITY_LIMIT, Tsit5Stepper } from './tsit5.ts'
