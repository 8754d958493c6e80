import { InputError } from '../base/index.ts'
import { Var } from './declarations.ts'
import { extendModel } from './merge.ts'
import { createComponent } from './model.ts'
import {
  createModelNode,
  type EquationsNode,
  isEquations,
  isModel,
  type Transition,
  type VarNode,
} from './nodes.ts'
import type { AnyComponent, Component } from './types.ts'

/** States by name: equations for variables of the component that contains the machine, or models with variables of their own. */
export type States = Readonly<Record<string, EquationsNode | AnyComponent>>

/** The members of a state machine. */
export type MachineMembers<S extends States> = {
  readonly [K in keyof S]: S[K] extends AnyComponent ? S[K] : Component<{ readonly active: VarNode }>
} & {
  /** Number of the active state, in the order of their declaration. */
  readonly state: VarNode
  /** Time since the last transition [s]. */
  readonly timeInState: VarNode
}

/**
 * A state machine: one of its states is active, and transitions change it at events. The equations of the active state
 * determine the variables that all states determine; a state may contain variables and machines of its own.
 *
 * ```ts
 * mode: StateMachine({
 *   initial: 'off',
 *   states: { off: equations`P = 0`, heating: equations`P = 1000` },
 *   transitions: [
 *     { from: 'off', to: 'heating', condition: expr`T < 290` },
 *     { from: 'heating', to: 'off', condition: expr`T > 295 or timeInState > 60` },
 *   ],
 * })
 * ```
 */
export function StateMachine<const S extends States>(machine: {
  readonly initial: keyof S & string
  readonly states: S
  readonly transitions: readonly Transition<keyof S & string>[]
}): Component<MachineMembers<S>> {
  const { initial, states, transitions } = machine
  const models = Object.entries(states).map(([name, state]) => [name, stateModel(name, state)] as const)
  const byPriority = [...transitions].sort((a, b) => (a.priority ?? 1) - (b.priority ?? 1))
  const delayed = byPriority.flatMap(({ immediate }, k) =>
    immediate === false ? [[`delayed${k + 1}`, Var({ start: false, hideResult: true })]] : [],
  )
  const members = {
    ...Object.fromEntries(models),
    state: Var({
      start: models.findIndex(([name]) => name === initial) + 1,
      info: models.map(([name], i) => `${i + 1} ${name}`).join(', '),
    }),
    timeInState: Var({ unit: 's' }),
    entered: Var({ start: 0, unit: 's', hideResult: true }),
    fired: Var({ start: 0, hideResult: true }),
    ...Object.fromEntries(delayed),
    _machine: { initial, transitions },
  }
  return createComponent(createModelNode(extendModel(createModelNode({}), members)))
}

/** The model of a state, with the variable that is true while the state is active. */
function stateModel(name: string, state: unknown): AnyComponent {
  const members = { active: Var({ start: false }) }
  if (isEquations(state))
    return createComponent(
      createModelNode(extendModel(createModelNode({}), { ...members, equations: state })),
    )
  if (isModel(state)) return createComponent(createModelNode(extendModel(state, members)))
  throw new InputError(`StateMachine.states.${name}`, 'equations`…` or a model', state)
}
