/** What all changes of the structure need: names and places, limits, and impulses that lock. */
export { assertTogether } from './assert-together.ts'
export { type Change, ChangeContext, type CutValues } from './change-context.ts'
export { createLockLimits, type LockLimits } from './lock-limits.ts'
export { lockPlastically } from './plastic-lock.ts'
export { stop } from './stop.ts'
