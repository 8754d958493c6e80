import type { SceneLine } from '../../animation/index.ts'
import { InputError } from '../../base/index.ts'
import { findVisualMaterial } from '../../materials/index.ts'
import { vec3Copy, vec3Dot, vec3Normalize, vec3Sub } from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import { isObject3DRecord, type Part } from '../parts/index.ts'
import { createPart, type Frame, type NumberValue, readNumber } from '../records/index.ts'
import { findObject } from '../structure/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'
import { Law, type LawValue } from './force-law.ts'

/** Elongation beyond which it changes between taut and slack, relative to its slack length: far below any error. */
const CLEARANCE = 1e-12

/** Look of cords: dark red. */
const CORD = { color: '#9c2f2a', reflectsLight: false } as const

/** Arguments of `Tendon`. Tension, slack length and coefficients may be expressions of variables of the equations. */
export interface TendonArguments {
  /** Paths of at least two Object3Ds, through whose origins it passes in this order, in straight lines. */
  readonly points: readonly string[]
  /** Tension besides that of the laws [N] (default 0): of a muscle or a winch. A negative one pushes. */
  readonly tension?: NumberValue
  /** Length up to which it is slack: the laws give no tension [m] (default 0). */
  readonly slackLength?: NumberValue
  /** Coefficient [N/m], or function of the elongation [m] that returns the tension [N] (default 0). */
  readonly springForceLaw?: LawValue
  /** Coefficient [N.s/m], or function of the speed [m/s] that returns the tension [N] (default 0). */
  readonly damperForceLaw?: LawValue
}

/** The record that `Tendon` returns. */
export interface TendonRecord extends TendonArguments {
  readonly kind: 'Tendon'
}

/**
 * A cord through points of several objects, which it passes without friction: its tension is the same everywhere. It
 * has no mass. While it is longer than its slack length, it pulls by a spring and a damper, which never push. Its
 * beginning and end of pulling are events.
 *
 * Results: length [m], speed [m/s], its derivative; force [N], the whole tension.
 */
export function Tendon(args: TendonArguments): ParNode<TendonRecord> {
  return createPart<TendonRecord>(tendon, args)
}

/**
 * With the unit vectors e_k from point k to point k + 1: L = Σ |p_k+1 - p_k|, L' = Σ e_k·(v_k+1 - v_k), and the force
 * T (e_k - e_k-1) on the object of point k, so that the power of all forces is -T L'.
 */
class TendonElement implements WorldElement {
  private readonly p: Float64Array
  private readonly v = new Float64Array(3)
  private readonly before = new Float64Array(3)
  private readonly e = new Float64Array(3)
  private readonly force = new Float64Array(3)
  private length = 0.1
  private speed = 0.1
  private total = 0.1
  /** True while the laws act. */
  private isTaut = false
  private readonly results
  readonly userFunctions?: NonNullable<WorldElement['userFunctions']>

  constructor(
    context: ElementContext,
    readonly frames: readonly Frame[],
    /** Numbers, updated in place if they are signals (1). */
    private readonly tension: Float64Array,
    private readonly slackLength: Float64Array,
    private readonly spring: Law,
    private readonly damper: Law,
  ) {
    this.p = new Float64Array(3 * frames.length)
    if (spring.isFunction || damper.isFunction) this.userFunctions = { path: context.path, frames }
    this.results = {
      length: context.result('length'),
      speed: context.result('speed'),
      force: context.result('force'),
    }
  }

  addForces(motion: WorldMotion): void {
    this.update(motion)
    const { frames, p, e, force, total } = this
    for (let k = 0; k + 1 < frames.length; k++) {
      this.direct(k)
      for (let i = 0; i < 3; i++) force[i] = total * e[i]
      motion.applyForceAt(frames[k], p, 3 * k, force, 0, 1)
      motion.applyForceAt(frames[k + 1], p, 3 * k + 3, force, 0, -1)
    }
  }

  /** Positive while it stays taut, or slack. */
  margin(motion: WorldMotion): number {
    this.update(motion)
    const elongation = this.length - this.slackLength[0]
    return (this.isTaut ? elongation : -elongation) + CLEARANCE * this.slackLength[0]
  }

  onEvent(motion: WorldMotion): void {
    this.update(motion)
    this.isTaut = this.length > this.slackLength[0]
  }

  potentialEnergy(motion: WorldMotion): number {
    this.update(motion)
    return this.isTaut ? this.spring.energy(this.length - this.slackLength[0]) : 0
  }

  writeResults(motion: WorldMotion): void {
    this.update(motion)
    this.results.length.values[0] = this.length
    this.results.speed.values[0] = this.speed
    this.results.force.values[0] = this.total
  }

  private update(motion: WorldMotion): void {
    const { frames, p, v, before, e } = this
    for (let k = 0; k < frames.length; k++) motion.position(frames[k], p, 3 * k)
    this.length = 0
    this.speed = 0
    motion.velocity(frames[0], before)
    for (let k = 0; k + 1 < frames.length; k++) {
      this.length += this.direct(k)
      motion.velocity(frames[k + 1], v)
      this.speed += vec3Dot(v, 0, e, 0) - vec3Dot(before, 0, e, 0)
      vec3Copy(before, 0, v, 0)
    }
    this.total = this.tension[0]
    if (!this.isTaut) return
    const elongation = this.length - this.slackLength[0]
    this.total += Math.max(0, this.spring.at(elongation) + this.damper.at(this.speed))
  }

  /** Computes the direction of piece k, zero if its ends coincide. Returns its length [m]. */
  private direct(k: number): number {
    vec3Sub(this.e, 0, this.p, 3 * k + 3, this.p, 3 * k)
    return vec3Normalize(this.e, 0, this.e, 0)
  }
}

export const tendon: ElementDefinition<TendonRecord> = {
  kind: 'Tendon',
  keys: { points: null, tension: 'N', slackLength: 'm', springForceLaw: 'N/m', damperForceLaw: 'N.s/m' },
  required: [],
  results: {
    length: { unit: 'm', needs: 'position', rate: 'speed' },
    speed: { unit: 'm/s', needs: 'velocity' },
    force: { unit: 'N', needs: 'velocity' },
  },
  signals: {
    tension: { unit: 'N' },
    slackLength: { unit: 'm', isNonlinear: true },
    springForceLaw: { unit: 'N/m', isNonlinear: true },
    damperForceLaw: { unit: 'N.s/m', isNonlinear: true },
  },
  signalResults: ['force'],
  create(record, context) {
    const { path } = context
    const { points } = record
    if (!Array.isArray(points) || points.length < 2)
      throw new InputError(`${path}.points`, 'a list with the paths of at least two Object3Ds', points)
    const frames = points.map((point: unknown, k): Frame => {
      if (typeof point !== 'string') throw new InputError(`${path}.points[${k + 1}]`, 'a path', point)
      return context.frame(`points[${k + 1}]`, point)
    })
    const read = (key: 'tension' | 'slackLength'): Float64Array =>
      context.signal(key) ?? Float64Array.of(readNumber(`${path}.${key}`, record[key], 0))
    const law = (key: 'springForceLaw' | 'damperForceLaw'): Law =>
      Law.read(`${path}.${key}`, record[key], context.signal(key))
    return new TendonElement(
      context,
      frames,
      read('tension'),
      read('slackLength'),
      law('springForceLaw'),
      law('damperForceLaw'),
    )
  },
}

/** The cords of all tendons, as lines to draw. */
export function listTendonLines(parts: readonly Part[]): SceneLine[] {
  const objects = new Map(
    parts.filter(({ record }) => isObject3DRecord(record)).map((part) => [part.path, part]),
  )
  return parts.flatMap((part): SceneLine[] => {
    if (part.record.kind !== tendon.kind) return []
    const { points } = part.record as TendonRecord
    return [
      {
        path: part.fullPath,
        points: points.map((point, k) => findObject(objects, part, `points[${k + 1}]`, point).fullPath),
        material: findVisualMaterial(part.fullPath, {}, CORD),
      },
    ]
  })
}
