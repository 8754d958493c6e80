/** States of joints that equations do not see: those of the segment before continue unchanged. */
import type { Tree } from '../../mechanics/index.ts'
import type { SegmentContext, VariantResult, VariantState } from '../../simulation/index.ts'
import { isAxisElement, type OrientationStart, type RotationElement } from '../parts/joints/index.ts'
import {
  areSameScales,
  type JointNode,
  type Link,
  type MotionScales,
  type TreeJoint,
} from '../structure/index.ts'
import { declareAxisStates } from './axis-states.ts'
import { type JointValues, listVariables, type MotionStates } from './motion-states.ts'
import { RotationStates } from './rotation-states.ts'

/** The states of one such joint, and the properties for which they have been declared. */
interface JointStates {
  readonly joint: JointNode
  readonly link: Link
  readonly scales: MotionScales
  readonly states: readonly MotionStates[]
  /** States and results, in the order of their declaration. */
  readonly variables: readonly (VariantState | VariantResult)[]
}

export class HiddenStates {
  readonly list: MotionStates[] = []
  /** A body that each moves. */
  private readonly bodies: number[] = []
  private readonly byJoint = new Map<JointNode, JointStates>()
  /** Nominal values by bodies. */
  private readonly scales = new Map<number, MotionScales>()

  constructor(
    segment: SegmentContext,
    private readonly tree: Tree,
    treeJoints: readonly TreeJoint[],
    scalesOf: (joint: JointNode, body: number) => MotionScales,
    previous: HiddenStates | null,
  ) {
    for (let k = 0; k < treeJoints.length; ) {
      const { joint, link } = treeJoints[k]
      const motion = joint.motion!
      const all = treeJoints.slice(k, k + motion.elements.length)
      k += all.length
      const group = all.filter(({ element }) => !isAxisElement(element) || !element.isFlange)
      if (group.length === 0) continue
      // the last body of a chain is the one that has shapes
      const scales = scalesOf(joint, all[all.length - 1].body)
      for (const { body } of group) this.scales.set(body, scales)
      const before = previous?.byJoint.get(joint)
      const isKept = before?.link === link && areSameScales(before.scales, scales)
      const own = isKept ? before : this.createStates(segment, joint, group, scales)
      if (isKept) this.keepStates(segment, before, group)
      else if (before !== undefined)
        for (const one of own.states) {
          const old = before.states.find(({ key }) => key === one.key)
          if (old !== undefined) one.continue(old)
        }
      this.byJoint.set(joint, own)
      own.states.forEach((one, i) => {
        this.list.push(one)
        this.bodies.push(group[i].body)
      })
    }
  }

  /** Calls `visit` for all, with a body that they move. */
  forEach(visit: (body: number, states: MotionStates) => void): void {
    this.list.forEach((states, k) => {
      visit(this.bodies[k], states)
    })
  }

  /** Present states of the orientation of a joint; null: it has none. */
  orientationOf(joint: JointNode): OrientationStart | null {
    const states = this.byJoint.get(joint)?.states[0]
    return states instanceof RotationStates ? states.present : null
  }

  /** Continues all joints from those with the same paths, of a structure that was read anew. */
  continueByPaths(previous: HiddenStates): void {
    const before = new Map([...previous.byJoint].map(([joint, { states }]) => [joint.resultPath, states]))
    for (const [{ resultPath }, { states }] of this.byJoint)
      for (const one of states) {
        const old = before.get(resultPath)?.find(({ key }) => key === one.key)
        if (old !== undefined) one.continue(old)
      }
  }

  /** Starts a joint from values that it has had without states. */
  begin(joint: JointNode, values: JointValues): void {
    for (const states of this.byJoint.get(joint)?.states ?? []) states.begin(values)
  }

  /** Nominal values of a body; undefined: a flange moves it. */
  scalesOf(body: number): MotionScales | undefined {
    return this.scales.get(body)
  }

  /** Keeps the states of a joint that moves the same body as before. */
  private keepStates(
    segment: SegmentContext,
    { states, variables }: JointStates,
    group: readonly TreeJoint[],
  ): void {
    segment.keep(variables)
    states.forEach((one, i) => {
      const { iq, iv } = this.placeOf(group[i])
      one.moveTo(iq, iv)
    })
  }

  private createStates(
    segment: SegmentContext,
    joint: JointNode,
    group: readonly TreeJoint[],
    scales: MotionScales,
  ): JointStates {
    const { resultPath } = joint
    const places = group.map((entry) => this.placeOf(entry))
    const axes = group.map(({ element }) => element).filter(isAxisElement)
    const [{ element, isReversed }] = group
    const [{ iq, iv }] = places
    const states =
      axes.length > 0
        ? declareAxisStates(segment, resultPath, axes, places, scales)
        : [new RotationStates(segment, resultPath, element as RotationElement, iq, iv, scales, isReversed)]
    for (const { kinematics } of states)
      for (const [state, needed] of kinematics) segment.dependsOn(state, needed)
    return { joint, link: group[0].link, scales, states, variables: listVariables(states) }
  }

  private placeOf({ body }: TreeJoint): { readonly iq: number; readonly iv: number } {
    return { iq: this.tree.qStart[body], iv: this.tree.vStart[body] }
  }
}
