import type { VariableAccess } from '../values/index.ts'

/** What inputs need of the running model. */
export interface InputHost extends Pick<VariableAccess, 'translation' | 'slot'> {
  setScalar(index: number, value: number): void
}
