/** Runs of models with events, and queries of their results. */
import { simulate, VarioError } from 'vario'
import type { ModelNode } from '../../src/model/index.ts'

export type Table = ReturnType<typeof simulate>

/** Times at which a signal jumps, with the new value. */
export function changesOf(result: Table, name: string): [number, number][] {
  const values = result.values(name)
  const changes: [number, number][] = []
  for (let k = 1; k < values.length; k++) {
    if (values[k] !== values[k - 1]) changes.push([result.time[k], values[k]])
  }
  return changes
}

export function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof VarioError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'no error'
}

export const run = (model: ModelNode, stopTime = 1): Table => simulate(model, { stopTime, tolerance: 1e-9 })
