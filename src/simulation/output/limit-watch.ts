import type { EvaluatedModel } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/** Violations of a limit, relative to its size (or 1), that are errors of the integration and not of the model. */
const SLACK = 1e-6

/** A variable with limits, in SI units. */
interface Limits {
  readonly name: string
  readonly min: number
  readonly max: number
}

/**
 * Checks at the output points if variables stay within their `min` and `max`, and warns of the first violation of each.
 */
export class LimitWatch {
  private readonly open = new Map<string, Limits>()

  constructor(
    private readonly runtime: ModelRuntime,
    values: EvaluatedModel,
  ) {
    for (const [name, { min, max }] of values.attributes) {
      if (typeof min !== 'number' && typeof max !== 'number') continue
      const limits = {
        min: typeof min === 'number' ? min : Number.NEGATIVE_INFINITY,
        max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
      }
      this.open.set(name, { name, ...limits })
    }
  }

  check(t: number): void {
    for (const { name, min, max } of this.open.values()) {
      const value = this.runtime.readName(name)
      const numbers = value instanceof Float64Array ? value : typeof value === 'number' ? [value] : []
      for (const number of numbers) {
        const isBelow = number < min - SLACK * Math.max(1, Math.abs(min))
        const isAbove = number > max + SLACK * Math.max(1, Math.abs(max))
        if (!isBelow && !isAbove) continue
        const limit = isBelow ? `below its min ${min}` : `above its max ${max}`
        const message = `${name} = ${number} is ${limit} at t = ${t} s (in SI units).`
        this.runtime.warnings.add({ code: 'LIMIT', key: name, time: t, message })
        this.open.delete(name)
        break
      }
    }
  }
}
