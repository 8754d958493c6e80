/**
 * Motion of a tree whose joints are constrained by closed loops, in the coordinates of its joints, by dense matrices:
 *
 *   J(q) v = 0,   J a + c(q, v) = 0,   M a + h = tau + Jᵀ λ                                            (1)
 *
 * With a basis N of the motions that J permits, J N = 0, and one solution a₀ of J a₀ + c = 0,
 *
 *   a = a₀ + N y,   Nᵀ M N y = Nᵀ (tau - h - M a₀),   Nᵀ tau = Nᵀ (M a + h).                           (2)
 *
 * Redundant constraints have no effect on N and a₀, and links without mass none on Nᵀ M N if the loops move them with
 * others that have some. Rows are relative to the sizes of gaps, velocities to those of moves.
 */
import { InputError, listNames, VarioError } from '../../base/index.ts'
import {
  computeNullSpaceQr,
  createCholesky,
  createQr,
  factorCholesky,
  factorQr,
  type Qr,
  solveCholesky,
  solveQr,
} from '../../math/index.ts'
import { computeAccelerations } from '../../mechanics/index.ts'
import type { WorldLoops } from '../loops/index.ts'
import type { Coordinates } from './coordinates.ts'
import type { MechanismState } from './mechanism-state.ts'

/** Relative remainder below which a constraint, or a velocity, follows from others. */
const FOLLOWS = 1e-9
/**
 * Relative remainder below which a constraint nearly follows from others: loops are closed to 1e-12 of their sizes, and
 * the position beside a pose where the rank drops follows from the square root of that. At 3e-5 velocities have errors
 * of 1e-4, and at 1e-6 those of another branch.
 */
const NEAR = 3e-5
/** The same relative to the square root of gaps: errors of velocities are some hundredths there. */
const NEAR_OF_GAPS = 10
/** Gaps, rates and accelerations above this part of their sizes contradict the loops. */
const OPEN = 1e-6
/** Mass of a motion, relative to the largest, below which it is rounding. */
const WITHOUT_MASS = 1e-13

/** Closed loops in one pose: the motions that they permit. */
interface Permitted {
  /** Derivatives of the rows, row-major (nRow × nv). */
  readonly J: Float64Array
  /** Basis N of the permitted velocities, row-major (nv × dof). */
  readonly N: Float64Array
  readonly dof: number
}

export class ConstrainedMotion {
  /** Joints and elements of the rows, `C[1]`, in their order (nRow). */
  readonly names: readonly string[]
  /** Sizes of the moves [m, rad] (nv). */
  private readonly sizes: Float64Array

  constructor(
    private readonly state: MechanismState,
    private readonly loops: WorldLoops,
    private readonly coordinates: Coordinates,
  ) {
    this.names = loops.groups.flatMap(({ paths, model }) => {
      const counts = paths.map(() => 0)
      return Array.from(model.jointOf, (owner) => `${paths[owner]}[${++counts[owner]}]`)
    })
    const ofTree = new Float64Array(state.tree.nv).fill(1)
    for (const { velocities, sizes } of loops.groups) for (const i of velocities) ofTree[i] = sizes.moves[i]
    this.sizes = coordinates.sizesFromTree(ofTree)
  }

  /** Number of constraints, independent or not. */
  get nRow(): number {
    return this.names.length
  }

  /** Throws an error if the loops are open at the current positions. */
  assertClosed(): void {
    const { loops, nRow } = this
    const g = new Float64Array(nRow)
    loops.computeGaps(g, new Float64Array(nRow * loops.nv))
    const worst = findLargest(g)
    if (g.length === 0 || Math.abs(g[worst]) <= OPEN) return
    throw new VarioError(
      'LOOPS',
      `q: expected positions at which the closed loops are closed, got a gap of ${Math.abs(g[worst]).toPrecision(3)} of ` +
        `their size at ${this.names[worst]}. Complete positions by createPositions or inverseKinematics.`,
      { constraint: this.names[worst] },
    )
  }

  /** Derivatives of the rows [m, 1] at the positions `q`, row-major (nRow × nv). */
  jacobian(q: Float64Array): Float64Array {
    return this.withSizes(this.relativeJacobian(q))
  }

  /** Second derivatives of the rows without accelerations [m/s2, 1/s2] (nRow). */
  bias(q: Float64Array, v: Float64Array): Float64Array {
    const c = this.relativeBias(q, v)
    const sizes = this.rowSizes()
    return c.map((value, k) => value * sizes[k])
  }

  /** The motions that the loops permit at the positions `q`. */
  permit(q: Float64Array): Permitted {
    const { sizes } = this
    const nv = sizes.length
    const J = this.relativeJacobian(q)
    this.assertRank(J)
    const qr = this.createRows(J, 0, this.nRow)
    const dof = nv - factorQr(qr, FOLLOWS)
    const N = new Float64Array(nv * dof)
    computeNullSpaceQr(qr, N)
    for (let i = 0; i < nv; i++) for (let s = 0; s < dof; s++) N[dof * i + s] *= sizes[i]
    return { J, N, dof }
  }

  /** Rows from `first` to `end`, relative to the sizes of moves. */
  private createRows(J: Float64Array, first: number, end: number): Qr {
    const nv = this.sizes.length
    const qr = createQr(end - first, nv)
    for (let k = 0; k < qr.a.length; k++) qr.a[k] = J[nv * first + k] * this.sizes[k % nv]
    return qr
  }

  /** Throws an error where rounding errors of the positions decide on the rank of the rows J of a closed loop. */
  private assertRank(J: Float64Array): void {
    const { loops, nRow, names } = this
    const g = new Float64Array(nRow)
    loops.computeGaps(g, new Float64Array(nRow * loops.nv))
    let end = 0
    for (const { paths, model } of loops.groups) {
      const first = end
      end += model.jointOf.length
      const gap = g.subarray(first, end).reduce((most, x) => Math.max(most, Math.abs(x)), 0)
      const near = Math.max(NEAR, NEAR_OF_GAPS * Math.sqrt(gap))
      const rankAt = (tolerance: number): number => factorQr(this.createRows(J, first, end), tolerance)
      if (rankAt(FOLLOWS) === rankAt(near)) continue
      throw new VarioError(
        'LOOPS',
        `q: expected a pose beside those where the rank of a closed loop drops, got one within ${near.toPrecision(1)} of its ` +
          `size from such a pose, for the loop through ${listNames(paths)}: its motion may continue in several ways. ` +
          'Move a joint further.',
        { constraint: names[first] },
      )
    }
  }

  /** Throws an error if velocities, or accelerations at the velocities `v`, contradict the loops. */
  assertContinues(q: Float64Array, v: Float64Array, a: Float64Array | null): void {
    const J = this.relativeJacobian(q)
    const nv = v.length
    const name = a === null ? 'v' : 'a'
    const values = a ?? v
    const c = a === null ? new Float64Array(this.nRow) : this.relativeBias(q, v)
    const size = values.reduce(
      (sum, value, i) => sum + Math.abs(value / this.sizes[i]),
      Math.abs(c[findLargest(c)] ?? 0),
    )
    for (let k = 0; k < this.nRow; k++) {
      let sum = c[k]
      for (let i = 0; i < nv; i++) sum += J[nv * k + i] * values[i]
      if (Math.abs(sum) <= OPEN * size) continue
      throw new VarioError(
        'LOOPS',
        `${name}: expected ${name === 'v' ? 'velocities' : 'accelerations'} that keep the loops closed, got ` +
          `${sum.toPrecision(3)} in the derivative of ${this.names[k]}. Complete them by ` +
          `${name === 'v' ? 'completeVelocities' : 'completeAccelerations'}.`,
        { constraint: this.names[k] },
      )
    }
  }

  /**
   * Matrix of all velocities as functions of some, row-major (nv × places.length).
   *
   * @param places numbers of velocities that determine the others
   */
  dependence(q: Float64Array, places: readonly number[], names: readonly string[]): Float64Array {
    const { N, dof } = this.permit(q)
    const n = places.length
    const nv = this.sizes.length
    const chosen = createQr(n, dof)
    places.forEach((place, k) => {
      for (let s = 0; s < dof; s++) chosen.a[dof * k + s] = N[dof * place + s] / this.sizes[place]
    })
    const rank = factorQr(chosen, FOLLOWS)
    if (n !== dof || rank < dof) {
      const given = places.map((place) => names[place])
      const loose = names.filter((_, i) => !this.isDetermined(q, places, i))
      throw new InputError(
        'velocities',
        `${dof} that determine the others of the closed loops` +
          (loose.length > 0 ? `, which these do not: ${listNames(loose)}` : ''),
        given,
      )
    }
    const T = new Float64Array(nv * n)
    const y = new Float64Array(dof)
    const unit = new Float64Array(n)
    for (let k = 0; k < n; k++) {
      unit.fill(0)
      unit[k] = 1 / this.sizes[places[k]]
      solveQr(chosen, unit, y)
      for (let i = 0; i < nv; i++) for (let s = 0; s < dof; s++) T[n * i + k] += N[dof * i + s] * y[s]
      // exact for the given ones
      for (let j = 0; j < n; j++) T[n * places[j] + k] = j === k ? 1 : 0
    }
    return T
  }

  /** Accelerations (nv) at the velocities `v`, of which those at `places` have given values. */
  complete(
    q: Float64Array,
    v: Float64Array,
    places: readonly number[],
    values: Float64Array,
    names: readonly string[],
  ) {
    const a = this.solveBias(q, v)
    const T = this.dependence(q, places, names)
    const n = places.length
    const missing = places.map((place, k) => values[k] - a[place])
    for (let i = 0; i < a.length; i++) for (let k = 0; k < n; k++) a[i] += T[n * i + k] * missing[k]
    return a
  }

  /** Accelerations (nv) by forces tau (nv), eq. (2), with the mass matrix M (nv × nv) and bias forces h (nv). */
  accelerate(
    q: Float64Array,
    v: Float64Array,
    forces: { readonly M: Float64Array; readonly h: Float64Array; readonly tau: Float64Array },
  ): Float64Array {
    const { M, h, tau } = forces
    const { N, dof } = this.permit(q)
    const nv = h.length
    const a = this.solveBias(q, v)
    const rest = multiply(M, a, nv).map((value, i) => tau[i] - h[i] - value)
    const reduced = createCholesky(dof)
    const columns = Array.from({ length: dof }, (_, s) =>
      Float64Array.from({ length: nv }, (_, i) => N[dof * i + s]),
    )
    const heavy = columns.map((column) => multiply(M, column, nv))
    for (let r = 0; r < dof; r++)
      for (let s = 0; s < dof; s++)
        reduced.a[dof * r + s] = 0.5 * (dot(columns[r], heavy[s]) + dot(columns[s], heavy[r]))
    if (factorCholesky(reduced, WITHOUT_MASS) < dof)
      throw new VarioError(
        'MULTIBODY',
        'forwardDynamics: expected masses that every motion of the closed loops moves, got one without. Give the objects ' +
          'mass properties or a solid material.',
      )
    const y = new Float64Array(dof)
    solveCholesky(
      reduced,
      Float64Array.from(columns, (column) => dot(column, rest)),
      y,
    )
    for (let i = 0; i < nv; i++) for (let s = 0; s < dof; s++) a[i] += N[dof * i + s] * y[s]
    return a
  }

  /**
   * The smallest forces of some joints (nv) with the effect of forces `tau` of all, relative to the sizes of moves.
   *
   * @param places numbers of velocities on which forces act
   */
  distribute(
    q: Float64Array,
    tau: Float64Array,
    places: readonly number[],
    names: readonly string[],
  ): Float64Array {
    const { N, dof } = this.permit(q)
    const { sizes } = this
    const n = places.length
    const effect = createQr(dof, n)
    const wanted = new Float64Array(dof)
    let size = 0
    for (let s = 0; s < dof; s++) {
      places.forEach((place, k) => {
        effect.a[n * s + k] = N[dof * place + s] / sizes[place]
      })
      for (let i = 0; i < tau.length; i++) {
        wanted[s] += N[dof * i + s] * tau[i]
        size += Math.abs(N[dof * i + s] * tau[i])
      }
    }
    factorQr(effect, FOLLOWS)
    const forces = new Float64Array(n)
    const left = n === 0 ? Math.hypot(...wanted) : solveQr(effect, wanted, forces)
    if (left > FOLLOWS * size)
      throw new InputError(
        'inverseDynamics: actuators',
        `joints whose forces can cause these accelerations, for ${dof} degrees of freedom`,
        places.map((place) => names[place]),
      )
    const out = new Float64Array(tau.length)
    places.forEach((place, k) => {
      out[place] = forces[k] / sizes[place]
    })
    return out
  }

  /** The smallest accelerations (nv) with which the loops stay closed at the velocities `v`: a₀ in (2). */
  private solveBias(q: Float64Array, v: Float64Array): Float64Array {
    const { nRow, sizes } = this
    const nv = sizes.length
    const J = this.relativeJacobian(q)
    const qr = createQr(nRow, nv)
    for (let k = 0; k < J.length; k++) qr.a[k] = J[k] * sizes[k % nv]
    factorQr(qr, FOLLOWS)
    const a = new Float64Array(nv)
    solveQr(
      qr,
      this.relativeBias(q, v).map((value) => -value),
      a,
    )
    return a.map((value, i) => value * sizes[i])
  }

  /** True if velocity `i` follows from those at `places`. */
  private isDetermined(q: Float64Array, places: readonly number[], i: number): boolean {
    const { N, dof } = this.permit(q)
    const rankOf = (rows: readonly number[]): number => {
      const qr = createQr(rows.length, dof)
      rows.forEach((place, k) => {
        for (let s = 0; s < dof; s++) qr.a[dof * k + s] = N[dof * place + s] / this.sizes[place]
      })
      return factorQr(qr, FOLLOWS)
    }
    return rankOf([...places, i]) === rankOf(places)
  }

  private relativeJacobian(q: Float64Array): Float64Array {
    const { loops, nRow, coordinates } = this
    const J = new Float64Array(nRow * loops.nv)
    loops.computeGaps(new Float64Array(nRow), J)
    return coordinates.rowsFromTree(q, J)
  }

  private relativeBias(q: Float64Array, v: Float64Array): Float64Array {
    const { state, loops, coordinates, nRow } = this
    const { tree, data } = state
    computeAccelerations(tree, data, coordinates.accelerationsToTree(q, v, new Float64Array(tree.nv)))
    const c = new Float64Array(nRow)
    loops.computeBias(data.A_WB_B, c)
    return c
  }

  private rowSizes(): Float64Array {
    return Float64Array.from(this.loops.groups.flatMap(({ sizes }) => [...sizes.rows]))
  }

  private withSizes(J: Float64Array): Float64Array {
    const rows = this.rowSizes()
    const nv = this.sizes.length
    return J.map((value, k) => value * rows[Math.floor(k / nv)])
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/** M x of a square matrix, row-major (n × n). */
function multiply(M: Float64Array, x: Float64Array, n: number): Float64Array {
  return x.map((_, i) => dot(M.subarray(n * i, n * (i + 1)), x))
}

function findLargest(values: Float64Array): number {
  let worst = 0
  for (let k = 1; k < values.length; k++) if (!(Math.abs(values[k]) <= Math.abs(values[worst]))) worst = k
  return worst
}
