import type { Slot, ValueStore } from '../../compiler/index.ts'

/** The numbers of a vector or matrix. */
export function elementsOf(array: ValueStore['a'][number]): Float64Array {
  return array instanceof Float64Array ? array : array.data
}

/** Number of scalars in a slot, with the current sizes of arrays. */
export function lengthOfSlot(memory: ValueStore, slot: Slot): number {
  if (slot.rank === 'scalar' || slot.rank === 'boolean') return 1
  return elementsOf(memory.a[slot.index]).length
}

/** Writes the tangents of slots from a flat vector. */
export function scatterTangents(memory: ValueStore, slots: readonly Slot[], from: Float64Array): void {
  const { a, d, e } = memory
  let k = 0
  for (let s = 0; s < slots.length; s++) {
    const { rank, index } = slots[s]
    if (rank === 'scalar') {
      d[index] = from[k++]
      continue
    }
    const value = a[index]
    const n = value instanceof Float64Array ? value.length : value.data.length
    const old = e[index]
    if (old instanceof Float64Array && value instanceof Float64Array && old.length === n) {
      for (let i = 0; i < n; i++) old[i] = from[k + i]
    } else {
      const data = from.slice(k, k + n)
      e[index] = value instanceof Float64Array ? data : { ...value, data }
    }
    k += n
  }
}

/** Reads the tangents of slots to a flat vector; those of slots that are not active are zero. */
export function gatherTangents(
  memory: ValueStore,
  slots: readonly Slot[],
  isActive: readonly boolean[],
  out: Float64Array,
): void {
  const { d, e } = memory
  let k = 0
  for (let s = 0; s < slots.length; s++) {
    const { rank, index } = slots[s]
    if (rank === 'scalar') {
      out[k++] = isActive[s] ? d[index] : 0
      continue
    }
    const n = lengthOfSlot(memory, slots[s])
    const value = e[index]
    if (!isActive[s]) out.fill(0, k, k + n)
    else out.set(value instanceof Float64Array ? value : value.data, k)
    k += n
  }
}
