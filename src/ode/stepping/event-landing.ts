import type { Stepper } from './stepper.ts'

/** A step may go beyond an event by this part of itself … */
const MAX_OVERSHOOT = 0.1
/** … otherwise it is repeated with this overshoot, unless the event is as close to its start. */
export const LANDING_MARGIN = 0.01
/** A step whose error is below this part of the tolerance was smooth beyond the event too. */
const SMOOTH_ERROR = 0.01
/** Where f is meaningless beyond an event, a step may go beyond it by this part of the way there … */
const MAX_BLIND_OVERSHOOT = 0.01
/** … and is otherwise repeated with this overshoot. */
const BLIND_MARGIN = 0.002

/**
 * Returns the time at which a step that goes far beyond an event should end instead [s]; NaN: it may stay. The step has
 * evaluated f where it may follow another law than before, which its error estimate does not see, so it is made again
 * to end just after the event.
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

/**
 * The same where f belongs to no solution beyond the event, as where the argument of a root is kept from being
 * negative. The error estimate is then zero for certain overshoots, whatever the error is: for f = √(tEvent - t) and
 * tsit5 at 2 % and at 10 %, where the fourth and the fifth stage pass the event. A controller that tries many sizes
 * finds these. So all steps end as close to the event, where the error of tsit5 is five times its estimate.
 */
export function findBlindLanding(step: Pick<Stepper, 't' | 'tOld'>, tEvent: number): number {
  const way = tEvent - step.tOld
  const isFar = way > LANDING_MARGIN * (step.t - step.tOld)
  return isFar && step.t - tEvent > MAX_BLIND_OVERSHOOT * way ? tEvent + BLIND_MARGIN * way : Number.NaN
}
