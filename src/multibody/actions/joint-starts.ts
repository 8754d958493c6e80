/** Start values of a changed joint. Those in its record choose turns, and must agree with the present motion. */
import {
  cardan123FromRotation,
  cardan123ToRotation,
  mat3MulTransposeA,
  rotationToAxisAngle,
} from '../../math/index.ts'
import { FREE } from '../../mechanics/index.ts'
import {
  type AxisElement,
  isAxisElement,
  type JointElement,
  type JointRecord,
  type OrientationStart,
  type RotationElement,
} from '../parts/joints/index.ts'
import type { JointNode } from '../structure/index.ts'
import { createOrientation } from '../world/index.ts'
import type { ChangeContext } from './change-context.ts'
import type { JointFit } from './fit-joint.ts'

/** Angle between orientations that are equal up to rounding [rad]. */
const ROUNDING = 1e-12

/**
 * The joint with start values from the fit: positions, and velocities of its degrees of freedom. An orientation
 * continues with the states `resumed` of the old joint, if they describe it.
 */
export function createStarts(
  joint: JointNode,
  { positions, X_1F }: JointFit,
  { velocities }: { readonly velocities: Float64Array },
  resumed: OrientationStart | null,
): JointNode {
  const { motion } = joint
  if (motion === null) return joint
  const elements = motion.elements.map((element, k): JointElement => {
    if (isAxisElement(element))
      return {
        ...element,
        positionStart: { ...element.positionStart, value: positions[k] },
        velocityStart: { ...element.velocityStart, value: velocities[k] },
      }
    const rotation = new Float64Array(3)
    cardan123FromRotation(rotation, 0, X_1F.R, 0)
    return {
      ...element,
      rotation,
      resumed: isSameOrientation(resumed, element, X_1F.R) ? resumed : null,
      angularVelocity: velocities.slice(0, 3),
      isResolvedInParent: true,
      translation: X_1F.p.slice(),
      velocity: element.kind === FREE ? velocities.slice(3) : new Float64Array(3),
    }
  })
  return { ...joint, startsInMotion: true, motion: { ...motion, elements } }
}

/** True if states describe the orientation of an element. */
function isSameOrientation(
  states: OrientationStart | null,
  { orientation }: RotationElement,
  R: Float64Array,
): boolean {
  if (states === null || (states.values.length === 4) !== (orientation === 'quaternion')) return false
  const given = new Float64Array(9)
  createOrientation(orientation, states.values, states).toRotation(states.values, given, 0)
  mat3MulTransposeA(given, 0, given.slice(), 0, R, 0)
  return rotationToAxisAngle(new Float64Array(3), 0, given, 0) < ROUNDING
}

/** True if a record gives a start value, and not only its nominal value. */
function isGiven(record: JointRecord, key: string): boolean {
  const value = (record as unknown as Readonly<Record<string, unknown>>)[key]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value !== undefined
  return ArrayBuffer.isView(value) || 'init' in value
}

/** Start positions of the search: given values, else those of the old joint under the same name, else zero. */
export function valuesOfJoint(
  context: ChangeContext,
  old: JointNode,
  record: JointRecord,
  elements: readonly JointElement[],
): number[] {
  const isSame = (a: JointElement, b: AxisElement): a is AxisElement =>
    isAxisElement(a) && a.position === b.position && a.index === b.index
  return elements.filter(isAxisElement).map((element) => {
    if (isGiven(record, element.position)) return element.positionStart.value
    const present = old.motion?.elements.find((other) => isSame(other, element))
    if (present !== undefined) return context.position(old, element) ?? 0
    const locked = old.locked?.motion?.elements.find((other) => isSame(other, element))
    return locked !== undefined && isAxisElement(locked) ? locked.positionStart.value : 0
  })
}

/** Difference of a given value from the present one. */
interface Difference {
  readonly key: string
  readonly unit: string
  readonly difference: number
}

/**
 * Asserts that given start values agree with the present motion, up to the limits of locks: joints do not jump.
 *
 * @param speed of the objects [m/s]
 */
export function assertStarts(
  context: ChangeContext,
  record: JointRecord,
  draft: JointNode,
  started: JointNode,
  speed: number,
): void {
  const { limits, world } = context
  const allowed: Readonly<Record<string, number>> = {
    m: limits.distance,
    rad: limits.distance / world.length,
    'm/s': limits.velocity + limits.relative * speed,
    'rad/s': limits.angularVelocity + (limits.relative * speed) / world.length,
  }
  const found = started.motion?.elements ?? []
  const differences = (draft.motion?.elements ?? []).flatMap((element, k) =>
    isAxisElement(element)
      ? compareAxis(element, found[k] as AxisElement)
      : compareRotation(element, found[k] as RotationElement),
  )
  for (const { key, unit, difference } of differences) {
    if (!isGiven(record, key) || difference <= allowed[unit]) continue
    throw context.error(
      `${draft.fullPath}.${key}: expected the present value, got one that differs by ` +
        `${difference.toPrecision(3)} ${unit} (allowed: ${allowed[unit].toPrecision(3)}). Objects keep their poses and ` +
        'velocities: omit it.',
      { joint: draft.fullPath, key, difference, allowed: allowed[unit] },
    )
  }
}

function compareAxis(given: AxisElement, found: AxisElement): Difference[] {
  const { position, velocity, unit } = given
  return [
    { key: position, unit, difference: Math.abs(given.positionStart.value - found.positionStart.value) },
    {
      key: velocity,
      unit: `${unit}/s`,
      difference: Math.abs(given.velocityStart.value - found.velocityStart.value),
    },
  ]
}

function compareRotation(given: RotationElement, found: RotationElement): Difference[] {
  const between = (key: 'translation' | 'velocity' | 'angularVelocity'): number =>
    Math.hypot(...given[key].map((x, i) => x - found[key][i]))
  const [A, B, C] = [0, 1, 2].map(() => new Float64Array(9))
  cardan123ToRotation(A, 0, given.rotation, 0)
  cardan123ToRotation(B, 0, found.rotation, 0)
  mat3MulTransposeA(C, 0, A, 0, B, 0)
  return [
    { key: 'rotation', unit: 'rad', difference: rotationToAxisAngle(new Float64Array(3), 0, C, 0) },
    { key: 'angularVelocity', unit: 'rad/s', difference: between('angularVelocity') },
    ...(given.kind === FREE
      ? [
          { key: 'translation', unit: 'm', difference: between('translation') },
          { key: 'velocity', unit: 'm/s', difference: between('velocity') },
        ]
      : []),
  ]
}
