import type { Stamp } from '../../mechanics/index.ts'

/** Values that expressions give to keys of parts, the same in all segments of a run. */
export class SignalValues implements Stamp {
  /** Renewed if a value changes. */
  stamp = 0
  private readonly values: readonly Float64Array[]
  private readonly byName: ReadonlyMap<string, Float64Array>

  /** @param signals names `push.force`, and numbers of values */
  constructor(private readonly signals: readonly { readonly name: string; readonly n: number }[]) {
    this.values = signals.map(({ n }) => new Float64Array(n))
    this.byName = new Map(signals.map(({ name }, i) => [name, this.values[i]]))
  }

  get size(): number {
    return this.signals.length
  }

  /** Values of a key of a part, which are updated in place; undefined: it is not an expression. */
  find(name: string): Float64Array | undefined {
    return this.byName.get(name)
  }

  /** Sets the values of the signal with index `i`. False: `value` has another number of elements. */
  set(i: number, value: number | Float64Array): boolean {
    const own = this.values[i]
    if (typeof value === 'number') {
      if (this.signals[i].n !== 1) return false
      if (!Object.is(own[0], value)) {
        own[0] = value
        this.stamp++
      }
      return true
    }
    if (value.length !== own.length) return false
    for (let k = 0; k < own.length; k++) {
      if (Object.is(own[k], value[k])) continue
      own[k] = value[k]
      this.stamp++
    }
    return true
  }
}
