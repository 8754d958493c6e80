import { VarioError } from '../../base/index.ts'
import { copyValue, findMutualConditions } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { Conditions } from './conditions.ts'

/** Maximum number of combinations of the values of conditions that are tried: all of them for 12 conditions. */
const MAX_TRIALS = 4096

/**
 * Searches another solution of a mixed system of equations and relations, where the branch of the present one ends:
 * values of the conditions that the equations confirm. The nearest combination, which changes the fewest conditions, is
 * taken.
 */
export class BranchSearch {
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
  ) {}

  /** Conditions of the mixed systems to which the given ones belong. */
  listMutual(which: readonly number[]): number[] {
    const { translation } = this.runtime
    return [...new Set(which.flatMap((k) => findMutualConditions(translation, k)))]
  }

  /**
   * Sets the conditions of `list` to other values that agree with the equations at `t` and `x`; false: there are none.
   */
  find(t: number, x: Float64Array, list: readonly number[]): boolean {
    const { runtime, conditions } = this
    const before = runtime.conditions.slice()
    const { systems } = runtime.translation
    const unknowns = systems.flatMap((system) => system.unknowns)
    const guess = unknowns.map((name) => copyValue(runtime.read(name)))
    let nTrial = 0
    for (const changes of combinations(list)) {
      if (nTrial++ === MAX_TRIALS) break
      unknowns.forEach((name, i) => {
        runtime.write(name, guess[i])
      })
      for (const k of changes) runtime.conditions[k] = before[k] ? 0 : 1
      if (this.canEvaluate(t, x)) {
        runtime.differences(conditions.difference)
        if (list.every((k) => conditions.isRight(k) && !conditions.isAtLimit(k))) {
          for (const k of changes) conditions.set(k, runtime.conditions[k] !== 0)
          for (const k of list) conditions.isAhead[k] = 0
          return true
        }
      }
      runtime.conditions.set(before)
    }
    unknowns.forEach((name, i) => {
      runtime.write(name, guess[i])
    })
    return false
  }

  /**
   * Names the conditions of `list` for which the equations confirm neither value at `t` and `x`, with the other
   * conditions unchanged: only the limit itself would agree. Empty: none.
   */
  explain(t: number, x: Float64Array, list: readonly number[]): string {
    const { runtime, conditions } = this
    const before = runtime.conditions.slice()
    const texts: string[] = []
    for (const k of list) {
      const [left, right] = [0, 1].map((value) => {
        runtime.conditions.set(before)
        runtime.conditions[k] = value
        if (!this.canEvaluate(t, x)) return null
        runtime.differences(conditions.difference)
        return conditions.isRight(k) && !conditions.isAtLimit(k) ? null : conditions.difference[k]
      })
      if (left === null || right === null) continue
      const { text } = runtime.translation.conditions[k]
      texts.push(`${text} (left - right is ${show(right)} where it is true, ${show(left)} where it is false)`)
    }
    runtime.conditions.set(before)
    if (texts.length === 0) return ''
    return (
      ` The equations contradict both values of ${texts.join(', ')}. Only the limit itself would agree, with values ` +
      'between those of both branches: replace the jump by a change over a small range.'
    )
  }

  private canEvaluate(t: number, x: Float64Array): boolean {
    const { runtime } = this
    runtime.enter(t, x)
    try {
      runtime.evaluateDynamics()
    } catch (error) {
      if (error instanceof VarioError && error.code === 'SYSTEM') return false
      throw error
    }
    return true
  }
}

function show(value: number): string {
  return `${Number(value.toPrecision(3))}`
}

/** All selections of one or more elements, small ones first. */
export function* combinations(list: readonly number[]): Generator<number[]> {
  for (let n = 1; n <= list.length; n++) yield* selections(list, n, 0)
}

function* selections(list: readonly number[], n: number, from: number): Generator<number[]> {
  if (n === 0) {
    yield []
    return
  }
  for (let i = from; i <= list.length - n; i++)
    for (const rest of selections(list, n - 1, i + 1)) yield [list[i], ...rest]
}
