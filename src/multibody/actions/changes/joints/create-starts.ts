import { cardan123FromRotation, mat3MulTransposeA, rotationToAxisAngle } from '../../../../math/index.ts'
import { FREE } from '../../../../mechanics/index.ts'
import {
  isAxisElement,
  type JointElement,
  type OrientationStart,
  type RotationElement,
} from '../../../parts/joints/index.ts'
import type { JointNode } from '../../../structure/index.ts'
import { createOrientation } from '../../../world/states/index.ts'
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
      resumed: isSame(resumed, element, X_1F.R) ? resumed : null,
      angularVelocity: velocities.slice(0, 3),
      isResolvedInParent: true,
      translation: X_1F.p.slice(),
      velocity: element.kind === FREE ? velocities.slice(3) : new Float64Array(3),
    }
  })
  return { ...joint, startsInMotion: true, motion: { ...motion, elements } }
}

/** True if states describe the orientation of an element. */
function isSame(states: OrientationStart | null, { orientation }: RotationElement, R: Float64Array): boolean {
  if (states === null || (states.values.length === 4) !== (orientation === 'quaternion')) return false
  const given = new Float64Array(9)
  createOrientation(orientation, states.values, states).toRotation(states.values, given, 0)
  mat3MulTransposeA(given, 0, given.slice(), 0, R, 0)
  return rotationToAxisAngle(new Float64Array(3), 0, given, 0) < ROUNDING
}
