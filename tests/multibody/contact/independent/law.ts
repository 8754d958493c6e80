/**
 * A second implementation of the contact law, thesis eq. 7.2 - 7.13, independent of src: for simulations that check
 * results.
 */

/** Constants of a contact. */
export interface ContactLaw {
  /** k of (7.3a) [N/m^1.5]. */
  readonly k: number
  readonly cor: number
  readonly mu: number
  /** μ_r R_geo [m]. */
  readonly muR: number
}

/** v_small = ω_small of all materials (facts A.7) [m/s], [rad/s]. */
const SMALL = 0.01

/** E/(1 - ν²) of the solid materials (facts A.7) [Pa]. */
const PLANE_MODULI = {
  Steel: 2e11 / (1 - 0.3 ** 2),
  DryWood: 1.1e10 / (1 - 0.4 ** 2),
  BilliardBall: 5.4e9 / (1 - 0.34 ** 2),
}
/** Restitution, friction and rotational resistance of a material with itself (facts A.7). */
const SELF_PAIRS = { Steel: [0.7, 0.5, 0.001], DryWood: [0.6, 0.3, 0.001], BilliardBall: [1, 0, 0] }

export type LawMaterial = keyof typeof PLANE_MODULI

/** Two bodies of one material, with the radius R_geo of table 7.2 [m]. */
export function createLaw(material: LawMaterial, radius: number): ContactLaw {
  const [cor, mu, muR] = SELF_PAIRS[material]
  return { k: (4 / 3) * (PLANE_MODULI[material] / 2) * Math.sqrt(radius), cor, mu, muR: muR * radius }
}

/** |x| regularized, (7.4), (7.11). */
export function reg(x: number): number {
  const a = Math.abs(x)
  return a >= SMALL ? a : ((a * a) / SMALL) * (1 - a / (3 * SMALL)) + SMALL / 3
}

/** d of a contact that starts with this rate of penetration, (7.12) and (7.13) [s/m]. */
export function dampingOf({ cor }: ContactLaw, startRate: number): number {
  const e = cor + (0.001 - cor) * Math.exp((Math.log(0.01) / SMALL) * Math.abs(startRate))
  return Math.min(2000, (8 * (1 - e)) / (5 * e * reg(startRate)))
}

/** f of (7.3a) [N]. */
export function pressure({ k }: ContactLaw, d: number, depth: number, rate: number): number {
  return depth > 0 ? k * Math.max(0, depth ** 1.5 * (1 + d * rate)) : 0
}
