/** The predefined material pairs, with the thresholds of the thesis: one `vsmall` for restitution and friction. */
import { type ContactPairs, contactPairs } from 'vario/multibody'

export const THESIS_PAIRS: ContactPairs = Object.fromEntries(
  Object.entries(contactPairs).map(([names, pair]) => [
    names,
    pair.response === 'observer' ? pair : { ...pair, vsmall: 0.01 },
  ]),
)
