/**
 * `body.translation[2]=5cm`: one element of a vector. The others keep the values of the model or of an earlier
 * setting.
 */
import { convert, ownValue } from '../../base/index.ts'
import { evaluateModel, type FlatModel } from '../../model/index.ts'
import { settingError } from './setting-error.ts'

/** A path to an element. */
export interface ElementPath {
  /** The path without the index: `body.translation`, `v.init`. */
  readonly path: string
  /** Counted from 1. */
  readonly index: number
}

/** Splits the index off `k[2]` and `v[2].init`; undefined if there is none. */
export function splitElement(path: string, attributes: readonly string[]): ElementPath | undefined {
  const match = /^(.*)\[(\d+)\](\.\w+)?$/.exec(path)
  if (match === null) return undefined
  const [, name, index, attribute = ''] = match
  if (attribute !== '' && !attributes.includes(attribute.slice(1))) return undefined
  return { path: name + attribute, index: Number(index) }
}

/** Remembers vectors with changed elements. */
export class SetVectors {
  /** By path, in the declared units. */
  private readonly known = new Map<string, readonly number[]>()

  constructor(private readonly flat: FlatModel) {}

  /** Records a change of a whole vector. */
  remember(path: string, value: unknown, unit: string | undefined): void {
    const { numbers, written } = readNumbers(value)
    if (numbers === undefined) return
    const scaled =
      unit === undefined || written === undefined ? numbers : numbers.map((x) => convert(x, written, unit))
    this.known.set(path, scaled)
  }

  /** The vector with a changed element. */
  replace(where: string, { path, index }: ElementPath, value: unknown, unit: string | undefined): number[] {
    const vector = [...(this.known.get(path) ?? this.find(path) ?? [])]
    if (vector.length === 0)
      throw settingError(
        `${where}: expected a vector, but ${path} has no elements.`,
        `Set the whole value: ${path}=[1, 2, 3]`,
      )
    if (index < 1 || index > vector.length)
      throw settingError(`${where}: expected an index from 1 to ${vector.length}.`)
    const { numbers, written } = readNumbers(value)
    if (numbers?.length !== 1) throw settingError(`${where}: expected a number.`)
    vector[index - 1] =
      unit === undefined || written === undefined ? numbers[0] : convert(numbers[0], written, unit)
    this.known.set(path, vector)
    return vector
  }

  /** The vector of the model. */
  private find(path: string): readonly number[] | undefined {
    const { flat } = this
    const keys = path.split('.')
    for (let n = keys.length; n > 0; n--) {
      const name = keys.slice(0, n).join('.')
      const rest = keys.slice(n)
      const parameter = flat.parameters.get(name)
      if (parameter !== undefined) {
        const whole =
          'literal' in parameter.value ? parameter.value.literal : evaluateModel(flat).parameters.get(name)
        return readNumbers(descend(whole, rest)).numbers
      }
      const variable = flat.variables.get(name) ?? flat.unused.get(name)
      if (variable === undefined) continue
      const value = rest[0] === 'start' ? variable.start : variable.init
      return value !== undefined && 'literal' in value ? readNumbers(value.literal).numbers : undefined
    }
    return undefined
  }
}

function descend(value: unknown, keys: readonly string[]): unknown {
  let found = value
  for (const key of keys) found = ownValue((found ?? {}) as Readonly<Record<string, unknown>>, key)
  return found
}

/** The numbers of a value, and its written unit. */
export function readNumbers(value: unknown): { numbers: readonly number[] | undefined; written?: string } {
  if (typeof value === 'number') return { numbers: [value] }
  if (typeof value !== 'object' || value === null) return { numbers: undefined }
  if ('_class' in value && value._class === 'Quantity' && 'value' in value && 'unit' in value)
    return { ...readNumbers(value.value), written: String(value.unit) }
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return { numbers: undefined }
  const items = Array.from(value as unknown as ArrayLike<unknown>)
  const isNumeric = items.every((item) => typeof item === 'number')
  return { numbers: isNumeric ? (items as number[]) : undefined }
}
