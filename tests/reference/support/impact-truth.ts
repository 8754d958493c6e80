/**
 * Impacts of mechanisms, from an independent computation in absolute coordinates at 1e-13. SI units, axes of the world. At
 * t = 0 all bodies are parallel to the world, with their origins in their centers of mass.
 */
import { readTruth } from '../../support/read-truth.ts'
import type { TruthBody, TruthJoint } from './structure-truth.ts'

/** A point of a body that stays on one side of a plane: n·r >= d. */
export interface TruthContact {
  readonly body: string
  readonly point: readonly number[]
  readonly n: readonly number[]
  readonly d: number
  readonly restitution: number
}

/** An impact: velocity along the normal before, impulse, kinetic energy before and after; phi and w of joints after. */
export interface TruthImpact {
  readonly t: number
  readonly velocity: number
  readonly impulse: number
  readonly energy: readonly [number, number]
  readonly joints: Readonly<Record<string, readonly [number, number]>>
}

export interface ImpactTruth {
  readonly gravity: readonly number[]
  readonly bodies: readonly TruthBody[]
  readonly joints: readonly TruthJoint[]
  readonly contact: TruthContact
  readonly impacts: readonly TruthImpact[]
}

export const IMPACT_TRUTH = readTruth<Readonly<Record<string, ImpactTruth>>>(
  new URL('impact-truth.json', import.meta.url),
)
