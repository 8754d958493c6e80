/**
 * Super-objects (thesis 3.2.4): all objects that are rigidly connected are one body of the tree. They are found by a
 * search from the world along rigid connections first, then along joints, so that parents precede their children;
 * branch by branch of the world, so that the bodies of a branch have consecutive numbers.
 */
import { VarioError } from '../../base/index.ts'
import type { BodyDeclaration } from '../../mechanics/index.ts'
import type { CentralMass } from '../parts/index.ts'
import type { JointElement } from '../parts/joints/index.ts'
import type { Frame } from '../records/index.ts'
import { chooseCuts } from './choose-cuts.ts'
import { beginsAt, type Edge, type Link, LinkSearch, listUntouched } from './links.ts'
import type { JointNode, ObjectNode, Structure } from './structure.ts'

/** A super-object: a body of the tree and the objects fixed to it. */
export interface SuperObject {
  readonly link: Link
  /** The joint that moves it relative to its parent; null for the world. */
  readonly joint: JointNode | null
  /** Index of the parent super-object; -1 for the world. */
  readonly parent: number
  /** Body of the tree; -1 for the world. */
  readonly body: number
  readonly objects: readonly ObjectNode[]
  readonly frames: readonly Frame[]
}

/** One elementary joint of the tree, with its joint. */
export interface TreeJoint {
  readonly body: number
  readonly joint: JointNode
  readonly element: JointElement
  /** True if the tree leads from obj2 to obj1. */
  readonly isReversed: boolean
  readonly link: Link
}

/** A movable connection from a super-object to the next one. */
interface Exit {
  readonly from: Frame
  readonly edge: Edge
  readonly parent: number
}

/** The tree as declarations, and the contents of its bodies. */
export interface Grouping {
  /** The world first. */
  readonly superObjects: readonly SuperObject[]
  readonly frames: ReadonlyMap<string, Frame>
  readonly bodies: readonly BodyDeclaration[]
  readonly treeJoints: readonly TreeJoint[]
  /** Joints that close loops: constraints between their objects. */
  readonly cuts: readonly JointNode[]
  /** Its origin: links by their joints, null for the world. */
  readonly structure: Structure
  readonly links: ReadonlyMap<JointNode | null, Link>
}

/**
 * Groups the objects; `massOf` returns the mass of each, `related` joints are not cut. Untouched links of the grouping
 * `before` are reused: an action changes two bodies of perhaps a thousand.
 */
export function groupObjects(
  structure: Structure,
  massOf: (object: ObjectNode) => CentralMass | null,
  related: ReadonlySet<JointNode>,
  before: Grouping | null = null,
): Grouping {
  const cuts = chooseCuts(structure, related)
  const known =
    before === null ? new Map<JointNode | null, Link>() : listUntouched(before, { structure, cuts })
  const search = new LinkSearch(structure, new Set(cuts), massOf)
  const { frames } = search
  const superObjects: SuperObject[] = []
  const bodies: BodyDeclaration[] = []
  const treeJoints: TreeJoint[] = []
  const links = new Map<JointNode | null, Link>()

  /** The super-object of before if it had this place: then its bodies have the same numbers. */
  const findSame = (link: Link, parent: number): SuperObject | undefined => {
    const same = before?.superObjects[superObjects.length]
    if (same?.link !== link || same.parent !== parent) return undefined
    if (same.body - link.elements.length + 1 !== bodies.length) return undefined
    const isOnSame = parent < 0 || superObjects[parent].body === before!.superObjects[parent].body
    return isOnSame ? same : undefined
  }

  /** Places a link in the tree, behind the super-object `parent`. Returns its movable exits. */
  const place = (link: Link, parent: number): Exit[] => {
    const same = findSame(link, parent)
    if (same !== undefined) {
      for (let body = bodies.length; body <= same.body; body++) {
        bodies.push(before!.bodies[body])
        treeJoints.push(before!.treeJoints[body])
      }
    }
    const superObject = same ?? placeLink(link, parent)
    for (const frame of superObject.frames) frames.set(frame.path, frame)
    const number = superObjects.push(superObject) - 1
    links.set(link.joint, link)
    return link.exits.map(({ object, edge }) => ({ from: superObject.frames[object], edge, parent: number }))
  }

  const placeLink = (link: Link, parent: number): SuperObject => {
    const { joint, isReversed, objects, poses } = link
    let body = parent < 0 ? -1 : superObjects[parent].body
    const own = declareBodies(link, body, bodies.length)
    link.elements.forEach(({ element }, k) => {
      body = bodies.push(own[k]) - 1
      treeJoints.push({ body, joint: joint!, element, isReversed, link })
    })
    const frames = objects.map(
      (object, k): Frame => ({ path: object.path, body, R_BO: poses[k].R, p_BO: poses[k].p }),
    )
    return { link, joint, parent, body, objects, frames }
  }

  for (const exit of place(known.get(null) ?? search.findWorld(), -1)) {
    const branch = [exit]
    for (let k = 0; k < branch.length; k++) {
      const { from, edge, parent } = branch[k]
      const link = known.get(edge.joint)
      const isSame = link !== undefined && beginsAt(link, from, edge)
      for (const next of place(isSame ? link : search.find(from, edge), parent)) branch.push(next)
    }
  }
  checkConnected(structure, frames)
  return { superObjects, frames, bodies, treeJoints, structure, links, cuts }
}

/** Bodies of links with one element on the world: they do not depend on the place in the tree. */
const bodiesOnWorld = new WeakMap<Link, readonly BodyDeclaration[]>()

/** The bodies of the elements of a link on body `parent`; the first one is body `first` of the tree. */
function declareBodies(link: Link, parent: number, first: number): readonly BodyDeclaration[] {
  const { elements, masses } = link
  const isOnWorld = parent < 0 && elements.length === 1
  const known = isOnWorld ? bodiesOnWorld.get(link) : undefined
  if (known !== undefined) return known
  const bodies = elements.map(({ element, X_PJ }, k) => ({
    ...{ parent: k === 0 ? parent : first + k - 1, kind: element.kind, R_PJ: X_PJ.R, p_PJ: X_PJ.p },
    ...('armature' in element && { armature: element.armature }),
    ...(k === elements.length - 1 && masses),
  }))
  if (isOnWorld) bodiesOnWorld.set(link, bodies)
  return bodies
}

/** Asserts that every object is reached from the world. */
function checkConnected(structure: Structure, frames: ReadonlyMap<string, Frame>): void {
  // paths are unique
  if (frames.size === structure.objects.size) return
  for (const object of structure.objects.values()) {
    if (frames.has(object.path)) continue
    let root = object
    while (root.parent !== null) root = root.parent
    throw new VarioError(
      'MULTIBODY',
      `${root.fullPath}: expected a connection with the world ${structure.world.fullPath}, got neither a parent nor a ` +
        'joint that moves it. Give it a parent, connect it by a joint, or let it move freely with parent: ' +
        `'${structure.world.path}', fixedToParent: false.`,
      { path: root.fullPath },
    )
  }
}
