/** Reference signals controlled by commands of an action program. */
import { assertInteger, VarioError } from '../../base/index.ts'
import { type BuildResult, equations, expr, Model, Par, registerFunction, Var } from '../../model/index.ts'
import type { ComponentEvent, ComponentMemory, SegmentContext } from '../../simulation/index.ts'
import { PtpPath, readLimits, readNumbers } from '../paths/index.ts'

/** Times within this tolerance are equal (relative to 1 s and more): the tolerance of time events. */
const TIME_TOLERANCE = 1e-10

/** Options of `addReferencePath`: position and limits of a reference path from now on. */
export interface ReferencePathOptions {
  /** Position of each axis [m or rad] (n; default: unchanged). */
  readonly position?: ArrayLike<number>
  /** Maximum velocity of each axis [m/s or rad/s] (n; default: unchanged). */
  readonly v_max?: ArrayLike<number>
  /** Maximum acceleration of each axis [m/s2 or rad/s2] (n; default: unchanged). */
  readonly a_max?: ArrayLike<number>
}

/**
 * The motion in progress. Between events its signals are those of one phase of the path, extrapolated outside of its
 * interval, so that solvers see no jumps.
 */
export class ReferencePathMemory implements ComponentMemory {
  private name = ''
  private motion: PtpPath | null = null
  private phase = 0
  /** Maximum velocities and accelerations (n). */
  private limits: Record<'v_max' | 'a_max', Float64Array> = {
    v_max: new Float64Array(0),
    a_max: new Float64Array(0),
  }
  /** True if equations differentiate the position: the path prescribes a motion. */
  private isPrescribing = false
  /** Results of the functions (n). */
  private readonly out: Record<Signal, Float64Array> = {
    position: new Float64Array(0),
    velocity: new Float64Array(0),
    acceleration: new Float64Array(0),
  }

  initSegment(segment: SegmentContext): void {
    if (!segment.isFirst) return
    this.name = segment.path === '' ? 'ReferencePath' : segment.path
    const n = segment.number('n')
    assertInteger(`${this.name}.n`, n, 1)
    this.isPrescribing = false
    this.out.position = new Float64Array(n)
    this.out.velocity = new Float64Array(n)
    this.out.acceleration = new Float64Array(n)
    this.limits = {
      v_max: readLimits(`${this.name}.v_max`, segment.vector('v_max'), n),
      a_max: readLimits(`${this.name}.a_max`, segment.vector('a_max'), n),
    }
    this.rest(readNumbers(`${this.name}.start`, segment.vector('start'), n), segment.time)
  }

  /** Applies the options of `addReferencePath` at the time `t` [s]. The path is at rest. */
  set({ position, v_max, a_max }: ReferencePathOptions, t: number): void {
    const { name, n } = this
    this.assertAtRest('addReferencePath', t)
    if (v_max !== undefined) this.limits.v_max = readLimits(`${name}.v_max`, v_max, n)
    if (a_max !== undefined) this.limits.a_max = readLimits(`${name}.a_max`, a_max, n)
    if (position === undefined) return
    const target = readNumbers(`${name}.position`, position, n)
    const jumps = this.present(t).some((value, j) => value !== target[j])
    if (jumps && this.isPrescribing)
      throw new VarioError(
        'ACTION',
        `addReferencePath at ${t} s: expected the present position of ${name}, which prescribes a motion in equations, ` +
          `got another one. ` +
          'Set its initial position by the parameter start.',
      )
    this.rest(target, t)
  }

  /**
   * Starts a motion through `points` from the position of the path at the time `t` [s]. Returns its end [s]. The path
   * is at rest.
   */
  move(points: readonly ArrayLike<number>[], t: number): number {
    const { name, n } = this
    this.assertAtRest('ptpJointSpace', t)
    const checked = points.map((point, i) => readNumbers(`${name}.points[${i + 1}]`, point, n))
    this.motion = new PtpPath({ points: [this.present(t), ...checked], ...this.limits, startTime: t }, name)
    this.phase = this.phaseAt(t)
    return this.motion.endTime
  }

  /** A signal at the time `t` [s], times `rate`. */
  read(signal: Signal, t: number, rate = 1): Float64Array {
    const out = this.out[signal]
    this.motion?.[signal](t, out, this.phase)
    if (rate !== 1) for (let j = 0; j < out.length; j++) out[j] *= rate
    return out
  }

  /** Reads the derivative of a signal, and records that the path prescribes a motion. */
  readRate(signal: Signal, t: number, rate: number): Float64Array {
    this.isPrescribing = true
    return this.read(signal, t, rate)
  }

  nextEvent(): number {
    return this.motion?.switchingTimes[this.phase] ?? Number.POSITIVE_INFINITY
  }

  onEvent(event: ComponentEvent): void {
    const phase = this.phaseAt(event.time)
    if (phase === this.phase) return
    this.phase = phase
    event.repeat()
  }

  private get n(): number {
    return this.out.position.length
  }

  /** Number of the phase at an event. */
  private phaseAt(t: number): number {
    return this.motion!.phaseAt(t + TIME_TOLERANCE * Math.max(1, Math.abs(t)))
  }

  /** Stays at a position from `t` on. */
  private rest(position: Float64Array, t: number): void {
    this.motion = new PtpPath({ points: [position], ...this.limits, startTime: t }, this.name)
    this.phase = this.phaseAt(t)
  }

  /** The position of the path at an event. */
  present(t: number): Float64Array {
    const position = new Float64Array(this.n)
    this.motion!.position(t, position, this.phaseAt(t))
    return position
  }

  private assertAtRest(command: string, t: number): void {
    const { endTime, switchingTimes } = this.motion!
    if (this.phaseAt(t) === switchingTimes.length) return
    throw new VarioError(
      'ACTION',
      `${command} at ${t} s: expected ${this.name} at rest, but it moves until ${endTime} s. Wait for the end of this motion.`,
    )
  }
}

type Signal = 'position' | 'velocity' | 'acceleration'

/** A function of the equations that reads a signal; `rates` are its derivatives with respect to time. */
function signalOf(signal: Signal, rates: readonly Signal[]): object {
  return {
    name: signal,
    evaluate(this: ReferencePathMemory, t: number) {
      return this.read(signal, t)
    },
    shape: 'vector',
    ...rateOf(signal, rates, 1),
  }
}

/** The derivative function number `k`: its arguments are the time and the constant derivative of the time. */
function rateOf(signal: Signal, [rate, ...others]: readonly Signal[], k: number): object {
  if (rate === undefined) return {}
  const evaluate = function (this: ReferencePathMemory, t: number, dt: number) {
    return this.readRate(rate, t, dt ** k)
  }
  return {
    derivativeFunction: {
      name: `${signal}Rate${k}`,
      evaluate,
      shape: 'vector',
      ...rateOf(signal, others, k + 1),
    },
  }
}

const buildReferencePath = registerFunction(
  'ReferencePath',
  (): BuildResult => ({
    memory: () => new ReferencePathMemory(),
    model: {
      equations: equations`
        position = ${signalOf('position', ['velocity', 'acceleration'])}(time)
        velocity = ${signalOf('velocity', ['acceleration'])}(time)
        acceleration = ${signalOf('acceleration', [])}(time)
      `,
    },
  }),
)

/**
 * Synchronized reference signals of several axes, controlled by the commands `addReferencePath` and `ptpJointSpace` of
 * an action program: `yield act.ptpJointSpace('path', [[1, 0.5], [0, 0]])`. n axes; initially they rest at `start` [m
 * or rad]; v_max and a_max are the maximum velocity and acceleration per axis [m/s or rad/s, m/s2 or rad/s2]. Outputs
 * position, velocity, acceleration, one element per axis. The times at which accelerations jump are time events.
 */
export const ReferencePath = Model({
  n: Par(1),
  start: Par(expr`zeros(n)`),
  v_max: Par(expr`ones(n)`),
  a_max: Par(expr`ones(n)`),
  position: Var({ output: true }),
  velocity: Var({ output: true }),
  acceleration: Var({ output: true }),
  build: buildReferencePath,
})
