import { assertKnownKeys, assertPositive, InputError } from '../../../base/index.ts'
import type { OwnContactLaw } from '../../../mechanics/index.ts'

/** The record of a user-defined contact law. */
export interface ContactLawRecord extends OwnContactLaw {
  readonly kind: 'ContactLaw'
}

/**
 * A user-defined response of contacts: `response: ContactLaw({ … })` of a pair of materials, or `contactResponse` of a
 * scene. `force(contact, answer)` receives the detected contact, and writes the force on the second object [N]; it is
 * called in every evaluation, and must be continuous. `impulse(impact)` returns the impulse on the second object when
 * both collide [N.s]. Missing functions are those of elastic bodies.
 */
export function ContactLaw(law: OwnContactLaw): ContactLawRecord {
  assertKnownKeys('ContactLaw', law, ['force', 'impulse', 'penetrationScale'], 'only the names')
  for (const name of ['force', 'impulse'] as const)
    if (law[name] !== undefined && typeof law[name] !== 'function')
      throw new InputError(`ContactLaw.${name}`, 'a function', law[name])
  if (law.force === undefined && law.impulse === undefined)
    throw new InputError('ContactLaw', 'a function force or impulse', law)
  if (law.penetrationScale !== undefined) assertPositive('ContactLaw.penetrationScale', law.penetrationScale)
  return Object.freeze({ kind: 'ContactLaw', ...law })
}
