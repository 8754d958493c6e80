/**
 * Constraints that follow from others, nonlinear ones included: two gears in parallel, the third rod of a parallelogram.
 * With the other constraints g(z) = 0, of variables z that are free otherwise, a constraint h(z) = 0 follows from them if it
 * holds on their whole solution near the start, not only there: the gradients of all bars of a mechanism are dependent in a
 * dead center, too. Therefore points at finite distances are examined,
 *
 *   z = z₀ + δ W N r,   moved onto g(z) = 0                                                     (1)
 *
 * with the null space N of ∂g/∂z W, the sizes W of the variables, random r, and a distance δ at which the gradients change.
 */
import { VarioError } from '../../base/index.ts'
import {
  type ConstraintFunctions,
  type CoreConstraint,
  createConstraintFunctions,
  type OmittedConstraint,
  StartValues,
  type Translation,
} from '../../compiler/index.ts'
import { computeNullSpaceQr, createQr, factorQr, type Qr, solveQr } from '../../math/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import { computeTermSizes } from '../systems/index.ts'

/** More constraints in closed loops are not examined: the matrices are full. */
const MAX_CONSTRAINTS = 300
/** Largest relative residual of a constraint that holds. */
const HOLDS = 1e-10
/** The same for a constraint that follows from others, at the points of eq. (1). */
const FOLLOWS = 1e-9
/** Smallest relative residual of a constraint that contradicts others. */
const CONTRADICTION = 1e-8
/** Longest list in a message. */
const MAX_LISTED = 20
/** Linear dependence of gradients. */
const RANK_TOLERANCE = 1e-9
/** Share in a combination of gradients from which on a constraint is part of it. */
const PART = 1e-6
/** Terms below this part of the changes of a constraint are small by chance. */
const NEGLIGIBLE = 1e-8
const MAX_ITERATIONS = 30
/** First distance of eq. (1), relative to the sizes of the variables, number of points, and of distances. */
const DISTANCE = 0.1
const N_POINT = 3
const MAX_DISTANCES = 40
/** Number of other points from which constraints that seem to contradict each other are solved. */
const N_START = 20
/** Smallest change of the gradients at which residuals of constraints that do not follow exceed FOLLOWS, and desired one. */
const CHANGE = 1e-4
const LARGE_CHANGE = 1e-2
/** Changes below this are rounding errors: all constraints are linear. */
const NO_CHANGE = 1e-13
const LARGEST_DISTANCE = 1e6

/** Constraints of a translation that follow from others with the given values, in the order of their removal. */
export function findRedundantConstraints(
  translation: Translation,
  values: EvaluatedModel,
): readonly OmittedConstraint[] {
  const { core } = translation
  if (core.length === 0 || core.length > MAX_CONSTRAINTS) return []
  const starts = new StartValues(translation, values)
  const functions = createConstraintFunctions(core, translation.model, values, (name) => starts.find(name))
  return functions === null ? [] : new Search(core, functions).run()
}

class Search {
  private random = 0.5
  private readonly names: readonly string[]
  /** Sizes of the variables (n). */
  private readonly sizes: Float64Array

  constructor(
    private readonly core: readonly CoreConstraint[],
    private readonly functions: ConstraintFunctions,
  ) {
    this.names = functions.names
    this.sizes = functions.nominal.slice()
  }

  run(): OmittedConstraint[] {
    const { core, functions } = this
    const all = core.map((_, i) => i)
    const start = this.project(functions.start, all)
    if (start === null) {
      this.assertNoContradiction()
      return []
    }
    this.updateSizes(start.z)
    const combination = this.findCombination(start, all)
    if (combination.length === 0) return []
    const omitted: OmittedConstraint[] = []
    const gone = new Set<number>()
    // Equations of components rather than connections are removed, the last ones first
    const candidates = combination.map((i) => core[i]).reverse()
    const ordered = [...candidates.filter(({ isOwn }) => isOwn), ...candidates.filter(({ isOwn }) => !isOwn)]
    for (const number of new Set(ordered.map((each) => each.number))) {
      const rest = all.filter((i) => core[i].number !== number && !gone.has(core[i].number))
      const own = all.filter((i) => core[i].number === number)
      if (!this.follows(start, own, rest)) continue
      gone.add(number)
      const related = this.findCombination(start, [...rest, own[0]]).filter((i) => i !== own[0])
      omitted.push({
        origin: core[own[0]].origin,
        remaining: [...new Set(related.map((i) => core[i].origin))],
      })
    }
    return omitted
  }

  /** Throws if a constraint is violated by the same amount wherever the others hold. */
  private assertNoContradiction(): void {
    const { core, functions } = this
    const all = core.map((_, i) => i)
    for (const number of new Set(core.map((each) => each.number).reverse())) {
      const rest = all.filter((i) => core[i].number !== number)
      const own = all.filter((i) => core[i].number === number)
      const start = this.project(functions.start, rest)
      if (start === null || own.every((i) => this.errorOf(start, i) <= CONTRADICTION)) continue
      this.updateSizes(start.z)
      if (!this.follows(start, own, rest)) continue
      // another branch of the others may fulfill it
      if (this.hasSolutionAround(start.z)) return
      const related = new Set(this.findCombination(start, [...rest, own[0]]).map((i) => core[i].origin))
      throw new VarioError(
        'STRUCTURE',
        [
          'The constraints have no solution near to the start values.',
          '  These equations contradict each other:',
          ...[...related.add(core[own[0]].origin)].slice(0, MAX_LISTED).map((text) => `    ${text}`),
          '    Remove one of them, give them values that agree, or insert a component that allows a difference.',
        ].join('\n'),
        { equations: [...related] },
      )
    }
  }

  /** True if a solution of all constraints is found from other points. */
  private hasSolutionAround(z: Float64Array): boolean {
    const all = this.core.map((_, i) => i)
    for (let k = 0; k < N_START; k++) {
      const distance = 4 ** ((k % 4) - 1)
      const from = z.map((value, j) => value + distance * this.sizes[j] * this.nextRandom())
      if (this.project(from, all) !== null) return true
    }
    return false
  }

  /** True if the constraints `own` keep their residuals wherever `rest` hold, near to the start. */
  private follows(start: Point, own: readonly number[], rest: readonly number[]): boolean {
    const { N, n } = this.findTangents(start, rest)
    if (n === 0) return true
    let distance = DISTANCE
    let isShrinking = false
    let nViolated = 0
    for (let k = 0; k < MAX_DISTANCES; k++) {
      const points = Array.from({ length: N_POINT }, () => this.pointNear(start, rest, N, n, distance))
      const isNear = points.every((point) => point !== null)
      if (
        isNear &&
        points.every((point) => own.every((i) => this.errorOf(point!, i, start.residual[i]) <= FOLLOWS))
      ) {
        const change = Math.max(...points.map((point) => this.changeOf(start, point!, [...rest, ...own])))
        const mayGrow = !isShrinking && distance < LARGEST_DISTANCE
        if (change >= LARGE_CHANGE || !mayGrow) return change >= CHANGE || change < NO_CHANGE
        distance *= 10
        continue
      }
      // another branch of the solution, or a constraint that does not follow
      if (isNear && ++nViolated > 4) return false
      isShrinking = true
      distance /= 3
    }
    return false
  }

  /** A point of eq. (1); null: none was found near to it. */
  private pointNear(
    start: Point,
    rest: readonly number[],
    N: Float64Array,
    n: number,
    distance: number,
  ): Point | null {
    const { sizes, names } = this
    const r = Float64Array.from({ length: n }, () => this.nextRandom())
    const length = Math.hypot(...r) || 1
    const z = start.z.slice()
    for (let j = 0; j < names.length; j++)
      for (let s = 0; s < n; s++) z[j] += (distance * sizes[j] * N[j * n + s] * r[s]) / length
    const point = this.project(z, rest)
    if (point === null) return null
    let moved = 0
    for (let j = 0; j < names.length; j++) moved = Math.hypot(moved, (point.z[j] - z[j]) / sizes[j])
    return moved <= 0.5 * distance ? point : null
  }

  /** The point on the given constraints near to `from`; null: there is none. */
  private project(from: Float64Array, rows: readonly number[]): Point | null {
    const { names, sizes } = this
    const n = names.length
    const point = this.createPoint()
    point.z.set(from)
    const step = new Float64Array(n)
    let last = Infinity
    for (let k = 0; k < MAX_ITERATIONS; k++) {
      if (!this.read(point)) return null
      const error = rows.reduce((most, i) => Math.max(most, this.errorOf(point, i)), 0)
      if (error <= HOLDS && error >= 0.1 * last) return point
      if (error === 0) return point
      last = error
      const qr = this.factorRows(point, rows)
      if (qr === null) return null
      const b = Float64Array.from(rows, (i) => point.residual[i] / this.rowSize(point, i))
      solveQr(qr, b, step)
      for (let j = 0; j < n; j++) point.z[j] -= sizes[j] * step[j]
    }
    return last <= HOLDS ? point : null
  }

  /** Difference of the residual of a constraint from an expected one, relative to its terms. */
  private errorOf(point: Point, i: number, expected = 0): number {
    const size = Math.max(Math.abs(point.terms[i]), NEGLIGIBLE * this.rowSize(point, i))
    return Math.abs(point.residual[i] - expected) / size
  }

  /** Largest change of a constraint that the size of one variable makes. */
  private rowSize({ J }: Point, i: number): number {
    const { names, sizes } = this
    let size = 0
    for (let j = 0; j < names.length; j++) size = Math.max(size, Math.abs(J[i * names.length + j]) * sizes[j])
    return size || 1
  }

  /** Largest change of the gradients from one point to another, relative to their sizes at the first one. */
  private changeOf(from: Point, to: Point, rows: readonly number[]): number {
    const { names, sizes } = this
    const n = names.length
    let change = 0
    for (const i of rows) {
      const size = this.rowSize(from, i)
      for (let j = 0; j < n; j++)
        change = Math.max(change, (Math.abs(to.J[i * n + j] - from.J[i * n + j]) * sizes[j]) / size)
    }
    return change
  }

  /** Constraints of which gradients are dependent at a point. */
  private findCombination(point: Point, rows: readonly number[]): number[] {
    const { names, sizes } = this
    const n = names.length
    const m = rows.length
    const qr = createQr(n, m)
    rows.forEach((i, k) => {
      const size = this.rowSize(point, i)
      for (let j = 0; j < n; j++) qr.a[j * m + k] = (point.J[i * n + j] * sizes[j]) / size
    })
    const rank = factorQr(qr, RANK_TOLERANCE)
    const nNull = m - Math.max(rank, 0)
    if (nNull === 0 || rank < 0) return []
    const N = new Float64Array(m * nNull)
    computeNullSpaceQr(qr, N)
    return rows.filter((_, k) => N.subarray(k * nNull, (k + 1) * nNull).some((part) => Math.abs(part) > PART))
  }

  /** Basis of the directions in which the given constraints do not change, in sizes of the variables. */
  private findTangents(point: Point, rows: readonly number[]): { N: Float64Array; n: number } {
    const n = this.names.length
    const qr = this.factorRows(point, rows)
    if (qr === null) return { N: new Float64Array(0), n: 0 }
    const nNull = n - qr.rank
    const N = new Float64Array(n * nNull)
    if (nNull > 0) computeNullSpaceQr(qr, N)
    return { N, n: nNull }
  }

  private factorRows(point: Point, rows: readonly number[]): Qr | null {
    const { names, sizes } = this
    const n = names.length
    const qr = createQr(rows.length, n)
    rows.forEach((i, k) => {
      const size = this.rowSize(point, i)
      for (let j = 0; j < n; j++) qr.a[k * n + j] = (point.J[i * n + j] * sizes[j]) / size
    })
    return factorQr(qr, RANK_TOLERANCE) < 0 ? null : qr
  }

  /** Computes the constraints at a point; false: they are undefined there. */
  private read({ z, residual, terms, J }: Point): boolean {
    const { names, functions } = this
    const { residuals, gradients, evaluateAt } = functions
    J.fill(0)
    residuals.forEach(({ value }, i) => {
      residual[i] = evaluateAt(value, z)
      for (const [j, slope] of gradients[i]) J[i * names.length + j] = evaluateAt(slope, z)
    })
    const block = { kind: 'nonlinear', unknowns: [], inner: [], residuals, isConstant: false } as const
    terms.set(computeTermSizes(block, (expr) => evaluateAt(expr, z)).residuals)
    return residual.every(Number.isFinite) && J.every(Number.isFinite)
  }

  /** Sizes of variables: the largest value among those in one constraint, of the same order; of zeros the nominal ones. */
  private updateSizes(z: Float64Array): void {
    const { names, sizes, functions } = this
    sizes.fill(0)
    for (const places of functions.placesOf)
      for (const j of places)
        for (const i of places)
          if (orderOf(names[i]) === orderOf(names[j])) sizes[j] = Math.max(sizes[j], Math.abs(z[i]))
    for (let j = 0; j < sizes.length; j++) sizes[j] ||= functions.nominal[j]
  }

  /** A number between -1 and 1, the same ones in every search. */
  private nextRandom(): number {
    // golden ratio
    this.random = (this.random + 0.6180339887498949) % 1
    return 2 * this.random - 1
  }

  private createPoint(): Point {
    const m = this.core.length
    const n = this.names.length
    return {
      z: new Float64Array(n),
      residual: new Float64Array(m),
      terms: new Float64Array(m),
      J: new Float64Array(m * n),
    }
  }
}

/** A point with the constraints there. */
interface Point {
  /** Values of the variables (n). */
  readonly z: Float64Array<ArrayBuffer>
  /** Residuals and sizes of their terms (m each), and gradients (m × n). */
  readonly residual: Float64Array
  readonly terms: Float64Array
  readonly J: Float64Array
}

/** Number of differentiations of a variable. */
function orderOf(name: string): number {
  let order = 0
  for (let inner = name; inner.startsWith('der('); inner = inner.slice(4, -1)) order++
  return order
}
