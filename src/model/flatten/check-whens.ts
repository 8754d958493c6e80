import type { FlatWhen } from '../flat-model.ts'
import { modelError } from './model-error.ts'

/** Checks that no variable is assigned twice in `when`: each assignment is an equation of its variable. */
export function checkWhenAssignments(whens: readonly FlatWhen[]): void {
  const assigned = new Set<string>()
  for (const { actions, component, pos } of whens) {
    for (const action of actions) {
      if (action.kind !== 'assign') continue
      const { name } = action
      if (assigned.has(name)) {
        const advice = `write one: when edge(a) or edge(b) then ${name} = if edge(a) then … else … end when`
        throw modelError(component, `'${name}' is assigned in a 'when' already; ${advice}`, pos)
      }
      assigned.add(name)
    }
  }
}
