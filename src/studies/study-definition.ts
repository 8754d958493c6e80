/** The definition of a study: the question, as data. */
import { assertFinite, assertInteger, InputError } from '../base/index.ts'
import type { ModelNode } from '../model/index.ts'
import type { SimulateOptions } from '../simulation/index.ts'
import type { Measure } from './measures/index.ts'
import type { Distribution, Sampling } from './sampling/index.ts'

/** A value that a run sets: a number in the declared unit, a number with its unit, a vector, a text, true or false. */
export type VariedValue =
  | number
  | boolean
  | string
  | readonly number[]
  | { readonly _class: 'Quantity'; readonly value: number | readonly number[]; readonly unit: string }

/** Values of a grid with their unit. */
export interface GridValues {
  readonly kind: 'grid'
  readonly values: readonly number[]
  readonly unit?: string
}

/** How a value varies: the values of a grid, or a distribution. */
export type Variation = readonly VariedValue[] | GridValues | Distribution

/** Options of the simulation of a run that a study accepts. */
export type StudySimulateOptions = Omit<SimulateOptions, 'log' | 'onProgress' | 'stream'>

/**
 * The question of a study: varied values, number of samples, measures. Lists of values make a grid, in which every value is combined with every
 * other; distributions are sampled `runs` times at each point of the grid, with the same samples.
 */
export interface StudyOptions {
  /**
   * Varied parameters and start values by their paths: `{ 'R.R': normal(1, 0.1, 'kOhm'), 'C.v.init': [0, 1, 2] }`. A list
   * of records instead has the values of one run each.
   */
  readonly vary: Readonly<Record<string, Variation>> | readonly Readonly<Record<string, VariedValue>>[]
  /** Number of samples of the distributions. */
  readonly runs?: number
  /** Placement of the samples (default: 'random'). */
  readonly sampling?: Sampling
  /** Seed of the samples (default: 1): run k depends on the definition and the seed alone. */
  readonly seed?: number
  /**
   * Correlations of distributions: `[['R.R', 'C.C', 0.8]]`. They are those of the normal variables from which the values
   * are made (a Gaussian copula), and equal to those of the values if the distributions are normal.
   */
  readonly correlations?: readonly (readonly [string, string, number])[]
  /** Options of every run; `merge` has values that do not vary. */
  readonly simulate: StudySimulateOptions
  /** Measures by name: `{ peak: maximum('C.v'), late: valueAt('C.v', 3) }`. */
  readonly measure: Readonly<Record<string, Measure>>
}

/** A study with its model, as a study file exports it. */
export interface StudyDefinition extends StudyOptions {
  readonly _class: 'Study'
  readonly model: ModelNode
}

/** The study of a file: `export default Study({ model, vary, runs, simulate, measure })`. */
export function Study(definition: Omit<StudyDefinition, '_class'>): StudyDefinition {
  return Object.freeze({ _class: 'Study' as const, ...definition })
}

/** True for what `Study` returns. */
export function isStudy(value: unknown): value is StudyDefinition {
  return typeof value === 'object' && value !== null && '_class' in value && value._class === 'Study'
}

/** Equidistant values, both ends included: `linspace(1, 2, 5, 'kOhm')`. */
export function linspace(first: number, last: number, count: number, unit?: string): GridValues {
  assertFinite('linspace: first', first)
  assertFinite('linspace: last', last)
  assertInteger('linspace: count', count, 1)
  const values = Array.from({ length: count }, (_, k) =>
    k === count - 1 && k > 0 ? last : first + (k * (last - first)) / Math.max(1, count - 1),
  )
  return { kind: 'grid', values, ...(unit !== undefined && { unit }) }
}

/** Values with equal ratios, both ends included: `logspace(1, 1000, 4, 'Ohm')` are 1, 10, 100 and 1000 Ohm. */
export function logspace(first: number, last: number, count: number, unit?: string): GridValues {
  if (!(Number.isFinite(first) && Number.isFinite(last) && first * last > 0))
    throw new InputError('logspace', 'two finite numbers with the same sign, not 0', [first, last])
  assertInteger('logspace: count', count, 1)
  const values = Array.from({ length: count }, (_, k) =>
    k === 0 ? first : k === count - 1 ? last : first * (last / first) ** (k / (count - 1)),
  )
  return { kind: 'grid', values, ...(unit !== undefined && { unit }) }
}
