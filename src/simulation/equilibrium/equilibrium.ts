import type { MergeTree } from '../../model/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { SimulateOptions } from '../options/index.ts'

/** Options of `equilibrium`, a subset of those of `simulate`. */
export type EquilibriumOptions = Pick<SimulateOptions, 'startTime' | 'tolerance' | 'merge' | 'inputs' | 'log'>

/** A state of rest. */
export interface Equilibrium {
  /** All signals: the last point of the table is at rest, the first one is the start of the search. */
  readonly result: SignalTable
  /** True if small deviations stay small: nothing grows. */
  readonly isStable: boolean
  /** Growth rate of the fastest growing deviation [1/s]; 0 if it is stable. */
  readonly growthRate: number
  /** New start values, to start a simulation at rest: `simulate(model, { merge: rest.merge, … })`. */
  readonly merge: MergeTree
}

/** Merges modifications; the last one has priority. */
export function mergeTrees(trees: readonly MergeTree[]): MergeTree {
  const out: Record<string, unknown> = {}
  for (const tree of trees) {
    for (const [key, value] of Object.entries(tree)) {
      const before = out[key]
      out[key] = isTree(before) && isTree(value) ? mergeTrees([before, value]) : value
    }
  }
  return out
}

function isTree(value: unknown): value is MergeTree {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    // a quantity is a value
    !('_class' in value)
  )
}

/** Returns `{ a: { b: { init: value } } }` for the variable `a.b`. */
export function createStart(name: string, init: unknown): MergeTree {
  return name.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), { init }) as MergeTree
}
