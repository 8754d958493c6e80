import { type EquationsNode, equationsOnDemand as equations } from '../../model/index.ts'

/** Names of the quantities of a spring and damper with backlash. */
interface BacklashNames {
  /** Relative position or angle, its value in the middle of the backlash, and the whole backlash. */
  readonly position: string
  readonly middle: string
  readonly backlash: string
  /** Force or torque, and the parts of spring and damper. */
  readonly force: string
  readonly ofSpring: string
  readonly ofDamper: string
}

/**
 * Spring (stiffness c) and damper (constant d) that act only beyond half of the backlash on either side and never pull: the
 * force of the damper is at most that of the spring.
 */
export function backlashEquations(names: BacklashNames): EquationsNode {
  const { position: s, middle: s0, backlash: b, force: f, ofSpring: f_c, ofDamper: f_d } = names
  return equations`
    above = ${s} - ${s0} > ${b}/2
    below = ${s} - ${s0} < -${b}/2
    ${f_c} = if above then c*(${s} - ${s0} - ${b}/2) elseif below then c*(${s} - ${s0} + ${b}/2) else 0
    ${f_d} = if above or below then max(-abs(${f_c}), min(abs(${f_c}), d*der(${s}))) else 0
    ${f} = ${f_c} + ${f_d}
  `
}
