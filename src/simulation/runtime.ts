import { InputError, VarioError } from '../base/index.ts'
import {
  ArrayServices,
  type CodeServices,
  type Condition,
  copyValue,
  evaluateInMemory,
  Interpreter,
  type LoadedCode,
  loadCode,
  Memory,
  preName,
  type Slot,
  StartValues,
  type StateCondition,
  type Translation,
  tickedFlag,
  withSign,
} from '../compiler/index.ts'
import type { EvaluatedModel } from '../model/index.ts'
import { ComponentMemories } from './component-memories.ts'
import { withEquation } from './locate-problem.ts'
import { ModelTangents } from './model-tangents.ts'
import { elementsOf, lengthOfSlot } from './slot-access.ts'
import { createSystemAccess } from './system-access.ts'
import { SystemSolver } from './system-solver.ts'

type Value = ReturnType<Memory['read']>
type AnyExpr = Parameters<typeof evaluateInMemory>[0]

/** A translated model with its values: evaluates the equations, and knows about events what is needed for that. */
export class ModelRuntime extends ArrayServices implements CodeServices {
  readonly table: readonly unknown[]
  /** Sum of the lengths of the states of the equations, which come first; the hidden ones of components with memory follow. */
  nInvariant = 0
  readonly memories: ComponentMemories
  /** What `initial()` and `terminal()` say. */
  isInitial = false
  isTerminal = false
  /** In the evaluations of the initialisation, in which `sample` has nothing in its memory yet. */
  isStarting = false
  /** Clocks that tick now. */
  readonly ticks: Uint8Array
  /** Values of `sample`, `hold`, `previous` since their last ticks, and those of the event that is going on. */
  private samples: Value[]
  private readonly nextSamples: Value[]
  private readonly hasTicked: Uint8Array
  /** Memories whose clocks have ticked in an event that is over; `ticked` flags are true in any case while sizes are looked for. */
  private readonly ticked = new Set<string>()
  isSizing = false
  /** Variables with a left limit that have a start value. */
  private readonly started = new Set<string>()

  private readonly code: LoadedCode
  private readonly systems: SystemSolver[]
  private readonly stateSlots: Slot[]
  private readonly derivativeSlots: Slot[]
  private readonly hasArrayStates: boolean
  private readonly timeSlot: number

  private attributes: EvaluatedModel['attributes'] = new Map()
  private tangentsOfModel: ModelTangents | null | undefined

  /** @param isInterpreted evaluates the expressions instead of generated code */
  constructor(
    readonly translation: Translation,
    private readonly isInterpreted = false,
  ) {
    const { nScalar, nArray, nObject, conditions, memories, clocks } = translation
    super(new Memory(nScalar, nArray, nObject, conditions.length))
    this.table = translation.code.table
    this.ticks = new Uint8Array(clocks.length)
    this.samples = new Array<Value>(memories.length).fill(0)
    this.nextSamples = new Array<Value>(memories.length).fill(0)
    this.hasTicked = new Uint8Array(memories.length)
    this.memories = new ComponentMemories(translation.model)
    this.code = isInterpreted
      ? new Interpreter(translation, this.memory, this).code()
      : loadCode(translation.code, translation.model.name)
    this.systems = translation.systems.map((block, k) => {
      const { residuals, residualTangents } = this.code
      const slotOf = (name: string) => this.slot(name)
      const nominalOf = (name: string) => this.nominal(name)
      const { memory } = this
      return new SystemSolver(
        block,
        createSystemAccess(block, memory, this, residuals[k], residualTangents[k], slotOf, nominalOf),
      )
    })
    this.stateSlots = translation.states.map((state) => this.slot(state.name))
    this.derivativeSlots = translation.states.map((state) => this.slot(state.derivative))
    this.hasArrayStates = this.stateSlots.some((slot) => slot.rank !== 'scalar')
    this.timeSlot = this.slot('time').index
  }

  get conditions(): Uint8Array {
    return this.memory.c
  }

  /** Enters parameters and start values; the sizes of arrays follow from them. */
  load(values: EvaluatedModel): void {
    const { memory, translation } = this
    this.attributes = values.attributes
    for (const [name, value] of values.parameters) memory.write(this.slot(name), value, name)
    for (const [name, { init, start }] of values.attributes) {
      const value = init ?? start
      const slot = translation.slots.get(name)
      if (slot && value !== undefined) memory.write(slot, value, name)
    }
    // Variables that are equal to others may have their start values there.
    const starts = new StartValues(translation, values)
    starts.check()
    for (const name of translation.startSources.keys()) {
      const value = starts.find(name)
      if (value !== undefined) memory.write(this.slot(name), value, name)
    }
    this.started.clear()
    for (const name of translation.preNames) {
      const value = starts.find(name)
      if (value === undefined) continue
      memory.write(this.slot(preName(name)), value, name)
      this.started.add(name)
    }
    translation.memories.forEach(({ variable }, k) => {
      const value = variable === null ? undefined : starts.find(variable)
      this.samples[k] = copyValue(value ?? 0)
      this.nextSamples[k] = copyValue(value ?? 0)
    })
    this.sizeDerivatives()
    this.nInvariant = 0
    for (const slot of this.stateSlots) this.nInvariant += this.lengthOf(slot)
  }

  /** Whether a variable has a start value in this run. */
  hasStart(name: string): boolean {
    return this.started.has(name)
  }

  /** Begins a segment at `t`: components with memory declare what they have in it. */
  startSegment(values: EvaluatedModel, t: number, isFirst: boolean): void {
    this.memories.initSegment(values, t, isFirst)
    for (const [name, n] of this.memories.sizes) this.resize(name, n)
    for (const system of this.systems) system.reset()
  }

  /** Sum of the lengths of all states. */
  get nState(): number {
    return this.nInvariant + this.memories.nState
  }

  /** Longest step that components with memory allow from `t` and `x` on [s]. */
  longestStep(t: number, x: Float64Array): number {
    if (!this.memories.limitSteps) return Infinity
    this.enter(t, x)
    return this.memories.nextMaxStep(t)
  }

  // --- evaluation -------------------------------------------------------------------------------

  /** Enters time and states. */
  enter(t: number, x: Float64Array): void {
    const { v, a } = this.memory
    v[this.timeSlot] = t
    let k = 0
    for (const slot of this.stateSlots) {
      if (slot.rank === 'scalar') {
        v[slot.index] = x[k++]
        continue
      }
      const array = elementsOf(a[slot.index])
      for (let i = 0; i < array.length; i++) array[i] = x[k++]
    }
    this.memories.enter(x, k)
  }

  /** Computes what derivatives and crossing functions depend on, in the equations and then in the memories of components. */
  evaluateDynamics(): void {
    const { v, a, o, c } = this.memory
    const { dynamics } = this.code
    for (let k = 0; k < dynamics.length; k++) dynamics[k](v, a, o, c, this)
    this.memories.evaluate(v[this.timeSlot])
  }

  /** Computes everything. Sizes and subscripts that do not fit show here first, before any step of a solver. */
  evaluateAll(): void {
    try {
      this.evaluateDynamics()
      const { v, a, o, c } = this.memory
      for (const step of this.code.rest) step(v, a, o, c, this)
    } catch (error) {
      const { dynamics, rest } = this.translation
      throw withEquation(error, [...dynamics, ...rest], (expr) => this.evaluate(expr))
    }
  }

  readStates(x: Float64Array): void {
    this.gather(this.stateSlots, x)
    this.memories.readStates(x, this.nInvariant)
  }

  readDerivatives(dx: Float64Array): void {
    if (this.hasArrayStates) this.assertDerivativeSizes()
    this.gather(this.derivativeSlots, dx)
    this.memories.readDerivatives(dx, this.nInvariant)
  }

  /** Reads variables, one after the other. */
  readNames(names: readonly string[], out: Float64Array): void {
    this.gather(
      names.map((name) => this.slot(name)),
      out,
    )
  }

  /** left - right of the state conditions, and the event indicators of components with memory. */
  crossings(out: Float64Array): void {
    const { v, a, o, c } = this.memory
    this.code.crossings(v, a, o, c, this, out)
    this.memories.evaluateIndicators(v[this.timeSlot])
    this.memories.readIndicators(out, c.length)
  }

  /** Derivatives along directions of the states of the equations; null: they are not known exactly. */
  get tangents(): ModelTangents | null {
    if (this.tangentsOfModel === undefined) {
      const { translation, memory, systems, isInterpreted } = this
      this.tangentsOfModel = ModelTangents.create({
        translation,
        memory,
        systems,
        services: this,
        isInterpreted,
      })
    }
    return this.tangentsOfModel
  }

  /** Typical size of a variable. */
  nominal(name: string): number {
    const value = this.attributes.get(name)?.nominal
    return typeof value === 'number' && value !== 0 ? Math.abs(value) : 1
  }

  /** Typical sizes of all states. */
  stateNominals(): Float64Array {
    const nominals = new Float64Array(this.nState)
    let k = 0
    const fill = (n: number, nominal: number): void => {
      nominals.fill(nominal, k, k + n)
      k += n
    }
    this.translation.states.forEach(({ name }, i) => {
      fill(this.lengthOf(this.stateSlots[i]), this.nominal(name))
    })
    for (const { nominal } of this.memories.states) {
      nominals.set(nominal, k)
      k += nominal.length
    }
    return nominals
  }

  /** Value of an expression with the current values. */
  evaluate(expr: AnyExpr): Value {
    return evaluateInMemory(expr, this.translation, this.memory, this)
  }

  read(name: string): Value {
    return this.memory.read(this.slot(name))
  }

  readSlot(slot: Slot): Value {
    return this.memory.read(slot)
  }

  /** Value of a variable that may have been eliminated; undefined: the model has none of this name. */
  readName(name: string): Value | undefined {
    return this.translation.aliases.has(name) || this.translation.slots.has(name)
      ? this.readByName(name)
      : undefined
  }

  setScalar(index: number, value: number): void {
    this.memory.v[index] = value
  }

  /** The first variable in the order of evaluation that is not finite, with its equation. */
  findNonFinite(): string | undefined {
    const { dynamics } = this.translation
    for (const block of dynamics) {
      if (block.kind !== 'assign') continue
      const value = this.read(block.target)
      if (typeof value === 'number' && !Number.isFinite(value))
        return `${block.target} = ${value} from ${block.text}`
    }
    return undefined
  }

  write(name: string, value: Value): void {
    this.memory.write(this.slot(name), value, name)
  }

  slot(name: string): Slot {
    const slot = this.translation.slots.get(name)
    if (!slot) throw new VarioError('INTERNAL', `There is no place for '${name}'.`)
    return slot
  }

  lengthOf(slot: Slot): number {
    return lengthOfSlot(this.memory, slot)
  }

  /** left - right of a condition with the current values. */
  difference(condition: StateCondition): number {
    return (this.evaluate(condition.left) as number) - (this.evaluate(condition.right) as number)
  }

  /** Truth of a condition with the current values. */
  isTrue(condition: Condition): boolean {
    const left =
      condition.kind === 'time' ? this.memory.v[this.timeSlot] : (this.evaluate(condition.left) as number)
    const right = this.evaluate(condition.right) as number
    switch (condition.op) {
      case '<':
        return left < right
      case '<=':
        return left <= right
      case '>':
        return left > right
      default:
        return left >= right
    }
  }

  // --- services of the generated code -----------------------------------------------------------

  solve(system: number): void {
    this.systems[system].solve()
  }

  flag(name: string): boolean {
    if (name === 'initial') return this.isInitial
    if (name === 'terminal') return this.isTerminal
    return this.isSizing || this.ticked.has(name)
  }

  clock(index: number): boolean {
    return this.ticks[index] !== 0
  }

  sample(index: number, tick: boolean, value: Value): Value {
    if (!tick && !this.isStarting) return this.samples[index]
    this.nextSamples[index] = copyValue(value)
    this.hasTicked[index] = 1
    return value
  }

  hold(index: number, tick: boolean, value: Value): Value {
    if (!tick) return this.samples[index]
    this.nextSamples[index] = copyValue(value)
    this.hasTicked[index] = 1
    return value
  }

  /** At a tick: what the variable was at the tick before; until the next one, the same. */
  previous(index: number, tick: boolean): Value {
    if (!tick) return this.samples[index]
    this.hasTicked[index] = 1
    return this.nextSamples[index]
  }

  /** At the end of an event: what has been sampled becomes the past. */
  commitSamples(): void {
    this.translation.memories.forEach(({ operator, variable }, k) => {
      if (this.hasTicked[k] === 0) return
      this.hasTicked[k] = 0
      if (!this.isStarting) this.ticked.add(tickedFlag(k))
      this.samples[k] = this.nextSamples[k]
      if (operator === 'previous') this.nextSamples[k] = copyValue(this.readByName(variable!))
    })
  }

  private readByName(name: string): Value {
    const alias = this.translation.aliases.get(name)
    if (!alias) return this.read(name)
    if (alias.name === null) return 0
    return withSign(alias.sign, this.read(alias.name))
  }

  /** Derivatives have the sizes of their variables: systems may have them as unknowns. */
  private sizeDerivatives(): void {
    for (const [name, slot] of this.translation.slots) {
      if ((slot.rank !== 'vector' && slot.rank !== 'matrix') || !name.startsWith('der(')) continue
      const base = this.translation.slots.get(name.replace(/^(der\()+|\)+$/g, ''))
      if (base?.rank !== slot.rank) continue
      const value = this.memory.read(base) as Memory['a'][number]
      const data = new Float64Array(elementsOf(value).length)
      this.memory.a[slot.index] = value instanceof Float64Array ? data : { ...value, data }
    }
  }

  /** Gives an unknown vector a number of elements for the segment that begins. */
  private resize(name: string, n: number): void {
    const { aliases, slots, states } = this.translation
    const target = aliases.get(name)?.name ?? name
    const slot = slots.get(target)
    const isState = states.some((state) => state.name === target)
    if (slot?.rank !== 'vector' || isState)
      throw new InputError(`${name}: resize`, 'a vector of the equations that is not a state', name)
    this.vector(slot.index, n)
  }

  /** An array and its derivative have as many elements. */
  private assertDerivativeSizes(): void {
    const { stateSlots, derivativeSlots, memory } = this
    for (let k = 0; k < stateSlots.length; k++) {
      if (stateSlots[k].rank === 'scalar') continue
      const n = lengthOfSlot(memory, stateSlots[k])
      const found = lengthOfSlot(memory, derivativeSlots[k])
      if (found === n) continue
      const { name } = this.translation.states[k]
      const message = `${name} has ${n} element(s), but the equations give der(${name}) ${found}.`
      throw new VarioError('SHAPE', message, { state: name, expected: n, found })
    }
  }

  private gather(slots: readonly Slot[], out: Float64Array): void {
    const { v, a } = this.memory
    let k = 0
    for (const slot of slots) {
      if (slot.rank === 'scalar') {
        out[k++] = v[slot.index]
        continue
      }
      const array = elementsOf(a[slot.index])
      for (let i = 0; i < array.length; i++) out[k++] = array[i]
    }
  }
}
