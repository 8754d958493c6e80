import { VarioError } from '../../base/index.ts'
import type { CodeServices, Slot, SystemBlock, TangentWriter, ValueStore } from '../../compiler/index.ts'
import { elementsOf, lengthOfSlot, scatterTangents } from '../values/index.ts'

/** Access to the unknowns and residuals of one system in the memory of the model. */
export interface SystemAccess {
  /** Number of scalar unknowns. */
  size(): number
  read(x: Float64Array): void
  write(x: Float64Array): void
  /** Runs the inner assignments and writes the residuals. */
  residual(out: Float64Array): void
  /** Writes the typical sizes of the unknowns. */
  nominal(out: Float64Array): void
  /** Number of scalar unknowns and inner variables; inner arrays do not count. */
  sizeOfAll(): number
  /** Values of the unknowns and then of the inner variables. */
  readAll(out: Float64Array): void
  /** Their typical sizes; 0 where none is declared. */
  declaredNominals(out: Float64Array): void
  /** A name for every scalar unknown. */
  labels(): string[]
  /** Value of an expression with the current values; slow. */
  readonly evaluate: (expr: SystemBlock['residuals'][number]['value']) => unknown
  /** Whether a variable is a derivative, or its derivative is in the model. */
  readonly isDifferentiated: (name: string) => boolean
  /** Before the first of several directions at the same values of the unknowns. */
  startTangents(): void
  /** Derivatives of the residuals along a direction of the unknowns, at their current values; null: by differences. */
  readonly tangent: ((direction: Float64Array, out: Float64Array) => void) | null
}

type Residual = (
  v: ValueStore['v'],
  a: ValueStore['a'],
  o: ValueStore['o'],
  c: ValueStore['c'],
  r: object,
  out: Float64Array,
) => void

/** The unknowns of a system in the memory of a model, and its functions. */
export function createSystemAccess(
  block: SystemBlock,
  memory: ValueStore,
  services: CodeServices,
  residual: Residual,
  tangent: TangentWriter | null,
  slotOf: (name: string) => Slot,
  declaredNominalOf: (name: string) => number | undefined,
  evaluate: SystemAccess['evaluate'],
  isDifferentiated: SystemAccess['isDifferentiated'],
): SystemAccess {
  const slots = block.unknowns.map(slotOf)
  const { v, a, o, c, d, e } = memory
  const inner = block.inner.map(({ target }) => target).filter((name) => slotOf(name).rank === 'scalar')
  const innerSlots = inner.map(slotOf)
  const access: SystemAccess = {
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
        out.fill(declaredNominalOf(name) ?? 1, k, k + n)
        k += n
      })
    },
    sizeOfAll: () => access.size() + inner.length,
    readAll: (out) => {
      access.read(out)
      const n = out.length - inner.length
      innerSlots.forEach(({ index }, i) => {
        out[n + i] = v[index]
      })
    },
    declaredNominals: (out) => {
      let k = 0
      ;[...block.unknowns, ...inner].forEach((name, i) => {
        const n = i < slots.length ? lengthOfSlot(memory, slots[i]) : 1
        out.fill(declaredNominalOf(name) ?? 0, k, k + n)
        k += n
      })
    },
    labels: () =>
      block.unknowns.flatMap((name, i) => {
        if (slots[i].rank === 'scalar') return [name]
        return Array.from({ length: lengthOfSlot(memory, slots[i]) }, (_, k) => `${name}[${k + 1}]`)
      }),
    evaluate,
    isDifferentiated,
    startTangents: () => services.startTangents(),
    tangent:
      tangent &&
      ((direction, out) => {
        scatterTangents(memory, slots, direction)
        tangent(v, a, o, c, services, d, e, out)
      }),
  }
  return access
}
