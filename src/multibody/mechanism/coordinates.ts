/** Coordinates of the joints of a tree as results name them, and their conversion to those of `mechanics`. */
import { assertFinite, assertLength, InputError, suggestName } from '../../base/index.ts'
import type { Tree } from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { Grouping, JointNode, TreeJoint } from '../structure/index.ts'
import { RotationCoordinates } from './rotation-coordinates.ts'

/** One position and velocity of an axis: places among the coordinates (k, m) and of the tree (iq, iv). */
interface AxisCoordinate {
  readonly k: number
  readonly m: number
  readonly iq: number
  readonly iv: number
}

export class Coordinates {
  /** Names of the positions: `rev.phi`, `universal.phi[2]`, `ball.rotation[1]` (nq). */
  readonly positions: readonly string[]
  /** Names of the velocities: `rev.w`, `universal.w[2]`, `ball.angularVelocity[1]` (nv). */
  readonly velocities: readonly string[]
  private readonly axes: readonly AxisCoordinate[]
  private readonly rotations: readonly RotationCoordinates[]

  constructor(
    private readonly tree: Tree,
    grouping: Grouping,
  ) {
    const positions: string[] = []
    const velocities: string[] = []
    const axes: AxisCoordinate[] = []
    const rotations: RotationCoordinates[] = []
    for (const [joint, parts] of listJoints(grouping)) {
      const path = joint.fullPath
      for (const { element, body, isReversed } of parts) {
        const [k, m, iq, iv] = [positions.length, velocities.length, tree.qStart[body], tree.vStart[body]]
        if (isAxisElement(element)) {
          const index = element.index < 0 ? '' : `[${element.index + 1}]`
          axes.push({ k, m, iq, iv })
          positions.push(`${path}.${element.position}${index}`)
          velocities.push(`${path}.${element.velocity}${index}`)
          continue
        }
        const rotation = new RotationCoordinates(element, isReversed, k, m, iq, iv)
        rotations.push(rotation)
        positions.push(...listElements(path, rotation.positions))
        velocities.push(...listElements(path, rotation.velocities))
      }
    }
    this.positions = positions
    this.velocities = velocities
    this.axes = axes
    this.rotations = rotations
  }

  /** True if position `k` is that of an axis. */
  isAxis(k: number): boolean {
    return this.axes.some((axis) => axis.k === k)
  }

  /** Positions of the tree (tree.nq). */
  positionsToTree(q: Float64Array): Float64Array {
    const out = new Float64Array(this.tree.nq)
    for (const { k, iq } of this.axes) out[iq] = q[k]
    for (const rotation of this.rotations) rotation.positionsToTree(q, out)
    return out
  }

  /** Positions from those of the tree; orientations near those of `near`. */
  positionsFromTree(tree: Float64Array, near: Float64Array): Float64Array {
    const out = new Float64Array(this.positions.length)
    for (const { k, iq } of this.axes) out[k] = tree[iq]
    for (const rotation of this.rotations) rotation.positionsFromTree(tree, near, out)
    return out
  }

  /** Derivatives of the positions. */
  rates(q: Float64Array, v: Float64Array): Float64Array {
    const out = new Float64Array(this.positions.length)
    for (const { k, m } of this.axes) out[k] = v[m]
    for (const rotation of this.rotations) rotation.rates(q, v, out)
    return out
  }

  /** Velocities of the tree. */
  velocitiesToTree(q: Float64Array, v: Float64Array): Float64Array {
    return this.toTree(v, (rotation, out) => rotation.velocitiesToTree(q, v, out))
  }

  /** Sizes of the velocities from those of the tree. */
  sizesFromTree(sizes: Float64Array): Float64Array {
    const out = new Float64Array(this.velocities.length)
    for (const { m, iv } of this.axes) out[m] = sizes[iv]
    for (const rotation of this.rotations) rotation.sizesFromTree(sizes, out)
    return out
  }

  /** Derivatives of the velocities of the tree. */
  accelerationsToTree(q: Float64Array, v: Float64Array, a: Float64Array): Float64Array {
    return this.toTree(a, (rotation, out) => rotation.accelerationsToTree(q, v, a, out))
  }

  /** Forces of the tree with the same power. */
  forcesToTree(q: Float64Array, tau: Float64Array): Float64Array {
    return this.toTree(tau, (rotation, out) => rotation.forcesToTree(q, tau, out))
  }

  /** Values beside the velocities (nv) for the tree: those of axes are the same, `convert` writes those of rotations. */
  private toTree(
    values: Float64Array,
    convert: (rotation: RotationCoordinates, out: Float64Array) => void,
  ): Float64Array {
    const out = new Float64Array(this.tree.nv)
    for (const { m, iv } of this.axes) out[iv] = values[m]
    for (const rotation of this.rotations) convert(rotation, out)
    return out
  }

  /** Derivatives of the velocities from those of the tree. */
  accelerationsFromTree(q: Float64Array, v: Float64Array, tree: Float64Array): Float64Array {
    const out = new Float64Array(this.velocities.length)
    for (const { m, iv } of this.axes) out[m] = tree[iv]
    for (const rotation of this.rotations) rotation.accelerationsFromTree(q, v, tree, out)
    return out
  }

  /**
   * Converts rows of forces, or of derivatives with respect to velocities, from those of the tree (nRow × nv,
   * row-major).
   */
  rowsFromTree(q: Float64Array, rows: Float64Array): Float64Array {
    const { nv } = this.tree
    const out = new Float64Array(rows.length)
    for (let i = 0; i < rows.length; i += nv) {
      for (const { m, iv } of this.axes) out[i + m] = rows[i + iv]
      for (const rotation of this.rotations) rotation.forcesFromTree(q, rows, i, out, i)
    }
    return out
  }

  /** Converts a symmetric matrix of the tree (nv × nv): its columns, then its rows. */
  matrixFromTree(q: Float64Array, M: Float64Array): Float64Array {
    const { nv } = this.tree
    const half = this.rowsFromTree(q, M)
    return this.rowsFromTree(q, transpose(half, nv))
  }
}

/**
 * Joints from the world outwards, branch by branch, each with its elements from obj1 to obj2. Branches have the order in
 * which their objects are declared.
 */
function listJoints({ superObjects, treeJoints, structure }: Grouping): [JointNode, readonly TreeJoint[]][] {
  const places = new Map([...structure.objects.values()].map((object, i) => [object, i]))
  const ranks = superObjects.map(({ objects }) => Math.min(...objects.map((object) => places.get(object)!)))
  const children = superObjects.map((): number[] => [])
  superObjects.forEach(({ parent }, i) => {
    if (parent >= 0) children[parent].push(i)
  })
  const listed: [JointNode, readonly TreeJoint[]][] = []
  const stack = [0]
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const { joint } = superObjects[i]
    if (joint !== null) {
      const elements = treeJoints.filter((entry) => entry.joint === joint)
      listed.push([joint, elements[0].isReversed ? elements.reverse() : elements])
    }
    stack.push(...children[i].sort((k, m) => ranks[m] - ranks[k]))
  }
  return listed
}

function listElements(path: string, vectors: readonly (readonly [string, number])[]): string[] {
  return vectors.flatMap(([name, n]) => Array.from({ length: n }, (_, i) => `${path}.${name}[${i + 1}]`))
}

function transpose(M: Float64Array, n: number): Float64Array {
  return M.map((_, i) => M[n * (i % n) + Math.floor(i / n)])
}

/**
 * Replaces elements of a vector by their names, `rev.phi` or `uni.phi[2]`, or several as a vector, `uni.phi`. Returns
 * their numbers.
 */
export function enterNamed(
  where: string,
  names: readonly string[],
  values: Readonly<Record<string, number | ArrayLike<number>>>,
  out: Float64Array,
): number[] {
  const entered: number[] = []
  const vectorOf = (name: string): string => name.replace(/\[\d+\]$/, '')
  for (const [key, value] of Object.entries(values)) {
    const places = names.flatMap((name, i) => (name === key || vectorOf(name) === key ? [i] : []))
    if (places.length === 0) {
      const expected = `one of ${names.join(', ')}${suggestName(key, names)}`
      throw new InputError(where, expected, key)
    }
    const isScalar = names[places[0]] === key
    const list = isScalar ? [value as number] : (value as ArrayLike<number>)
    assertLength(`${where}: ${key}`, list, places.length)
    for (const [i, place] of places.entries()) {
      assertFinite(`${where}: ${names[place]}`, list[i])
      out[place] = list[i]
      if (!entered.includes(place)) entered.push(place)
    }
  }
  return entered
}
