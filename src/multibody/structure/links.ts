/**
 * Links: joints with the objects that they move as one body. A link does not depend on the place of its body in the
 * tree, so that it is reused when other parts change.
 */

import { mat3Mul, mat3MulTransposeB, mat3MulVec } from '../../math/index.ts'
import type { BodyDeclaration } from '../../mechanics/index.ts'
import type { CentralMass } from '../parts/index.ts'
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import {
  composePoses,
  type Frame,
  identityPose,
  invertPose,
  type Pose,
  rotationToAxis,
} from '../records/index.ts'
import type { JointNode, ObjectNode, Structure } from './structure.ts'

/** A joint and the objects fixed to its end; the link of the world has no joint. */
export interface Link {
  readonly joint: JointNode | null
  /** True if the tree leads from obj2 to obj1. */
  readonly isReversed: boolean
  /** Pose of the object at the start of the joint, in the frame of its body; null for the world. */
  readonly X_PF: Pose | null
  /** Elementary joints, with the poses of their frames in the frames of the bodies before them. */
  readonly elements: readonly { readonly element: JointElement; readonly X_PJ: Pose }[]
  readonly objects: readonly ObjectNode[]
  /** Their poses in the frame of the body. */
  readonly poses: readonly Pose[]
  readonly masses: Pick<BodyDeclaration, 'mass' | 'p_BC' | 'I_C' | 'parts'>
  /** Joints to the next links, and the numbers of the objects at their starts. */
  readonly exits: readonly { readonly object: number; readonly edge: Edge }[]
}

/** A connection in one direction. */
export interface Edge {
  readonly to: ObjectNode
  /** Pose of one end in the frame of the other, for both directions; null: it moves. */
  readonly pose: Pose | null
  readonly joint: JointNode | null
  /** True if it starts at the second object. */
  readonly isReversed: boolean
}

/** Searches for links by rigid connections. */
export class LinkSearch {
  /** Frames of all objects found, by their paths. */
  readonly frames = new Map<string, Frame>()
  private readonly edges: ReadonlyMap<ObjectNode, readonly Edge[]>

  /** @param cuts joints that close loops, which are not followed */
  constructor(
    private readonly structure: Structure,
    cuts: ReadonlySet<JointNode>,
    private readonly massOf: (object: ObjectNode) => CentralMass | null,
  ) {
    this.edges = collectEdges(structure, cuts)
  }

  findWorld(): Link {
    const found = this.collect(this.structure.world, identityPose(), null)
    // masses of the world do not matter, but are read to find errors in them
    found.objects.forEach(this.massOf)
    return { joint: null, isReversed: false, X_PF: null, elements: [], masses: {}, ...found }
  }

  /** The link behind a movable edge. */
  find(from: Frame, edge: Edge): Link {
    const { elements, X_BO } = placeElements(from, edge)
    const found = this.collect(edge.to, X_BO, edge.joint)
    return {
      ...{ joint: edge.joint, isReversed: edge.isReversed, X_PF: { R: from.R_BO, p: from.p_BO }, elements },
      masses: mergeMasses(found.objects, found.poses, this.massOf),
      ...found,
    }
  }

  /** Collects all objects that are rigidly connected with `root`, whose pose in the frame of the body is `X_BO`. */
  private collect(
    root: ObjectNode,
    X_BO: Pose,
    entrance: JointNode | null,
  ): Pick<Link, 'objects' | 'poses' | 'exits'> {
    const objects: ObjectNode[] = []
    const poses: Pose[] = []
    const exits: Link['exits'][number][] = []
    const used = new Set([entrance])
    const stack: { readonly object: ObjectNode; readonly X: Pose; readonly via: Edge | null }[] = [
      { object: root, X: X_BO, via: null },
    ]
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const { object, X, via } = entry
      objects.push(object)
      poses.push(X)
      const own = this.edges.get(object) ?? []
      // the stack reverses the order
      for (let k = own.length - 1; k >= 0; k--) {
        const edge = own[k]
        const { joint, pose, isReversed, to } = edge
        if (joint !== null && used.has(joint)) continue
        if (joint === null && via !== null && via.joint === null && to === via.to) continue
        if (joint !== null) used.add(joint)
        if (pose === null) exits.push({ object: objects.length - 1, edge })
        else
          stack.push({
            ...{ object: to, X: composePoses(X, isReversed ? invertPose(pose) : pose) },
            via: { ...edge, to: object },
          })
      }
    }
    return { objects, poses, exits }
  }
}

/** True if an untouched link still starts at the same pose: its predecessor may have changed. */
export function beginsAt({ isReversed, X_PF }: Link, { R_BO, p_BO }: Frame, edge: Edge): boolean {
  if (isReversed !== edge.isReversed || X_PF === null) return false
  return areSame(X_PF.R, R_BO) && areSame(X_PF.p, p_BO)
}

function areSame(a: Float64Array, b: Float64Array): boolean {
  if (a === b) return true
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Basis of a tree. */
export interface TreeOrigin {
  readonly structure: Structure
  /** Joints that close loops. */
  readonly cuts: readonly JointNode[]
}

/** Links of which no object has gained or lost a connection, by their joints. */
export function listUntouched(
  before: TreeOrigin & { readonly links: ReadonlyMap<JointNode | null, Link> },
  now: TreeOrigin,
): ReadonlyMap<JointNode | null, Link> {
  const touched = new Set<ObjectNode>()
  addDifference(touched, before, now)
  addDifference(touched, now, before)
  if (touched.size === 0) return before.links
  const untouched = new Map<JointNode | null, Link>()
  for (const [joint, link] of before.links)
    if (!link.objects.some((object) => touched.has(object))) untouched.set(joint, link)
  return untouched
}

/** Adds the objects at the ends of all objects and joints of `a` that `b` does not have. */
function addDifference(touched: Set<ObjectNode>, a: TreeOrigin, b: TreeOrigin): void {
  for (const object of a.structure.objects.values()) {
    if (b.structure.objects.get(object.path) === object) continue
    touched.add(object)
    if (object.parent !== null) touched.add(object.parent)
  }
  const joints = new Set(b.structure.joints)
  const [cutsA, cutsB] = [new Set(a.cuts), new Set(b.cuts)]
  for (const joint of a.structure.joints) {
    if (joints.has(joint) && cutsA.has(joint) === cutsB.has(joint)) continue
    touched.add(joint.object1)
    touched.add(joint.object2)
  }
}

/** Connections by object, in the order of declaration: parents first, then joints. */
function collectEdges({ objects, joints }: Structure, cuts: ReadonlySet<JointNode>): Map<ObjectNode, Edge[]> {
  const edges = new Map<ObjectNode, Edge[]>()
  const add = (from: ObjectNode, edge: Edge): void => {
    const list = edges.get(from)
    if (list === undefined) edges.set(from, [edge])
    else list.push(edge)
  }
  for (const object of objects.values()) {
    const { parent, X_PO } = object
    if (parent === null) continue
    add(parent, { to: object, pose: X_PO, joint: null, isReversed: false })
    add(object, { to: parent, pose: X_PO, joint: null, isReversed: true })
  }
  for (const joint of joints) {
    if (cuts.has(joint)) continue
    const { object1, object2, fixed } = joint
    add(object1, { to: object2, pose: fixed, joint, isReversed: false })
    add(object2, { to: object1, pose: fixed, joint, isReversed: true })
  }
  return edges
}

/**
 * The elementary joints of a joint in the tree, and the pose of the moved object in the frame of the last body. Axes
 * are z axes of the frames J of the tree; each element turns its axis there.
 */
function placeElements(from: Frame, edge: Edge): { elements: Link['elements']; X_BO: Pose } {
  const { isReversed } = edge
  const { offset, elements: declared } = edge.joint!.motion!
  const elements: Link['elements'][number][] = []
  // pose of the frame F (obj1 moved by the preceding elements) in the frame of the previous body
  let X_PF: Pose = { R: from.R_BO, p: from.p_BO }
  if (offset !== null && isReversed) X_PF = composePoses(X_PF, invertPose(offset))
  for (const element of isReversed ? reverse(declared) : declared) {
    const R_FJ = isAxisElement(element) ? rotationToAxis(element.axis) : identityPose().R
    elements.push({ element, X_PJ: composePoses(X_PF, { R: R_FJ, p: new Float64Array(3) }) })
    X_PF = invertPose({ R: R_FJ, p: new Float64Array(3) })
  }
  return { elements, X_BO: offset === null || isReversed ? X_PF : composePoses(X_PF, offset) }
}

/** The elements from obj2 to obj1: in reverse order, about and along the opposite axes. */
function reverse(elements: readonly JointElement[]): JointElement[] {
  return elements
    .map((element) => (isAxisElement(element) ? { ...element, axis: element.axis.map((x) => -x) } : element))
    .reverse()
}

/**
 * Mass properties of a super-object: those of its objects, turned and shifted into the frame of the body,
 *
 *   m = Σ m_i,   m c = Σ m_i c_i,   I = Σ R_i I_i R_iᵀ + m_i (|d_i|² 1 - d_i d_iᵀ),   d_i = c_i - c
 *
 * and the separate objects, for nonuniform fields.
 */
export function mergeMasses(
  objects: readonly ObjectNode[],
  poses: readonly Pose[],
  massOf: (object: ObjectNode) => CentralMass | null,
): Pick<BodyDeclaration, 'mass' | 'p_BC' | 'I_C' | 'parts'> {
  const R_I = new Float64Array(9)
  const parts = objects.flatMap((object, k) => {
    const own = massOf(object)
    if (own === null || (own.mass === 0 && Array.from(own.inertia).every((x) => x === 0))) return []
    const { R: R_BO, p: p_BO } = poses[k]
    const center = new Float64Array(3)
    mat3MulVec(center, 0, R_BO, 0, Float64Array.from(own.center), 0)
    for (let i = 0; i < 3; i++) center[i] += p_BO[i]
    const inertia = new Float64Array(9)
    mat3Mul(R_I, 0, R_BO, 0, Float64Array.from(own.inertia), 0)
    mat3MulTransposeB(inertia, 0, R_I, 0, R_BO, 0)
    return [{ mass: own.mass, p_BC: center, I_C: inertia }]
  })
  const mass = parts.reduce((sum, part) => sum + part.mass, 0)
  const p_BC = new Float64Array(3)
  for (const part of parts)
    for (let i = 0; i < 3; i++) p_BC[i] += mass > 0 ? (part.mass * part.p_BC[i]) / mass : 0
  const I_C = new Float64Array(9)
  for (const part of parts) {
    const d = part.p_BC.map((x, i) => x - p_BC[i])
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        I_C[3 * i + j] += part.I_C[3 * i + j] + part.mass * ((i === j ? square : 0) - d[i] * d[j])
      }
    }
  }
  // exactly symmetric
  for (const [i, j] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ]) {
    I_C[i] = I_C[j] = (I_C[i] + I_C[j]) / 2
  }
  return { mass, p_BC, I_C, parts }
}
