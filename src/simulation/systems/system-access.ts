import { VarioError } from '../../base/index.ts'
import type {
  CodeServices,
  Slot,
  SystemBlock,
  TangentWriter,
  ValueStore,
  Writer,
} from '../../compiler/index.ts'
import { elementsOf, lengthOfSlot, scatterTangents } from './slot-access.ts'

/** Access to the unknowns and residuals of one system in the store of the model. */
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
  /** As {@link SystemHost.isDifferentiated}. */
  readonly isDifferentiated: (name: string) => boolean
  /** Prepares several directions at the same values of the unknowns. */
  startTangents(): void
  /**
   * Derivatives of the residuals along a direction of the unknowns, at their current values; null: differences are
   * used.
   */
  readonly tangent: ((direction: Float64Array, out: Float64Array) => void) | null
}

/** Services of the model that a system uses. */
export interface SystemHost {
  readonly memory: ValueStore
  readonly services: CodeServices
  slot(name: string): Slot
  /** Typical size of a variable, if one is declared. */
  declaredNominal(name: string): number | undefined
  evaluate(expr: SystemBlock['residuals'][number]['value']): unknown
  /** True for a derivative, and for a variable whose derivative is in the model. */
  isDifferentiated(name: string): boolean
}

/** The generated functions of a system. */
export interface SystemCode {
  readonly residual: Writer
  readonly tangent: TangentWriter | null
}

/** The unknowns of a system in the store of a model, and its functions. */
export class SystemInMemory implements SystemAccess {
  readonly tangent: SystemAccess['tangent']
  readonly evaluate: SystemAccess['evaluate']
  readonly isDifferentiated: SystemAccess['isDifferentiated']
  private readonly slots: readonly Slot[]
  /** Inner variables that are scalars. */
  private readonly inner: readonly string[]
  private readonly innerSlots: readonly Slot[]

  constructor(
    private readonly block: SystemBlock,
    private readonly host: SystemHost,
    private readonly code: SystemCode,
  ) {
    const { memory, services } = host
    this.slots = block.unknowns.map((name) => host.slot(name))
    this.inner = block.inner.map(({ target }) => target).filter((name) => host.slot(name).rank === 'scalar')
    this.innerSlots = this.inner.map((name) => host.slot(name))
    this.evaluate = (expr) => host.evaluate(expr)
    this.isDifferentiated = (name) => host.isDifferentiated(name)
    const { v, a, o, c, d, e } = memory
    const { tangent } = code
    this.tangent =
      tangent &&
      ((direction, out) => {
        scatterTangents(memory, this.slots, direction)
        tangent(v, a, o, c, services, d, e, out)
      })
  }

  size(): number {
    let n = 0
    this.block.unknowns.forEach((name, i) => {
      const length = this.lengthOf(i)
      if (length === 0 && !name.startsWith('der(')) {
        const reason =
          'expected a start value, because the size of a vector that is an unknown of a system is not known'
        throw new VarioError('SHAPE', `${name}: ${reason}.`, { unknown: name })
      }
      n += length
    })
    return n
  }

  private lengthOf(unknown: number): number {
    return lengthOfSlot(this.host.memory, this.slots[unknown])
  }

  read(x: Float64Array): void {
    const { v, a } = this.host.memory
    let k = 0
    for (const { rank, index } of this.slots) {
      if (rank === 'scalar') {
        x[k++] = v[index]
        continue
      }
      const array = elementsOf(a[index])
      for (let i = 0; i < array.length; i++) x[k++] = array[i]
    }
  }

  write(x: Float64Array): void {
    const { v, a } = this.host.memory
    let k = 0
    for (const { rank, index } of this.slots) {
      if (rank === 'scalar') {
        v[index] = x[k++]
        continue
      }
      const array = elementsOf(a[index])
      for (let i = 0; i < array.length; i++) array[i] = x[k++]
    }
  }

  residual(out: Float64Array): void {
    const { memory, services } = this.host
    this.code.residual(memory.v, memory.a, memory.o, memory.c, services, out)
  }

  nominal(out: Float64Array): void {
    let k = 0
    this.block.unknowns.forEach((name, i) => {
      const n = this.lengthOf(i)
      out.fill(this.host.declaredNominal(name) ?? 1, k, k + n)
      k += n
    })
  }

  sizeOfAll(): number {
    return this.size() + this.inner.length
  }

  readAll(out: Float64Array): void {
    this.read(out)
    const { v } = this.host.memory
    const n = out.length - this.inner.length
    this.innerSlots.forEach(({ index }, i) => {
      out[n + i] = v[index]
    })
  }

  declaredNominals(out: Float64Array): void {
    let k = 0
    ;[...this.block.unknowns, ...this.inner].forEach((name, i) => {
      const n = i < this.slots.length ? this.lengthOf(i) : 1
      out.fill(this.host.declaredNominal(name) ?? 0, k, k + n)
      k += n
    })
  }

  labels(): string[] {
    return this.block.unknowns.flatMap((name, i) => {
      if (this.slots[i].rank === 'scalar') return [name]
      return Array.from({ length: this.lengthOf(i) }, (_, k) => `${name}[${k + 1}]`)
    })
  }

  startTangents(): void {
    this.host.services.startTangents()
  }
}
