/** Cases of the language reference: units. */
import {
  convert,
  equations,
  instantiate,
  Model,
  Par,
  parseUnit,
  printUnit,
  quantity,
  simulate,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'

checkInterpreter()

describe('units', () => {
  it('pendulum-trajectory', () => {
    const model = Model({
      L: Par(0.8, 'm'),
      m: Par(1, 'kg'),
      d: Par(0.5, 'N.m.s/rad'),
      g: Par(9.81, 'm/s2'),
      phi: Var({ init: 1.57, unit: 'rad' }),
      w: Var({ init: 0, unit: 'rad/s' }),
      r: Var({ unit: 'm' }),
      equations: equations`
        w = der(phi)
        0 = m*L^2*der(w) + d*w + m*g*L*sin(phi)
        r = [L*cos(phi), -L*sin(phi)]
      `,
    })
    const { translation } = instantiate(model)
    expect(translation.states.map((state) => state.name)).toEqual(['w', 'phi'])
    const result = simulate(model, { stopTime: 10, tolerance })
    expect(result.time).toHaveLength(501)
    // independent integration, eight digits
    expectClose(result.final('phi'), -0.02484928, 2e-8)
    expectClose(result.final('w'), -0.0480878, 1e-7)
    // values of a run with tolerance 1e-6: its errors are below 1e-5
    const phi = [1.57, 1.56756023, -1.01420184, 0.68860375, 0.26644405, 0.05112327, -0.0196604]
    const w = [0, -0.24334354, -0.22378245, -0.22340967, -0.66705232, -0.48303216, -0.20893299]
    ;[0, 0.02, 1, 2, 4, 6, 8].forEach((t, k) => {
      expectClose(result.at('phi', t), phi[k], 1e-5)
      expectClose(result.at('w', t), w[k], 1e-5)
    })
    expectClose(result.at('der(w)', 0), -12.262496111951622, 1e-14)
    expect(Array.from(result.vectorAt('r', 0))).toEqual([0.8 * Math.cos(1.57), -0.8 * Math.sin(1.57)])
    expect(result.signal('r').size).toEqual([2])
    expect(result.names).toEqual(['time', 'w', 'der(w)', 'phi', 'der(phi)', 'r', 'L', 'm', 'd', 'g'])
    expect(result.signal('r').unit).toBe('m')
    expect(parseUnit(result.signal('der(w)').unit).dimension).toEqual(parseUnit('rad/s2').dimension)
  })

  it('units', () => {
    const model = Model({
      T: Par(0.2, 's'),
      u0: Par(8.5, 'kg'),
      k: Par(1, '1/kg'),
      m: Par(10, 'kg'),
      F: Par(20, 'N'),
      x: Var({ init: 5.5, unit: 'kg' }),
      v: Var({ init: 1, unit: 'm/s' }),
      a: Var({ unit: 'm/s2' }),
      equations: equations`
        T*der(x) + x = u0
        y = x
        z = x*k
        F = m*a
        der(v) = a
      `,
    })
    const result = simulate(model, { stopTime: 1, tolerance })
    expectClose(result.final('x'), 8.5 - 3 * Math.exp(-5))
    expectClose(result.final('v'), 3)
    expect(result.final('z')).toBe(result.final('x'))
  })

  it('converts init values, parameters and merged values to SI', () => {
    const model = Model({
      T: Par(200, 'ms'),
      s: Var({ init: quantity(1500, 'mm'), unit: 'cm' }),
      v: Par(36, 'km/h'),
      equations: equations`der(s) = v - s/T`,
    })
    // s = v*T + (s0 - v*T)*exp(-t/T) with v*T = 2 m
    const result = simulate(model, { stopTime: 0.2, tolerance })
    expect(result.signal('s').unit).toBe('cm')
    expectClose(result.final('s'), 200 - 50 * Math.exp(-1))
    expectClose(result.at('der(s)', 0), 250, 1e-12)
    const merged = simulate(model, { stopTime: 0.2, tolerance, merge: { s: quantity(1, 'm') } })
    expectClose(merged.final('s'), 200 - 100 * Math.exp(-1))
  })

  it('unit-strings', () => {
    expect(printUnit(parseUnit('m/s'))).toBe('m/s')
    for (const text of ['m/s', 'N.m.s/rad', 'kg.m2', 'W/(m.K)']) {
      expect(parseUnit(printUnit(parseUnit(text))).dimension).toEqual(parseUnit(text).dimension)
    }
    expect(convert(2, 'mm/s', 'm/s')).toBe(0.002)
  })
})
