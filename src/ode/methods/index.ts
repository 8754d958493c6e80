/** The methods by their names. */
export { METHODS, type Method } from './methods.ts'
