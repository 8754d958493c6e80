/** A cut joint, for results and programs: it has no states, but its values have the names that states would have. */

import type { SegmentContext, VariantResult } from '../../simulation/index.ts'
import { type AxisElement, isAxisElement, type RotationElement } from '../parts/joints/index.ts'
import { composePoses, type Frame, invertPose } from '../records/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import { type JointValues, RelativeMotion, type World, type WorldMotion } from '../world/index.ts'
import { CutAxes } from './cut-axes.ts'
import { CutRotation } from './cut-rotation.ts'
import { RelativeAcceleration } from './relative-acceleration.ts'

/** A result value. */
interface Written {
  readonly result: VariantResult
  readonly index: number
  readonly from: ArrayLike<number>
  readonly place: number
}

export class CutJoint implements JointValues {
  private readonly relative: RelativeMotion
  private readonly acceleration: RelativeAcceleration
  private readonly axes: CutAxes | null
  readonly rotation: CutRotation | null
  private readonly isXYZ: VariantResult | null = null
  private readonly written: Written[] = []

  constructor(
    segment: SegmentContext,
    readonly joint: JointNode,
    { frames }: Grouping,
  ) {
    const { elements } = joint.motion!
    this.relative = createCutMotion(joint, frames)
    this.acceleration = new RelativeAcceleration(this.relative)
    const axes = elements.filter(isAxisElement)
    this.axes = axes.length > 0 ? new CutAxes(axes) : null
    this.rotation = axes.length > 0 ? null : new CutRotation(elements[0] as RotationElement)
    if (this.axes !== null) this.declareAxes(segment, axes, this.axes)
    if (this.rotation === null) return
    this.declareRotation(segment, this.rotation)
    if (this.rotation.name === 'rotation')
      this.isXYZ = segment.result(`${joint.resultPath}.rotationXYZ`, { info: '1: sequence x-y-z, 0: x-z-y' })
  }

  /** Computes the motion at time `t` [s]. */
  follow(motion: WorldMotion, t: number): void {
    this.relative.update(motion)
    this.axes?.follow(this.relative, t)
    this.rotation?.follow(this.relative, t)
  }

  /** Continues from the joint at the end of the segment before, cut or not: angles keep their turns. */
  continue(previous: World, cuts: readonly CutJoint[], t: number): void {
    const { joint, axes, rotation } = this
    const before = cuts.find((cut) => cut.joint === joint)
    const elements = joint.motion!.elements.filter(isAxisElement)
    if (axes !== null) {
      const values = elements.map(
        ({ position, index }) =>
          before?.readAxis(position, index) ?? previous.readAxis(joint, position, index),
      )
      if (values.every((value) => value !== null))
        axes.continue(
          values.map(([position]) => position),
          values.map(([, velocity]) => velocity),
          t,
        )
    }
    const start = before?.rotation?.present ?? previous.orientationOf(joint)
    if (rotation !== null && start !== null) rotation.continue(start)
  }

  readAxis(name: string, index: number): readonly [number, number] {
    const elements = this.joint.motion!.elements.filter(isAxisElement)
    const k = elements.findIndex(
      (element) => element.position === name && Math.max(0, element.index) === Math.max(0, index),
    )
    return [this.axes!.positions[k], this.axes!.velocities[k]]
  }

  /** Writes results; accelerations of the bodies are known. */
  writeResults(motion: WorldMotion): void {
    this.acceleration.update(motion)
    this.axes?.accelerate(this.relative, this.acceleration)
    for (const { result, index, from, place } of this.written) result.values[index] = from[place]
    if (this.isXYZ !== null) this.isXYZ.values[0] = this.rotation!.isXYZ
  }

  private declareAxes(segment: SegmentContext, elements: readonly AxisElement[], axes: CutAxes): void {
    const declared = new Map<string, VariantResult>()
    const declare = (name: string, unit: string): VariantResult => {
      const known = declared.get(name)
      if (known !== undefined) return known
      const group = elements.filter(({ position, velocity }) =>
        [position, velocity, `der(${position})`, `der(${velocity})`].includes(name),
      )
      const size = group[0].index < 0 ? [] : [group.length]
      const result = segment.result(`${this.joint.resultPath}.${name}`, { unit, size })
      declared.set(name, result)
      return result
    }
    elements.forEach(({ position, velocity, unit, index }, place) => {
      const at = { index: Math.max(0, index), place }
      this.written.push({ ...at, result: declare(position, unit), from: axes.positions })
      const rate = declare(velocity, `${unit}/s`)
      this.written.push({ ...at, result: rate, from: axes.velocities })
      this.written.push({ ...at, result: declare(`der(${position})`, `${unit}/s`), from: axes.velocities })
      this.written.push({
        ...at,
        result: declare(`der(${velocity})`, `${unit}/s2`),
        from: axes.accelerations,
      })
    })
  }

  private declareRotation(segment: SegmentContext, rotation: CutRotation): void {
    const declare = (name: string, unit: string, from: Float64Array): void => {
      const result = segment.result(`${this.joint.resultPath}.${name}`, { unit, size: [from.length] })
      for (let i = 0; i < from.length; i++) this.written.push({ result, index: i, from, place: i })
    }
    declare(rotation.name, rotation.unit, rotation.values)
    declare(`der(${rotation.name})`, rotation.unit === '' ? '1/s' : `${rotation.unit}/s`, rotation.rates)
    declare('angularVelocity', 'rad/s', rotation.angularVelocity)
    declare('der(angularVelocity)', 'rad/s2', this.acceleration.dw_12)
    if (!rotation.isFree) return
    declare('translation', 'm', rotation.translation)
    declare('der(translation)', 'm/s', rotation.velocity)
    declare('velocity', 'm/s', rotation.velocity)
    declare('der(velocity)', 'm/s2', this.acceleration.dv_12)
  }
}

/** The motion of obj2 of a joint, at the end of its elements, as seen from obj1. */
export function createCutMotion(
  { object1, object2, motion }: JointNode,
  frames: Grouping['frames'],
): RelativeMotion {
  const { offset } = motion!
  const obj2 = frames.get(object2.path)!
  const X_B2 = { R: obj2.R_BO, p: obj2.p_BO }
  const X_BG = offset === null ? X_B2 : composePoses(X_B2, invertPose(offset))
  const G: Frame = { path: obj2.path, body: obj2.body, R_BO: X_BG.R, p_BO: X_BG.p }
  return new RelativeMotion(frames.get(object1.path)!, G)
}
