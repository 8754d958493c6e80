/** Relations, `when`, `pre` and clocks become conditions and discrete variables. */
export { CHANGING_CALLS, findDependence, findDiscreteNames } from './discrete-names.ts'
export {
  type ClockAgreement,
  type ClockDefinition,
  type Condition,
  preName,
  type SampleMemory,
  type StartRequirement,
  type StateCondition,
  tickedFlag,
  type WhenClause,
} from './event-definitions.ts'
export { isGuard, withoutGuards } from './guard-branches.ts'
export { type RewrittenModel, rewriteEvents } from './rewrite-events.ts'
