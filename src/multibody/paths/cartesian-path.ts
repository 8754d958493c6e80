import { assertFinite, assertKnownKeys, assertOneOf, assertPositive, InputError } from '../../base/index.ts'
import { quatNormalize } from '../../math/index.ts'
import { Arc } from './arc.ts'
import { CurvePath } from './curve-path.ts'
import { readNumbers, readPoints } from './read-points.ts'
import { QuaternionSpline, type RotationCurve, Slerp } from './rotation-curve.ts'
import { placeKnots } from './spline-path.ts'
import { type CurveBounds, limitLaw } from './time-law.ts'
import { type Curve, VectorSpline } from './vector-spline.ts'

/** Options of `CartesianPath`. */
export interface CartesianPathOptions {
  /** Curve through the points: `line` 2, `arc` and `circle` 3, `spline` from 2 on. */
  readonly curve: 'line' | 'arc' | 'circle' | 'spline'
  /** Positions in the world [m] (n × 3). */
  readonly points: readonly ArrayLike<number>[]
  /**
   * Orientations as quaternions x, y, z, w of any length: of the start and the end, or of a spline at every point
   * (default: none).
   */
  readonly quaternions?: readonly ArrayLike<number>[]
  /** Maximum speed [m/s], acceleration [m/s2] and jerk [m/s3] (default: no limit) of the position. */
  readonly v_max: number
  readonly a_max: number
  readonly j_max?: number
  /** Maximum angular velocity [rad/s] and angular acceleration [rad/s2]; needed with orientations. */
  readonly w_max?: number
  readonly z_max?: number
  /** Start of the motion [s] (default 0). */
  readonly startTime?: number
}

const KEYS: readonly (keyof CartesianPathOptions)[] = [
  ...(['curve', 'points', 'quaternions', 'v_max', 'a_max', 'j_max', 'w_max', 'z_max'] as const),
  'startTime',
]

/**
 * Path of a frame in space: position along a line, an arc, a circle or a spline, orientation about one axis (slerp) or,
 * along a spline, through given orientations; from rest to rest. The magnitudes of velocity, acceleration, jerk,
 * angular velocity and acceleration keep their limits, centripetal parts included. A line is passed as fast as they
 * allow; on a curve the place of the largest curvature sets the speed. Its axes are x, y, z of the position.
 */
export class CartesianPath extends CurvePath {
  /** True if the path has orientations. */
  readonly hasOrientation: boolean
  private readonly turn: RotationCurve | null
  private readonly q = new Float64Array(4)
  private readonly w = new Float64Array(3)
  private readonly dw = new Float64Array(3)

  constructor(options: CartesianPathOptions, path = 'CartesianPath') {
    const { curve, startTime = 0, v_max, a_max, j_max, w_max, z_max } = options
    assertKnownKeys(path, options, KEYS)
    assertOneOf(`${path}.curve`, curve, ['line', 'arc', 'circle', 'spline'])
    assertFinite(`${path}.startTime`, startTime)
    for (const [name, limit] of Object.entries({ v_max, a_max })) assertPositive(`${path}.${name}`, limit)
    if (j_max !== undefined) assertPositive(`${path}.j_max`, j_max)
    const points = readCurvePoints(`${path}.points`, curve, options.points)
    const isSpline = curve === 'spline'
    const knots = isSpline
      ? placeKnots(`${path}.points`, points, new Float64Array(3).fill(1))
      : Float64Array.of(0, 1)
    const { place, bounds } = createCurve(`${path}.points`, curve, points, knots)
    const limits = { v: v_max, a: a_max, j: j_max ?? Number.POSITIVE_INFINITY }
    const curves: CurveBounds[] = [{ ...bounds, ...limits }]
    const turn = readTurn(`${path}.quaternions`, options.quaternions, isSpline ? knots : null)
    if (turn !== null) {
      assertPositive(`${path}.w_max`, w_max)
      assertPositive(`${path}.z_max`, z_max)
      curves.push({ ...turn.bounds, d3: 0, v: w_max, a: z_max, j: Number.POSITIVE_INFINITY })
    }
    super(place, limitLaw(curves), startTime)
    this.turn = turn
    this.hasOrientation = turn !== null
  }

  /** Orientation at the time `t` [s] as a quaternion x, y, z, w into `out` (4). */
  quaternion(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    this.evaluateTurn(this.parameterAt(t, phase).s)
    out.set(this.q)
  }

  /** Angular velocity in the world at the time `t` [s] into `out` [rad/s] (3). */
  angularVelocity(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { s, sd } = this.parameterAt(t, phase)
    this.evaluateTurn(s)
    for (let i = 0; i < 3; i++) out[i] = this.w[i] * sd
  }

  /** Angular acceleration in the world at the time `t` [s] into `out` [rad/s2] (3). */
  angularAcceleration(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { s, sd, sdd } = this.parameterAt(t, phase)
    this.evaluateTurn(s)
    for (let i = 0; i < 3; i++) out[i] = this.dw[i] * sd * sd + this.w[i] * sdd
  }

  /** Pose at the part `s` of the path, from 0 to 1; the quaternion only with orientations. */
  poseAt(s: number): { readonly translation: Float64Array; readonly quaternion?: Float64Array } {
    const translation = new Float64Array(3)
    this.curve.evaluate(s, 0, translation)
    if (this.turn === null) return { translation }
    this.evaluateTurn(s)
    return { translation, quaternion: this.q.slice() }
  }

  private evaluateTurn(s: number): void {
    if (this.turn === null)
      throw new InputError('CartesianPath', 'the option quaternions, for a path with orientations', undefined)
    this.turn.evaluate(s, this.q, this.w, this.dw)
  }
}

const N_POINTS = { line: 2, arc: 3, circle: 3 } as const

function readCurvePoints(
  where: string,
  curve: CartesianPathOptions['curve'],
  given: CartesianPathOptions['points'],
): Float64Array[] {
  const points = readPoints(where, given, 2)
  const n = curve === 'spline' ? points.length : N_POINTS[curve]
  if (points.length !== n || points[0].length !== 3)
    throw new InputError(where, `${curve === 'spline' ? 'points' : `${n} points`} [x, y, z]`, given)
  return points
}

function createCurve(
  where: string,
  curve: CartesianPathOptions['curve'],
  points: readonly Float64Array[],
  knots: Float64Array,
): { readonly place: Curve; readonly bounds: Pick<CurveBounds, 'd1' | 'd2' | 'd3'> } {
  if (curve === 'arc' || curve === 'circle') {
    const arc = new Arc(where, points, curve === 'circle')
    return { place: arc, bounds: arc.bounds }
  }
  const place = new VectorSpline(knots, points, true)
  const axes = [0, 1, 2].map((axis) => place.boundsOf(axis))
  const norm = (key: 'd1' | 'd2' | 'd3'): number => Math.hypot(...axes.map((bounds) => bounds[key]))
  return { place, bounds: { d1: norm('d1'), d2: norm('d2'), d3: norm('d3') } }
}

/** The orientations; `knots` of a spline, null: two orientations. */
function readTurn(
  where: string,
  given: CartesianPathOptions['quaternions'],
  knots: Float64Array | null,
): RotationCurve | null {
  if (given === undefined) return null
  const n = knots?.length ?? 2
  if (!Array.isArray(given) || given.length !== n)
    throw new InputError(
      where,
      `${n} quaternions${knots === null ? ', of the start and the end' : ''}`,
      given,
    )
  const quaternions = given.map((values: ArrayLike<number>, i) => {
    const q = readNumbers(`${where}[${i + 1}]`, values, 4)
    if (q.every((x) => x === 0)) throw new InputError(`${where}[${i + 1}]`, 'a non-zero quaternion', values)
    quatNormalize(q, 0, q, 0)
    return q
  })
  return knots === null || n === 2
    ? new Slerp(quaternions[0], quaternions[1])
    : new QuaternionSpline(where, knots, quaternions)
}
