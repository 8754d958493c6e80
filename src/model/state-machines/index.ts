/** State machines become equations and `when` clauses of the components that contain them, before flattening. */
export { expandMachines } from './expand-machines.ts'
