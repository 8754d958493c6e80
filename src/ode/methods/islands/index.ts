/** Independent islands of a problem, each with its own steps. */
export { PartsStepper } from './islands-stepper.ts'
