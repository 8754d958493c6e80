import { VarioError } from '../base/index.ts'
import type { FlatModel } from '../model/index.ts'
import type { Alias } from './equations/index.ts'
import type { StateInfo } from './translation.ts'

/** Checks that variables with `stateSelect: 'always'` are states, and those with 'never' are not. */
export function assertStateSelect(
  { variables }: FlatModel,
  states: readonly StateInfo[],
  aliases: ReadonlyMap<string, Alias>,
): void {
  let names: Set<string> | undefined
  for (const { name, stateSelect } of variables.values()) {
    if (stateSelect !== 'always' && stateSelect !== 'never') continue
    names ??= new Set(states.map((state) => state.name))
    const kept = aliases.has(name) ? aliases.get(name)!.name : name
    if (stateSelect === 'always' && !(kept !== null && names.has(kept)))
      throw refused(
        name,
        'a state (always)',
        'a variable that is computed; differentiate it, or write prefer',
      )
    if (stateSelect === 'never' && names.has(name))
      throw refused(name, 'a variable that is computed (never)', 'a state without alternative; write avoid')
  }
}

function refused(name: string, expected: string, found: string): VarioError {
  return new VarioError('STATE_SELECT', `${name}.stateSelect: expected ${expected}, got ${found}.`, { name })
}
