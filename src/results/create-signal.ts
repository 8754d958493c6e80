/** Creates headers and values of signals from input, with checks. */
import { assertInteger, InputError } from '../base/index.ts'
import {
  countElements,
  Signal,
  type SignalData,
  type SignalHeader,
  type SignalKind,
  type SignalType,
} from './signal.ts'
import { type Selection, selectElements } from './signal-name.ts'

/** Properties of a signal in a declaration. */
export interface SignalDescription {
  readonly name: string
  /** One unit for all elements (default: none), or one per element. */
  readonly unit?: string | readonly string[]
  readonly info?: string
  /** Default: a scalar, []. */
  readonly size?: readonly number[]
  /** Default: real. */
  readonly type?: Exclude<SignalType, 'text'>
  /** Names of the values 1, 2, … of an enumeration. */
  readonly valueNames?: readonly string[]
}

/** A parameter, or a variable that turned out to be constant, to be added. Arrays: flat, row-major, with `size`. */
export interface NewConstant extends Omit<SignalDescription, 'type'> {
  readonly value: number | boolean | string | ArrayLike<number> | readonly boolean[]
}

/** Header of a signal that is not an alias. */
export function createHeader(
  description: SignalDescription,
  kind: Exclude<SignalKind, 'alias'>,
  more: Partial<Pick<SignalHeader, 'axis' | 'constant' | 'text' | 'type'>> = {},
): SignalHeader {
  const { name, unit = '', info = '', size = [] } = description
  for (let k = 0; k < size.length; k++) assertInteger(`${name}.size[${k}]`, size[k], 0)
  const { axis, constant, text, type = description.type ?? 'real' } = more
  const { valueNames } = description
  if (type === 'quaternion' && (size.length !== 1 || size[0] !== 4))
    throw new InputError(`${name}.size`, '[4], because it is a quaternion', size)
  const header = { name, kind, baseKind: kind, type, info, size: [...size], axis, constant, text, valueNames }
  if (typeof unit === 'string') return { ...header, unit }
  return { ...header, ...splitUnits(name, unit, countElements(size)) }
}

/** The unit of all elements, or, if they differ, the units one by one. */
function splitUnits(
  name: string,
  unit: string | readonly string[],
  nElement: number,
): Pick<SignalHeader, 'unit' | 'elementUnits'> {
  if (typeof unit === 'string') return { unit, elementUnits: undefined }
  if (unit.length !== nElement) throw new InputError(`${name}.unit`, `one unit or ${nElement} units`, unit)
  const isCommon = unit.every((item) => item === unit[0])
  return isCommon ? { unit: unit[0] ?? '', elementUnits: undefined } : { unit: '', elementUnits: [...unit] }
}

/** Checks the lengths, and sets missing values to NaN (in a copy if they are not NaN). */
export function createData(
  name: string,
  values: Float64Array,
  missing: Uint8Array | undefined,
  length: number,
): SignalData {
  if (values.length !== length) throw new InputError(`${name}.values`, `${length} numbers`, values)
  if (missing === undefined) return { values, missing }
  if (missing.length !== length)
    throw new InputError(`${name}.missing`, `a mask of ${length} entries`, missing)
  if (!missing.some((flag) => flag !== 0)) return { values, missing: undefined }
  const isClean = values.every((value, i) => missing[i] === 0 || Number.isNaN(value))
  const cleaned = isClean ? values : values.map((value, i) => (missing[i] === 0 ? value : Number.NaN))
  return { values: cleaned, missing }
}

/** A signal whose values are derived from another one, and cached as long as those are. */
export function deriveSignal(
  header: SignalHeader,
  base: Signal,
  derive: (data: SignalData) => SignalData,
): Signal {
  const derived = new WeakMap<Float64Array, SignalData>()
  const load = (): SignalData => {
    const { data } = base
    const known = derived.get(data.values) ?? derive(data)
    derived.set(data.values, known)
    return known
  }
  return new Signal(header, load, base.isStored)
}

/** Values of a negated alias; 0 stays 0. The mask is shared. */
export function negateData({ values, missing }: SignalData): SignalData {
  return { values: values.map((value) => 0 - value), missing }
}

/** Values of some elements of an array signal. */
function selectData(data: SignalData, nElement: number, nPoint: number, selection: Selection): SignalData {
  const { elements } = selection
  const n = elements.length
  const values = new Float64Array(nPoint * n)
  const missing = data.missing === undefined ? undefined : new Uint8Array(nPoint * n)
  for (let i = 0; i < nPoint; i++) {
    for (let k = 0; k < n; k++) {
      values[i * n + k] = data.values[i * nElement + elements[k]]
      if (missing !== undefined) missing[i * n + k] = data.missing![i * nElement + elements[k]]
    }
  }
  return { values, missing: missing?.includes(1) ? missing : undefined }
}

/** Values of a signal that never changes, at all points. */
export function repeatConstant(constant: Float64Array, nPoint: number): SignalData {
  const values = new Float64Array(nPoint * constant.length)
  for (let i = 0; i < nPoint; i++) values.set(constant, i * constant.length)
  return { values, missing: undefined }
}

/** The elements of a signal that `name` selects, as a signal. */
export function selectSignal(base: Signal, name: string, indices: string): Signal {
  const selection = selectElements(base.name, base.size, indices)
  const { elements } = selection
  const { constant, elementUnits } = base.header
  const units = elementUnits && Array.from(elements, (k) => elementUnits[k])
  const header = {
    ...base.header,
    ...{ name, size: selection.size, kind: base.header.baseKind, aliasOf: undefined, sign: undefined },
    ...(base.header.type === 'quaternion' && { type: 'real' as const }),
    elementNames: Array.from(elements, (k) => base.nameOf(k)),
    ...splitUnits(name, units ?? base.unit, elements.length),
    constant: constant && Float64Array.from(elements, (k) => constant[k]),
  }
  return deriveSignal(header, base, (data) => selectData(data, base.nElement, base.nPoint, selection))
}

/** Value of a parameter as flat numbers. */
export function toConstant({ name, value, size = [] }: NewConstant): {
  constant: Float64Array
  type: 'real' | 'boolean'
} {
  if (typeof value === 'string') throw new InputError(`${name}.value`, 'numbers or booleans', value)
  const items =
    typeof value === 'number' || typeof value === 'boolean' ? [value] : Array.from<number | boolean>(value)
  if (items.length !== countElements(size)) {
    throw new InputError(
      `${name}.value`,
      `${countElements(size)} elements for its size [${size.join(', ')}]`,
      value,
    )
  }
  const isBoolean = items.length > 0 && items.every((item) => typeof item === 'boolean')
  if (!isBoolean && items.some((item) => typeof item !== 'number')) {
    throw new InputError(`${name}.value`, 'only numbers or only booleans', value)
  }
  return { constant: Float64Array.from(items, Number), type: isBoolean ? 'boolean' : 'real' }
}
