import { ownValue } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'

type Signal = ReturnType<SignalTable['signal']>
type NumberArray = readonly (number | NumberArray)[]

/** A value that a parameter may get. */
export type ParameterValue = number | boolean | string | NumberArray

/** The value of a parameter as it stands in a field: `0.5`, `[1, 2, 3]`, a text. All digits are there. */
export function printParameter({ header, size }: Signal): string {
  if (header.text !== undefined) return header.text
  const values = header.constant ?? new Float64Array(1)
  if (size.length === 0) return String(values[0])
  return JSON.stringify(nest([...values], size)).replaceAll(',', ', ')
}

/** The last value that changes `{ motor: { k: 2 } }` give to a parameter `motor.k`; undefined: none of them does. */
export function findChange(changes: readonly unknown[], name: string): ParameterValue | undefined {
  for (const change of changes.toReversed()) {
    let value = change
    for (const part of name.split('.'))
      value =
        typeof value === 'object' && value !== null
          ? ownValue(value as Record<string, unknown>, part)
          : undefined
    if (value !== undefined) return value as ParameterValue
  }
  return undefined
}

/** What somebody has written in such a field. */
export function parseParameter(
  { header, size }: Signal,
  text: string,
): { readonly value: ParameterValue } | { readonly problem: string } {
  if (header.text !== undefined) return { value: text }
  if (size.length === 0) {
    const value = Number(text)
    return text.trim() !== '' && Number.isFinite(value) ? { value } : { problem: 'A number is expected.' }
  }
  const numbers = text.split(/[\s,;[\]]+/).filter((word) => word !== '')
  const nElement = size.reduce((product, n) => product * n, 1)
  if (numbers.length !== nElement || numbers.some((word) => !Number.isFinite(Number(word))))
    return { problem: `${nElement} numbers are expected, with commas between them.` }
  return { value: nest(numbers.map(Number), size) }
}

/** Numbers one after the other as rows of rows. */
function nest(values: readonly number[], size: readonly number[]): NumberArray {
  if (size.length <= 1) return values
  const [n, ...rest] = size
  const length = values.length / n
  return Array.from({ length: n }, (_, k) => nest(values.slice(k * length, (k + 1) * length), rest))
}
