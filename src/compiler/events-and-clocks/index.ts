/** Converts relations, `when`, `pre` and sampled clocks into conditions and discrete variables. */
export { CLOCK_CONVERSIONS, isClockCall } from './clock-graph.ts'
export { stateOfRate } from './discretize-partitions.ts'
export {
  type ClockAgreement,
  type ClockDefinition,
  type Condition,
  createIsDiscrete,
  createReadableText,
  expressionsOfClock,
  preName,
  type SampledValue,
  type StartRequirement,
  type StateCondition,
  type TimeCondition,
  type WhenClause,
} from './event-definitions.ts'
export {
  CHANGING_CALLS,
  findDependence,
  findDiscreteNames,
  RELATIONS,
  STEPPING_CALLS,
} from './find-discrete-names.ts'
export { isGuard, withoutGuards } from './guard-branches.ts'
export { branchKinks, findHiddenJumps, hasKinks, withLoudBranches } from './hidden-jumps.ts'
export { type RewrittenModel, rewriteEvents } from './rewrite-events.ts'
