/** Interpolation in tables with one and two arguments: functions of equations, with events at kinks. */
export { table1D, table2D } from './table-functions.ts'
