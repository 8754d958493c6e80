/** The improved Minkowski portal refinement (MPR) of the thesis, with its termination conditions TC1, TC2 and TC3. */
export { computeMprDistance, createMprQuery, MprQuery } from './compute-mpr-distance.ts'
export { searchPortal } from './mpr-search.ts'
export { MPR_INSIDE, PortalSearch } from './mpr-workspace.ts'
