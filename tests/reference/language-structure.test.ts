/** Cases of the language reference: states and systems, functions with several results, opaque objects. */
import { equations, instantiate, Model, Par, registerFunction, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { errorOf } from './support/error-of.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'
import { Inertia } from './support/rotational.ts'

checkInterpreter()

/**
 * States in order, and for every system its kind, the number of its iteration variables, and true for a constant
 * matrix.
 */
function structureOf(model: Parameters<typeof instantiate>[0]) {
  const { states, systems } = instantiate(model).translation
  return {
    states: states.map((state) => state.name),
    systems: systems.map(({ kind, unknowns, isConstant }) => [kind, unknowns.length, isConstant]),
  }
}

describe('states and linear systems', () => {
  it('states-first-order', () => {
    const model = Model({
      T: 0.2,
      x: Var({ init: 0.3 }),
      equations: equations`
        u = 1.0
        der(x) = (u - x)/T
        y = 2*x
      `,
    })
    expect(structureOf(model)).toEqual({ states: ['x'], systems: [] })
  })

  it('states-two-coupled-inertias', () => {
    const model = Model({
      J1_J: 1,
      J2_J: 1,
      J1_phi: Var({ start: 1 }),
      J1_w: Var({ start: 0 }),
      J2_phi: Var({ start: 0 }),
      J2_w: Var({ start: 0 }),
      equations: equations`
        J1_w = der(J1_phi)
        J1_J*der(J1_w) = J1_tau
        J2_w = der(J2_phi)
        J2_J*der(J2_w) = J2_tau
        J2_phi = J1_phi
        J2_tau + J1_tau = 0
      `,
    })
    expect(structureOf(model)).toEqual({ states: ['J1_w', 'J1_phi'], systems: [['linear', 1, true]] })
  })

  it('states-linear-eq-1', () => {
    const model = Model({
      p1: 4,
      p2: 2,
      x6: Var({ start: 1 }),
      equations: equations`
        x1 = sin(time)
        p2*x2 = p1*x1
        2*x3 + 4*x4 = x1
        x3 + x5 = 2*x2
        4*x4 + 5*x5 = x1 + x2
        der(x6) = -x5*x6
      `,
    })
    expect(structureOf(model)).toEqual({ states: ['x6'], systems: [['linear', 1, true]] })
    // x5 = 10/7*sin(t) from the linear equations, so that x6 = exp(-10/7*(1 - cos(t)))
    const result = simulate(model, { stopTime: 2, tolerance })
    expectClose(result.final('x5'), (10 / 7) * Math.sin(2), 1e-14)
    expectClose(result.final('x6'), Math.exp((-10 / 7) * (1 - Math.cos(2))))
  })

  it('states-linear-eq-2', () => {
    const model = Model({
      p1: 4,
      p2: 2,
      x6: Var({ start: 1 }),
      equations: equations`
        x1 = sin(time)
        p2*x2 = p1*x1
        p2*x3 + p1*x4 + 5*der(x6) = x1
        x3 + x5 = 2*x2
        4*x4 + 5*x5 = x1 + x2
        3*der(x6) = -5*x3 - 2*x4
      `,
    })
    expect(structureOf(model)).toEqual({ states: ['x6'], systems: [['linear', 1, true]] })
    const result = simulate(model, { stopTime: 2, tolerance })
    const at = (name: string): number => result.final(name)
    const x1 = Math.sin(2)
    expectClose(2 * at('x3') + 4 * at('x4') + 5 * at('der(x6)'), x1, 1e-13)
    expectClose(at('x3') + at('x5'), 4 * x1, 1e-13)
    expectClose(4 * at('x4') + 5 * at('x5'), 3 * x1, 1e-13)
    expectClose(3 * at('der(x6)'), -5 * at('x3') - 2 * at('x4'), 1e-13)
  })

  it('states-free-flying-mass', () => {
    const model = Model({
      m: 1,
      f: [1, 2, 3],
      r: Var({ init: [0.1, 0.2, 0.3] }),
      v: Var({ init: [-0.1, -0.2, -0.3] }),
      equations: equations`
        v = der(r)
        m*der(v) = f
      `,
    })
    expect(structureOf(model)).toEqual({ states: ['v', 'r'], systems: [] })
    const result = simulate(model, { stopTime: 2, tolerance })
    for (let i = 1; i <= 3; i++) {
      expectClose(result.final(`v[${i}]`), -0.1 * i + 2 * i)
      expectClose(result.final(`r[${i}]`), 0.1 * i - 0.2 * i + 2 * i)
    }
  })
})

describe('functions', () => {
  const J = { J1: 1.1, J2: 1.2, J3: 1.3 }
  const phi = (2 - Math.sin(2)) / 3.6
  const w = (1 - Math.cos(2)) / 3.6
  const Shaft = Model({
    ...J,
    ...Object.fromEntries(['phi1', 'phi2', 'phi3', 'w1', 'w2', 'w3'].map((name) => [name, Var({ init: 0 })])),
    tau1: Var({ start: 0 }),
    tau2: Var({ start: 0 }),
    equations: equations`
      tau0 = sin(time)
      w1 = der(phi1)
      w2 = der(phi2)
      w3 = der(phi3)
      phi2 = phi1
      phi3 = phi2
      J3*der(w3) = tau2
    `,
  })

  it('multi-return-residual', () => {
    registerFunction(
      'shaftResiduals',
      (J1: number, J2: number, a1: number, a2: number, tau0: number, tau1: number, tau2: number) => [
        J1 * a1 - tau0 + tau1,
        J2 * a2 - tau1 + tau2,
      ],
      { results: 2 },
    )
    const model = Shaft.extend({
      inertia1: Inertia({ J: 1.1 }),
      inertia2: Inertia({ J: 1.2 }),
      inertia3: Inertia({ J: 1.3 }),
      equations: equations`
        (0, 0) = shaftResiduals(J1, J2, der(w1), der(w2), tau0, tau1, tau2)
        inertia1.flange_a.tau = tau0
        inertia3.flange_b.tau = 0
      `,
      connect: [
        ['inertia1.flange_b', 'inertia2.flange_a'],
        ['inertia2.flange_b', 'inertia3.flange_a'],
      ],
    })
    expect(structureOf(model).states).toHaveLength(4)
    const result = simulate(model, { stopTime: 2, tolerance })
    for (const name of ['phi1', 'phi2', 'phi3', 'inertia1.phi', 'inertia3.phi'])
      expectClose(result.final(name), phi)
    for (const name of ['w1', 'w2', 'w3', 'inertia1.w', 'inertia3.w']) expectClose(result.final(name), w)
  })

  it('multi-return-tuple', () => {
    registerFunction('Mbs', (derw1: number, derw2: number) => ({ derw1, derw2 }), { shape: 'object' })
    registerFunction(
      'shaftTorques',
      (mbs: { derw1: number; derw2: number }, J1: number, J2: number, tau0: number) => {
        const tau1 = tau0 - J1 * mbs.derw1
        return [tau1, tau1 - J2 * mbs.derw2]
      },
      { results: 2 },
    )
    const model = Shaft.extend({
      equations: equations`
        mbs = Mbs(der(w1), der(w2))
        (tau1, tau2) = shaftTorques(mbs, J1, J2, tau0)
      `,
    })
    const result = simulate(model, { stopTime: 2, tolerance })
    expectClose(result.final('w1'), w)
    expectClose(result.final('phi1'), phi)
    // the rest of the shaft: tau2 = J3*a
    expectClose(result.final('tau2'), (1.3 * Math.sin(2)) / 3.6)
    expect(result.has('mbs')).toBe(false)
  })

  interface Pendulum {
    phi: number
    derw: number
  }

  it('multi-return-implicit-1', () => {
    registerFunction('setStates', (phi: number): Pendulum => ({ phi, derw: 0 }), { shape: 'object' })
    registerFunction('setAccelerations', (mbs: Pendulum, derw: number): Pendulum => ({ ...mbs, derw }), {
      shape: 'object',
    })
    registerFunction('getForces', (mbs: Pendulum) => mbs.derw + Math.sin(mbs.phi))
    const model = Model({
      d: 1,
      phi: Var({ init: Math.PI / 2 }),
      w: Var({ init: 0 }),
      equations: equations`
        w = der(phi)
        mbs1 = setStates(phi)
        mbs2 = setAccelerations(mbs1, der(w))
        u = implicitDependency(getForces(mbs2), der(w))
        u = -d*w
      `,
    })
    expect(structureOf(model).states).toEqual(['w', 'phi'])
    const result = simulate(model, { stopTime: 10, tolerance })
    expectClose(result.final('phi'), 0.00240851, 1e-8)
    expectClose(result.final('w'), -0.01216934, 1e-8)
  })

  it('multi-return-nested', () => {
    interface TwoPendulums {
      phi: readonly number[]
      derw: readonly number[]
    }
    const set = (phi1: number, phi2: number): TwoPendulums => ({ phi: [phi1, phi2], derw: [0, 0] })
    const accelerate = (mbs: TwoPendulums, a1: number, a2: number): TwoPendulums => ({
      ...mbs,
      derw: [a1, a2],
    })
    const forces = (mbs: TwoPendulums): number[] => mbs.derw.map((a, i) => a + Math.sin(mbs.phi[i]))
    const model = Model({
      phi1: Var({ init: Math.PI / 2 }),
      w1: Var({ init: 0 }),
      phi2: Var({ init: Math.PI / 4 }),
      w2: Var({ init: 0 }),
      equations: equations`
        w1 = der(phi1)
        w2 = der(phi2)
        mbs1 = ${{ name: 'set', evaluate: set, shape: 'object' }}(phi1, phi2)
        (0, 0) = ${{ name: 'forces', evaluate: forces, results: 2 }}(
          ${{ name: 'accelerate', evaluate: accelerate, shape: 'object' }}(mbs1, der(w1), der(w2)))
      `,
    })
    const result = simulate(model, { stopTime: 2, tolerance })
    const expected = { w1: -1.39923594, phi1: -0.20563949, w2: -0.7148802, phi2: -0.27423139 }
    for (const [name, value] of Object.entries(expected)) expectClose(result.final(name), value, 2e-8)
  })

  it('build-function-resize: a vector of iteration variables changes its size', () => {
    const model = instantiate(
      Model({
        phi1: Var({ init: Math.PI / 2 }),
        w1: Var({ init: 0 }),
        qdd: Var({ start: [0, 0] }),
        phi2: Par([1, 2]),
        equations: equations`
          w1 = der(phi1)
          tau1 = implicitDependency(der(w1) + sin(phi1), der(w1))
          0 = implicitDependency((1 + time)*qdd + sin(phi2), qdd)
          tau1 = -0.1*w1
        `,
      }),
    )
    const runs = [
      { phi2: [1, 2], merge: {} },
      { phi2: [10, 20, 30], merge: { phi2: [10, 20, 30], qdd: [0, 0, 0] } },
    ]
    for (const { phi2, merge } of runs) {
      const result = model.simulate({ stopTime: 2, tolerance, merge })
      // eight digits of the independent integration
      expectClose(result.final('w1'), -1.28133241, 2e-8)
      expectClose(result.final('phi1'), -0.10196722, 2e-8)
      phi2.forEach((angle, i) => {
        expectClose(result.final(`qdd[${i + 1}]`), -Math.sin(angle) / 3, 1e-14)
      })
      expect(result.signal('qdd').size).toEqual([phi2.length])
    }
    // only the start value determines the size
    const error = errorOf(() => model.simulate({ stopTime: 2, merge: { phi2: [10, 20, 30] } }))
    expect(error.code).toBe('SHAPE')
    expect(error.message).toContain('2 and 3')
    expect(error.message).toContain('qdd')
  })
})
