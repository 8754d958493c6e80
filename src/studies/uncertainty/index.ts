/** The influence of varied values on measures. */
export { type MorrisEffect, morrisEffects, type SobolIndex, sobolIndices } from './sensitivity-indices.ts'
