/** Impacts of rigid bodies: impulses of contacts from what unit impulses do to the velocities there. */
export type { ImpactContact, ImpactOptions, ResolvedImpact } from './impact-system.ts'
export { resolveImpacts } from './resolve-impacts.ts'
