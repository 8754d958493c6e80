import type { SegmentContext, VariantResult } from '../../simulation/index.ts'
import { isAxisElement } from '../parts/index.ts'
import type { JointNode } from '../structure/index.ts'

/** Joints that are locked have no states, but their values stay in the results, under the same names. */
export function declareLockedJoints(segment: SegmentContext, joints: readonly JointNode[]): void {
  for (const { resultPath: path, locked } of joints) {
    const elements = locked?.motion?.elements ?? []
    const declared = new Map<string, VariantResult>()
    const declare = (name: string, unit: string, value: number, index: number, n: number): void => {
      const result = declared.get(name) ?? segment.result(`${path}.${name}`, { unit, size: n < 0 ? [] : [n] })
      declared.set(name, result)
      result.values[Math.max(0, index)] = value
    }
    for (const element of elements) {
      if (isAxisElement(element)) {
        const { position, velocity, unit, index, positionStart, velocityStart } = element
        const n = index < 0 ? -1 : elements.filter((e) => isAxisElement(e) && e.position === position).length
        declare(position, unit, positionStart.value, index, n)
        declare(velocity, `${unit}/s`, velocityStart.value, index, n)
      } else if (element.orientation === 'cardan') {
        element.rotation.forEach((value, i) => {
          declare('rotation', 'rad', value, i, 3)
        })
        element.angularVelocity.forEach((value, i) => {
          declare('angularVelocity', 'rad/s', value, i, 3)
        })
      }
    }
  }
}
