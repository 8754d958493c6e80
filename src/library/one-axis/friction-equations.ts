import { type EquationsNode, equationsOnDemand as equations } from '../../model/index.ts'

/**
 * A slip that has just started ends when the acceleration falls below minus this fraction of the maximum force (as
 * numbers in SI units), not because of rounding errors.
 */
const MARGIN = 1e-9

/** Names of the quantities of a friction element. */
export interface FrictionNames {
  /** Relative velocity and acceleration of the sliding surfaces. */
  readonly velocity: string
  readonly acceleration: string
  /** Friction force or torque: opposite to the velocity when sliding. */
  readonly force: string
  /** Its value when sliding forwards at the current velocity. */
  readonly sliding: string
  /**
   * Maximum value when stuck, not smaller than when sliding at the current velocity: a stuck element keeps its velocity
   * within the accuracy of the event, and if it could slip with less than the sliding force, its mode would be
   * ambiguous.
   */
  readonly largest: string
  /** The same two when sliding backwards, both positive; by default they are the same. */
  readonly slidingBackward?: string
  readonly largestBackward?: string
  /**
   * Velocity above which an element slides that was stuck, or slid the other way, because the velocity has jumped, as
   * by `reinit`: larger than the residual of an event location.
   */
  readonly small: string
}

/**
 * Coulomb friction with sticking, as a characteristic with parameter sa: stuck, sa is the force and the acceleration is
 * zero; sliding, sa is the acceleration and the force is known. So the equations are linear in sa, and together with
 * those of the masses they determine the accelerations; the branch changes only at events.
 *
 * `mode` is 1 sliding forwards, -1 backwards, 0 stuck, 2 free (no contact). Sliding ends where the velocity reaches
 * zero. It starts where the force that would keep it stuck exceeds the maximum: `startForward` and `startBackward`
 * bridge the time until the velocity has a sign, and hold as long as the acceleration has the same direction: `forward`
 * and `backward` are the force when stuck, and stay beyond the maximum as long as it does. They never lead from one
 * direction to the other except through stuck: in a chain of friction elements the event iteration thus finds the
 * slipping elements. The element has to declare `mode` with its start value, and to define `free`. It declares `sa`
 * with the maximum force as its nominal value: elements that hold the same part share the load in proportion to these,
 * and so break loose together, as one element with the sum of the forces. After [Otter, Elmqvist, Mattsson 1999, Hybrid
 * modeling in Modelica].
 */
export function frictionEquations(names: FrictionNames): EquationsNode {
  const { velocity: v, acceleration: a, force: f, sliding, largest, small } = names
  const { slidingBackward = sliding, largestBackward = largest } = names
  return equations`
    startForward = initial() and ${v} > 0 or (if pre(mode) == -1 or pre(mode) == 0 then ${v} else 0) > ${small} or
      pre(mode) == 0 and forward > ${largest} and not (initial() and ${v} < 0)
    startBackward = initial() and ${v} < 0 or (if pre(mode) == 1 or pre(mode) == 0 then ${v} else 0) < -${small} or
      pre(mode) == 0 and backward < -${largestBackward} and not (initial() and ${v} > 0)
    locked = not (free or pre(mode) == 1 or pre(mode) == -1 or startForward or startBackward)
    isForward = startForward or pre(mode) == 1 and not startBackward
    ${a} = if locked then 0 else sa
    ${f} = if locked then sa elseif free then 0 elseif isForward then ${sliding} else -${slidingBackward}
    forward = if locked then sa elseif startForward then sa + ${1 + MARGIN}*${largest} else 0
    backward = if locked then sa elseif startBackward then sa - ${1 + MARGIN}*${largestBackward} else 0
    mode = if free then 2
      elseif (pre(mode) == 1 or pre(mode) == 2 or startForward) and ${v} > 0 then 1
      elseif (pre(mode) == -1 or pre(mode) == 2 or startBackward) and ${v} < 0 then -1
      else 0
  `
}
