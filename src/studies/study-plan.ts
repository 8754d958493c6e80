/** The plan of a study: the values of each run. A run is computed from its number alone. */
import {
  assertInteger,
  assertKnownKeys,
  assertOneOf,
  convert,
  describe,
  EPS,
  InputError,
} from '../base/index.ts'
import { createCholesky, factorCholesky } from '../math/index.ts'
import type { FlatModel, MergeTree } from '../model/index.ts'
import { mergeTrees } from '../simulation/index.ts'
import type { Measure } from './measures/index.ts'
import {
  computeNormalCdf,
  computeNormalQuantile,
  countDesignPoints,
  createContinuous,
  createUnitPoints,
  type Distribution,
  SAMPLINGS,
  type UnitPoints,
} from './sampling/index.ts'
import { checkSettingUnit, findSetting, type Setting, SettingsTree } from './settings/index.ts'
import type { GridValues, StudyOptions, Variation, VariedValue } from './study-definition.ts'

/** Runs that a study can have: their numbers are exact doubles, and rows of a table. */
const MAX_RUNS = 2 ** 31
/** Probability of values outside of the declared limits of a parameter that is accepted without a word. */
const MAX_OUTSIDE = 1e-9

/** A varied value. */
export interface Factor {
  readonly path: string
  /** Unit of its values in the table. */
  readonly unit: string
  /** Texts and vectors of a list, whose values in the table are their numbers from 1. */
  readonly levels?: readonly string[]
  /** How it varies, as data. */
  readonly variation: Variation | 'list'
}

/** A value with the unit in which it was written, and its number in the table. */
interface Level {
  readonly value: VariedValue
  readonly unit: string
  readonly number: number
}

/** A factor with what computes its values. */
interface PlannedFactor extends Factor {
  readonly setting: Setting
  readonly where: string
  /** Values of a grid, or of a list. */
  readonly grid: readonly Level[] | null
  /** The dimension of the samples, and the value for a coordinate. */
  readonly dimension: number
  readonly sample: ((u: number) => Level) | null
}

const KEYS = ['vary', 'runs', 'sampling', 'seed', 'correlations', 'simulate', 'measure', 'model', '_class']

/** The runs of a study for one model. */
export class StudyPlan {
  readonly factors: readonly Factor[]
  readonly measures: readonly { readonly name: string; readonly measure: Measure }[]
  /** Names of the values that have a distribution, in the order of their dimensions. */
  readonly sampled: readonly string[]
  /** Number of runs. */
  readonly nRun: number
  private readonly planned: readonly PlannedFactor[]
  private readonly isList: boolean
  /** Number of samples at each point of the grid. */
  private readonly nSample: number
  private readonly points: UnitPoints
  /** L of the correlations L Lᵀ, row-major (nDimension²); null: independent. */
  private readonly mixing: Float64Array | null
  private readonly nDimension: number

  constructor(
    readonly options: StudyOptions,
    private readonly flat: FlatModel,
  ) {
    assertKnownKeys('study', options, KEYS)
    const { vary, runs, sampling = 'random', seed = 1, correlations = [] } = options
    assertOneOf('study: sampling', sampling, SAMPLINGS)
    assertInteger('study: seed', seed, 0)
    this.measures = readMeasures(options.measure)
    this.isList = Array.isArray(vary)
    this.planned = Array.isArray(vary)
      ? this.planList(vary)
      : this.planFactors(vary as Record<string, Variation>)
    this.factors = this.planned
    for (const { name } of this.measures) {
      if (this.planned.some(({ path }) => path === name))
        throw new InputError('study: measure', 'names other than those of varied values', name)
    }
    this.sampled = this.planned.filter(({ sample }) => sample !== null).map(({ path }) => path)
    this.nDimension = this.sampled.length
    this.nSample = this.countSamples(runs) * countDesignPoints(sampling, this.nDimension)
    let nPoint = 1
    if (this.isList) nPoint = (vary as readonly unknown[]).length
    else for (const { grid } of this.planned) nPoint *= grid?.length ?? 1
    this.nRun = nPoint * this.nSample
    if (this.nRun > MAX_RUNS) throw new InputError('study', `at most ${MAX_RUNS} runs`, this.nRun)
    this.points = createUnitPoints(sampling, this.nSample, this.nDimension, seed)
    if (correlations.length > 0 && countDesignPoints(sampling, this.nDimension) > 1)
      throw new InputError('study: correlations', `none with sampling: '${sampling}'`, correlations.length)
    this.mixing = this.createMixing(correlations)
  }

  /** The values of a run in the table, into `out` (nFactor). */
  computeValues(run: number, out: Float64Array): void {
    this.findLevels(run).forEach(({ number }, k) => {
      out[k] = number
    })
  }

  /** New values of parameters and start values for a run. */
  createMerge(run: number): MergeTree {
    const tree = new SettingsTree(this.flat)
    const levels = this.findLevels(run)
    this.planned.forEach(({ where, setting }, k) => {
      const { value, unit } = levels[k]
      tree.set(where, setting, { value, unit })
    })
    const { merge } = this.options.simulate
    return merge === undefined ? (tree.tree as MergeTree) : mergeTrees([merge, tree.tree as MergeTree])
  }

  private findLevels(run: number): Level[] {
    const { planned, nSample, isList } = this
    const sample = run % nSample
    const point = Math.floor(run / nSample)
    const coordinates = this.sampleCoordinates(sample)
    // the last factor of a grid changes fastest
    let rest = point
    const levels = new Array<Level>(planned.length)
    for (let k = planned.length - 1; k >= 0; k--) {
      const { grid, sample: draw, dimension } = planned[k]
      if (grid === null) levels[k] = draw!(coordinates[dimension])
      else if (isList) levels[k] = grid[point]
      else {
        levels[k] = grid[rest % grid.length]
        rest = Math.floor(rest / grid.length)
      }
    }
    return levels
  }

  private sampleCoordinates(sample: number): Float64Array {
    const { nDimension, points, mixing } = this
    const u = new Float64Array(nDimension)
    for (let k = 0; k < nDimension; k++) u[k] = points.coordinate(sample, k)
    if (mixing === null) return u
    const z = u.map(computeNormalQuantile)
    for (let i = 0; i < nDimension; i++) {
      let sum = 0
      for (let j = 0; j < nDimension; j++) sum += mixing[i * nDimension + j] * z[j]
      u[i] = computeNormalCdf(sum)
    }
    return u
  }

  private planFactors(vary: Readonly<Record<string, Variation>>): PlannedFactor[] {
    if (typeof vary !== 'object' || vary === null || Object.keys(vary).length === 0)
      throw new InputError(
        'study: vary',
        "what varies: { 'R.R': [1, 2, 3] } or { 'R.R': normal(1, 0.1, 'kOhm') }",
        vary,
      )
    let dimension = 0
    return Object.entries(vary).map(([path, variation]) => {
      const where = `study: vary['${path}']`
      const setting = findSetting(where, path, this.flat)
      const values = readGrid(where, variation)
      if (values !== null) return this.planGrid(path, where, setting, values, variation)
      const distribution = variation as Distribution
      const planned = { path, where, setting, variation, grid: null, dimension: dimension++ }
      return { ...planned, ...planDistribution(where, setting, distribution) }
    })
  }

  private planGrid(
    path: string,
    where: string,
    setting: Setting,
    values: readonly VariedValue[],
    variation: Variation | 'list',
  ): PlannedFactor {
    const { levels, unit, texts } = readLevels(where, setting, values)
    const factor = { path, where, setting, variation, unit, dimension: -1, sample: null, grid: levels }
    return texts === null ? factor : { ...factor, levels: texts }
  }

  private planList(vary: readonly Readonly<Record<string, VariedValue>>[]): PlannedFactor[] {
    if (vary.length === 0) throw new InputError('study: vary', 'at least one record of values', vary)
    const paths = Object.keys(vary[0])
    vary.forEach((record, k) => {
      const isSame =
        Object.keys(record).length === paths.length && paths.every((path) => Object.hasOwn(record, path))
      if (!isSame || paths.length === 0)
        throw new InputError(
          `study: vary[${k}]`,
          `the keys of the first record, ${paths.join(', ') || 'of which it needs one'}`,
          record,
        )
    })
    return paths.map((path) => {
      const where = `study: vary, ${path}`
      const setting = findSetting(where, path, this.flat)
      return this.planGrid(
        path,
        where,
        setting,
        vary.map((record) => record[path]),
        'list',
      )
    })
  }

  private countSamples(runs: number | undefined): number {
    if (this.nDimension === 0) {
      if (countDesignPoints(this.options.sampling ?? 'random', 1) > 1)
        throw new InputError(
          'study: vary',
          `distributions for sampling: '${this.options.sampling}'`,
          'only lists of values',
        )
      if (runs !== undefined && runs !== 1)
        throw new InputError(
          'study: runs',
          'no number of runs beside lists of values: each has one run',
          runs,
        )
      return 1
    }
    if (runs === undefined)
      throw new InputError('study: runs', 'the number of samples of the distributions', runs)
    assertInteger('study: runs', runs, 1)
    return runs
  }

  private createMixing(correlations: NonNullable<StudyOptions['correlations']>): Float64Array | null {
    if (correlations.length === 0) return null
    const n = this.nDimension
    const factors = createCholesky(n)
    const matrix = factors.a
    for (let k = 0; k < n; k++) matrix[k * n + k] = 1
    const dimensionOf = (path: string, where: string): number => {
      const sampled = this.planned.filter(({ sample }) => sample !== null)
      assertOneOf(
        where,
        path,
        sampled.map((factor) => factor.path),
      )
      return sampled.find((factor) => factor.path === path)!.dimension
    }
    correlations.forEach(([first, second, value], k) => {
      const where = `study: correlations[${k}]`
      const i = dimensionOf(first, `${where}[0]`)
      const j = dimensionOf(second, `${where}[1]`)
      if (i === j) throw new InputError(where, 'two different values', first)
      if (!(value > -1 && value < 1)) throw new InputError(`${where}[2]`, 'a number between -1 and 1', value)
      matrix[i * n + j] = value
      matrix[j * n + i] = value
    })
    if (factorCholesky(factors, 100 * EPS) < n)
      throw new InputError(
        'study: correlations',
        'correlations that some variables can have together (a positive definite matrix)',
        correlations.map((triple) => triple.join(' ')),
      )
    return factors.l
  }
}

function readMeasures(measure: StudyOptions['measure']): { name: string; measure: Measure }[] {
  const isRecord = typeof measure === 'object' && measure !== null && !Array.isArray(measure)
  if (!isRecord || Object.keys(measure).length === 0)
    throw new InputError('study: measure', "named measures: { peak: maximum('C.v') }", measure)
  return Object.entries(measure).map(([name, item]) => {
    const isMeasure =
      typeof item === 'function' || (typeof item === 'object' && item !== null && 'kind' in item)
    if (!isMeasure)
      throw new InputError(
        `study: measure.${name}`,
        "a measure such as maximum('C.v'), or a function of the result",
        item,
      )
    return { name, measure: item }
  })
}

/** The values of a grid; null for a distribution. */
function readGrid(where: string, variation: Variation): readonly VariedValue[] | null {
  const isObject = typeof variation === 'object' && variation !== null
  if (Array.isArray(variation)) {
    if (variation.length === 0) throw new InputError(where, 'at least one value', variation)
    return variation
  }
  if (isObject && 'kind' in variation) {
    if (variation.kind !== 'grid') return null
    const { values, unit } = variation as GridValues
    return unit === undefined ? values : values.map((value) => ({ _class: 'Quantity', value, unit }))
  }
  throw new InputError(where, 'a list of values, or a distribution such as normal(10, 0.5, "mm")', variation)
}

function readLevels(
  where: string,
  setting: Setting,
  values: readonly VariedValue[],
): { levels: Level[]; unit: string; texts: string[] | null } {
  const written = values.map((value) =>
    typeof value === 'object' && '_class' in value
      ? { value: value.value as VariedValue, unit: value.unit }
      : { value, unit: '' },
  )
  const unit = setting.unit ?? written.find((item) => item.unit !== '')?.unit ?? ''
  const isNumeric = written.every(({ value }) => typeof value === 'number' || typeof value === 'boolean')
  const levels = written.map(({ value, unit: own }, k) => {
    const place = `${where}[${k}]`
    if (own !== '') checkSettingUnit(place, own, setting.unit)
    if (!isNumeric) return { value, unit: own, number: k + 1 }
    if (typeof value === 'boolean') return { value, unit: own, number: value ? 1 : 0 }
    if (!Number.isFinite(value)) throw new InputError(place, 'a finite number', value)
    const number = own === '' || unit === '' ? (value as number) : convert(value as number, own, unit)
    if (number < setting.min || number > setting.max)
      throw new InputError(place, describeLimits(setting), number)
    return { value, unit: own, number }
  })
  const texts = isNumeric ? null : written.map(({ value, unit: own }) => `${describe(value)} ${own}`.trim())
  return { levels, unit: isNumeric ? unit : '', texts }
}

function describeLimits({ min, max, unit = '' }: Setting): string {
  const limits = [min > -Infinity ? `>= ${min}` : '', max < Infinity ? `<= ${max}` : '']
  return `a value ${limits.filter((text) => text !== '').join(' and ')} ${unit}`.trim()
}

function planDistribution(
  where: string,
  setting: Setting,
  distribution: Distribution,
): Pick<PlannedFactor, 'sample' | 'unit'> & { levels?: readonly string[] } {
  if (distribution.kind === 'discrete') {
    const { values, weights = values.map(() => 1), unit: own } = distribution
    const quantities = values.map(
      (value): VariedValue =>
        own === undefined || typeof value !== 'number' ? value : { _class: 'Quantity', value, unit: own },
    )
    const { levels, unit, texts } = readLevels(where, setting, quantities)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const sample = (u: number): Level => {
      let rest = u * total
      const k = weights.findIndex((weight) => {
        rest -= weight
        return rest < 0
      })
      // rounding errors of the sum
      return levels[k < 0 ? weights.findLastIndex((weight) => weight > 0) : k]
    }
    return { sample, unit, ...(texts !== null && { levels: texts }) }
  }
  const own = (distribution.kind === 'truncated' ? distribution.of.unit : distribution.unit) ?? ''
  if (own !== '') checkSettingUnit(where, own, setting.unit)
  const unit = setting.unit ?? own
  const continuous = createContinuous(distribution)
  const toTable = (value: number): number => (own === '' || unit === '' ? value : convert(value, own, unit))
  const fromTable = (value: number): number => (own === '' || unit === '' ? value : convert(value, unit, own))
  const below = setting.min > -Infinity ? continuous.cdf(fromTable(setting.min)) : 0
  const above = setting.max < Infinity ? continuous.survival(fromTable(setting.max)) : 0
  if (below + above > MAX_OUTSIDE)
    throw new InputError(
      where,
      `a distribution of ${describeLimits(setting)}, such as truncated(…)`,
      `${distribution.kind}, ${((below + above) * 100).toPrecision(3)} % of which is outside`,
    )
  const sample = (u: number): Level => {
    const value = u < 0.5 ? continuous.quantile(u) : continuous.upperQuantile(1 - u)
    return { value, unit: own, number: toTable(value) }
  }
  return { sample, unit }
}
