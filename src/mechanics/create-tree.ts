import {
  assertInteger,
  assertLength,
  assertNonNegative,
  assertOneOf,
  EPS,
  InputError,
} from '../base/index.ts'
import {
  mat3Determinant,
  mat3SymmetricEigen,
  SPATIAL_INERTIA_SIZE,
  spatialInertiaFromCentral,
} from '../math/index.ts'
import {
  type BodyDeclaration,
  FREE,
  JOINT_NQ,
  JOINT_NV,
  PRISMATIC,
  REVOLUTE,
  SPHERICAL,
  type Tree,
} from './tree.ts'

/** Deviation of R·Rᵀ from the identity after products of a few dozen rotations [1]. */
const ROTATION_TOLERANCE = 1e-10

/**
 * Asymmetry and negative principal moments, relative to the largest element, that are rounding of merged masses [1].
 */
const INERTIA_TOLERANCE = 1e4 * EPS

/** Principal moments and axes, scratch. */
const moments = new Float64Array(3)
const axes = new Float64Array(9)

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** A tree, and its declarations. */
export interface TreeOfBodies {
  readonly bodies: readonly BodyDeclaration[]
  readonly tree: Tree
}

/**
 * Stores bodies in flat arrays. Body i of the tree is `bodies[i]`. The first and the last bodies that are the same
 * objects as in the tree `before` are copied: of a thousand, an action changes one or two.
 *
 * @throws InputError that names `bodies[i]` and the field, if parents do not precede their children, numbers are not
 * finite, a rotation matrix is invalid, a mass is negative, or an inertia is not symmetric and positive semidefinite.
 */
export function createTree(bodies: readonly BodyDeclaration[], before: TreeOfBodies | null = null): Tree {
  const nBody = bodies.length
  const tree = {
    nBody,
    nq: 0,
    nv: 0,
    parent: new Int32Array(nBody),
    kind: new Uint8Array(nBody),
    isLeaf: new Uint8Array(nBody).fill(1),
    qStart: new Int32Array(nBody + 1),
    vStart: new Int32Array(nBody + 1),
    vParent: new Int32Array(0),
    R_PJ: new Float64Array(9 * nBody),
    p_PJ: new Float64Array(3 * nBody),
    armature: new Float64Array(nBody),
    mass: new Float64Array(nBody),
    p_BC: new Float64Array(3 * nBody),
    I_C: new Float64Array(9 * nBody),
    M_BBo: new Float64Array(SPATIAL_INERTIA_SIZE * nBody),
    ...createPartTables(bodies),
  }
  const { nFirst, nLast } = countSame(before?.bodies ?? [], bodies)
  if (before !== null) copyBodies(before.tree, tree, 0, 0, nFirst)
  for (let i = nFirst; i < nBody - nLast; i++) layOut(tree, bodies[i], i)
  if (before !== null) copyBodies(before.tree, tree, before.tree.nBody - nLast, nBody - nLast, nLast)
  for (let i = 0; i < nBody; i++) if (tree.parent[i] >= 0) tree.isLeaf[tree.parent[i]] = 0
  tree.nq = tree.qStart[nBody]
  tree.nv = tree.vStart[nBody]
  tree.vParent = createVelocityParents(tree)
  return Object.freeze(tree)
}

/** Number of identical bodies at the start and at the end. */
function countSame(
  a: readonly BodyDeclaration[],
  b: readonly BodyDeclaration[],
): { readonly nFirst: number; readonly nLast: number } {
  const n = Math.min(a.length, b.length)
  let nFirst = 0
  while (nFirst < n && a[nFirst] === b[nFirst]) nFirst++
  let nLast = 0
  while (nLast < n - nFirst && a[a.length - 1 - nLast] === b[b.length - 1 - nLast]) nLast++
  return { nFirst, nLast }
}

/** Tables with a fixed number of elements per body. */
const PER_BODY = {
  parent: 1,
  kind: 1,
  R_PJ: 9,
  p_PJ: 3,
  armature: 1,
  mass: 1,
  p_BC: 3,
  I_C: 9,
  M_BBo: SPATIAL_INERTIA_SIZE,
} as const
/** The same per part of a body. */
const PER_PART = { partMass: 1, p_BPart: 3, I_Part: 9 } as const

/** Copies `n` bodies stored in another tree, from body `i` there to body `o` here. */
function copyBodies(from: Tree, to: Tree, i: number, o: number, n: number): void {
  for (const name of Object.keys(PER_BODY) as (keyof typeof PER_BODY)[]) {
    const size = PER_BODY[name]
    to[name].set(from[name].subarray(size * i, size * (i + n)), size * o)
  }
  const [first, end] = [from.partStart[i], from.partStart[i + n]]
  for (const name of Object.keys(PER_PART) as (keyof typeof PER_PART)[]) {
    const size = PER_PART[name]
    to[name].set(from[name].subarray(size * first, size * end), size * to.partStart[o])
  }
  for (let k = 0; k < n; k++) {
    to.qStart[o + k + 1] = to.qStart[o + k] + JOINT_NQ[to.kind[o + k]]
    to.vStart[o + k + 1] = to.vStart[o + k] + JOINT_NV[to.kind[o + k]]
  }
}

function layOut(tree: Tree, body: BodyDeclaration, i: number): void {
  const path = `bodies[${i}]`
  assertParent(`${path}.parent`, body.parent, i)
  assertOneOf(`${path}.kind`, body.kind, [REVOLUTE, PRISMATIC, SPHERICAL, FREE])
  tree.parent[i] = body.parent
  tree.kind[i] = body.kind
  tree.qStart[i + 1] = tree.qStart[i] + JOINT_NQ[body.kind]
  tree.vStart[i + 1] = tree.vStart[i] + JOINT_NV[body.kind]

  copyNumbers(`${path}.R_PJ`, body.R_PJ ?? IDENTITY, tree.R_PJ, 9 * i, 9)
  assertRotation(`${path}.R_PJ`, tree.R_PJ, 9 * i)
  if (body.p_PJ) copyNumbers(`${path}.p_PJ`, body.p_PJ, tree.p_PJ, 3 * i, 3)
  const armature = body.armature ?? 0
  assertNonNegative(`${path}.armature`, armature)
  if (armature > 0 && body.kind > PRISMATIC)
    throw new InputError(
      `${path}.armature`,
      '0, because the joint is neither revolute nor prismatic',
      armature,
    )
  tree.armature[i] = armature
  const mass = body.mass ?? 0
  assertNonNegative(`${path}.mass`, mass)
  tree.mass[i] = mass
  if (body.p_BC) copyNumbers(`${path}.p_BC`, body.p_BC, tree.p_BC, 3 * i, 3)
  if (body.I_C) copyNumbers(`${path}.I_C`, body.I_C, tree.I_C, 9 * i, 9)
  assertInertia(`${path}.I_C`, tree.I_C, 9 * i)
  spatialInertiaFromCentral(tree.M_BBo, SPATIAL_INERTIA_SIZE * i, mass, tree.p_BC, 3 * i, tree.I_C, 9 * i)
  copyParts(path, body, tree, i)
}

/** Empty tables of the parts of all bodies. */
function createPartTables(
  bodies: readonly BodyDeclaration[],
): Pick<Tree, 'partStart' | 'partMass' | 'p_BPart' | 'I_Part'> {
  const partStart = new Int32Array(bodies.length + 1)
  bodies.forEach(({ parts }, i) => {
    partStart[i + 1] = partStart[i] + (parts?.length ?? 1)
  })
  const nPart = partStart[bodies.length]
  return {
    partStart,
    partMass: new Float64Array(nPart),
    p_BPart: new Float64Array(3 * nPart),
    I_Part: new Float64Array(9 * nPart),
  }
}

/** Stores the parts of body i, which is already stored; without parts, the body is one. */
function copyParts(path: string, { parts }: BodyDeclaration, tree: Tree, i: number): void {
  const { partStart, partMass, p_BPart, I_Part } = tree
  let k = partStart[i]
  if (parts === undefined) {
    partMass[k] = tree.mass[i]
    for (let j = 0; j < 3; j++) p_BPart[3 * k + j] = tree.p_BC[3 * i + j]
    for (let j = 0; j < 9; j++) I_Part[9 * k + j] = tree.I_C[9 * i + j]
    return
  }
  for (const part of parts) {
    const partPath = `${path}.parts[${k - partStart[i]}]`
    assertNonNegative(`${partPath}.mass`, part.mass)
    partMass[k] = part.mass
    copyNumbers(`${partPath}.p_BC`, part.p_BC, p_BPart, 3 * k, 3)
    copyNumbers(`${partPath}.I_C`, part.I_C, I_Part, 9 * k, 9)
    k++
  }
}

/**
 * The velocities of one joint form a chain, whose first element follows the last velocity of the joint of the parent.
 */
function createVelocityParents(tree: Tree): Int32Array<ArrayBuffer> {
  const vParent = new Int32Array(tree.nv)
  for (let i = 0; i < tree.nBody; i++) {
    const p = tree.parent[i]
    for (let k = tree.vStart[i]; k < tree.vStart[i + 1]; k++) vParent[k] = k - 1
    vParent[tree.vStart[i]] = p < 0 ? -1 : tree.vStart[p + 1] - 1
  }
  return vParent
}

function assertParent(path: string, parent: number, i: number): void {
  assertInteger(path, parent, -1)
  if (parent >= i) throw new InputError(path, `-1 (world) or the index of an earlier body, < ${i}`, parent)
}

function copyNumbers(path: string, from: ArrayLike<number>, out: Float64Array, o: number, n: number): void {
  assertLength(path, from, n)
  for (let k = 0; k < n; k++) {
    // the path is created only for an error: thousands of bodies are stored between two steps of a simulation
    if (!Number.isFinite(from[k])) throw new InputError(`${path}[${k}]`, 'a finite number', from[k])
    out[o + k] = from[k]
  }
}

/** Checks R·Rᵀ = 1 and det R > 0. */
function assertRotation(path: string, R: Float64Array, o: number): void {
  let deviation = 0
  for (let i = o; i < o + 9; i += 3) {
    for (let j = i; j < o + 9; j += 3) {
      const dot = R[i] * R[j] + R[i + 1] * R[j + 1] + R[i + 2] * R[j + 2]
      deviation = Math.max(deviation, Math.abs(dot - (i === j ? 1 : 0)))
    }
  }
  if (deviation <= ROTATION_TOLERANCE && mat3Determinant(R, o) > 0) return
  throw new InputError(
    path,
    'a rotation matrix (orthonormal rows, determinant +1)',
    Array.from(R.subarray(o, o + 9)),
  )
}

function assertInertia(path: string, I: Float64Array, o: number): void {
  let largest = 0
  for (let k = o; k < o + 9; k++) largest = Math.max(largest, Math.abs(I[k]))
  const tolerance = INERTIA_TOLERANCE * largest
  const asymmetry = Math.max(
    Math.abs(I[o + 1] - I[o + 3]),
    Math.abs(I[o + 2] - I[o + 6]),
    Math.abs(I[o + 5] - I[o + 7]),
  )
  if (asymmetry > tolerance)
    throw new InputError(path, 'a symmetric matrix', Array.from(I.subarray(o, o + 9)))
  mat3SymmetricEigen(moments, 0, axes, 0, I, o)
  if (moments[0] < -tolerance) throw new InputError(path, 'principal moments >= 0', Array.from(moments))
}
