/** Equations of the start of a run as pairs of sides with values: initial equations, components at rest, `init` values. */
import { VarioError } from '../../base/index.ts'
import { listDerivatives, resolveInitialEquation } from '../../compiler/index.ts'
import { type EvaluatedModel, type FlatModel, isModelInput } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/** An equation of the start. */
export interface InitialEquation {
  /** As it is written in messages. */
  readonly text: string
  /** The variable whose `init` value it is. */
  readonly name?: string
  /** Present values of its sides, one number per element. */
  readonly read: () => readonly [ArrayLike<number>, ArrayLike<number>]
}

/** Initial equations, then the derivatives of components at rest. */
export function listInitialEquations(runtime: ModelRuntime, flat: FlatModel): InitialEquation[] {
  const { translation } = runtime
  const equations = translation.model.initialEquations.map((equation): InitialEquation => {
    const { text, left, right } = resolveInitialEquation(equation, translation)
    return {
      text,
      read: () => [toNumbers(text, runtime.evaluate(left)), toNumbers(text, runtime.evaluate(right))],
    }
  })
  for (const name of new Set(flat.steady.flatMap((path) => listDerivatives(translation, path)))) {
    const text = `${name} = 0`
    equations.push({ text, read: () => [toNumbers(text, runtime.readVariable(name)), ZERO] })
  }
  return equations
}

const ZERO: ArrayLike<number> = [0]

/** Variables with an `init` value that are computed from states. */
export function listInitValues(runtime: ModelRuntime, values: EvaluatedModel): InitialEquation[] {
  const { states, model, lostStates } = runtime.translation
  const isState = new Set(states.map((state) => state.name))
  const equations: InitialEquation[] = []
  for (const [name, { init }] of values.attributes) {
    const variable = model.variables.get(name)
    // the init value of an input is a default
    if (typeof init !== 'number' || isState.has(name) || (variable && isModelInput(variable))) continue
    if (lostStates.has(name) || typeof runtime.readName(name) !== 'number') continue
    const text = `${name}: init ${init}`
    equations.push({ text, name, read: () => [toNumbers(text, runtime.readName(name)!), [init]] })
  }
  return equations
}

/** Nonlinear constraints between states. */
export function listConstraints(runtime: ModelRuntime): InitialEquation[] {
  return runtime.translation.constraints.map(({ target, text }) => ({
    text,
    read: () => [toNumbers(text, runtime.readName(target)!), ZERO],
  }))
}

type Value = ReturnType<ModelRuntime['evaluate']>

function toNumbers(text: string, value: Value): ArrayLike<number> {
  if (typeof value === 'number' || typeof value === 'boolean') return [Number(value)]
  if (value instanceof Float64Array) return value
  const { data } = value as { readonly data?: unknown }
  if (data instanceof Float64Array) return data
  throw new VarioError(
    'INITIAL',
    `Initial equation ${text}: expected numbers on both sides, got another value.`,
  )
}
