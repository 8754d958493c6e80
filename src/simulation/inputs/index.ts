/** Values and derivatives of inputs at a time. */
export { Inputs } from './inputs.ts'
