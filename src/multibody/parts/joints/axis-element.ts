import { PRISMATIC, REVOLUTE } from '../../../mechanics/index.ts'
import { Par, type ParNode } from '../../../model/index.ts'
import { type AxisValue, readStart, type Start } from '../../records/index.ts'

/** One degree of freedom, about or along an axis. */
export interface AxisElement {
  readonly kind: typeof REVOLUTE | typeof PRISMATIC
  /** Unit vector in the frame of obj1 at zero (3). */
  readonly axis: Float64Array
  /** Names of position and velocity, and their index if they are vectors; -1: scalars. */
  readonly position: string
  readonly velocity: string
  readonly index: number
  /** Unit of the position. */
  readonly unit: 'rad' | 'm'
  readonly positionStart: Start
  readonly velocityStart: Start
  /** Inertia of the rotor that moves with it [kg.m2, kg]. */
  readonly armature: number
  /** Number of the axis in its joint, translations first. */
  readonly order: number
  /** True if equations move it: its position and velocity are variables of the model. */
  readonly isFlange: boolean
}

const UNDRIVEN = { armature: 0, order: 0, isFlange: false }

/** Rotation about an axis: `phi` [rad], `w` [rad/s]. */
export function rotationAbout(axis: Float64Array, phi: Start, w: Start, index = -1): AxisElement {
  const names = { position: 'phi', velocity: 'w', unit: 'rad' } as const
  return { kind: REVOLUTE, axis, ...names, index, positionStart: phi, velocityStart: w, ...UNDRIVEN }
}

/** Translation along an axis: `s` [m], `v` [m/s]. */
export function translationAlong(axis: Float64Array, s: Start, v: Start, index = -1): AxisElement {
  const names = { position: 's', velocity: 'v', unit: 'm' } as const
  return { kind: PRISMATIC, axis, ...names, index, positionStart: s, velocityStart: v, ...UNDRIVEN }
}

/** Rotation about an axis, from the start values of a record. */
export function readRotationAbout(
  path: string,
  record: { readonly phi?: unknown; readonly w?: unknown },
  axis: Float64Array,
): AxisElement {
  return rotationAbout(axis, readStart(`${path}.phi`, record.phi), readStart(`${path}.w`, record.w))
}

/** Translation along an axis, from the start values of a record. */
export function readTranslationAlong(
  path: string,
  record: { readonly s?: unknown; readonly v?: unknown },
  axis: Float64Array,
): AxisElement {
  return translationAlong(axis, readStart(`${path}.s`, record.s), readStart(`${path}.v`, record.v))
}

/** A parameter that a text or a vector may replace: its default is neither, but a list with the name of the axis. */
export function createAxisParameter(axis: 'x' | 'y' | 'z'): ParNode<AxisValue | readonly ['x' | 'y' | 'z']> {
  return Par<AxisValue | readonly ['x' | 'y' | 'z']>([axis])
}
