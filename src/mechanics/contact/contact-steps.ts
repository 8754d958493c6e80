/** Limits of the step size, and checks after each step. */
import { RESULT_DISTANCE } from '../../collision/index.ts'
import type { ContactData } from './contact-data.ts'
import type { ContactModel } from './contact-model.ts'

/**
 * Longest step [s] in which no body can pass through another: separated pairs undetected (see `SafeStep`), pairs in
 * contact because a step is longer than their impact (see `impact-step.ts`). Takes contacts from the last
 * `addContactForces` or `startContacts`, and accelerations from the data of the tree, which should be those of this
 * state, or of one close to it.
 *
 * @param atMost longest step of interest [s], for example the next step of the solver: the smaller, the cheaper
 * @param isForParts true to omit contacts: those that are solved separately call `computeImpactStep`
 */
export function computeMaxStep(
  model: ContactModel,
  data: ContactData,
  atMost = Infinity,
  isForParts = false,
): number {
  const { contacts, detection, tree } = data
  detection.update(tree)
  let step = detection.computeMaxStep(tree, atMost, data.isWatched)
  if (isForParts) return step
  for (let k = 0; k < contacts.n; k++)
    step = Math.min(step, data.laws[k].computeMaxStep(contacts, k, model.shapes.bodies, model.tree))
  return step
}

/** Longest step [s] of some contacts, by their numbers, after `addSomeForces` for the present state. */
export function computeImpactStep(model: ContactModel, data: ContactData, some: Int32Array): number {
  const { contacts } = data
  const { bodies } = model.shapes
  let step = Infinity
  for (let i = 0; i < some.length; i++)
    step = Math.min(step, data.laws[some[i]].computeMaxStep(contacts, some[i], bodies, model.tree))
  return step
}

/**
 * Checks the end of a step at time t [s], after `computeMaxStep`: records the depths of contacts for
 * `data.deepContacts`, and calls `onPass` with the paths of bodies that have passed through each other within the step.
 */
export function endContactStep(
  { shapes }: ContactModel,
  data: ContactData,
  t: number,
  onPass: (path1: string, path2: string) => void,
): void {
  const { contacts } = data
  for (let k = 0; k < contacts.n; k++) data.deepContacts.note(contacts, k, t)
  if (data.departures.size > 0)
    data.departures.release((a, b) => {
      data.detection.computeDistance(a, b, data.distance, 0)
      return data.distance[RESULT_DISTANCE]
    })
  data.passWatch.update(data.isWatched, (i, j) => {
    onPass(shapes.paths[i], shapes.paths[j])
  })
}
