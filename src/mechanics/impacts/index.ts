/** Impacts of rigid bodies: impulses of contacts from the response of their velocities to unit impulses. */
export type { ImpactContact, ImpactOptions, ResolvedImpact } from './impact-system.ts'
export { resolveImpacts } from './resolve-impacts.ts'
