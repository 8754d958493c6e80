/**
 * Chooses the joints that are cut to open loops. Joints with flanges, with start values from the user, or with a
 * relation to another joint stay in the tree. Of the others the one with the fewest constraints is cut: a spherical
 * joint before a revolute one; joints with guesses last; of the same kind one far from the world, or near to it if that
 * separates the loops: for a lattice one long chain with a small loop at each link is better than two chains that all
 * loops connect.
 */
import { VarioError } from '../../base/index.ts'
import { FREE, SPHERICAL } from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { JointNode, ObjectNode, Structure } from './structure.ts'
import { Groups } from './union-find.ts'

/** Ratio of the costs of loops from which another tree is chosen. */
const MUCH_LESS = 4
/** Cost of loops below which no other tree is tried. */
const FEW = 100

export function chooseCuts(
  structure: Structure,
  /** Joints that relations need in the tree. */
  related: ReadonlySet<JointNode>,
): readonly JointNode[] {
  // counts of connections and objects are not sufficient: a part disconnected from the world may contain a loop
  if (cutInOrder(structure, structure.joints).length === 0) return []
  const levelOf = findLevels(structure)
  const joints = structure.joints.map((joint) => {
    const levels = [levelOf(joint.object1), levelOf(joint.object2)]
    return {
      joint,
      rank: rankOf(joint) + (related.has(joint) ? 400 : 0),
      level: Math.min(...levels),
      isAcross: levels[0] === levels[1],
    }
  })
  const cut = (compare: (a: (typeof joints)[number], b: (typeof joints)[number]) => number) =>
    cutInOrder(
      structure,
      [...joints].sort((a, b) => b.rank - a.rank || compare(a, b)).map(({ joint }) => joint),
    )
  const far = cut((a, b) => a.level - b.level)
  const cost = weighCuts(structure, far)
  if (cost < FEW) return assertFree(far)
  const near = cut((a, b) =>
    b.level === a.level ? Number(b.isAcross) - Number(a.isAcross) : b.level - a.level,
  )
  return assertFree(MUCH_LESS * weighCuts(structure, near) < cost ? near : far)
}

/** A joint with forces of a loop in which no other joint can be cut; null: there is none. */
export function findDrivenCut(structure: Structure): JointNode | null {
  const byRank = [...structure.joints].sort((a, b) => rankOf(b) - rankOf(a))
  const cuts = cutInOrder(structure, byRank)
  return cuts.find(({ motion }) => motion?.isDriven === true && !motion.hasFlange) ?? null
}

function assertFree(cuts: readonly JointNode[]): readonly JointNode[] {
  const driven = cuts.find(({ motion }) => motion?.hasFlange || motion?.isDriven)
  if (driven === undefined) return cuts
  throw new VarioError(
    'MULTIBODY',
    `${driven.fullPath}: expected a joint without flange in the loop that it closes, got only joints with flanges or ` +
      'forces: one joint of a loop has no states. Replace one without a drive by the joint without flange; a force between its ' +
      'objects can be a SpringDamperPtP or a Bushing.',
    { joint: driven.fullPath },
  )
}

/** Groups of objects that are connected by parents. */
function groupObjects({ objects }: Structure): Groups<ObjectNode> {
  const groups = new Groups<ObjectNode>()
  for (const object of objects.values()) if (object.parent !== null) groups.join(object, object.parent)
  return groups
}

function weighCuts(structure: Structure, cuts: readonly JointNode[]): number {
  const groups = groupObjects(structure)
  const edge = ({ object1, object2 }: JointNode): Edge<ObjectNode> => [
    groups.find(object1),
    groups.find(object2),
  ]
  const isCut = new Set(cuts)
  const kept = structure.joints.filter((joint) => !isCut.has(joint))
  return weighTree(groups.find(structure.world), kept.map(edge), cuts.map(edge))
}

/** Joints whose objects are connected already by preceding ones. */
function cutInOrder(structure: Structure, joints: readonly JointNode[]): readonly JointNode[] {
  const groups = groupObjects(structure)
  return joints.filter(({ object1, object2 }) => !groups.join(object1, object2))
}

/** Number of joints between an object and the world: in shallow trees loops are independent. */
function findLevels(structure: Structure): (object: ObjectNode) => number {
  const groups = groupObjects(structure)
  const neighbors = new Map<ObjectNode, ObjectNode[]>()
  const add = (from: ObjectNode, to: ObjectNode): void => {
    const list = neighbors.get(from)
    if (list === undefined) neighbors.set(from, [to])
    else list.push(to)
  }
  for (const { object1, object2 } of structure.joints) {
    const [a, b] = [groups.find(object1), groups.find(object2)]
    add(a, b)
    add(b, a)
  }
  const levels = new Map([[groups.find(structure.world), 0]])
  const queue = [...levels.keys()]
  for (let k = 0; k < queue.length; k++) {
    for (const next of neighbors.get(queue[k]) ?? []) {
      if (levels.has(next)) continue
      levels.set(next, levels.get(queue[k])! + 1)
      queue.push(next)
    }
  }
  return (object) => levels.get(groups.find(object)) ?? Number.POSITIVE_INFINITY
}

/** Rank of a joint: joints with low ranks are cut first. */
function rankOf({ motion }: JointNode): number {
  if (motion === null) return 6
  if (motion.hasFlange) return 200
  if (motion.isDriven) return 180
  const axes = motion.elements.filter(isAxisElement)
  const isGiven = motion.elements.some((element) =>
    isAxisElement(element)
      ? element.positionStart.isGiven || element.velocityStart.isGiven
      : element.isRotationGiven ||
        element.isTranslationGiven ||
        element.isAngularVelocityGiven ||
        element.isVelocityGiven,
  )
  const isGuess = axes.some(
    ({ positionStart, velocityStart }) => positionStart.isGuess || velocityStart.isGuess,
  )
  return (isGiven ? 100 : 0) + (isGuess ? 50 : 0) + 6 - countDof(motion)
}

function countDof({ elements }: NonNullable<JointNode['motion']>): number {
  let n = 0
  for (const { kind } of elements) n += kind === FREE ? 6 : kind === SPHERICAL ? 3 : 1
  return n
}

export type Edge<T> = readonly [T, T]

/**
 * The cost of loops of a tree: each one leads from the ends of a cut edge to their last common ancestor, and at every
 * node on this path couples with all other loops that pass there.
 *
 * @param root of the tree
 * @param edges of the tree, or of several
 * @param cuts edges that close loops
 */
export function weighTree<T>(root: T, edges: readonly Edge<T>[], cuts: readonly Edge<T>[]): number {
  const { parents, depths } = hangNodes(root, edges)
  const nPassing = new Map<T, number>()
  for (const edge of cuts) {
    let [a, b] = edge
    while (a !== b) {
      if (depths.get(a)! < depths.get(b)!) [a, b] = [b, a]
      nPassing.set(a, (nPassing.get(a) ?? 0) + 1)
      a = parents.get(a)!
    }
  }
  let cost = 0
  for (const n of nPassing.values()) cost += n * n
  return cost
}

/** Parents and depths of nodes. */
function hangNodes<T>(root: T, edges: readonly Edge<T>[]) {
  const neighbors = new Map<T, T[]>([[root, []]])
  const add = (from: T, to: T): void => {
    const list = neighbors.get(from)
    if (list === undefined) neighbors.set(from, [to])
    else list.push(to)
  }
  for (const [a, b] of edges) {
    add(a, b)
    add(b, a)
  }
  const parents = new Map<T, T>()
  const depths = new Map<T, number>()
  for (const first of neighbors.keys()) {
    if (depths.has(first)) continue
    depths.set(first, 0)
    const queue = [first]
    for (let k = 0; k < queue.length; k++) {
      for (const next of neighbors.get(queue[k])!) {
        if (depths.has(next)) continue
        parents.set(next, queue[k])
        depths.set(next, depths.get(queue[k])! + 1)
        queue.push(next)
      }
    }
  }
  return { parents, depths }
}
