import { InputError, VarioError } from '../../base/index.ts'
import {
  preName,
  type Slot,
  type StartValues,
  type Translation,
  ValueStore,
  withSign,
} from '../../compiler/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import { elementsOf, lengthOfSlot } from './slot-access.ts'

type Value = ReturnType<ValueStore['read']>

/** The values of a running model by the names of its variables and parameters. */
export class ModelValues {
  protected readonly memory: ValueStore
  /** Variables with a left limit that have a start value. */
  private readonly started = new Set<string>()
  private attributes: EvaluatedModel['attributes'] = new Map()

  constructor(readonly translation: Translation) {
    const { nScalar, nArray, nObject, conditions } = translation
    this.memory = new ValueStore(nScalar, nArray, nObject, conditions.length)
  }

  /** Values of the conditions: 1 = true. */
  get conditions(): Uint8Array {
    return this.memory.c
  }

  /** Writes parameters and start values; the sizes of arrays follow from them. */
  protected enterValues(values: EvaluatedModel, starts: StartValues): void {
    const { memory, translation } = this
    this.enterParameters(values)
    for (const [name, { init, start }] of values.attributes) {
      const value = init ?? start
      const slot = translation.slots.get(name)
      if (slot && value !== undefined) memory.write(slot, value, name)
    }
    // Variables that are equal to others, or elements of vectors, may have their start values at those.
    starts.check()
    const unknowns = translation.systems.flatMap((system) => system.unknowns)
    for (const name of new Set([...translation.startSources.keys(), ...unknowns])) {
      const value = starts.find(name)
      if (value !== undefined) this.write(name, value)
    }
    this.started.clear()
    for (const name of translation.preNames) {
      const value = starts.find(name)
      if (value === undefined) continue
      memory.write(this.slot(preName(name)), value, name)
      this.started.add(name)
    }
    this.sizeDerivatives()
  }

  /** Writes parameters alone. */
  protected enterParameters(values: EvaluatedModel): void {
    this.attributes = values.attributes
    for (const [name, value] of values.parameters) this.write(name, value)
  }

  /** Gives derivatives the sizes of their variables: systems may have them as unknowns. */
  private sizeDerivatives(): void {
    const { memory, translation } = this
    for (const [name, slot] of translation.slots) {
      if ((slot.rank !== 'vector' && slot.rank !== 'matrix') || !name.startsWith('der(')) continue
      const base = translation.slots.get(name.replace(/^(der\()+|\)+$/g, ''))
      if (base?.rank !== slot.rank) continue
      const value = memory.read(base) as ValueStore['a'][number]
      const data = new Float64Array(elementsOf(value).length)
      memory.a[slot.index] = value instanceof Float64Array ? data : { ...value, data }
    }
  }

  /** Slot of a vector of the equations that gets another number of elements. */
  protected resizableSlot(name: string): Slot {
    const { aliases, slots, states } = this.translation
    const target = aliases.get(name)?.name ?? name
    const slot = slots.get(target)
    const isState = states.some((state) => state.name === target)
    if (slot?.rank !== 'vector' || isState)
      throw new InputError(`${name}: resize`, 'a vector of the equations that is not a state', name)
    return slot
  }

  /** True if a variable has a start value in this run. */
  hasStart(name: string): boolean {
    return this.started.has(name)
  }

  /** True for a derivative, and for a variable whose derivative is in the model. */
  isDifferentiated(name: string): boolean {
    return name.startsWith('der(') || this.translation.slots.has(`der(${name})`)
  }

  /** Typical size of a variable. */
  nominal(name: string): number {
    return this.declaredNominal(name) ?? 1
  }

  /** Nominal value of a variable; undefined: none is declared. */
  declaredNominal(name: string): number | undefined {
    const value = this.attributes.get(name)?.nominal
    return typeof value === 'number' && value !== 0 ? Math.abs(value) : undefined
  }

  slot(name: string): Slot {
    const slot = this.translation.slots.get(name)
    if (!slot) throw new VarioError('INTERNAL', `Expected the name of a variable with a slot, got '${name}'.`)
    return slot
  }

  /** Number of scalars in a slot, with the current sizes of arrays. */
  lengthOf(slot: Slot): number {
    return lengthOfSlot(this.memory, slot)
  }

  read(name: string): Value {
    return this.memory.read(this.slot(name))
  }

  /** Copies scalars from their slots to places of `out`. */
  readScalars(slots: Int32Array, places: Int32Array, out: Float64Array): void {
    const { v } = this.memory
    for (let k = 0; k < slots.length; k++) out[places[k]] = v[slots[k]]
  }

  /** Copies vectors from their slots to places of `out`. */
  readVectors(slots: Int32Array, places: Int32Array, out: Float64Array): void {
    const { a } = this.memory
    for (let k = 0; k < slots.length; k++) {
      const vector = a[slots[k]] as Float64Array
      const place = places[k]
      for (let i = 0; i < vector.length; i++) out[place + i] = vector[i]
    }
  }

  readSlot(slot: Slot): Value {
    return this.memory.read(slot)
  }

  /** Value of a variable that may have been eliminated. */
  readVariable(name: string): Value {
    const alias = this.translation.aliases.get(name)
    if (!alias) return this.read(name)
    return alias.name === null ? 0 : withSign(alias.sign, this.read(alias.name))
  }

  /** Value of a variable that may have been eliminated; undefined: no variable of this name. */
  readName(name: string): Value | undefined {
    const { aliases, slots } = this.translation
    return aliases.has(name) || slots.has(name) ? this.readVariable(name) : undefined
  }

  write(name: string, value: Value): void {
    this.memory.write(this.slot(name), value, name)
  }

  setScalar(index: number, value: number): void {
    this.memory.v[index] = value
  }
}
