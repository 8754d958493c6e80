/** Flattening: a hierarchical model becomes a flat model. */
export { flatten } from './flatten.ts'
