/** Inputs and outputs of a linearized model: names, units, and how their values are read. */
import { formatDimension, InputError, parseUnit, unknownName } from '../../base/index.ts'
import { withSign } from '../../compiler/index.ts'
import { isModelInput } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/** Names of inputs and outputs; undefined: those that the model declares at its top level. */
export interface ChannelNames {
  readonly from?: readonly string[] | undefined
  readonly to?: readonly string[] | undefined
}

/** Names of scalars with their units in SI, one per element of an array. */
export interface NamedScalars {
  readonly names: readonly string[]
  readonly units: readonly string[]
}

/** Values that outputs have. */
export interface OutputReader extends NamedScalars {
  /** Variables of the equations, for exact derivatives, with the places of their values; null: results of components. */
  readonly variables:
    | readonly { readonly name: string; readonly sign: 1 | -1; readonly element: number }[]
    | null
  readonly read: (out: Float64Array) => void
}

/** Unit of values in SI, as the equations have them. */
export function unitInSI(unit: string): string {
  if (unit === '') return ''
  const parsed = parseUnit(unit)
  return parsed.factor === 1 && parsed.offset === 0 ? unit : formatDimension(parsed.dimension)
}

/** `x`, or `x[1]`, `x[2]`, … for `n` elements of an array. */
export function nameElements(name: string, isScalar: boolean, n: number): string[] {
  return isScalar ? [name] : Array.from({ length: n }, (_, i) => `${name}[${i + 1}]`)
}

/** Variables of the selected inputs: after an input its derivatives, if the model needs them. */
export function findInputs(runtime: ModelRuntime, from: readonly string[] | undefined): string[] {
  const { model, slots, inputDerivatives } = runtime.translation
  const isReal = (name: string): boolean => {
    const rank = slots.get(name)?.rank
    return rank === 'scalar' || rank === 'vector'
  }
  const known = [...model.variables.values()]
    .filter((variable) => isModelInput(variable) && isReal(variable.name))
    .map(({ name }) => name)
  for (const name of from ?? []) if (!known.includes(name)) throw unknownName('linearize: from', name, known)
  return (from ?? known).flatMap((name) => [
    name,
    ...inputDerivatives.filter(({ input }) => input === name).map((derivative) => derivative.name),
  ])
}

/** Names and units of variables of the equations. */
export function describeVariables(runtime: ModelRuntime, variables: readonly string[]): NamedScalars {
  const names: string[] = []
  const units: string[] = []
  for (const name of variables) {
    const slot = runtime.slot(name)
    const elements = nameElements(name, slot.rank === 'scalar', runtime.lengthOf(slot))
    names.push(...elements)
    const unit = unitInSI(runtime.translation.model.variables.get(name)?.unit ?? '')
    units.push(...elements.map(() => unit))
  }
  return { names, units }
}

/** An output with all its elements, or one of them. */
interface Output {
  readonly name: string
  readonly unit: string
  readonly isScalar: boolean
  readonly count: number
  readonly variable: { readonly name: string; readonly sign: 1 | -1 } | null
  readonly read: () => ArrayLike<number>
}

/** Finds outputs by the names that results have: variables of the equations, states and results of components. */
export function findOutputs(runtime: ModelRuntime, to: readonly string[] | undefined): OutputReader {
  const { model } = runtime.translation
  const wanted =
    to ??
    [...model.variables.values()]
      .filter(({ isOutput, component, name }) => isOutput && component === '' && findVariable(runtime, name))
      .map(({ name }) => name)
  const names: string[] = []
  const units: string[] = []
  const readers: (readonly [Output, number])[] = []
  for (const name of wanted) {
    const whole = findOutput(runtime, name)
    const [, base, index] = /^(.*)\[(\d+)\]$/.exec(name) ?? []
    const part = whole || base === undefined ? null : findOutput(runtime, base)
    const output = whole ?? part
    if (!output) throw unknownName('linearize: to', name, listOutputs(runtime))
    const elements = nameElements(output.name, output.isScalar, output.count)
    const first = part ? Number(index) - 1 : 0
    const last = part ? first : elements.length - 1
    if (part && (first < 0 || first >= output.count || output.isScalar))
      throw new InputError('linearize: to', `an element of ${base}, which has ${output.count}`, name)
    for (let k = first; k <= last; k++) {
      names.push(elements[k])
      units.push(output.unit)
      readers.push([output, k])
    }
  }
  const isOfEquations = readers.every(([{ variable }]) => variable !== null)
  return {
    ...{ names, units },
    variables: isOfEquations ? readers.map(([{ variable }, element]) => ({ ...variable!, element })) : null,
    read: (out) => {
      readers.forEach(([output, element], k) => {
        out[k] = output.read()[element]
      })
    },
  }
}

function findOutput(runtime: ModelRuntime, name: string): Output | null {
  return findVariable(runtime, name) ?? findResult(runtime, name)
}

/** `C.der(v)` is the name of der(C.v) in results. */
function nameInEquations(name: string): string {
  const match = /^(.*\.)?der\(([^()]+)\)$/.exec(name)
  return match ? `der(${match[1] ?? ''}${match[2]})` : name
}

function findVariable(runtime: ModelRuntime, written: string): Output | null {
  const { aliases, slots, model } = runtime.translation
  const name = slots.has(written) || aliases.has(written) ? written : nameInEquations(written)
  if (model.parameters.has(name)) return null
  const alias = aliases.get(name)
  const target = alias ? alias.name : name
  const unit = unitInSI(model.variables.get(name)?.unit ?? '')
  if (target === null)
    return { name: written, unit, isScalar: true, count: 1, variable: null, read: () => [0] }
  const slot = slots.get(target)
  if (!slot || (slot.rank !== 'scalar' && slot.rank !== 'vector')) return null
  const sign = alias?.sign ?? 1
  const read = (): ArrayLike<number> => {
    const value = withSign(sign, runtime.read(target))
    return typeof value === 'number' ? [value] : (value as Float64Array)
  }
  const isScalar = slot.rank === 'scalar'
  return {
    name: written,
    unit,
    isScalar,
    count: runtime.lengthOf(slot),
    variable: { name: target, sign },
    read,
  }
}

function findResult(runtime: ModelRuntime, name: string): Output | null {
  for (const { members } of runtime.memories.bundles) {
    const found = members.find((member) => member.name === name)
    if (!found) continue
    const { size, values } = found
    const isScalar = size.length === 0
    return {
      ...{ name, unit: unitInSI(found.unit), isScalar, count: values.length, variable: null },
      read: () => values,
    }
  }
  return null
}

function listOutputs(runtime: ModelRuntime): string[] {
  const { model } = runtime.translation
  const ofComponents = runtime.memories.bundles.flatMap(({ members }) => members.map(({ name }) => name))
  return [...model.variables.keys()]
    .filter((name) => findVariable(runtime, name) !== null)
    .concat(ofComponents)
}
