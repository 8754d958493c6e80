import { VarioError } from '../../base/index.ts'
import type { WhenClause } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { StateSetter } from './state-setter.ts'

type AssertAction = Extract<WhenClause['when']['actions'][number], { kind: 'assert' }>

/** The `when` clauses of a running model. */
export class WhenClauses {
  private readonly states: StateSetter

  constructor(private readonly runtime: ModelRuntime) {
    this.states = new StateSetter(runtime)
  }

  /**
   * Carries out the actions of the clauses whose condition has just become true; `reinit` changes the states `x`. Returns the message of
   * a `terminate`.
   */
  run(t: number, x: Float64Array): string | null {
    const { runtime } = this
    let termination: string | null = null
    for (const { when } of runtime.translation.whens) {
      if (runtime.evaluate(when.condition) !== true) continue
      for (const action of when.actions) {
        if (action.kind === 'reinit') this.states.set(action.state, runtime.evaluate(action.value), t, x)
        else if (action.kind === 'terminate') termination ??= String(runtime.evaluate(action.message))
        else if (action.kind === 'assert') this.assert(action, t)
      }
    }
    return termination
  }

  private assert(action: AssertAction, t: number): void {
    const { runtime } = this
    if (runtime.evaluate(action.condition) === true) return
    const { component } = action
    const where = component === '' ? '' : `${component}: `
    const message = `${where}${String(runtime.evaluate(action.message))} (assertion violated at t = ${t} s)`
    throw new VarioError('ASSERT', message, { component, t })
  }
}
