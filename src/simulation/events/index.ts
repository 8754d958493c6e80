/** Events: conditions and their indicators, event iteration, clocks, sliding along limits, jumps of states. */
export type { NewParameters } from './assignments.ts'
export type { EventStart } from './conditions.ts'
export { EventEffect } from './event-effect.ts'
export { EventHandler } from './event-handler.ts'
export { EventJumps } from './event-jumps.ts'
export type { EventTangents, ReinitAction } from './event-tangents.ts'
export { type HiddenJump, HiddenJumps } from './unannounced-jumps.ts'
