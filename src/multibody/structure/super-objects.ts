/**
 * Super-objects (thesis 3.2.4): all objects that are rigidly connected are one body of the tree. They are found by a
 * search from the world that follows rigid connections first, and then joints, so that parents come before their
 * children.
 */
import { VarioError } from '../../base/index.ts'
import type { BodyDeclaration } from '../../mechanics/index.ts'
import {
  composePoses,
  type Frame,
  identityPose,
  invertPose,
  type Pose,
  rotationToAxis,
} from '../frames/index.ts'
import { type CentralMass, isAxisElement, type JointElement } from '../parts/index.ts'
import { chooseCuts } from './choose-cuts.ts'
import { mergeMasses } from './merge-masses.ts'
import type { JointNode, ObjectNode } from './nodes.ts'
import type { Structure } from './structure.ts'

/** A super-object: a body of the tree and the objects that are fixed to it. */
export interface SuperObject {
  /** The joint that moves it, seen from its parent; null for the world. */
  readonly joint: JointNode | null
  /** Index of the super-object that it moves on; -1 for the world. */
  readonly parent: number
  /** Body of the tree; -1 for the world. */
  readonly body: number
  readonly objects: ObjectNode[]
  readonly frames: Frame[]
}

/** One elementary joint of the tree, with what it is moved by. */
export interface TreeJoint {
  readonly body: number
  readonly joint: JointNode
  readonly element: JointElement
  /** The tree goes from obj2 to obj1. */
  readonly isReversed: boolean
}

/** The tree as declarations, and what belongs to its bodies. */
export interface Grouping {
  /** The world first. */
  readonly superObjects: readonly SuperObject[]
  readonly frames: ReadonlyMap<string, Frame>
  readonly bodies: readonly BodyDeclaration[]
  readonly treeJoints: readonly TreeJoint[]
  /** Joints that close loops: constraints between their objects. */
  readonly cuts: readonly JointNode[]
}

/** A connection, seen from one of its ends. */
interface Edge {
  readonly to: ObjectNode
  /** Pose of `to` in the frame of the object that the edge starts from; null: it moves. */
  readonly pose: Pose | null
  readonly joint: JointNode | null
  readonly isReversed: boolean
}

/** Groups the objects; `massOf` gives what each of them weighs, `related` joints are not cut. */
export function groupObjects(
  structure: Structure,
  massOf: (object: ObjectNode) => CentralMass | null,
  related: ReadonlySet<JointNode>,
): Grouping {
  const cuts = chooseCuts(structure, related)
  const edges = collectEdges(structure, cuts)
  const frames = new Map<string, Frame>()
  const superObjects: SuperObject[] = []
  const bodies: BodyDeclaration[] = []
  const treeJoints: TreeJoint[] = []
  /** Movable connections that leave the super-objects found so far. */
  const queue: { readonly from: Frame; readonly edge: Edge; readonly parent: number }[] = []
  const used = new Set<JointNode>()

  /** Takes everything that is rigidly connected with `root`, whose pose in the frame of the body is `X_BO`. */
  const group = (
    root: ObjectNode,
    X_BO: Pose,
    body: number,
    joint: JointNode | null,
    parent: number,
  ): void => {
    const index = superObjects.length
    const superObject: SuperObject = { joint, parent, body, objects: [], frames: [] }
    superObjects.push(superObject)
    const stack: { readonly object: ObjectNode; readonly X: Pose; readonly via: Edge | null }[] = [
      { object: root, X: X_BO, via: null },
    ]
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const { object, X, via } = entry
      const frame: Frame = { path: object.path, body, R_BO: X.R, p_BO: X.p }
      frames.set(object.path, frame)
      superObject.objects.push(object)
      superObject.frames.push(frame)
      const own = edges.get(object) ?? []
      // the stack turns the order around
      for (let k = own.length - 1; k >= 0; k--) {
        const edge = own[k]
        if (edge.joint !== null && used.has(edge.joint)) continue
        if (edge.joint === null && via !== null && via.joint === null && edge.to === previous(entry)) continue
        if (edge.joint !== null) used.add(edge.joint)
        if (edge.pose === null) queue.push({ from: frame, edge, parent: index })
        else stack.push({ object: edge.to, X: composePoses(X, edge.pose), via: { ...edge, to: object } })
      }
    }
    // masses of the world do not move, but are read, so that mistakes in them are found
    if (body < 0) superObject.objects.forEach(massOf)
    else bodies[body] = { ...bodies[body], ...mergeMasses(superObject.objects, superObject.frames, massOf) }
  }

  group(structure.world, identityPose(), -1, null, -1)
  for (let k = 0; k < queue.length; k++) {
    const { from, edge, parent } = queue[k]
    const { body, X_BO } = addJoint(from, edge, bodies, treeJoints)
    group(edge.to, X_BO, body, edge.joint, parent)
  }
  checkConnected(structure, frames)
  return { superObjects, frames, bodies, treeJoints, cuts: [...cuts] }
}

/** The object that an entry of the stack was reached from. */
function previous(entry: { readonly via: Edge | null }): ObjectNode | null {
  return entry.via?.to ?? null
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
    if (object.parent === null) continue
    add(object.parent, { to: object, pose: object.X_PO, joint: null, isReversed: false })
    add(object, { to: object.parent, pose: invertPose(object.X_PO), joint: null, isReversed: true })
  }
  for (const joint of joints) {
    if (cuts.has(joint)) continue
    const { object1, object2, fixed } = joint
    add(object1, { to: object2, pose: fixed, joint, isReversed: false })
    add(object2, { to: object1, pose: fixed && invertPose(fixed), joint, isReversed: true })
  }
  return edges
}

/**
 * Adds the elementary joints of a joint to the tree. Axes are z axes of the frames J of the tree, so that each element
 * turns its axis there. Returns the last body, and the pose of the object that is moved in its frame.
 */
function addJoint(
  from: Frame,
  edge: Edge,
  bodies: BodyDeclaration[],
  treeJoints: TreeJoint[],
): { body: number; X_BO: Pose } {
  const { isReversed } = edge
  const joint = edge.joint!
  const { offset } = joint.motion!
  const elements = isReversed ? reverse(joint.motion!.elements) : joint.motion!.elements
  let parent = from.body
  // Pose of the frame F, which is that of obj1 moved by the elements so far, in the frame of `parent`
  let X_PF: Pose = { R: from.R_BO, p: from.p_BO }
  if (offset !== null && isReversed) X_PF = composePoses(X_PF, invertPose(offset))
  for (const element of elements) {
    const R_FJ = isAxisElement(element) ? rotationToAxis(element.axis) : identityPose().R
    const X_PJ = composePoses(X_PF, { R: R_FJ, p: new Float64Array(3) })
    const body = bodies.length
    bodies.push({ parent, kind: element.kind, R_PJ: X_PJ.R, p_PJ: X_PJ.p })
    treeJoints.push({ body, joint, element, isReversed })
    parent = body
    X_PF = invertPose({ R: R_FJ, p: new Float64Array(3) })
  }
  return { body: parent, X_BO: offset === null || isReversed ? X_PF : composePoses(X_PF, offset) }
}

/** The elements from obj2 to obj1: the last first, about and along the opposite axes. */
function reverse(elements: readonly JointElement[]): JointElement[] {
  return elements
    .map((element) => (isAxisElement(element) ? { ...element, axis: element.axis.map((x) => -x) } : element))
    .reverse()
}

/** Every object must be reached from the world. */
function checkConnected(structure: Structure, frames: ReadonlyMap<string, Frame>): void {
  for (const object of structure.objects.values()) {
    if (frames.has(object.path)) continue
    let root = object
    while (root.parent !== null) root = root.parent
    throw new VarioError(
      'MULTIBODY',
      `${root.fullPath} is not connected with the world ${structure.world.fullPath}: it has no parent, and no ` +
        'joint moves it. Give it a parent, connect it by a joint, or let it move freely with parent: ' +
        `'${structure.world.path}', fixedToParent: false.`,
      { path: root.fullPath },
    )
  }
}
