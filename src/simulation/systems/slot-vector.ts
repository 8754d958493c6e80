import type { Slot, ValueStore } from '../../compiler/index.ts'
import { elementsOf, lengthOfSlot } from './slot-access.ts'

/** Numbers and arrays of a running model, in sequence in a flat vector. */
export class SlotVector {
  readonly hasArrays: boolean
  /** Slots of the values, used if all are scalars. */
  private readonly scalars: Int32Array

  constructor(
    private readonly memory: ValueStore,
    readonly slots: readonly Slot[],
  ) {
    this.hasArrays = slots.some((slot) => slot.rank !== 'scalar')
    this.scalars = Int32Array.from(slots, (slot) => slot.index)
  }

  /** Number of scalars, with the current sizes of arrays. */
  computeLength(): number {
    let n = 0
    for (const slot of this.slots) n += lengthOfSlot(this.memory, slot)
    return n
  }

  /** Copies the values from the store to `out`. */
  read(out: Float64Array): void {
    const { v, a } = this.memory
    const { scalars } = this
    if (!this.hasArrays) {
      for (let i = 0; i < scalars.length; i++) out[i] = v[scalars[i]]
      return
    }
    let k = 0
    for (const slot of this.slots) {
      if (slot.rank === 'scalar') {
        out[k++] = v[slot.index]
        continue
      }
      const array = elementsOf(a[slot.index])
      for (let i = 0; i < array.length; i++) out[k++] = array[i]
    }
  }

  /** Copies the values from `x` to the store. */
  write(x: Float64Array): void {
    const { v, a } = this.memory
    const { scalars } = this
    if (!this.hasArrays) {
      for (let i = 0; i < scalars.length; i++) v[scalars[i]] = x[i]
      return
    }
    let k = 0
    for (const slot of this.slots) {
      if (slot.rank === 'scalar') {
        v[slot.index] = x[k++]
        continue
      }
      const array = elementsOf(a[slot.index])
      for (let i = 0; i < array.length; i++) array[i] = x[k++]
    }
  }
}
