/**
 * Fits a joint to the poses of two objects. With the pose X_12 of obj2 in obj1 and the pose X_1F(q) at the end of the
 * elements of the joint, Gauss-Newton steps
 *
 *   min |J dq - e|,   e = [L log(R_12 R_1Fᵀ); p_12 - p_1F]
 *
 * lead to the positions q for which F is nearest to obj2. L [m] makes angles comparable with distances. The columns of
 * J are the twists [L w; v] of the elements at the origin of F, in the axes of obj1. Velocities are least squares of
 * the relative twist in the same columns; the residual is motion that the joint does not allow.
 */
import {
  computeNullSpaceQr,
  createQr,
  factorQr,
  fitByGaussNewton,
  mat3Mul,
  mat3MulTransposeB,
  mat3MulVec,
  rotationFromAxisAngle,
  rotationLog,
  solveQr,
  vec3Cross,
} from '../../math/index.ts'
import { FREE, REVOLUTE } from '../../mechanics/index.ts'
import { type AxisElement, isAxisElement, type JointElement } from '../parts/joints/index.ts'
import { identityPose, type Pose } from '../records/index.ts'

/**
 * Maximum number of steps from one start: the search converges quadratically near an exact fit, with at most three
 * unknowns.
 */
const MAX_STEPS = 50
/** Steps below this size [m, in the scaled unknowns] end the search. */
const LAST_STEP = 1e-15
/** A fit counts as better than another one if its error is smaller by this [L]: fits that differ by turns are equal. */
const BETTER = 1e-9

/** Frame at the end of the elements, and its motion. */
interface EndOfElements {
  readonly X_1F: Pose
  /** Twists [L w; v] of the degrees of freedom at the origin of F, in the axes of obj1 (6 each). */
  readonly twists: readonly Float64Array[]
}

/** A point of the search. */
interface FitPoint {
  readonly positions: readonly number[]
  readonly twists: readonly Float64Array[]
  readonly distance: Float64Array
  readonly error: number
}

/** A joint that fits. */
export interface JointFit extends EndOfElements {
  /** Positions of elements with axes; none of others [rad, m]. */
  readonly positions: readonly number[]
}

/** Fits elements to a pose; angles are those nearest to `starts`. `length` is L [m]. */
export function fitPositions(
  elements: readonly JointElement[],
  X_12: Pose,
  starts: readonly number[],
  length: number,
): JointFit {
  const axes = elements.filter(isAxisElement)
  if (axes.length < elements.length)
    return { positions: [], ...endOfRotation(elements[0].kind === FREE, X_12, length) }
  let best = search(axes, X_12, starts, length)
  // across half a turn the steps may diverge: then another quarter is nearer
  for (const quarters of listQuarters(axes)) {
    const other = search(
      axes,
      X_12,
      starts.map((start, k) => start + (quarters[k] * Math.PI) / 2),
      length,
    )
    if (other.error < best.error - BETTER * length) best = other
  }
  const positions = best.positions.map((x, k) =>
    axes[k].kind === REVOLUTE ? x - 2 * Math.PI * Math.round((x - starts[k]) / (2 * Math.PI)) : x,
  )
  return { positions, ...endOfAxes(axes, positions, length) }
}

/** Velocities of the degrees of freedom for a relative twist [L w; v] at the origin of F, and the residual. */
export function fitVelocities(
  twists: readonly Float64Array[],
  twist: Float64Array,
): { readonly velocities: Float64Array; readonly rest: Float64Array } {
  const velocities = solveColumns(twists, twist)
  const rest = twist.map((x, i) => x - twists.reduce((sum, column, k) => sum + column[i] * velocities[k], 0))
  return { velocities, rest }
}

/** An orthonormal basis of the twists that a joint does not allow (6 each). */
export function listForbidden(twists: readonly Float64Array[]): Float64Array[] {
  const n = 6 - twists.length
  const qr = createQr(twists.length, 6)
  twists.forEach((twist, k) => {
    qr.a.set(twist, 6 * k)
  })
  factorQr(qr)
  const basis = new Float64Array(6 * n)
  computeNullSpaceQr(qr, basis)
  return Array.from({ length: n }, (_, k) => Float64Array.from({ length: 6 }, (_, i) => basis[n * i + k]))
}

function solveColumns(columns: readonly Float64Array[], b: Float64Array): Float64Array {
  const n = columns.length
  const qr = createQr(6, n)
  columns.forEach((column, k) => {
    for (let i = 0; i < 6; i++) qr.a[n * i + k] = column[i]
  })
  factorQr(qr)
  const x = new Float64Array(n)
  solveQr(qr, b, x)
  return x
}

/** Fits positions of axes from one start. */
function search(
  axes: readonly AxisElement[],
  X_12: Pose,
  starts: readonly number[],
  length: number,
): { readonly positions: readonly number[]; readonly error: number } {
  const measure = (positions: readonly number[]): FitPoint => {
    const end = endOfAxes(axes, positions, length)
    const distance = distanceBetween(end.X_1F, X_12, length)
    return { positions, twists: end.twists, distance, error: Math.hypot(...distance) }
  }
  let point = measure(starts)
  let trial = point
  fitByGaussNewton(
    {
      error: point.error,
      isSolved: () => false,
      computeStep: () => solveColumns(point.twists, point.distance),
      leastFactor: (step) => LAST_STEP / Math.hypot(...step),
      tryStep: (step, factor) => {
        trial = measure(point.positions.map((x, i) => x + factor * step[i]))
        return trial.error
      },
      accept: () => {
        point = trial
      },
      reject: () => {},
    },
    MAX_STEPS,
  )
  const { positions, error } = point
  return { positions, error }
}

/** [L log(R_12 R_1Fᵀ); p_12 - p_1F]. */
function distanceBetween(X_1F: Pose, X_12: Pose, length: number): Float64Array {
  const R = new Float64Array(9)
  const e = new Float64Array(6)
  mat3MulTransposeB(R, 0, X_12.R, 0, X_1F.R, 0)
  rotationLog(e, 0, R, 0)
  for (let i = 0; i < 3; i++) {
    e[i] *= length
    e[i + 3] = X_12.p[i] - X_1F.p[i]
  }
  return e
}

/** All combinations of quarters of a turn except zero for all; elements that do not turn have none. */
function listQuarters(axes: readonly AxisElement[]): number[][] {
  let lists: number[][] = [[]]
  for (const { kind } of axes) {
    const quarters = kind === REVOLUTE ? [0, 1, -1, 2] : [0]
    lists = lists.flatMap((list) => quarters.map((quarter) => [...list, quarter]))
  }
  return lists.slice(1)
}

/** The frame at the end of elements with axes: each of them starts at the end of the previous one. */
function endOfAxes(
  axes: readonly AxisElement[],
  positions: readonly number[],
  length: number,
): EndOfElements {
  const { R, p } = identityPose()
  const turn = new Float64Array(9)
  const moved = axes.map((element, k) => {
    const direction = new Float64Array(3)
    mat3MulVec(direction, 0, R, 0, element.axis, 0)
    const from = p.slice()
    if (element.kind === REVOLUTE) {
      rotationFromAxisAngle(turn, 0, element.axis, 0, positions[k])
      R.set(multiply(R, turn))
    } else for (let i = 0; i < 3; i++) p[i] += positions[k] * direction[i]
    return { isTurn: element.kind === REVOLUTE, direction, from }
  })
  const twists = moved.map(({ isTurn, direction, from }) => {
    const twist = new Float64Array(6)
    if (!isTurn) twist.set(direction, 3)
    else {
      const arm = from.map((x, i) => p[i] - x)
      vec3Cross(twist, 3, direction, 0, arm, 0)
      for (let i = 0; i < 3; i++) twist[i] = length * direction[i]
    }
    return twist
  })
  return { X_1F: { R, p }, twists }
}

/** Rotation about a point fits every orientation, and free motion every pose. */
function endOfRotation(isFree: boolean, X_12: Pose, length: number): EndOfElements {
  const twists = Array.from({ length: isFree ? 6 : 3 }, (_, k) => {
    const twist = new Float64Array(6)
    twist[k] = k < 3 ? length : 1
    return twist
  })
  return { X_1F: isFree ? X_12 : { R: X_12.R, p: new Float64Array(3) }, twists }
}

function multiply(A: Float64Array, B: Float64Array): Float64Array {
  const C = new Float64Array(9)
  mat3Mul(C, 0, A, 0, B, 0)
  return C
}
