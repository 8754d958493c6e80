import { VarioError } from '../base/index.ts'
import type { WhenClause } from '../compiler/index.ts'
import type { ModelRuntime } from './runtime.ts'

type AssertAction = Extract<WhenClause['when']['actions'][number], { kind: 'assert' }>

/** The `when` clauses of a running model. */
export class WhenClauses {
  /** Index of every state of the equations in the vector of states. */
  private readonly stateIndex = new Map<string, number>()

  constructor(private readonly runtime: ModelRuntime) {
    let k = 0
    for (const { name } of runtime.translation.states) {
      this.stateIndex.set(name, k)
      k += runtime.lengthOf(runtime.slot(name))
    }
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
        if (action.kind === 'reinit') this.reinit(action.state, runtime.evaluate(action.value), x)
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

  private reinit(state: string, value: ReturnType<ModelRuntime['evaluate']>, x: Float64Array): void {
    const alias = this.runtime.translation.aliases.get(state)
    const name = alias?.name ?? state
    const index = this.stateIndex.get(name)
    if (index === undefined) {
      const states = [...this.stateIndex.keys()].join(', ')
      throw new VarioError('EVENTS', `reinit(${state}, …): expected a state, one of ${states}.`)
    }
    if (typeof value === 'number') x[index] = (alias?.sign ?? 1) * value
    else x.set(value as Float64Array, index)
  }
}
