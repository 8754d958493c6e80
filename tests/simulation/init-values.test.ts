/** Init values of variables that are computed from states. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import { BearingFriction, IdealGear, Inertia, Spring, Torque } from 'vario/library/rotational'
import { describe, expect, it } from 'vitest'

describe('init values of computed variables', () => {
  it.each([false, true])('determine the state for y = x^3 (interpreted %s)', (interpret) => {
    const model = Model({
      x: Var({ start: 1 }),
      y: Var({ init: 8 }),
      equations: equations`
        der(x) = -x
        y = x^3
      `,
    })
    const result = instantiate(model, { interpret }).simulate({ stopTime: 1, tolerance: 1e-9 })
    expect(Math.abs(result.values('x')[0] - 2)).toBeLessThan(1e-14)
    // x = 2 exp(-t)
    expect(Math.abs(result.final('y') - 8 * Math.exp(-3))).toBeLessThan(1e-7)
  })

  // states without any start value begin at 0, where y has no slope, no value, or a distant one
  it.each([
    ['x^3', 8, 2],
    ['x^3', -1e6, -100],
    ['x^2', 4, 2],
    ['1/x', 4, 0.25],
    ['tan(x)', 5, Math.atan(5)],
    ['exp(x)', 1e-3, Math.log(1e-3)],
    ['log(x)', 1, Math.E],
  ])('y = %s with y = %s at the start', (text, y, x) => {
    const lines = [`y = ${text}\nder(x) = -x`]
    const source = equations(Object.assign(lines, { raw: lines }) as unknown as TemplateStringsArray)
    const result = simulate(Model({ y: Var({ init: y }), equations: source }), { stopTime: 0.01 })
    expect(Math.abs(result.values('x')[0] / x - 1)).toBeLessThan(1e-13)
  })

  it('override the init value of one of two inertias with a spring between', () => {
    const model = Model({
      a: Inertia({ J: 1 }),
      spring: Spring({ c: 10, phi_rel: { init: 0.3 } }),
      b: Inertia({ J: 1, phi: { init: null } }),
      connect: [
        ['a.flange_b', 'spring.flange_a'],
        ['spring.flange_b', 'b.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
    expect(result.at('b.phi', 0)).toBeCloseTo(0.3, 14)
    // both halves of the oscillation: c (1/J + 1/J) = 20 /s2
    expect(Math.abs(result.final('spring.phi_rel') - 0.3 * Math.cos(Math.sqrt(20)))).toBeLessThan(1e-7)
  })

  it.each([1, 1e-6, 1e6])('determine a difference of states, at scale %s', (scale) => {
    const model = Model({
      s: Par(1),
      a: Var({ init: 1 }),
      b: Var({ start: 0 }),
      d: Var({ init: 5 }),
      equations: equations`
        der(a) = -a
        der(b) = -2*b
        d = a - b
      `,
    })
    const merge = { a: { init: scale, nominal: scale }, b: { nominal: scale }, d: { init: 5 * scale } }
    const result = simulate(model, { stopTime: 1, merge })
    expect(Math.abs(result.values('b')[0] / scale + 4)).toBeLessThan(1e-12)
    expect(Math.abs(result.values('a')[0] / scale - 1)).toBeLessThan(1e-12)
  })

  it('are solved together, nonlinear and coupled', () => {
    const model = Model({
      r: Var({ start: 1 }),
      phi: Var({ start: 0.5 }),
      x: Var({ init: 3 }),
      y: Var({ init: 4 }),
      equations: equations`
        der(r) = -r
        der(phi) = 1
        x = r*cos(phi)
        y = r*sin(phi)
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(Math.abs(result.values('r')[0] - 5)).toBeLessThan(1e-13)
    // any rotation of the angle is correct
    expect(Math.abs(Math.sin(result.values('phi')[0] - Math.atan2(4, 3)))).toBeLessThan(1e-13)
  })

  it('keep the init value of a state; contradictions are errors', () => {
    const model = Model({
      x: Var({ init: 1 }),
      y: Var({ init: 8 }),
      equations: equations`
        der(x) = -x
        y = x^3
      `,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /y: init 8, after initialization 1[\s\S]*start values/,
    )
    const impossible = model.extend({ x: { init: null, start: 1 }, equations: equations`z = x^2` })
    const withZ = impossible.extend({ z: Var({ init: -1 }) })
    expect(() => simulate(withZ, { stopTime: 1 })).toThrow(/contradict the equations/)
  })
})

it('reinit sets a speed whose alias through a gear is the state', () => {
  const model = Model({
    J1: Inertia({ J: 1 }),
    gear: IdealGear({ ratio: 5 }),
    J2: Inertia({ J: 2 }),
    connect: [
      ['J1.flange_b', 'gear.flange_a'],
      ['gear.flange_b', 'J2.flange_a'],
    ],
    equations: equations`when time > 0.5 then reinit(J2.w, 3) end`,
  })
  const result = simulate(model, { stopTime: 1 })
  expect(result.final('J2.w')).toBeCloseTo(3, 12)
  expect(result.final('J1.w')).toBeCloseTo(15, 12)
})

describe('systems that are singular in some modes', () => {
  it('are solved if their equations agree: two bearings stop a shaft after J w/(1 + 2)', () => {
    const model = Model({
      J: Inertia({ J: 1, w: { init: 1 } }),
      torque: Torque(),
      f1: BearingFriction({ tau_c: 1 }),
      f2: BearingFriction({ tau_c: 2 }),
      connect: [
        ['torque.flange', 'J.flange_a'],
        ['J.flange_b', 'f1.flange_a'],
        ['f1.flange_b', 'f2.flange_a'],
      ],
      equations: equations`torque.tau = 0`,
    })
    // where both elements stick, as in the first evaluations, their shares are not determined
    const result = simulate(model, { stopTime: 1 })
    expect(result.at('J.w', 0.2)).toBeCloseTo(0.4, 8)
    expect(Math.abs(result.final('J.w'))).toBeLessThan(1e-9)
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(result.warnings[0].time).toBeCloseTo(1 / 3, 8)
  })
})

it('an error names a parameter that is zero in a denominator', () => {
  const model = Model({
    L: Par(1),
    x: Var({ init: 0 }),
    equations: equations`der(x) = (1 - x)/L`,
  })
  expect(() => simulate(model, { stopTime: 1, merge: { L: 0 } })).toThrow(
    /Zero is L: if an equation divides by a parameter/,
  )
})
