/** The trees for measurements of the forward dynamics, in a state without zeros. */
import { rotationFromAxisAngle } from 'vario/math'
import { type BodyDeclaration, createTree, FREE, REVOLUTE, type Tree } from 'vario/mechanics'

/** A tree with a state. */
export interface Subject {
  readonly name: string
  readonly tree: Tree
  readonly q: Float64Array
  readonly v: Float64Array
}

/** One algorithm for the accelerations of a subject. */
export interface Evaluation {
  /** Everything from positions to accelerations. */
  readonly evaluate: () => void
  /** v̇ of the last evaluation (nv). */
  readonly read: () => Float64Array
}

/** Axis of rotation from one link of a chain to the next, neither along nor across the links [1]. */
const TILT_AXIS = [0.6, 0.48, 0.64]
const TILT_ANGLE = 0.9

const LINK: Omit<BodyDeclaration, 'parent' | 'kind'> = {
  mass: 1.2,
  p_BC: [0.02, 0.15, 0.03],
  I_C: [0.02, 0.001, 0.002, 0.001, 0.01, -0.001, 0.002, -0.001, 0.025],
}

/** A chain of n revolute joints whose axes stand at general angles to each other. */
export function createChain(n: number): Subject {
  const R_PJ = new Float64Array(9)
  rotationFromAxisAngle(R_PJ, 0, Float64Array.from(TILT_AXIS), 0, TILT_ANGLE)
  const tree = createTree(
    Array.from({ length: n }, (_, i) => ({
      ...LINK,
      parent: i - 1,
      kind: REVOLUTE,
      R_PJ,
      p_PJ: i === 0 ? [0, 0, 0] : [0.05, 0.3, 0.1],
    })),
  )
  return {
    name: `chain ${n}`,
    tree,
    q: Float64Array.from({ length: n }, (_, i) => 0.3 * Math.sin(1 + i)),
    v: Float64Array.from({ length: n }, (_, i) => 0.5 * Math.cos(2 + i)),
  }
}

/** n free bodies that turn and move. */
export function createFreeBodies(n: number): Subject {
  const tree = createTree(Array.from({ length: n }, () => ({ ...LINK, parent: -1, kind: FREE })))
  const q = new Float64Array(tree.nq)
  const axis = Float64Array.from(TILT_AXIS)
  for (let i = 0; i < n; i++) {
    rotationFromAxisAngle(q, 12 * i, axis, 0, 0.1 * i)
    q.set([i, 0.5 * i, 2], 12 * i + 9)
  }
  return {
    name: `${n} free`,
    tree,
    q,
    v: Float64Array.from({ length: tree.nv }, (_, k) => 0.5 * Math.cos(2 + k)),
  }
}
