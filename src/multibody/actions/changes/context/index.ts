/** Context of all changes of the structure: names and poses, limits, and impulses at locks. */
export { assertTogether } from './assert-together.ts'
export { type Change, ChangeContext, type CutValues } from './change-context.ts'
export { createLockLimits, type LockLimits } from './lock-limits.ts'
export { lockPlastically } from './plastic-lock.ts'
export { stop } from './stop.ts'
