/** Flattening: instances with their scopes, connections; a hierarchical model becomes a flat model. */
export { findPresent, flatten } from './flatten.ts'
export type { Instance } from './instance.ts'
export { registerRecordOwner } from './record-references.ts'
