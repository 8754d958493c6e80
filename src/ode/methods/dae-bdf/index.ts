/** `daeBdf`: the same formulas for implicit equations. */
export { DaeSystem } from './dae-system.ts'
