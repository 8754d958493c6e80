import { VarioError } from '../../base/index.ts'
import type { WhenClause } from '../../compiler/index.ts'
import type { EventHost } from './event-host.ts'
import { StateSetter } from './state-setter.ts'

/** Values that clauses give to one state at one instant are the same but for rounding errors. */
const SAME_VALUE = 1e-10

type AssertAction = Extract<WhenClause['when']['actions'][number], { kind: 'assert' }>

/** The `when` clauses of a running model. */
export class WhenClauses {
  private readonly states: StateSetter

  constructor(private readonly runtime: EventHost) {
    this.states = new StateSetter(runtime)
  }

  /**
   * Carries out the actions of the clauses whose condition has just become true; `reinit` changes the states `x`.
   * Returns the message of a `terminate`.
   */
  run(t: number, x: Float64Array): string | null {
    const { runtime } = this
    let termination: string | null = null
    /** Clauses that have set a state, by its name, with its values. */
    const setters = new Map<string, Setter>()
    for (const { when, text } of runtime.translation.whens) {
      if (runtime.evaluate(when.condition) !== true) continue
      for (const action of when.actions) {
        if (action.kind === 'reinit') {
          const state = this.states.set(action.state, runtime.evaluate(action.value), t, x)
          const setter = { text, values: this.states.read(state, x) }
          assertAgreement(state, setters.get(state), setter, t)
          setters.set(state, setter)
        } else if (action.kind === 'terminate') termination ??= String(runtime.evaluate(action.message))
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

interface Setter {
  /** `when …` */
  readonly text: string
  readonly values: Float64Array
}

/** Clauses that become true together have no order: they must not give one state different values. */
function assertAgreement(state: string, before: Setter | undefined, now: Setter, t: number): void {
  const isSame = (value: number, i: number): boolean => {
    const other = now.values[i]
    return (
      Object.is(value, other) ||
      Math.abs(value - other) <= SAME_VALUE * Math.max(Math.abs(value), Math.abs(other))
    )
  }
  if (before === undefined || before.values.every(isSame)) return
  const show = ({ values }: Setter): string =>
    values.length === 1 ? `${values[0]}` : `[${values.join(', ')}]`
  throw new VarioError(
    'EVENTS',
    `reinit(${state}, …) at t = ${t} s: expected one value, got ${show(before)} from '${before.text}' and ` +
      `${show(now)} from '${now.text}'. Make the conditions exclude each other.`,
    { state, t, clauses: [before.text, now.text] },
  )
}
