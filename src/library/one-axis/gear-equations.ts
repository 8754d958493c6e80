import { type EquationsNode, equationsOnDemand as equations } from '../../model/index.ts'
import { frictionEquations } from './friction-equations.ts'

/** Names of the quantities of a gear or lever between flange_a and flange_b. */
interface GearNames {
  /** Position or angle, and force or torque, of a flange. */
  readonly position: string
  readonly force: string
}

/** Gear without losses in the fixed housing: ratio of the motions of flange_a and flange_b. */
export function idealGearEquations({ position: s, force: f }: GearNames): EquationsNode {
  return equations`
    ${s}_a = flange_a.${s}
    ${s}_b = flange_b.${s}
    ${s}_a = ratio*${s}_b
    0 = ratio*flange_a.${f} + flange_b.${f}
  `
}

/** The same relative to the flange `support`, which holds the housing. */
export function supportedGearEquations({ position: s, force: f }: GearNames): EquationsNode {
  return equations`
    ${s}_a = flange_a.${s} - support.${s}
    ${s}_b = flange_b.${s} - support.${s}
    ${s}_a = ratio*${s}_b
    0 = ratio*flange_a.${f} + flange_b.${f}
    0 = flange_a.${f} + flange_b.${f} + support.${f}
  `
}

/** Names of the quantities of a gear with losses: those of flange_a. */
interface LossyGearNames extends GearNames {
  readonly velocity: string
  readonly acceleration: string
  /** Force or torque of the losses at flange_a, and the part of it that does not depend on the load. */
  readonly loss: string
  readonly bearing: string
  readonly small: string
}

/**
 * Gear with the efficiency eta in both directions of the power, and with friction in its bearings. The losses at flange_a
 * are those of a friction element, whose sliding force depends on the load: after [Pelchen, Schweiger, Otter 2002,
 * Modeling and simulating the efficiency of gearboxes and of planetary gearboxes].
 */
export function lossyGearEquations(names: LossyGearNames): [EquationsNode, EquationsNode] {
  const { position: s, force: f, velocity, acceleration, loss, bearing, small } = names
  return [
    equations`
      assert(eta > 0 and ratio <> 0, "LossyGear: expected eta > 0 and ratio <> 0. A brake passes no power")
      ${s} = flange_a.${s}
      flange_a.${s} = ratio*flange_b.${s}
      ${velocity} = der(${s})
      ${acceleration} = der(${velocity})
      0 = ratio*(flange_a.${f} - ${loss}) + flange_b.${f}
      free = false
      isPositive = flange_a.${f} > 0
      forwards = ${bearing} + (if isPositive then (1 - eta)*flange_a.${f} else (1 - 1/eta)*flange_a.${f})
      backwards = ${bearing} - (if isPositive then (1 - 1/eta)*flange_a.${f} else (1 - eta)*flange_a.${f})
    `,
    frictionEquations({
      velocity,
      acceleration,
      force: loss,
      sliding: 'forwards',
      largest: 'forwards',
      slidingBackward: 'backwards',
      largestBackward: 'backwards',
      small,
    }),
  ]
}
