/** The same trees in MuJoCo (WASM), in the style of its users. */
import { quatFromRotation } from 'vario/math'
import { FREE, type Tree } from 'vario/mechanics'
import type { Evaluation, Subject } from './subjects.ts'

type Mujoco = Awaited<ReturnType<typeof import('@mujoco/mujoco').default>>

/** undefined if the package is not installed. */
export const mujoco = await loadMujoco()

async function loadMujoco(): Promise<Mujoco | undefined> {
  try {
    const { default: load } = await import('@mujoco/mujoco')
    return await load()
  } catch {
    return undefined
  }
}

/** A subject in MuJoCo, in its state. */
export function createMujocoModel(
  engine: Mujoco,
  { tree, q, v }: Subject,
  gravity: readonly number[],
): Evaluation {
  const model = engine.MjModel.from_xml_string(writeMjcf(tree, gravity))
  const data = new engine.MjData(model)
  writeState(tree, q, v, data.qpos as Float64Array, data.qvel as Float64Array)
  return {
    evaluate: () => engine.mj_forward(model, data),
    read: () => readAccelerations(tree, q, v, data.qacc as Float64Array),
  }
}

/** Nested bodies; the joint frame is the body frame at zero, as in our trees. */
function writeMjcf(tree: Tree, gravity: readonly number[]): string {
  const children = Array.from({ length: tree.nBody + 1 }, (): number[] => [])
  for (let i = 0; i < tree.nBody; i++) children[tree.parent[i] + 1].push(i)
  const writeBody = (i: number): string => {
    const q = new Float64Array(4)
    quatFromRotation(q, 0, tree.R_PJ, 9 * i)
    const I = tree.I_C.subarray(9 * i, 9 * i + 9)
    return `<body pos="${list(tree.p_PJ, 3 * i, 3)}" quat="${q[3]} ${q[0]} ${q[1]} ${q[2]}">
      ${tree.kind[i] === FREE ? '<freejoint/>' : '<joint type="hinge" axis="0 0 1"/>'}
      <inertial mass="${tree.mass[i]}" pos="${list(tree.p_BC, 3 * i, 3)}"
        fullinertia="${I[0]} ${I[4]} ${I[8]} ${I[1]} ${I[2]} ${I[5]}"/>
      ${children[i + 1].map(writeBody).join('')}
    </body>`
  }
  return `<mujoco>
    <option gravity="${gravity.join(' ')}"/><compiler angle="radian"/>
    <worldbody>${children[0].map(writeBody).join('')}</worldbody>
  </mujoco>`
}

function list(values: Float64Array, o: number, n: number): string {
  return values.subarray(o, o + n).join(' ')
}

/** MuJoCo gives free bodies position, then orientation; velocity and acceleration of the origin are in the world. */
function writeState(
  tree: Tree,
  q: Float64Array,
  v: Float64Array,
  qpos: Float64Array,
  qvel: Float64Array,
): void {
  if (tree.kind[0] !== FREE) {
    qpos.set(q)
    qvel.set(v)
    return
  }
  const orientation = new Float64Array(4)
  for (let i = 0; i < tree.nBody; i++) {
    const R = q.subarray(12 * i, 12 * i + 9)
    quatFromRotation(orientation, 0, R, 0)
    const [x, y, z, w] = orientation
    qpos.set([...q.subarray(12 * i + 9, 12 * i + 12), w, x, y, z], 7 * i)
    qvel.set([...rotate(R, v.subarray(6 * i + 3)), ...v.subarray(6 * i, 6 * i + 3)], 6 * i)
  }
}

/** v̇ of free bodies is [alpha; a − w × v] in the body. */
function readAccelerations(tree: Tree, q: Float64Array, v: Float64Array, qacc: Float64Array): Float64Array {
  if (tree.kind[0] !== FREE) return qacc.slice()
  const vdot = new Float64Array(tree.nv)
  for (let i = 0; i < tree.nBody; i++) {
    const R = q.subarray(12 * i, 12 * i + 9)
    const transpose = [R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]]
    const a = rotate(transpose, qacc.subarray(6 * i))
    const [wx, wy, wz, vx, vy, vz] = v.subarray(6 * i, 6 * i + 6)
    const turning = [wy * vz - wz * vy, wz * vx - wx * vz, wx * vy - wy * vx]
    vdot.set(qacc.subarray(6 * i + 3, 6 * i + 6), 6 * i)
    vdot.set(
      [0, 1, 2].map((k) => a[k] - turning[k]),
      6 * i + 3,
    )
  }
  return vdot
}

function rotate(R: ArrayLike<number>, u: ArrayLike<number>): number[] {
  return [0, 3, 6].map((k) => R[k] * u[0] + R[k + 1] * u[1] + R[k + 2] * u[2])
}
