/** Components of users that extend the partial models of the libraries, against closed forms. */
import { equations, Model, Par, simulate, Var } from 'vario'
import { Constant, SI2SO, SISO, SignalSource, SO } from 'vario/library/blocks'
import { Capacitor, ConstantVoltage, Ground, Inductor, TwoPort } from 'vario/library/electric'
import { Fixed, Inertia, PartialCompliant } from 'vario/library/rotational'
import {
  Fixed as FixedRail,
  Flange,
  PartialCompliant as PartialRodCompliant,
} from 'vario/library/translational'
import { describe, expect, test } from 'vitest'

describe('user-defined blocks', () => {
  test('a source, a block and a block with two inputs have their closed forms', () => {
    const Parabola = SignalSource.extend({
      equations: equations`y = offset + (if time < startTime then 0 else (time - startTime)^2)`,
    })
    const Clock = SO.extend({ equations: equations`y = time` })
    const Square = SISO.extend({ equations: equations`y = u^2` })
    const Larger = SI2SO.extend({ equations: equations`y = max(u1, u2)` })
    const Chain = Model({
      source: Parabola({ offset: 0.5, startTime: 1 }),
      clock: Clock(),
      square: Square(),
      larger: Larger(),
      level: Constant({ k: 3 }),
      ended: Larger(),
      connect: [
        ['source.y', 'square.u'],
        ['square.y', 'larger.u1'],
        ['clock.y', 'larger.u2'],
        ['larger.y', 'ended.u1'],
        ['level.y', 'ended.u2'],
      ],
    })
    const result = simulate(Chain, { stopTime: 4, interval: 0.5 })
    const t = result.time
    // Algebraic in time alone: only rounding errors.
    result.values('ended.y').forEach((y, i) => {
      const source = 0.5 + Math.max(0, t[i] - 1) ** 2
      expect(y).toBeCloseTo(Math.max(source ** 2, t[i], 3), 12)
    })
  })
})

describe('user-defined electric components', () => {
  test('a gyrator makes a capacitor look like an inductor', () => {
    // v1 = r·i2', v2 = -r·i1': a capacitor C behind it is an inductance r²C, and together with C0 it oscillates with ω
    // = 1/√(r²C·C0).
    const Gyrator = TwoPort.extend({ r: Par(2, 'Ohm'), equations: equations`v1 = -r*i2; v2 = r*i1` })
    const Swinging = Model({
      C0: Capacitor({ C: 0.5, v: Var({ init: 1 }) }),
      gyrator: Gyrator(),
      C: Capacitor({ C: 0.25 }),
      ground: Ground(),
      connect: [
        ['C0.p', 'gyrator.p1'],
        ['C0.n', 'gyrator.n1', 'gyrator.n2', 'C.n', 'ground.p'],
        ['gyrator.p2', 'C.p'],
      ],
    })
    const omega = 1 / Math.sqrt(2 ** 2 * 0.25 * 0.5)
    const result = simulate(Swinging, { stopTime: 3, tolerance: 1e-10 })
    expect(result.final('C0.v')).toBeCloseTo(Math.cos(omega * 3), 7)
    expect(result.final('C.v')).toBeCloseTo(Math.sqrt(0.5 / 0.25) * Math.sin(omega * 3), 7)
  })

  test('a transformer written as a two-port agrees with the reflected impedance', () => {
    const Ideal = TwoPort.extend({ n: Par(1), equations: equations`v1 = n*v2; i2 = -n*i1` })
    const Circuit = Model({
      V: ConstantVoltage({ V: 6 }),
      transformer: Ideal({ n: 3 }),
      L: Inductor({ L: 0.1 }),
      ground: Ground(),
      connect: [
        ['V.p', 'transformer.p1'],
        ['V.n', 'transformer.n1', 'transformer.n2', 'L.n', 'ground.p'],
        ['transformer.p2', 'L.p'],
      ],
    })
    // 2 V at the inductance: i = 2/0.1·t; the current of the source is a third of it.
    const result = simulate(Circuit, { stopTime: 0.5, tolerance: 1e-8 })
    expect(result.final('L.i')).toBeCloseTo(10, 8)
    expect(result.final('transformer.i1')).toBeCloseTo(10 / 3, 8)
  })
})

describe('user-defined mechanics', () => {
  test('a hardening spring keeps its energy', () => {
    const Hardening = PartialCompliant.extend({
      c1: Par(3, 'N.m/rad'),
      c3: Par(5, 'N.m/rad^3'),
      equations: equations`tau = c1*phi_rel + c3*phi_rel^3`,
    })
    const Oscillator = Model({
      wall: Fixed(),
      spring: Hardening(),
      wheel: Inertia({ J: 0.2, phi: Var({ init: 0.8 }), w: Var({ init: 0 }) }),
      connect: [
        ['wall.flange', 'spring.flange_a'],
        ['spring.flange_b', 'wheel.flange_a'],
      ],
    })
    const result = simulate(Oscillator, { stopTime: 5, tolerance: 1e-10 })
    const [phi, w] = [result.values('wheel.phi'), result.values('wheel.w')]
    const energy = (i: number): number => 0.1 * w[i] ** 2 + 1.5 * phi[i] ** 2 + 1.25 * phi[i] ** 4
    const start = 1.5 * 0.8 ** 2 + 1.25 * 0.8 ** 4
    for (let i = 0; i < phi.length; i++) expect(Math.abs(energy(i) / start - 1)).toBeLessThan(1e-8)
    expect(Math.min(...phi)).toBeCloseTo(-0.8, 3)
  })

  test('a user-defined mass oscillates on a user-defined spring', () => {
    const Mass = Model({
      flange: Flange(),
      m: Par(2, 'kg'),
      v: Var({ init: 0, unit: 'm/s' }),
      equations: equations`der(flange.s) = v; m*der(v) = flange.f`,
    })
    const Linear = PartialRodCompliant.extend({
      c: Par(8, 'N/m'),
      equations: equations`f = c*s_rel`,
    })
    const Oscillator = Model({
      wall: FixedRail(),
      spring: Linear(),
      mass: Mass({ flange: { s: Var({ init: 0.3 }) } }),
      connect: [
        ['wall.flange', 'spring.flange_a'],
        ['spring.flange_b', 'mass.flange'],
      ],
    })
    // ω = √(8/2) = 2
    const result = simulate(Oscillator, { stopTime: 4, tolerance: 1e-10 })
    expect(result.final('mass.flange.s')).toBeCloseTo(0.3 * Math.cos(8), 8)
  })
})
