import { type EquationsNode, equationsOnDemand as equations } from '../../model/index.ts'

/** Names of the quantities of a spring and damper with a gap. */
interface ElastoGapNames {
  /** Relative position or angle, and its value at the contact. */
  readonly position: string
  readonly atContact: string
  /** Force or torque, and the parts of spring and damper. */
  readonly force: string
  readonly ofSpring: string
  readonly ofDamper: string
}

/**
 * Spring (stiffness c) and damper (constant d) that act only beyond the contact and never pull: the force of the damper
 * is at most that of the spring.
 */
export function elastoGapEquations(names: ElastoGapNames): EquationsNode {
  const { position: s, atContact: s0, force: f, ofSpring: f_c, ofDamper: f_d } = names
  return equations`
    contact = ${s} < ${s0}
    ${f_c} = if contact then c*(${s} - ${s0}) else 0
    ${f_d} = if contact then max(${f_c}, min(-${f_c}, d*der(${s}))) else 0
    ${f} = ${f_c} + ${f_d}
  `
}
