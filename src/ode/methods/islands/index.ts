/** Independent islands of a problem, each with its own steps. */
export { PartsStepper } from './method.ts'
