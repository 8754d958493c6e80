/** Event indicators for the start and the end of contacts. */
import { RESULT_DISTANCE, RESULT_LENGTH } from '../../collision/index.ts'
import type { ContactData } from './contact-data.ts'
import type { ContactModel } from './contact-model.ts'

/**
 * Computes the event indicators `data.indicators` at time `t` [s]; without `t`, all contacts are evaluated. With
 * `zeroCrossings: 'two'` they are z_d and z_p of thesis eq. 6.4.
 */
export function evaluateIndicators(data: ContactData, t = Number.POSITIVE_INFINITY): void {
  data.watch.update(data.tree, data.contacts, t)
}

/**
 * Largest distance of some contacts, by their numbers, from the end of the contact [m]; positive: one has ended. Called
 * after `addSomeForces` for the state at `t`: if none has ended, `evaluateIndicators` takes them as closed until then.
 */
export function computeExit(model: ContactModel, data: ContactData, some: Int32Array, t: number): number {
  const { contacts } = data
  let exit = Number.NEGATIVE_INFINITY
  for (let i = 0; i < some.length; i++)
    exit = Math.max(exit, contacts.geometry[RESULT_LENGTH * some[i] + RESULT_DISTANCE])
  exit -= 2 * model.options.hysteresis
  for (let i = 0; i < some.length; i++) {
    contacts.closedUntil[some[i]] = exit > 0 ? Number.NEGATIVE_INFINITY : t
    data.deepContacts.note(contacts, some[i], t)
  }
  return exit
}
