/** Generalized forces of joints without flange: numbers in their records, or expressions of variables. */
import type { KeyContent, NumberValue, TaggedRecord, VectorValue } from '../../records/index.ts'

/** Forces along or about the only axis of a joint. */
export interface AxisForceArguments {
  /** Damping [N.m.s/rad, N.s/m], spring [N.m/rad, N/m], and its rest position [rad, m] (default 0). */
  readonly damping?: NumberValue
  readonly stiffness?: NumberValue
  readonly rest?: NumberValue
}

/** Forces along and about several axes, in the order of the states: translations first. */
export interface AxesForceArguments {
  /** Damping [N.s/m, N.m.s/rad], springs [N/m, N.m/rad], and their rest positions [m, rad] (default 0). */
  readonly damping?: VectorValue
  readonly stiffness?: VectorValue
  readonly rest?: VectorValue
}

/** Keys that all joints with axes have. */
export type AxisForces = keyof AxisForceArguments

/** The axes of a kind of joint: numbers of translations and rotations. */
export interface JointAxes {
  readonly translations: number
  readonly rotations: number
}

/** A key that is a number or a list. */
interface ForceKey {
  readonly unit: string
  readonly size: readonly number[]
  readonly isNonlinear?: boolean
}

/** All keys of the forces of a joint with these axes. */
export function listForceKeys({ translations, rotations }: JointAxes): Readonly<Record<string, ForceKey>> {
  const sizeOf = (n: number): readonly number[] => (n === 1 ? [] : [n])
  const n = translations + rotations
  const unitOf = (ofTranslation: string, ofRotation: string): string =>
    rotations === 0 ? ofTranslation : translations === 0 ? ofRotation : ''
  return {
    ...(translations > 0 && { f: { unit: 'N', size: sizeOf(translations) } }),
    ...(rotations > 0 && { tau: { unit: 'N.m', size: sizeOf(rotations) } }),
    damping: { unit: unitOf('N.s/m', 'N.m.s/rad'), size: sizeOf(n) },
    stiffness: { unit: unitOf('N/m', 'N.m/rad'), size: sizeOf(n) },
    rest: { unit: unitOf('m', 'rad'), size: sizeOf(n), isNonlinear: true },
  }
}

/** The same as contents of record keys. */
export function forceContents<K extends string>(axes: JointAxes): Readonly<Record<K, KeyContent>> {
  const entries = Object.entries(listForceKeys(axes)).map(([key, { unit }]) => [key, unit || null])
  return Object.fromEntries(entries) as Readonly<Record<K, KeyContent>>
}

/** True if a record of a joint with axes has forces: it then has to be in the tree. */
export function hasAxisForces(record: TaggedRecord): boolean {
  const keys: readonly string[] = ['f', 'tau', 'damping', 'stiffness']
  return Object.keys(record).some((key) => keys.includes(key))
}
