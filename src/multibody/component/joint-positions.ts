import { ownRecord } from '../../base/index.ts'
import { cardan123FromRotation, mat3Transpose, mat3TransposeMulVec } from '../../math/index.ts'
import { FREE, type Tree } from '../../mechanics/index.ts'
import type { MergeTree } from '../../model/index.ts'
import { CutAxes, createCutMotion } from '../loop-closing/index.ts'
import { type AxisElement, isAxisElement } from '../parts/joints/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import type { WorldMotion } from '../world/index.ts'

type Values = Record<string, number | Float64Array>

/** A mechanism in a configuration. */
interface PlacedTree {
  readonly tree: Tree
  readonly q: Float64Array
  readonly motion: WorldMotion
  readonly grouping: Grouping
}

/** Positions of all joints by their names in results, and as start values for those that are not cut. */
export function collectPositions(placed: PlacedTree): { values: Values; merge: MergeTree } {
  const { tree, q, grouping } = placed
  const values: Values = {}
  const merge: Record<string, unknown> = {}
  for (const { body, joint, element, isReversed } of grouping.treeJoints) {
    const iq = tree.qStart[body]
    const enter = (name: string, value: number | Float64Array): void => {
      values[`${joint.fullPath}.${name}`] = value
      if (joint.motion?.isPrescribed && isAxisElement(element))
        enterFreeStart(merge, joint, element, name, q[iq])
      else enterStart(merge, joint, name, value)
    }
    if (isAxisElement(element)) {
      if (element.index < 0) enter(element.position, q[iq])
      else {
        const known = values[`${joint.fullPath}.${element.position}`]
        const vector =
          known instanceof Float64Array ? known : new Float64Array(countAxes(joint, element.position))
        vector[element.index] = q[iq]
        enter(element.position, vector)
      }
      continue
    }
    const { R, p } = readRotation(q, iq, element.kind === FREE, isReversed)
    const angles = new Float64Array(3)
    cardan123FromRotation(angles, 0, R, 0)
    enter('rotation', angles)
    if (element.kind === FREE) enter('translation', p)
  }
  // positions of cut joints follow from the others, as start values too
  for (const joint of grouping.cuts) collectCutValues(placed, joint, values)
  return { values, merge }
}

function collectCutValues({ grouping, motion }: PlacedTree, joint: JointNode, values: Values): void {
  if (joint.motion === null) return
  const relative = createCutMotion(joint, grouping.frames)
  relative.update(motion)
  const elements = joint.motion.elements.filter(isAxisElement)
  const axes = new CutAxes(elements)
  axes.follow(relative, 0)
  for (const [k, { position, index }] of elements.entries()) {
    const name = `${joint.fullPath}.${position}`
    const known = values[name]
    const vector = known instanceof Float64Array ? known : new Float64Array(countAxes(joint, position))
    vector[Math.max(0, index)] = axes.positions[k]
    values[name] = index < 0 ? axes.positions[k] : vector
  }
  if (elements.length > 0) return
  const angles = new Float64Array(3)
  cardan123FromRotation(angles, 0, relative.R_12, 0)
  values[`${joint.fullPath}.rotation`] = angles
  if (joint.motion.elements[0].kind === FREE) values[`${joint.fullPath}.translation`] = relative.p_12.slice()
}

function countAxes({ motion }: JointNode, position: string): number {
  return motion!.elements.filter((element) => isAxisElement(element) && element.position === position).length
}

/** R_12 and p_12 of a joint that the tree passes from 1 to 2, or back. */
function readRotation(
  q: Float64Array,
  iq: number,
  isFree: boolean,
  isReversed: boolean,
): { R: Float64Array; p: Float64Array } {
  const R = q.slice(iq, iq + 9)
  const p = isFree ? q.slice(iq + 9, iq + 12) : new Float64Array(3)
  if (!isReversed) return { R, p }
  const back = new Float64Array(3)
  mat3TransposeMulVec(back, 0, R, 0, p, 0)
  mat3Transpose(R, 0, q, iq)
  return { R, p: back.map((x) => -x) }
}

/** Place of a joint in the tree of modifications; null for elements of lists, which have none. */
function findPlace(tree: Record<string, unknown>, { fullPath }: JointNode): Record<string, unknown> | null {
  if (fullPath.includes('[')) return null
  let place = tree
  for (const part of fullPath.split('.')) place = ownRecord(place, part)
  return place
}

/** Enters a start value into the tree of modifications. */
function enterStart(
  tree: Record<string, unknown>,
  joint: JointNode,
  name: string,
  value: number | Float64Array,
): void {
  const place = findPlace(tree, joint)
  if (place === null) return
  const start = typeof value === 'number' ? value : Array.from(value)
  place[name] = joint.motion?.hasFlange ? { init: start } : start
}

/**
 * Enters the start value of an axis of a joint that prescribes the motion of some of its axes, unless this is one of
 * them. Axes with numbered names, `s2`, have a vector in the record.
 */
function enterFreeStart(
  tree: Record<string, unknown>,
  joint: JointNode,
  { isFlange }: AxisElement,
  name: string,
  value: number,
): void {
  const place = findPlace(tree, joint)
  if (isFlange || place === null) return
  const number = Number(name.replace(/\D/g, ''))
  const key = name.replace(/\d/g, '')
  // Universal and Planar have two axes with the same name
  const before: unknown = place[key]
  const vector = Array.isArray(before) ? before : [0, 0]
  place[key] = number === 0 ? value : vector.map((other: unknown, k) => (k === number - 1 ? value : other))
}

/** Enters start velocities: all joints that equations do not move are at rest. */
export function enterRest(tree: Record<string, unknown>, { treeJoints }: Grouping): void {
  for (const { joint, element } of treeJoints) {
    if (joint.motion!.isPrescribed && isAxisElement(element)) {
      enterFreeStart(tree, joint, element, element.velocity, 0)
      continue
    }
    if (joint.motion!.hasFlange) continue
    if (isAxisElement(element)) {
      const { velocity, index } = element
      const n = joint.motion!.elements.filter((e) => isAxisElement(e) && e.velocity === velocity).length
      enterStart(tree, joint, velocity, index < 0 ? 0 : new Float64Array(n))
      continue
    }
    enterStart(tree, joint, 'angularVelocity', new Float64Array(3))
    if (element.kind === FREE) enterStart(tree, joint, 'velocity', new Float64Array(3))
  }
}
