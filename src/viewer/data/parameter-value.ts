import { ownValue } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'

type Signal = ReturnType<SignalTable['signal']>
type NumberArray = readonly (number | NumberArray)[]

/** New value of a parameter. */
export type ParameterValue = number | boolean | string | NumberArray

/** Text of a parameter in its input field, with all digits: `0.5`, `[1, 2, 3]`, a text. */
export function printParameter({ header, size }: Signal): string {
  if (header.text !== undefined) return header.text
  const values = header.constant ?? new Float64Array(1)
  if (size.length === 0) return String(values[0])
  return JSON.stringify(nest([...values], size)).replaceAll(',', ', ')
}

/** The last value that changes such as `{ motor: { k: 2 } }` give to a parameter `motor.k`; undefined if unchanged. */
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

/** Parses the text of such an input field. */
export function parseParameter(
  { header, size }: Signal,
  text: string,
): { readonly value: ParameterValue } | { readonly problem: string } {
  if (header.text !== undefined) return { value: text }
  if (size.length === 0) {
    const value = Number(text)
    return text.trim() !== '' && Number.isFinite(value) ? { value } : { problem: 'Expected a number.' }
  }
  const numbers = text.split(/[\s,;[\]]+/).filter((word) => word !== '')
  const nElement = size.reduce((product, n) => product * n, 1)
  if (numbers.length !== nElement || numbers.some((word) => !Number.isFinite(Number(word))))
    return { problem: `Expected ${nElement} numbers separated by commas.` }
  return { value: nest(numbers.map(Number), size) }
}

/** Reshapes a flat list of numbers into nested rows. */
function nest(values: readonly number[], size: readonly number[]): NumberArray {
  if (size.length <= 1) return values
  const [n, ...rest] = size
  const length = values.length / n
  return Array.from({ length: n }, (_, k) => nest(values.slice(k * length, (k + 1) * length), rest))
}
