import { VarioError } from '../../base/index.ts'
import type { WhenClause } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { EventTangents, ReinitAction } from './event-tangents.ts'
import { type StatePlace, StateSetter } from './state-setter.ts'
import type { Unprompted } from './unprompted.ts'

/** Relative difference of equal values by several clauses for one state at one instant, by rounding errors. */
const SAME_VALUE = 1e-10

type AssertAction = Extract<WhenClause['when']['actions'][number], { kind: 'assert' }>

/** The `when` clauses of a running model. */
export class WhenClauses {
  /** States that clauses have set after others at the same instant, for the log. */
  readonly notes: string[] = []
  /** Follows the actions; null: no derivatives are wanted. */
  tangents: EventTangents | null = null
  private readonly states: StateSetter
  /** The last setter of each state in the event. */
  private readonly earlier = new Map<string, Setter>()

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly unprompted: Unprompted,
  ) {
    this.states = new StateSetter(runtime)
  }

  beginEvent(): void {
    this.notes.length = 0
    this.earlier.clear()
    this.unprompted.beginEvent()
  }

  /**
   * Executes the actions of the clauses whose condition has just become true; `reinit` changes the states `x`. Returns
   * the message of a `terminate`.
   */
  run(t: number, x: Float64Array): string | null {
    const { runtime } = this
    let termination: string | null = null
    /** Setters of states in this evaluation. */
    const setters = new Map<string, Setter>()
    for (const clause of runtime.translation.whens) {
      const { when } = clause
      if (runtime.evaluate(when.condition) !== true) continue
      for (const action of when.actions) {
        if (action.kind === 'reinit') {
          this.unprompted.note(x)
          const place = this.reinit(action, t, x)
          this.tangents?.noteReinit(action, place)
          const { name, first, length } = place
          const setter = { clause, values: x.slice(first, first + length) }
          assertAgreement(name, setters.get(name), setter, t)
          setters.set(name, setter)
        } else if (action.kind === 'terminate') termination ??= String(runtime.evaluate(action.message))
        else if (action.kind === 'assert') this.assert(action, clause, t)
      }
    }
    for (const [state, setter] of setters) this.follow(state, setter, t, x)
    return termination
  }

  private reinit({ state, element, value }: ReinitAction, t: number, x: Float64Array): StatePlace {
    const { runtime, states } = this
    if (element === undefined) return states.set(state, runtime.evaluate(value), t, x)
    return states.setElement(state, runtime.evaluate(element), runtime.evaluate(value), x)
  }

  /** A clause may set again a state that another one has set at the same instant only if it follows from that one. */
  private follow(state: string, now: Setter, t: number, x: Float64Array): void {
    const before = this.earlier.get(state)
    this.earlier.set(state, now)
    if (before === undefined || before.clause === now.clause || isSame(before, now)) return
    if (this.unprompted.acts(now.clause, t, x)) assertAgreement(state, before, now, t)
    this.notes.push(
      `${state} is set to ${show(now)} by '${now.clause.text}', after ${show(before)} by '${before.clause.text}'`,
    )
  }

  private assert(action: AssertAction, clause: WhenClause, t: number): void {
    const { runtime } = this
    if (runtime.evaluate(action.condition) === true) return
    const { component } = action
    const where = component === '' ? '' : `${component}: `
    const message = `${where}${String(runtime.evaluate(action.message))} (assertion violated at t = ${t} s)`
    if (action.isWarning) {
      runtime.warnings.add({ code: 'ASSERT', key: clause.text, time: t, message })
      return
    }
    throw new VarioError('ASSERT', message, { component, t })
  }
}

interface Setter {
  readonly clause: WhenClause
  readonly values: Float64Array
}

/** Checks that clauses that become true together, which have no order, give a state the same values. */
function assertAgreement(state: string, before: Setter | undefined, now: Setter, t: number): void {
  if (before === undefined || isSame(before, now)) return
  const clauses = [before.clause.text, now.clause.text]
  throw new VarioError(
    'EVENTS',
    `reinit(${state}, …) at t = ${t} s: expected one value, got ${show(before)} from '${clauses[0]}' and ` +
      `${show(now)} from '${clauses[1]}'. Make the conditions exclude each other.`,
    { state, t, clauses },
  )
}

function isSame(a: Setter, b: Setter): boolean {
  return a.values.every((value, i) => {
    const other = b.values[i]
    return (
      Object.is(value, other) ||
      Math.abs(value - other) <= SAME_VALUE * Math.max(Math.abs(value), Math.abs(other))
    )
  })
}

function show({ values }: Setter): string {
  return values.length === 1 ? `${values[0]}` : `[${values.join(', ')}]`
}
