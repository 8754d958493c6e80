/** `daeBdf`: BDF for implicit equations, and their consistent initial values. */
export { DaeSystem } from './bdf-of-dae.ts'
