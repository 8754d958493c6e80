/** The methods, by name. */
export { METHODS, type Method, type StepperFactory } from './methods.ts'
