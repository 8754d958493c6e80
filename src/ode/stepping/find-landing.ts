import type { Stepper } from './stepper.ts'

/** A step may go beyond an event by this part of itself … */
const MAX_OVERSHOOT = 0.1
/** … otherwise it is made again with this overshoot, unless the event is as close to its start. */
export const LANDING_MARGIN = 0.01
/** A step whose error is below this part of the tolerance was smooth beyond the event too. */
const SMOOTH_ERROR = 0.01

/**
 * A step that goes far beyond an event has evaluated f where it may follow another law than before; its error estimate does not see
 * that. So it should be made again to end just after the event, at the time that this function tells [s]; NaN: it may stay as it is.
 */
export function findLanding(
  step: Pick<Stepper, 't' | 'tOld' | 'error'>,
  tEvent: number,
  maxOvershoot = MAX_OVERSHOOT,
  smoothError = SMOOTH_ERROR,
): number {
  const h = step.t - step.tOld
  if (step.error < smoothError || step.t - tEvent < maxOvershoot * h) return Number.NaN
  return tEvent - step.tOld > LANDING_MARGIN * h ? tEvent + LANDING_MARGIN * h : Number.NaN
}
