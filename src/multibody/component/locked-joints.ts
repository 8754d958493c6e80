import { FREE } from '../../mechanics/index.ts'
import type { SegmentContext } from '../../simulation/index.ts'
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import type { JointNode } from '../structure/index.ts'
import { createOrientation } from '../world/index.ts'

/** A constant value. */
interface Standing {
  readonly name: string
  readonly unit: string
  /** Several values: a vector, unless it is a scalar. */
  readonly values: ArrayLike<number>
  readonly isScalar?: boolean
}

/** Locked joints have no states, but their constant values stay in the results, under the same names. */
export function declareLockedJoints(segment: SegmentContext, joints: readonly JointNode[]): void {
  for (const { resultPath, locked } of joints) {
    if (locked === null) continue
    for (const { name, unit, values, isScalar } of listStanding(locked.motion?.elements ?? [])) {
      const size = isScalar ? [] : [values.length]
      segment.result(`${resultPath}.${name}`, { unit, size }).values.set(values)
    }
  }
}

function listStanding(elements: readonly JointElement[]): Standing[] {
  const axes = elements.filter(isAxisElement)
  const names = [...new Set(axes.map(({ position }) => position))]
  const standing = names.flatMap((name): Standing[] => {
    const group = axes.filter(({ position }) => position === name).sort((a, b) => a.index - b.index)
    const { velocity, unit, index } = group[0]
    const isScalar = index < 0
    return [
      { name, unit, values: group.map(({ positionStart }) => positionStart.value), isScalar },
      {
        name: velocity,
        unit: `${unit}/s`,
        values: group.map(({ velocityStart }) => velocityStart.value),
        isScalar,
      },
    ]
  })
  return [...standing, ...elements.flatMap(listOrientation)]
}

function listOrientation(element: JointElement): Standing[] {
  if (isAxisElement(element)) return []
  const { angularVelocity, translation, velocity } = element
  const { name, unit, start, isXYZ } = createOrientation(
    element.orientation,
    element.rotation,
    element.resumed,
  )
  return [
    { name, unit, values: start },
    { name: 'angularVelocity', unit: 'rad/s', values: angularVelocity },
    ...(element.kind === FREE
      ? [
          { name: 'translation', unit: 'm', values: translation },
          { name: 'velocity', unit: 'm/s', values: velocity },
        ]
      : []),
    ...(name === 'rotation' ? [{ name: 'rotationXYZ', unit: '', values: [isXYZ], isScalar: true }] : []),
  ]
}
