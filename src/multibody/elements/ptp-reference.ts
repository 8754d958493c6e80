import { InputError } from '../../base/index.ts'
import {
  type ExprNode,
  equationsOnDemand as equations,
  expr,
  Model,
  Par,
  registerFunction,
  Var,
} from '../../model/index.ts'
import type { ParameterMatrix } from '../../simulation/index.ts'
import { PtpPath, type TimedPath } from '../paths/index.ts'

/** Times within this tolerance are equal (relative to 1 s and more): the tolerance of time events. */
const TIME_TOLERANCE = 1e-10

/**
 * Time of the next event before the first value is known, or after the end [s]; finite, to avoid the warning about
 * infinite results.
 */
const NEVER = 1e300

/** The path through the rows of a matrix. */
registerFunction(
  'vario_ptpPath',
  (points: ParameterMatrix, v_max: Float64Array, a_max: Float64Array, startTime: number): PtpPath => {
    const rows = Array.from({ length: points.rows }, (_, i) =>
      points.data.subarray(i * points.cols, (i + 1) * points.cols),
    )
    return new PtpPath({ points: rows, v_max, a_max, startTime }, 'PtpReference')
  },
  { shape: 'object' },
)

registerFunction(
  'vario_missingPath',
  () => {
    throw new InputError('PathReference.path', 'a path, such as new SplinePath({ … })', undefined)
  },
  { shape: 'object' },
)

/** Number of the phase of the path at the time `t` [s]. */
registerFunction(
  'vario_ptpPhase',
  (path: TimedPath, t: number): number => path.phaseAt(t + TIME_TOLERANCE * Math.max(1, Math.abs(t))),
  { derivativeFunction: 'vario_ptpPhaseRate' },
)
registerFunction('vario_ptpPhaseRate', () => 0, { derivativeFunction: 'vario_ptpPhaseRate' })

/** End of a phase [s]; NEVER for the last one. */
registerFunction(
  'vario_ptpPhaseEnd',
  (path: TimedPath, phase: number): number => path.switchingTimes[phase] ?? NEVER,
)

/** A signal of the path in one phase; `rate` is its factor from the chain rule. */
function vectorOf(
  path: TimedPath,
  write: 'position' | 'velocity' | 'acceleration',
  phase: number,
  t: number,
  rate = 1,
): Float64Array {
  const out = new Float64Array(path.nAxis)
  path[write](t, out, phase)
  for (let j = 0; j < path.nAxis; j++) out[j] *= rate
  return out
}

// Position, velocity and acceleration. Models that prescribe a motion differentiate the position twice: a
// derivativeFunction receives the arguments and then their derivatives. Only that of t is non-zero, and it is constant,
// because t is the time.
registerFunction(
  'vario_ptpPosition',
  (path: TimedPath, phase: number, t: number) => vectorOf(path, 'position', phase, t),
  { shape: 'vector', derivativeFunction: 'vario_ptpPositionRate' },
)
registerFunction(
  'vario_ptpPositionRate',
  (path: TimedPath, phase: number, t: number, _path: unknown, _phase: unknown, dt: number) =>
    vectorOf(path, 'velocity', phase, t, dt),
  { shape: 'vector', derivativeFunction: 'vario_ptpPositionSecondRate' },
)
registerFunction(
  'vario_ptpPositionSecondRate',
  (path: TimedPath, phase: number, t: number, _path: unknown, _phase: unknown, dt: number) =>
    vectorOf(path, 'acceleration', phase, t, dt * dt),
  { shape: 'vector' },
)
registerFunction(
  'vario_ptpVelocity',
  (path: TimedPath, phase: number, t: number) => vectorOf(path, 'velocity', phase, t),
  { shape: 'vector', derivativeFunction: 'vario_ptpVelocityRate' },
)
registerFunction(
  'vario_ptpVelocityRate',
  (path: TimedPath, phase: number, t: number, _path: unknown, _phase: unknown, dt: number) =>
    vectorOf(path, 'acceleration', phase, t, dt),
  { shape: 'vector' },
)
registerFunction(
  'vario_ptpAcceleration',
  (path: TimedPath, phase: number, t: number) => vectorOf(path, 'acceleration', phase, t),
  { shape: 'vector' },
)

/**
 * Reference signals of a synchronized point-to-point motion of several axes. points [m or rad], one row per point and
 * one column per axis; maximum velocity v_max and acceleration a_max per axis; startTime [s]. Outputs position,
 * velocity, acceleration, one element per axis: `servo.refLoadAngle = reference.position[1]`. The times at which
 * accelerations jump are time events.
 */
export const PtpReference = Model({
  points: Par([[0], [1]]),
  v_max: Par([1]),
  a_max: Par([1]),
  startTime: Par(0, 's'),
  path: Par(expr`vario_ptpPath(points, v_max, a_max, startTime)`),
  phase: Var(),
  next: Var({ start: NEVER, unit: 's' }),
  position: Var({ output: true }),
  velocity: Var({ output: true }),
  acceleration: Var({ output: true }),
  equations: equations`
    when initial() or time >= pre(next) then
      phase = vario_ptpPhase(path, time)
      next = vario_ptpPhaseEnd(path, phase)
    end when
    position = vario_ptpPosition(path, phase, time)
    velocity = vario_ptpVelocity(path, phase, time)
    acceleration = vario_ptpAcceleration(path, phase, time)
  `,
})

/**
 * Reference signals of a path that the parameter `path` holds: a `PtpPath`, `SplinePath` or `CartesianPath`, or a joint
 * path by `createDynamics`. Outputs position, velocity, acceleration, one element per axis. The times at which
 * accelerations jump are time events.
 */
export const PathReference = PtpReference.extend({
  ...{ points: null, v_max: null, a_max: null, startTime: null },
  path: Par<TimedPath | ExprNode>(expr`vario_missingPath()`),
})
