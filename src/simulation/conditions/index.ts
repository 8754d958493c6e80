/** Conditions: their event indicators, slopes and left limits, and the search of branches. */
export { BranchSearch } from './branch-search.ts'
export { ConditionSlopes } from './condition-slopes.ts'
export { Conditions, type EventStart } from './conditions.ts'
export { CrossingNoise } from './crossing-noise.ts'
export { LeftLimits } from './left-limits.ts'
export { isSameTime, TIME_TOLERANCE } from './same-time.ts'
