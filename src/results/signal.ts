/** Kind of a signal. An alias has the values of another signal; its `baseKind` is the kind of that signal. */
export type SignalKind =
  | ('time' | 'state' | 'derivative' | 'variable')
  | ('parameter' | 'alias' | 'discrete' | 'clocked')

/** All kinds of signals. */
export const SIGNAL_KINDS: readonly SignalKind[] = [
  ...(['time', 'state', 'derivative', 'variable'] as const),
  ...(['parameter', 'alias', 'discrete', 'clocked'] as const),
]

/**
 * Type of the values of a signal. Booleans are stored as 0 and 1; quaternions are rotations, with the elements x y z w;
 * only a parameter can be a text.
 */
export type SignalType = 'real' | 'boolean' | 'quaternion' | 'text'

/** All types of values. */
export const SIGNAL_TYPES: readonly SignalType[] = ['real', 'boolean', 'quaternion', 'text']

/** A time axis shared by signals. It never decreases; the time of an event occurs twice (or more often). */
export interface TimeAxis {
  /** Name of the axis as a signal of the table. */
  readonly name: string
  /** Time points, in the unit of the axis, usually [s] (nPoint). */
  readonly time: Float64Array
  /** Index of the first point of every segment (nSegment); the first entry is 0. */
  readonly segmentStarts: Int32Array
}

/** Values of a signal. */
export interface SignalData {
  /** Values in the unit of the signal; missing ones are NaN (nPoint × nElement, row-major). */
  readonly values: Float64Array
  /** 1 where the value is missing (nPoint × nElement); undefined if nothing is missing. */
  readonly missing: Uint8Array | undefined
}

/** Everything about a signal except its values. */
export interface SignalHeader {
  readonly name: string
  /** Unit of all elements; empty for none, or if the elements have different units. */
  readonly unit: string
  /** One unit per element, only if they differ (nElement). */
  readonly elementUnits?: readonly string[] | undefined
  /** Names of the elements of a selection such as `r[2:3]` (nElement). */
  readonly elementNames?: readonly string[] | undefined
  readonly kind: SignalKind
  /** Kind of the values: `kind`, but for an alias the kind of its target. */
  readonly baseKind: Exclude<SignalKind, 'alias'>
  readonly type: SignalType
  /** One line of explanation, or empty. */
  readonly info: string
  /** Sizes of the dimensions: [] is a scalar, [3] a vector, [3, 2] a matrix (row-major in `values`). */
  readonly size: readonly number[]
  /** Undefined for a parameter. */
  readonly axis?: TimeAxis | undefined
  /** Target of an alias: the name of an earlier signal. */
  readonly aliasOf?: string | undefined
  /** -1 for a negated alias. */
  readonly sign?: 1 | -1 | undefined
  /** The value of a parameter or of a variable that never changes (nElement). */
  readonly constant?: Float64Array | undefined
  /** The value of a text parameter. */
  readonly text?: string | undefined
  /** Names of the values 1, 2, … of an enumeration. */
  readonly valueNames?: readonly string[] | undefined
}

const NO_TIME = new Float64Array(0)

/**
 * One signal of a table. The values belong to the table and are shared, not copied: do not write into them. Those of
 * negated aliases, constants and element selections are computed at the first access, and then cached; those of rows on
 * disk are not cached, as they may exceed the memory.
 */
export class Signal {
  readonly header: SignalHeader
  readonly name: string
  readonly unit: string
  readonly kind: SignalKind
  readonly info: string
  readonly size: readonly number[]
  /** Product of `size`. */
  readonly nElement: number
  /** Number of points on the time axis; 1 for a parameter. */
  readonly nPoint: number
  /** Time points of the values (nPoint); empty for a parameter. */
  readonly time: Float64Array
  readonly #load: () => SignalData
  #data: SignalData | undefined

  /**
   * @param isStored true if the values are on disk, and must not be cached here
   * @internal
   */
  constructor(
    header: SignalHeader,
    load: () => SignalData,
    readonly isStored = false,
  ) {
    this.header = header
    this.name = header.name
    this.unit = header.unit
    this.kind = header.kind
    this.info = header.info
    this.size = header.size
    this.nElement = countElements(header.size)
    this.nPoint = header.axis === undefined ? 1 : header.axis.time.length
    this.time = header.axis === undefined ? NO_TIME : header.axis.time
    this.#load = load
  }

  /** Values and mask together. */
  get data(): SignalData {
    if (this.#data !== undefined) return this.#data
    const data = this.#load()
    if (!this.isStored) this.#data = data
    return data
  }

  /** Values in `unit`; booleans as 0 and 1; missing values as NaN (nPoint × nElement, row-major). */
  get values(): Float64Array {
    return this.data.values
  }

  /** 1 where the value is missing, 0 where it is a value, even if that is NaN; undefined if nothing is missing. */
  get missing(): Uint8Array | undefined {
    return this.data.missing
  }

  /** True if the value of an element (0-based, row-major) is missing at a point (0-based). */
  isMissing(point: number, element = 0): boolean {
    const { missing } = this.data
    return missing !== undefined && missing[point * this.nElement + element] === 1
  }

  /** Unit of one element (0-based, row-major). */
  unitOf(element: number): string {
    return this.header.elementUnits?.[element] ?? this.unit
  }

  /** `r[2]` for the second element of r; the name itself for a scalar. Element 0-based, row-major. */
  nameOf(element: number): string {
    if (this.size.length === 0) return this.name
    if (this.header.elementNames !== undefined) return this.header.elementNames[element]
    const indices: number[] = []
    for (let k = this.size.length - 1, rest = element; k >= 0; k--) {
      indices.unshift((rest % this.size[k]) + 1)
      rest = Math.floor(rest / this.size[k])
    }
    return `${this.name}[${indices.join(',')}]`
  }
}

/** Number of elements of an array of this size; 1 for a scalar. */
export function countElements(size: readonly number[]): number {
  let n = 1
  for (const length of size) n *= length
  return n
}
