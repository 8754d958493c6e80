import { VarioError } from '../base/index.ts'
import type { CodeServices, Memory, Slot, SystemBlock, TangentWriter } from '../compiler/index.ts'
import { elementsOf, lengthOfSlot, scatterTangents } from './slot-access.ts'
import type { SystemAccess } from './system-solver.ts'

type Residual = (
  v: Memory['v'],
  a: Memory['a'],
  o: Memory['o'],
  c: Memory['c'],
  r: object,
  out: Float64Array,
) => void

/** The unknowns of a system in the memory of a model, and its functions. */
export function createSystemAccess(
  block: SystemBlock,
  memory: Memory,
  services: CodeServices,
  residual: Residual,
  tangent: TangentWriter | null,
  slotOf: (name: string) => Slot,
  nominalOf: (name: string) => number,
): SystemAccess {
  const slots = block.unknowns.map(slotOf)
  const { v, a, o, c, d, e } = memory
  return {
    size: () => {
      let n = 0
      block.unknowns.forEach((name, i) => {
        const length = lengthOfSlot(memory, slots[i])
        if (length === 0 && !name.startsWith('der(')) {
          const message = `${name}: the size of this vector is not known, because it is an unknown of a system. Give it a start value.`
          throw new VarioError('SHAPE', message, { unknown: name })
        }
        n += length
      })
      return n
    },
    read: (x) => {
      let k = 0
      for (const { rank, index } of slots) {
        if (rank === 'scalar') {
          x[k++] = v[index]
          continue
        }
        const array = elementsOf(a[index])
        for (let i = 0; i < array.length; i++) x[k++] = array[i]
      }
    },
    write: (x) => {
      let k = 0
      for (const { rank, index } of slots) {
        if (rank === 'scalar') {
          v[index] = x[k++]
          continue
        }
        const array = elementsOf(a[index])
        for (let i = 0; i < array.length; i++) array[i] = x[k++]
      }
    },
    residual: (out) => residual(v, a, o, c, services, out),
    nominal: (out) => {
      let k = 0
      block.unknowns.forEach((name, i) => {
        const n = lengthOfSlot(memory, slots[i])
        out.fill(nominalOf(name), k, k + n)
        k += n
      })
    },
    startTangents: () => services.startTangents(),
    tangent:
      tangent &&
      ((direction, out) => {
        scatterTangents(memory, slots, direction)
        tangent(v, a, o, c, services, d, e, out)
      }),
  }
}
