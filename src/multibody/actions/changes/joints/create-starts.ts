import { cardan123FromRotation } from '../../../../math/index.ts'
import { FREE } from '../../../../mechanics/index.ts'
import { isAxisElement, type JointElement } from '../../../parts/index.ts'
import type { JointNode } from '../../../structure/index.ts'
import type { JointFit } from './fit-joint.ts'

/** The joint with the start values that fit: positions, and velocities of its degrees of freedom. */
export function createStarts(
  joint: JointNode,
  { positions, X_1F }: JointFit,
  { velocities }: { readonly velocities: Float64Array },
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
      angularVelocity: velocities.slice(0, 3),
      isResolvedInParent: true,
      translation: X_1F.p.slice(),
      velocity: element.kind === FREE ? velocities.slice(3) : new Float64Array(3),
    }
  })
  return { ...joint, motion: { ...motion, elements } }
}
