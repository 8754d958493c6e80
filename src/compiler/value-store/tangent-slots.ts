import type { SlotOf } from './slot.ts'

/** Name of the tangent of a variable. */
export function tangentName(variable: string): string {
  return `$d(${variable})`
}

/** Slots of names and of their tangents. */
export function createTangentSlots(slotOf: SlotOf): SlotOf {
  return (fullName) => {
    if (!fullName.startsWith('$d(')) return slotOf(fullName)
    const slot = slotOf(fullName.slice(3, -1))
    return slot && { ...slot, isTangent: true }
  }
}
