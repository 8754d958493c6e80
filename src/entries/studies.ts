/** `vario/studies`: many runs of a model with varied values, on all cores. */
export { study } from '../cluster/index.ts'
export * from './common/index.ts'
