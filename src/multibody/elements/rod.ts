import { assertOneOf, assertPositive } from '../../base/index.ts'
import { vec3Copy, vec3Normalize, vec3Scale, vec3Sub } from '../../math/index.ts'
import { DISTANCE } from '../../mechanics/index.ts'
import type { ParNode } from '../../model/index.ts'
import type { LineMass } from '../loops/index.ts'
import { createPart, type Frame, type NumberValue } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'
import { LineMasses, readLineMass } from './line-masses.ts'

/** Arguments of `Rod`. */
export interface RodArguments {
  /** Path of the first Object3D. */
  readonly obj1: string
  /** Path of the second Object3D. */
  readonly obj2: string
  /** Distance of the origins [m] (default: that of the initial configuration). */
  readonly length?: NumberValue
  /** [kg] (default 0) */
  readonly mass?: NumberValue
  /** Distribution of the mass: a thin, uniform rod (default), or a point in its middle. */
  readonly distribution?: 'uniform' | 'middle'
}

/** The record that `Rod` returns. */
export interface RodRecord extends RodArguments {
  readonly kind: 'Rod'
}

/**
 * Rod with a ball joint at each end: it keeps the distance of the origins of two Object3Ds, which joints or free motion
 * connect with the world. It removes one degree of freedom. Its rotation about its own axis is not modeled, so that it
 * needs no inertia there.
 *
 * Results: force [N], the tension; forceVector [N] on obj2, in the world. They do not include forces of the mass.
 */
export function Rod(args: RodArguments): ParNode<RodRecord> {
  return createPart<RodRecord>(rod, args)
}

class RodElement implements WorldElement {
  private readonly direction = new Float64Array(3)
  private readonly p = new Float64Array(3)
  /** null: the ends are at relative rest, and the force between them is undetermined. */
  private readonly results
  private readonly masses: LineMasses

  constructor(
    private readonly context: ElementContext,
    readonly frames: readonly [Frame, Frame],
    masses: readonly LineMass[],
    isFree: boolean,
  ) {
    this.masses = new LineMasses(frames, masses, context.gravity)
    this.results = isFree
      ? { force: context.result('force'), forceVector: context.result('forceVector') }
      : null
  }

  addForces(motion: WorldMotion): void {
    this.masses.addForces(motion)
  }

  potentialEnergy(motion: WorldMotion): number {
    return this.masses.potentialEnergy(motion)
  }

  kineticEnergy(motion: WorldMotion): number {
    return this.masses.kineticEnergy(motion)
  }

  addMomentum(motion: WorldMotion, out: Float64Array): void {
    this.masses.addMomentum(motion, out)
  }

  writeResults(motion: WorldMotion): void {
    const { direction, p, frames, results } = this
    if (results === null) return
    // a positive multiplier pushes the ends apart
    const tension = -this.context.multipliers[0]
    motion.position(frames[0], p)
    motion.position(frames[1], direction)
    vec3Sub(direction, 0, direction, 0, p, 0)
    vec3Normalize(direction, 0, direction, 0)
    results.force.values[0] = tension
    vec3Scale(p, 0, direction, 0, -tension)
    vec3Copy(results.forceVector.values, 0, p, 0)
  }
}

/** Replaces a uniform rod by three equivalent point masses: Simpson's rule is exact for squares of velocities. */
function distribute(path: string, record: RodRecord): LineMass[] {
  const mass = readLineMass(`${path}.mass`, record.mass)
  const { distribution = 'uniform' } = record
  assertOneOf(`${path}.distribution`, distribution, ['uniform', 'middle'])
  if (mass === 0) return []
  if (distribution === 'middle') return [{ fraction: 0.5, mass }]
  return [
    { fraction: 0, mass: mass / 6 },
    { fraction: 0.5, mass: (2 / 3) * mass },
    { fraction: 1, mass: mass / 6 },
  ]
}

export const rod: ElementDefinition<RodRecord> = {
  kind: 'Rod',
  keys: { obj1: null, obj2: null, length: 'm', mass: 'kg', distribution: null },
  required: ['obj1', 'obj2'],
  results: {
    force: { unit: 'N', needs: 'acceleration' },
    forceVector: { unit: 'N', size: [3], needs: 'acceleration' },
  },
  constrain(record, context) {
    const { path } = context
    const frames = [context.frame('obj1', record.obj1), context.frame('obj2', record.obj2)] as const
    const isFree = context.areApart(frames, 'obj2', record.obj2)
    if (record.length !== undefined) assertPositive(`${path}.length`, record.length)
    const length = (record.length as number | undefined) ?? null
    return { frames, ...(isFree && { rows: [{ kind: DISTANCE, length }] }), masses: distribute(path, record) }
  },
  create(record, context) {
    const frames = [context.frame('obj1', record.obj1), context.frame('obj2', record.obj2)] as const
    const isFree = context.areApart(frames, 'obj2', record.obj2)
    return new RodElement(context, frames, distribute(context.path, record), isFree)
  },
}
