import type { ContactHold, HeldMotion } from './hold-displacement.ts'

/** Forces of a hold on A, which hold B back, in the world. */
export interface HoldLoad {
  /** Along the surfaces [N] (3), its length, and its friction limit [N]. */
  readonly force: Float64Array
  readonly slidingForce: number
  readonly slidingLimit: number
  /** About the normal into A, from friction over a whole patch, and its friction limit [N.m]. */
  readonly turningTorque: number
  readonly turningLimit: number
  /** Of resistance against rotation [N.m] (3), its length, and its limit [N.m]. */
  readonly torque: Float64Array
  readonly rollingTorque: number
  readonly rollingLimit: number
  /** Used fraction of the limits of friction and resistance against rotation [1]. */
  readonly slidingUse: number
  readonly rollingUse: number
}

/**
 * The forces of eq. (1) of `hold-displacement.ts`, and their limits under the pressure `force` [N]. Friction gives
 * μ_k f without a torque and a torque of μ_k f times its arm without a force; between both, an ellipse is close to Coulomb's
 * law over a whole patch [Howe and Cutkosky 1996].
 *
 * @param n unit normal into A
 */
export function computeHoldLoad(
  { stiffness }: ContactHold,
  { s, phi }: HeldMotion,
  n: Float64Array,
  iN: number,
  pressure: number,
): HoldLoad {
  const { muK, muR, sliding, turning, rolling, axes, arm, radius } = stiffness
  const force = s.map((x) => sliding * x)
  const turningTorque = turning * (phi[0] * n[iN] + phi[1] * n[iN + 1] + phi[2] * n[iN + 2])
  const torque = new Float64Array(3)
  for (const e of axes) {
    const about = rolling * (phi[0] * e[0] + phi[1] * e[1] + phi[2] * e[2])
    for (let m = 0; m < 3; m++) torque[m] += about * e[m]
  }
  const slidingForce = Math.hypot(force[0], force[1], force[2])
  const rollingTorque = Math.hypot(torque[0], torque[1], torque[2])
  const slidingLimit = muK * pressure
  const turningLimit = slidingLimit * arm
  const rollingLimit = muR * radius * pressure
  return {
    ...{ force, slidingForce, slidingLimit, turningTorque, turningLimit },
    ...{ torque, rollingTorque, rollingLimit },
    slidingUse: Math.hypot(ratio(slidingForce, slidingLimit), ratio(turningTorque, turningLimit)),
    rollingUse: ratio(rollingTorque, rollingLimit),
  }
}

function ratio(part: number, whole: number): number {
  return part === 0 ? 0 : Math.abs(part) / whole
}
