/** Values that components give to variables and parameters at events. */
import { fromSI, InputError, suggestName, VarioError } from '../../base/index.ts'
import { type FlatModel, isModelInput } from '../../model/index.ts'
import type { AssignedValue, Assignment, Inputs, ModelRuntime } from '../runtime/index.ts'
import { type LeftLimits, listAssigned } from './left-limits.ts'
import { StateSetter } from './state-setter.ts'

/** Parameters with new values in their declared units, by their full names. */
export type NewParameters = ReadonlyMap<string, AssignedValue>

export class Assignments {
  /** Discrete variables that `when` clauses assign: they keep their values between events. */
  private readonly kept: ReadonlySet<string>
  private readonly states: StateSetter

  constructor(
    private readonly flat: FlatModel,
    private readonly runtime: ModelRuntime,
    private readonly inputs: Inputs,
    private readonly leftLimits: LeftLimits,
  ) {
    const { preNames, whens } = runtime.translation
    const assigned = new Set(whens.flatMap(({ when }) => listAssigned(when)))
    this.kept = new Set(preNames.filter((name) => assigned.has(name)))
    this.states = new StateSetter(runtime)
  }

  /**
   * Sets variables at `t` [s], where the store has the values of the states `x`, which may change. Returns the
   * parameters among them.
   */
  apply(assignments: readonly Assignment[], t: number, x: Float64Array): NewParameters {
    const { parameters, variables } = this.flat
    const found = new Map<string, AssignedValue>()
    for (const { names, value, path } of assignments) {
      const name = names.find((key) => parameters.has(key) || variables.has(key))
      if (name === undefined) {
        const hint = suggestName(names[0], [...variables.keys(), ...parameters.keys()])
        throw new InputError(`${path}: set`, `the name of a variable or parameter${hint}`, path)
      }
      const parameter = parameters.get(name)
      if (parameter !== undefined) found.set(name, convertFromSI(value, parameter.unit))
      else this.set(name, value, t, x)
    }
    return found
  }

  private set(name: string, value: AssignedValue, t: number, x: Float64Array): void {
    const { runtime, leftLimits } = this
    const alias = runtime.translation.aliases.get(name)
    const target = alias?.name ?? name
    const { rank } = runtime.slot(target)
    const now = runtime.readName(name)
    const checked = checkValue(`${name}: set`, value, rank, now instanceof Float64Array ? now.length : 0)
    if (isModelInput(this.flat.variables.get(name)!)) {
      if (typeof checked !== 'number') throw new InputError(`${name}: set`, 'a scalar input', `a ${rank}`)
      this.inputs.replace(name, checked, t)
    } else if (this.kept.has(target))
      leftLimits.keep(target, alias?.sign === -1 ? -(checked as number) : checked)
    else this.setState(name, checked, t, x)
  }

  /** Sets a state, or the state behind a variable. */
  private setState(name: string, value: number | boolean | Float64Array, t: number, x: Float64Array): void {
    try {
      this.states.set(name, value, t, x)
    } catch (error) {
      if (!(error instanceof VarioError) || error.code !== 'EVENTS') throw error
      throw new VarioError(
        error.code,
        `${name}: set: expected a parameter, an input of the model, a state, or a variable that 'when' assigns, got a ` +
          `variable that an equation computes. ${error.message}`,
        error.fields,
      )
    }
  }
}

/** Asserts that a variable can have a value. */
function checkValue(
  path: string,
  value: AssignedValue,
  rank: string,
  length: number,
): number | boolean | Float64Array {
  if (rank === 'boolean') {
    if (typeof value !== 'boolean') throw new InputError(path, 'true or false', value)
    return value
  }
  if (rank === 'scalar') {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new InputError(path, 'a finite number', value)
    return value
  }
  if (rank !== 'vector') throw new InputError(path, 'the name of a scalar or a vector', `a ${rank}`)
  if (!Array.isArray(value) || value.length !== length || !value.every(Number.isFinite))
    throw new InputError(path, `a list of ${length} finite number(s)`, value)
  return Float64Array.from(value)
}

function convertFromSI(value: AssignedValue, unit: string | undefined): AssignedValue {
  if (unit === undefined || unit === '') return value
  if (typeof value === 'number') return fromSI(value, unit)
  return Array.isArray(value) ? value.map((item: AssignedValue) => convertFromSI(item, unit)) : value
}
