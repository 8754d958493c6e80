/** The improved Minkowski portal refinement of the thesis. */
export { computeMprDistance, createMprQuery, MprQuery } from './compute-mpr-distance.ts'
export { MPR_INSIDE, PortalSearch } from './portal-search.ts'
export { searchPortal } from './search-portal.ts'
