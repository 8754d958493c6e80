/** Values of `--set`, as a tree for `simulate({ merge })`. */
import { VarioError } from '../../base/index.ts'
import type { FlatModel, MergeTree } from '../../model/index.ts'
import { parseSettings } from '../../studies/index.ts'
import { usageError } from '../terminal/index.ts'

/** @throws CliError for an unknown path (with the nearest name and a list), a wrong unit or value. */
export function readSettings(option: string, settings: readonly string[], flat: FlatModel): MergeTree {
  try {
    return parseSettings(option, settings, flat)
  } catch (error) {
    if (!(error instanceof VarioError && error.code === 'SETTING')) throw error
    throw usageError(error.message, String(error.fields['hint'] ?? ''))
  }
}
