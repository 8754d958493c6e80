/** Materials of facts A.7, as pairs for the force law. */
import { combineYoungsModuli } from '../../../src/mechanics/contact-forces/contact-force-law.ts'
import type { PairMaterial } from '../../../src/mechanics/contact-forces/contact-parameters.ts'

const SMALL = { vsmall: 0.01, wsmall: 0.01 }

export const STEEL_STEEL: PairMaterial = {
  response: 'elastic',
  modulus: combineYoungsModuli(2e11, 0.3, 2e11, 0.3),
  cor: 0.7,
  muK: 0.5,
  muR: 0.001,
  ...SMALL,
}

export const WOOD_WOOD: PairMaterial = {
  response: 'elastic',
  modulus: combineYoungsModuli(1.1e10, 0.4, 1.1e10, 0.4),
  cor: 0.6,
  muK: 0.3,
  muR: 0.001,
  ...SMALL,
}

export const BALL_BALL: PairMaterial = {
  response: 'elastic',
  modulus: combineYoungsModuli(5.4e9, 0.34, 5.4e9, 0.34),
  cor: 1,
  muK: 0,
  muR: 0,
  ...SMALL,
}

export const BALL_TABLE: PairMaterial = {
  response: 'elastic',
  modulus: combineYoungsModuli(5.4e9, 0.34, 1.1e10, 0.4),
  cor: 0,
  muK: 0.8,
  muR: 0.01,
  ...SMALL,
}
