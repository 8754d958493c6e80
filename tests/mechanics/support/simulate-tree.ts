/** Simulation of a tree with `vario/ode`; rotation matrices are states, dR/dt = R·[w]×. */
import {
  clearForces,
  computeForwardDynamics,
  computePositions,
  computeVelocities,
  createTreeData,
  FREE,
  SPHERICAL,
  type Tree,
  type TreeData,
} from 'vario/mechanics'
import { integrate } from 'vario/ode'
import { product } from '../../support/geometry.ts'

/** Adds external forces to `data.F_ext`, which is zero, and sets forces of joints in `tau`. */
export type ForceLaw = (data: TreeData, v: Float64Array, tau: Float64Array) => void

export interface Simulated {
  readonly q: Float64Array
  readonly v: Float64Array
  /** Work of the forces of the joints [J]. */
  readonly work: number
  /** Data with positions and velocities at the end. */
  readonly data: TreeData
}

/** Relative and absolute tolerance of a step: errors over a few seconds stay some powers of ten below 1e-8. */
const TOLERANCE = 1e-12

export function simulateTree(
  tree: Tree,
  q0: ArrayLike<number>,
  v0: ArrayLike<number>,
  tEnd: number,
  law: ForceLaw,
): Simulated {
  const { nq, nv } = tree
  const data = createTreeData(tree)
  const [q, v, tau, vdot] = [nq, nv, nv, nv].map((n) => new Float64Array(n))
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    q.set(x.subarray(0, nq))
    v.set(x.subarray(nq, nq + nv))
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    clearForces(data)
    tau.fill(0)
    law(data, v, tau)
    computeForwardDynamics(tree, data, tau, vdot)
    computePositionRates(tree, q, v, dx)
    dx.set(vdot, nq)
    dx[nq + nv] = tau.reduce((power, value, k) => power + value * v[k], 0)
  }
  const x0 = [...Array.from(q0), ...Array.from(v0), 0]
  const run = integrate(
    { n: nq + nv + 1, f },
    { method: 'dop853', t0: 0, x0, tEnd, rtol: TOLERANCE, atol: TOLERANCE },
  )
  const end = { q: run.x.slice(0, nq), v: run.x.slice(nq, nq + nv), work: run.x[nq + nv], data }
  computePositions(tree, data, end.q)
  computeVelocities(tree, data, end.v)
  return end
}

/** out = q̇ (nq). */
export function computePositionRates(tree: Tree, q: Float64Array, v: Float64Array, out: Float64Array): void {
  for (let i = 0; i < tree.nBody; i++) {
    const iq = tree.qStart[i]
    const iv = tree.vStart[i]
    if (tree.kind[i] < SPHERICAL) {
      out[iq] = v[iv]
      continue
    }
    const R = q.subarray(iq, iq + 9)
    const [x, y, z] = v.subarray(iv, iv + 3)
    out.set(product(R, [0, -z, y, z, 0, -x, -y, x, 0], 3), iq)
    if (tree.kind[i] === FREE) out.set(product(R, v.subarray(iv + 3, iv + 6), 3), iq + 9)
  }
}
