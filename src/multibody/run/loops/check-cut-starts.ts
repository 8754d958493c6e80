import { VarioError } from '../../../base/index.ts'
import { isAxisElement } from '../../parts/index.ts'
import type { CutJoint } from './cut-joint.ts'

/** Start values of cut joints may differ by this from what the loops make of them [rad, m], and relative to velocities. */
const ALLOWED = 1e-6

/**
 * Where all joints of a loop have start values, one of these joints is cut: what it is given must be what the others make of
 * it. After the loops have been closed.
 */
export function checkCutStarts(cuts: readonly CutJoint[]): void {
  for (const cut of cuts) {
    for (const element of cut.joint.motion!.elements) {
      if (!isAxisElement(element)) continue
      const { position, velocity, unit, index, positionStart, velocityStart } = element
      const [q, v] = cut.readAxis(position, index)
      const place = index < 0 ? '' : `[${index + 1}]`
      if (positionStart.isGiven && Math.abs(q - positionStart.value) > ALLOWED)
        throw contradiction(cut, `${position}${place}`, positionStart.value, q, unit)
      if (velocityStart.isGiven && Math.abs(v - velocityStart.value) > ALLOWED * Math.max(1, Math.abs(v)))
        throw contradiction(cut, `${velocity}${place}`, velocityStart.value, v, `${unit}/s`)
    }
  }
}

function contradiction(
  { joint }: CutJoint,
  name: string,
  given: number,
  found: number,
  unit: string,
): VarioError {
  return new VarioError(
    'MULTIBODY',
    `${joint.fullPath}.${name}: the start value ${given} ${unit} contradicts those of the other joints of its closed loop, ` +
      `which make it ${found} ${unit}. Leave it out, correct it, or make it a guess: { start: … }.`,
    { joint: joint.fullPath, given, found },
  )
}
