/**
 * A chain with stiff dampers in its joints, which requires implicit methods, compared with Lagrange's equations in
 * absolute angles.
 */
import { equations, simulate, Var } from 'vario'
import { Damper, Fixed } from 'vario/library/rotational'
import {
  Bushing,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, it } from 'vitest'

const G = 9.81
/** Links, their length [m], mass [kg], moment of inertia about the center [kg.m2], damping of the joints [N.m.s/rad]. */
const N = 40
const LENGTH = 0.05
const MASS = 0.02
const INERTIA = 2e-5
const DAMPING = 0.3
const STOP_TIME = 0.1
const start = (i: number): number => (i === 0 ? 0.4 : 0.02)

type Kind = 'force elements' | 'flanges'

function createChain(kind: Kind, more = {}) {
  const members: Record<string, unknown> = { world: Object3D({ feature: Scene() }) }
  const connect: [string, string][] = []
  for (let i = 0; i < N; i++) {
    const massProperties = MassProperties({
      mass: MASS,
      centerOfMass: [LENGTH / 2, 0, 0],
      Ixx: INERTIA,
      Iyy: INERTIA,
      Izz: INERTIA,
    })
    members[`link${i}`] = Object3D({ feature: Solid({ massProperties }) })
    members[`end${i}`] = Object3D({ parent: `link${i}`, translation: [LENGTH, 0, 0] })
    const obj1 = i === 0 ? 'world' : `end${i - 1}`
    const joint = { obj1, obj2: `link${i}`, axis: 'z', phi: { init: start(i) } } as const
    if (kind === 'flanges') {
      members[`rev${i}`] = RevoluteWithFlange(joint)
      members[`damper${i}`] = Damper({ d: DAMPING })
      members[`fixed${i}`] = Fixed()
      connect.push([`damper${i}.flange_b`, `rev${i}.flange`], [`damper${i}.flange_a`, `fixed${i}.flange`])
    } else {
      members[`rev${i}`] = Revolute(joint)
      members[`bushing${i}`] = Bushing({ obj1, obj2: `link${i}`, rotDamperForceLaw: [0, 0, DAMPING] })
    }
  }
  return Model3D({ ...members, connect, ...more } as Parameters<typeof Model3D>[0])
}

const lever = (k: number, i: number): number => (i < k ? LENGTH : i === k ? LENGTH / 2 : 0)
const A = new Float64Array(N * N)
const weight = new Float64Array(N)
for (let k = 0; k < N; k++) {
  for (let i = 0; i <= k; i++) {
    weight[i] += G * MASS * lever(k, i)
    for (let j = 0; j <= k; j++) A[i * N + j] += MASS * lever(k, i) * lever(k, j)
  }
}

/** Kinetic and potential energy for relative angles and velocities [J]. */
function computeEnergy(phi: readonly number[], w: readonly number[]): number {
  const sums = (values: readonly number[]): number[] => {
    let sum = 0
    return values.map((value) => (sum += value))
  }
  const [q, v] = [sums(phi), sums(w)]
  let energy = 0
  for (let i = 0; i < N; i++) {
    energy += weight[i] * Math.sin(q[i]) + 0.5 * INERTIA * v[i] * v[i]
    for (let j = 0; j < N; j++) energy += 0.5 * A[i * N + j] * Math.cos(q[i] - q[j]) * v[i] * v[j]
  }
  return energy
}

/**
 * Relative angles and their velocities at the end (N each). With the angles q from the horizontal, b_ki = ∂(center k)/∂q_i in size and
 * A_ij = Σ_k m b_ki b_kj:
 *
 *   Σ_j A_ij cos(q_i - q_j) q_j'' + I q_i'' + Σ_j A_ij sin(q_i - q_j) q_j'² + g Σ_k m b_ki cos q_i = τ_i - τ_i+1,   τ_i = -d (q_i' - q_i-1')
 */
function solveLagrange(): { phi: Float64Array; w: Float64Array } {
  const M = new Float64Array(N * N)
  const b = new Float64Array(N)
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    for (let i = 0; i < N; i++) {
      b[i] = -weight[i] * Math.cos(x[i])
      const torque = (k: number): number => -DAMPING * (x[N + k] - (k === 0 ? 0 : x[N + k - 1]))
      b[i] += torque(i) - (i + 1 < N ? torque(i + 1) : 0)
      for (let j = 0; j < N; j++) {
        const angle = x[i] - x[j]
        M[i * N + j] = A[i * N + j] * Math.cos(angle) + (i === j ? INERTIA : 0)
        b[i] -= A[i * N + j] * Math.sin(angle) * x[N + j] * x[N + j]
      }
    }
    solveCholesky(M, b)
    for (let i = 0; i < N; i++) {
      dx[i] = x[N + i]
      dx[N + i] = b[i]
    }
  }
  const x0 = new Float64Array(2 * N)
  for (let i = 0; i < N; i++) x0[i] = (i === 0 ? 0 : x0[i - 1]) + start(i)
  const { x } = integrate(
    { n: 2 * N, f },
    { method: 'dop853', t0: 0, x0, tEnd: STOP_TIME, rtol: 1e-9, atol: 1e-10 },
  )
  const relative = (first: number): Float64Array =>
    Float64Array.from({ length: N }, (_, i) => x[first + i] - (i === 0 ? 0 : x[first + i - 1]))
  return { phi: relative(0), w: relative(N) }
}

/** Solves M x = b in place, M = L Lᵀ. */
function solveCholesky(M: Float64Array, b: Float64Array): void {
  for (let i = 0; i < N; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = M[i * N + j]
      for (let k = 0; k < j; k++) sum -= M[i * N + k] * M[j * N + k]
      M[i * N + j] = i === j ? Math.sqrt(sum) : sum / M[j * N + j]
    }
    for (let k = 0; k < i; k++) b[i] -= M[i * N + k] * b[k]
    b[i] /= M[i * N + i]
  }
  for (let i = N - 1; i >= 0; i--) {
    for (let k = i + 1; k < N; k++) b[i] -= M[k * N + i] * b[k]
    b[i] /= M[i * N + i]
  }
}

describe('a chain of 40 links with stiff dampers', () => {
  const truth = solveLagrange()

  it.each([
    ['auto', 'force elements'],
    ['radau5', 'force elements'],
    ['bdf', 'force elements'],
    ['auto', 'flanges'],
    ['radau5', 'flanges'],
    ['bdf', 'flanges'],
  ] as const)('follows its equations of motion: %s, dampers as %s', (solver, kind) => {
    const result = simulate(createChain(kind), { stopTime: STOP_TIME, tolerance: 1e-7, solver })
    const { lu, steps } = result.attributes['statistics'] as { lu: number; steps: number }
    // The fastest motion has a rate of about 4 d / I = 6e4 1/s: some 2000 steps for an explicit method with a stability limit of 3.
    expect(lu).toBeGreaterThan(0)
    expect(steps).toBeLessThan(700)
    for (let i = 0; i < N; i++) {
      // 1e-7 per step; a few hundred steps with errors that the dampers reduce
      expect(Math.abs(result.final(`rev${i}.phi`) - truth.phi[i])).toBeLessThan(1e-6)
      expect(Math.abs(result.final(`rev${i}.w`) - truth.w[i])).toBeLessThan(2e-5)
    }
  })

  it.each(['auto', 'radau5', 'bdf'] as const)(
    'loses the energy that its dampers dissipate, with %s',
    (solver) => {
      const powers = Array.from({ length: N }, (_, i) => `rev${i}.w^2`).join(' + ')
      const model = createChain('flanges', {
        loss: Var({ init: 0, unit: 'J' }),
        d: DAMPING,
        equations: equations(`der(loss) = d*(${powers})`),
      })
      const result = simulate(model, { stopTime: STOP_TIME, tolerance: 1e-7, solver })
      const joints = Array.from({ length: N }, (_, i) => i)
      const before = computeEnergy(joints.map(start), new Array<number>(N).fill(0))
      const after = computeEnergy(
        joints.map((i) => result.final(`rev${i}.phi`)),
        joints.map((i) => result.final(`rev${i}.w`)),
      )
      const loss = result.final('loss')
      expect(loss).toBeGreaterThan(0.01)
      // 1e-7 of the states per step, for a few hundred steps
      expect(Math.abs(after + loss - before)).toBeLessThan(1e-5 * loss)
    },
  )
})
