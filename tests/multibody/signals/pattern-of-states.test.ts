/** The pattern of the Jacobian contains all couplings through equations between bodies, and few others. */

import { equations, expr, instantiate, Model, Var } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  Scene,
  SensorResult,
  Solid,
  WorldForce,
} from 'vario/multibody'
import { expect, it } from 'vitest'
import { evaluateModel } from '../../../src/model/index.ts'
import { ModelRuntime } from '../../../src/simulation/runtime/index.ts'
import { findStatePattern } from '../../../src/simulation/solver-interface/state-pattern.ts'

const N = 14
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) })

/** A cart with a controller that has a state, and a filter that only looks. */
const Cart = Model({
  goal: Var({ input: true, unit: 'm' }),
  box: Object3D({ feature: body }),
  rail: Prismatic({ obj1: 'world', obj2: 'box' }),
  I: Var({ init: 0.1 }),
  seen: Var({ init: 0 }),
  u: Var({ unit: 'N' }),
  push: WorldForce({ objectApply: 'box', force: expr`[u, 0, 0]` }),
  equations: equations`
    e = goal - box.r_abs[1]
    der(I) = e
    u = 20*e + 5*I - 8*box.v_abs[1]
    der(seen) = box.v_abs[1]^2 - seen
  `,
})

/** Carts of which each follows the one before. */
const Chain = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  carts: Array.from({ length: N }, () => Cart()),
  equations: equations(
    [
      'carts[1].goal = 1',
      ...Array.from({ length: N - 1 }, (_, k) => `carts[${k + 2}].goal = carts[${k + 1}].box.r_abs[1] - 1`),
    ].join('\n'),
  ),
})

/** The same by forces of joints and a sensor, beside bodies that nothing connects. */
const Sensed = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  carts: Array.from({ length: N }, () =>
    Model({
      box: Object3D({ feature: body }),
      plane: Planar({ obj1: 'world', obj2: 'box', w: 0.3, f: expr`-4*plane.s`, tau: expr`-0.5*plane.w` }),
      lag: Var({ init: 0.2 }),
      equations: equations`der(lag) = plane.phi - lag`,
    })(),
  ),
  gap: SensorResult({ object: 'carts[1].box', objectOrigin: 'carts[2].box' }),
  far: Var({ init: 0 }),
  equations: equations`der(far) = gap.distance - far`,
})

/** Places where the derivatives depend on the states, by differences; and the places of the pattern. */
function compare(model: Parameters<typeof instantiate>[0]): { missing: string[]; count: number; n: number } {
  const { translation } = instantiate(model)
  const runtime = new ModelRuntime(translation)
  const values = evaluateModel(translation.model, {})
  runtime.load(values)
  runtime.startSegment(values, 0, true, { tolerance: 1e-6, analysis: 'dynamic' })
  const n = runtime.nState
  const x = new Float64Array(n)
  runtime.readStates(x)
  for (let i = 0; i < n; i++) x[i] += 0.1 + 0.01 * i
  const derive = (at: Float64Array): Float64Array => {
    const dx = new Float64Array(n)
    runtime.enter(0.5, at)
    runtime.evaluateDynamics()
    runtime.readDerivatives(dx)
    return dx
  }
  derive(x)
  const base = derive(x)
  const { sparsity } = findStatePattern(runtime)
  const missing: string[] = []
  for (let j = 0; j < n; j++) {
    const moved = x.slice()
    moved[j] += 1e-3
    derive(moved).forEach((value, i) => {
      if (Math.abs(value - base[i]) < 1e-9) return
      const rows = sparsity!.rowIdx.slice(sparsity!.colPtr[j], sparsity!.colPtr[j + 1])
      if (!rows.includes(i)) missing.push(`${i},${j}`)
    })
  }
  return { missing, count: sparsity!.rowIdx.length, n }
}

it.each([
  ['forces and poses', Chain],
  ['forces of joints and sensors', Sensed],
])('the pattern is complete and sparse: %s', (_, model) => {
  const { missing, count, n } = compare(model)
  expect(missing).toEqual([])
  expect(n).toBeGreaterThanOrEqual(4 * N)
  // states of a body and of its neighbors, instead of all
  expect(count).toBeLessThan(0.3 * n * n)
})
