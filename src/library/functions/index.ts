/**
 * Functions of equations: interpolation in tables with one and two arguments; delays and transport, with the accuracy of
 * the solver.
 */
export { delay } from './delay.ts'
export { spatialDistribution } from './spatial-distribution.ts'
export { table1D, table2D } from './table-functions.ts'
