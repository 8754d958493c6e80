/** A model with its parts becomes a flat model. */
export { flatten } from './flatten.ts'
