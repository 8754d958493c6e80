import { type EquationsNode, equationsOnDemand as equations } from '../../model/index.ts'
import { frictionEquations } from './friction-equations.ts'

/** Names of the quantities of a friction element whose force is the same in both directions. */
interface SlidingNames {
  readonly velocity: string
  /** Force or torque when sliding, and its maximum when stuck. */
  readonly sliding: string
  readonly largest: string
  /** Coulomb force or torque. */
  readonly coulomb: string
}

/** Coulomb and viscous friction (coefficient d), with the ratio `peak` of the breakaway force to the Coulomb force. */
export function coulombEquations(names: SlidingNames): EquationsNode {
  const { velocity: v, sliding, largest, coulomb } = names
  return equations`
    free = false
    ${sliding} = ${coulomb} + d*abs(${v})
    ${largest} = max(peak*${coulomb}, ${sliding})
  `
}

/** Friction of surfaces that the input f_normalized (0 … 1) presses together: the normal force is fn_max*f_normalized. */
export function pressedEquations({
  sliding,
  largest,
}: Pick<SlidingNames, 'sliding' | 'largest'>): EquationsNode {
  return equations`
    fn = fn_max*f_normalized
    free = fn <= 0
    ${sliding} = cgeo*mue*fn
    ${largest} = peak*${sliding}
  `
}

/** A force or torque that nothing exceeds [N or N.m]. */
const HOLDS_ALWAYS = 1e30

/** Names of the quantities of a one-way clutch: those of flange_b relative to flange_a. */
interface OneWayNames {
  readonly velocity: string
  readonly acceleration: string
  readonly force: string
  readonly small: string
}

/** Friction that slides forwards without force, and never backwards: `mode` is 1 overrunning, 0 engaged. */
export function oneWayEquations(names: OneWayNames): [EquationsNode, EquationsNode] {
  return [
    equations`
      free = false
      overrunning = 0
      holding = ${HOLDS_ALWAYS}
      assert(mode >= 0, "OneWayClutch: expected flange_b to be at least as fast as flange_a at the start and after impacts")
    `,
    frictionEquations({
      ...names,
      sliding: 'overrunning',
      largest: 'overrunning',
      slidingBackward: 'holding',
      largestBackward: 'holding',
    }),
  ]
}
