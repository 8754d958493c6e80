import { InputError, VarioError } from '../base/index.ts'
import {
  createData,
  createHeader,
  deriveSignal,
  type NewConstant,
  negateData,
  repeatConstant,
  type SignalDescription,
  selectSignal,
  toConstant,
} from './create-signal.ts'
import { computeValuesAt, type Side } from './interpolate.ts'
import { printSummary, type SummaryOptions } from './print-summary.ts'
import type { ActionRecord, ContactRecord, ImpactRecord, SegmentAttributes } from './run-records.ts'
import { countElements, Signal, type SignalData, type SignalKind, type TimeAxis } from './signal.ts'
import { selectElements, splitIndices, unknownSignal } from './signal-name.ts'
import { findSlope } from './signal-slope.ts'
import { type Attributes, createAttributes, type NewAttributes } from './table-attributes.ts'

/** A warning of a run that did not stop it. */
export interface RunWarning {
  /** Stable name of the kind of warning: `NON_FINITE`, `LIMIT`, … */
  readonly code: string
  /** Description with place and time, in the names of the model. */
  readonly message: string
  /** Time of the warning [s]. */
  readonly time: number
}

/** Kinds of signals with values on a time axis. */
export type TimedKind = Exclude<SignalKind, 'time' | 'parameter' | 'alias'>

/** A time axis to be added. Unit: [s] unless stated otherwise. */
export interface NewTime {
  /** Default: `time`. */
  readonly name?: string
  readonly unit?: string
  readonly info?: string
  /** Times, non-decreasing (nPoint). */
  readonly values: Float64Array
  /** Index of the first point of every segment; default: one segment. */
  readonly segmentStarts?: ArrayLike<number>
}

/** A signal to be added. */
export interface NewSignal extends SignalDescription {
  /** Default: variable. */
  readonly kind?: TimedKind
  /** Name of the time axis; default: the first one of the table. */
  readonly axis?: string
  /** Values in the unit of the signal (nPoint × nElement, row-major). Kept, not copied. */
  readonly values: Float64Array
  /** 1 where a value is missing (nPoint × nElement). */
  readonly missing?: Uint8Array | undefined
}

/** A signal to be added with a function that returns its values. */
export interface LazySignal extends Omit<NewSignal, 'values' | 'missing'> {
  /** Returns values and mask as in `NewSignal`; called at most once. */
  readonly load: () => SignalData
  /** True if the values are on disk: `load` is called at each access. */
  readonly isStored?: boolean
  /** A table with the same signal over its own points, from which `at` interpolates. */
  readonly source?: SignalTable
}

/** A second name for a signal, or for elements of one: `of: 'r[2]'`. */
export interface NewAlias {
  readonly name: string
  readonly of: string
  readonly negated?: boolean
  readonly info?: string
}

/**
 * Named signals over their time axes: the result of a simulation, or any other data over time (thesis 10.2). At an
 * event the same time occurs twice, with the values before and after it. In segments without a variable its values are
 * missing: NaN in `values`, 1 in the mask of the signal.
 */
export class SignalTable {
  readonly attributes: Attributes
  /** Warnings of the run, ordered by time. */
  readonly warnings: readonly RunWarning[]
  readonly #allSignals = new Map<string, Signal>()
  readonly #allAxes = new Map<string, TimeAxis>()
  /** Functions that add signals at the first access. */
  #later: (() => void)[] = []
  /** Tables of parts of a model that have signals over their own points. */
  readonly #sources = new Map<string, SignalTable>()
  /** Cache of element selections. */
  readonly #selections = new Map<string, Signal>()

  constructor(attributes: NewAttributes = {}, warnings: readonly RunWarning[] = []) {
    this.attributes = createAttributes(attributes)
    this.warnings = warnings
  }

  get #signals(): Map<string, Signal> {
    this.#complete()
    return this.#allSignals
  }

  get #axes(): Map<string, TimeAxis> {
    this.#complete()
    return this.#allAxes
  }

  #complete(): void {
    if (this.#later.length === 0) return
    const later = this.#later.splice(0)
    try {
      for (const add of later) add()
    } catch (error) {
      // an incomplete table must not look like a whole one
      this.#later.push(() => {
        throw error
      })
      throw error
    }
  }

  /**
   * The segments of the simulation in order: start and end [s], states, statistics, and in 3D models degrees of freedom
   * `dof` and the kinematic `tree`; empty if the table is not the result of a simulation.
   */
  get segments(): readonly SegmentAttributes[] {
    return this.list('segments')
  }

  /** Commands that the programs of a 3D model have carried out, in order. */
  get actions(): readonly ActionRecord[] {
    return this.list('actions')
  }

  /** Impacts of bodies in a 3D model with impulses, in order. */
  get impacts(): readonly ImpactRecord[] {
    return this.list('impacts')
  }

  /** Contacts of bodies in a 3D model, in the order of their beginning. */
  get contacts(): readonly ContactRecord[] {
    return this.list('contacts')
  }

  /** An attribute that a run has written as a list; empty if there is none. */
  private list<T>(name: string): readonly T[] {
    return (this.attributes[name] ?? []) as readonly unknown[] as readonly T[]
  }

  /** Names of all signals, in the order of their addition. */
  get names(): string[] {
    return [...this.#signals.keys()]
  }

  /** The points of the first time axis, in its unit (nPoint); empty if there is none. */
  get time(): Float64Array {
    for (const axis of this.#axes.values()) return axis.time
    return new Float64Array(0)
  }

  /** The time axes by name; the first one is that of the continuous signals. */
  get axes(): ReadonlyMap<string, TimeAxis> {
    return this.#axes
  }

  /** True if a signal with this name, or with these elements, exists: `has('r[2:3]')`. */
  has(name: string): boolean {
    if (this.#signals.has(name)) return true
    const parts = splitIndices(name)
    const base = parts && this.#signals.get(parts.base)
    if (parts === undefined || base === undefined) return false
    try {
      selectElements(parts.base, base.size, parts.indices)
      return true
    } catch {
      return false
    }
  }

  /** A signal by its name, or elements of it: `signal('r[2]')`, `signal('m[2,1:3]')`. */
  signal(name: string): Signal {
    const signal = this.#signals.get(name) ?? this.#selections.get(name)
    if (signal !== undefined) return signal
    const parts = splitIndices(name)
    const base = parts && this.#signals.get(parts.base)
    if (parts === undefined || base === undefined) throw unknownSignal(name, this.names)
    const selected = selectSignal(base, name, parts.indices)
    this.#selections.set(name, selected)
    return selected
  }

  /**
   * Values in the unit of the signal (nPoint × nElement, row-major; scalars: nPoint). Booleans are 0 and 1, missing
   * values NaN. The array belongs to the table: aliases share it, do not write into it.
   */
  values(name: string): Float64Array {
    return this.signal(name).values
  }

  /** Values of a boolean signal (nPoint × nElement, row-major); null where it is missing. */
  booleans(name: string): (boolean | null)[] {
    const signal = this.signal(name)
    if (signal.header.type !== 'boolean')
      throw new InputError(name, 'a boolean signal', `${signal.header.type} signal`)
    return Array.from(signal.values, (value) => (Number.isNaN(value) ? null : value !== 0))
  }

  /** The value of a parameter (or other constant); an array for a vector, row-major for a matrix. */
  parameter(name: string): number | boolean | string | number[] | boolean[] {
    const { header, size } = this.signal(name)
    if (header.text !== undefined) return header.text
    if (header.constant === undefined) throw new InputError(name, 'a parameter', `kind '${header.kind}'`)
    if (header.type === 'boolean') {
      const flags = Array.from(header.constant, (value) => value !== 0)
      return size.length === 0 ? flags[0] : flags
    }
    return size.length === 0 ? header.constant[0] : Array.from(header.constant)
  }

  /** Value of a scalar at the last point; NaN if it is missing there. */
  final(name: string): number {
    return this.finalVector(this.#scalar(name).name)[0]
  }

  /** Values of all elements at the last point (nElement); NaN where they are missing. */
  finalVector(name: string): Float64Array {
    const { values, nPoint, nElement } = this.signal(name)
    if (nPoint === 0) throw new InputError(name, 'a signal with at least one point', '0 points')
    return values.slice((nPoint - 1) * nElement)
  }

  /**
   * Value of a scalar at time t, in the unit of its axis. Between points it is as accurate as they resolve the signal:
   * a polynomial through the neighboring points, and their derivatives for a state (held for discrete signals). At an
   * event: the value after it, or before it with `side = 'left'`. NaN where it is missing; throws outside of the time
   * range.
   */
  at(name: string, t: number, side: Side = 'right'): number {
    return this.vectorAt(this.#scalar(name).name, t, side)[0]
  }

  /** Values of all elements at time t (nElement); see `at`. */
  vectorAt(name: string, t: number, side: Side = 'right'): Float64Array {
    const signal = this.signal(name)
    const { aliasOf, sign } = signal.header
    if (aliasOf !== undefined) {
      const values = this.vectorAt(aliasOf, t, side)
      return sign === -1 ? values.map((value) => 0 - value) : values
    }
    const source = this.#sources.get(this.#signals.has(name) ? name : splitIndices(name)!.base)
    if (source !== undefined) return source.vectorAt(name, t, side)
    const parts = this.#signals.has(name) ? null : splitIndices(name)!
    if (parts !== null && this.signal(parts.base).header.type === 'quaternion') {
      // the elements of a rotation must be interpolated together
      const whole = this.vectorAt(parts.base, t, side)
      return Float64Array.from(selectElements(parts.base, [4], parts.indices).elements, (k) => whole[k])
    }
    const out = new Float64Array(signal.nElement)
    computeValuesAt(signal, findSlope(this, signal), t, side, out)
    return out
  }

  /** A printable table: name, unit, size, kind, start, end, min, max and info of every signal. */
  summary(options: SummaryOptions = {}): string {
    const names = options.names ?? this.names
    return printSummary(
      names.map((name) => this.signal(name)),
      this.#describedAttributes(),
      [...this.#axes.values()],
      options.sorted ?? options.names === undefined,
    )
  }

  /**
   * Calls `add`, which adds signals to this table, at the first access to any of them: of the results of a study, many
   * are never read. It must not fail.
   *
   * @internal
   */
  addLater(add: () => void): void {
    this.#later.push(add)
  }

  /** Adds a time axis, which is also a signal of kind `time`. */
  addTime({ name = 'time', unit = 's', info = '', values, segmentStarts = [0] }: NewTime): Signal {
    const firstDecrease = values.findIndex((t, i) => !(i === 0 ? !Number.isNaN(t) : t >= values[i - 1]))
    if (firstDecrease >= 0) {
      throw new InputError(
        `${name}.values[${firstDecrease}]`,
        'a time that is not before the last',
        values[firstDecrease],
      )
    }
    const starts = Int32Array.from(segmentStarts)
    const isValid = starts[0] === 0 && starts.every((start, k) => k === 0 || start > starts[k - 1])
    if (!isValid || (starts.at(-1)! >= values.length && values.length > 0)) {
      throw new InputError(
        `${name}.segmentStarts`,
        `increasing indices from 0 to below ${values.length}`,
        starts,
      )
    }
    const axis: TimeAxis = { name, time: values, segmentStarts: starts }
    const data = { values, missing: undefined }
    const signal = this.#add(new Signal(createHeader({ name, unit, info }, 'time', { axis }), () => data))
    this.#axes.set(name, axis)
    return signal
  }

  /** Adds a signal with values on a time axis. */
  add(signal: NewSignal): Signal {
    const axis = this.#axis(signal.name, signal.axis)
    const header = createHeader(signal, signal.kind ?? 'variable', { axis })
    const length = axis.time.length * countElements(header.size)
    const data = createData(signal.name, signal.values, signal.missing, length)
    return this.#add(new Signal(header, () => data))
  }

  /** Adds a signal whose values are computed at the first access. */
  addLazy({ load, source, isStored, ...signal }: LazySignal): Signal {
    if (source !== undefined) this.#sources.set(signal.name, source)
    const axis = this.#axis(signal.name, signal.axis)
    const header = createHeader(signal, signal.kind ?? 'variable', { axis })
    const length = axis.time.length * countElements(header.size)
    const create = (): SignalData => {
      const { values, missing } = load()
      return createData(signal.name, values, missing, length)
    }
    // values that are loaded repeatedly are checked only once
    return this.#add(new Signal(header, isStored ? load : create, isStored))
  }

  /** Adds a parameter: a number, boolean, text, or array. */
  addParameter(parameter: NewConstant): Signal {
    if (typeof parameter.value === 'string') {
      const header = createHeader(parameter, 'parameter', { type: 'text', text: parameter.value })
      return this.#add(new Signal(header, () => throwText(parameter.name)))
    }
    const { constant, type } = toConstant(parameter)
    const header = createHeader(parameter, 'parameter', { constant, type })
    return this.#add(new Signal(header, () => ({ values: constant, missing: undefined })))
  }

  /** Adds a variable with the same value at all points. It takes no memory until its values are requested. */
  addConstant(variable: NewConstant & { readonly kind?: TimedKind; readonly axis?: string }): Signal {
    const axis = this.#axis(variable.name, variable.axis)
    const { constant, type } = toConstant(variable)
    const header = createHeader(variable, variable.kind ?? 'variable', { constant, type, axis })
    return this.#add(new Signal(header, () => repeatConstant(constant, axis.time.length)))
  }

  /**
   * Adds an alias of an existing signal. It shares the values (the same object); a negated alias computes its own on
   * demand. An alias of an alias becomes one of its target.
   */
  addAlias({ name, of, negated = false, info }: NewAlias): Signal {
    let target = this.signal(of)
    let sign: 1 | -1 = negated ? -1 : 1
    while (target.header.aliasOf !== undefined) {
      if (target.header.sign === -1) sign = sign === 1 ? -1 : 1
      target = this.signal(target.header.aliasOf)
    }
    if (sign === -1 && target.header.type !== 'real')
      throw new InputError(`${name}.of`, 'a real signal to negate', of)
    const { constant } = target.header
    const header = {
      ...target.header,
      ...{
        name,
        kind: 'alias' as const,
        aliasOf: target.name,
        sign,
        info: info ?? target.info,
        elementNames: undefined,
      },
      ...(constant !== undefined && sign === -1 ? { constant: constant.map((value) => 0 - value) } : {}),
    }
    const base = target
    return this.#add(deriveSignal(header, base, (data) => (sign === 1 ? data : negateData(data))))
  }

  /** Head of a summary. */
  #describedAttributes(): Attributes {
    if (this.warnings.length === 0) return this.attributes
    return { ...this.attributes, warnings: this.warnings.map(({ message }) => message) }
  }

  #add(signal: Signal): Signal {
    const { name } = signal
    if (name === '') throw new InputError('name', 'a name that is not empty', name)
    if (this.#signals.has(name)) {
      throw new VarioError(
        'DUPLICATE_SIGNAL',
        `Signal '${name}': expected a new name, got an existing one.`,
        { name },
      )
    }
    this.#signals.set(name, signal)
    this.#selections.delete(name)
    return signal
  }

  #axis(name: string, axisName: string | undefined): TimeAxis {
    const [first] = this.#axes.values()
    const axis = axisName === undefined ? first : this.#axes.get(axisName)
    if (axis !== undefined) return axis
    throw new InputError(
      `${name}.axis`,
      [...this.#axes.keys()].join(' | ') || 'a time axis, added before',
      axisName,
    )
  }

  #scalar(name: string): Signal {
    const signal = this.signal(name)
    if (signal.nElement === 1) return signal
    throw new InputError(
      name,
      `a scalar; take an element such as ${signal.nameOf(0)}`,
      `size ${signal.size.join(' × ')}`,
    )
  }
}

function throwText(name: string): never {
  throw new VarioError(
    'TEXT_SIGNAL',
    `'${name}': expected a signal with values, got a text. Use parameter('${name}').`,
    {
      name,
    },
  )
}
