/** Columns of a study for pictures: varied values and measures with their labels. */
import { InputError } from '../../base/index.ts'
import { createRange, type Range } from '../../results/index.ts'
import type { StudyResult } from '../study-result.ts'

/** Values of a varied value or a measure over the runs. */
export interface Column {
  readonly name: string
  /** `R [Ohm]`. */
  readonly label: string
  readonly values: Float64Array
  /** Names of the numbers 1, 2, … of a list of texts. */
  readonly names?: readonly string[] | undefined
}

/** The columns with these names, or those of `all`. */
export function selectColumns(
  result: StudyResult,
  where: string,
  names: readonly string[] | undefined,
  all: readonly string[],
): Column[] {
  if (names !== undefined && names.length === 0)
    throw new InputError(where, `one or more of ${all.join(', ')}`, 'none')
  return (names ?? all).map((name) => createColumn(result, name))
}

function createColumn(result: StudyResult, name: string): Column {
  const values = result.values(name)
  const { unit } = result.table.signal(name)
  const levels = result.table.attributes['levels'] as Record<string, readonly string[]> | undefined
  return { name, label: unit === '' ? name : `${name} [${unit}]`, values, names: levels?.[name] }
}

/** Range of a column; that of names includes all of them. */
export function rangeOf({ values, names }: Column): Range {
  return names === undefined ? createRange([values]) : { min: 0.5, max: names.length + 0.5, isLog: false }
}
