/** The methods by their names. */
export { METHODS, type Method, type StepperFactory } from './methods.ts'
