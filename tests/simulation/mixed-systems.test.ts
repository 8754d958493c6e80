/** Conditions inside of systems of equations: after an event, branches and conditions agree. */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { changesOf, codeOf } from './event-runs.ts'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const

/** An amplifier with gain k and limits ±15 s, half of whose output is fed back: a comparator with hysteresis. */
const Schmitt = (gain: number, size = 1) =>
  Model({
    s: size,
    k: gain,
    x: Var({ init: 0, nominal: size }),
    equations: equations`
      der(x) = y - x
      e = y/2 - x
      y = if initial() then 15*s elseif e > 15*s/k then 15*s elseif e < -15*s/k then -15*s else k*e
      isHigh = y > 0
    `,
  })

describe('a comparator whose solution ends at a fold', () => {
  it('jumps there, with all solvers and the interpreter', () => {
    for (const gain of [100, 1e4]) {
      // e = 15/k where x = 7.5 - 15/k: from there on y = 15 and y = k e have no solution
      const fold = 7.5 - 15 / gain
      const first = -Math.log(1 - fold / 15)
      // from one fold to the other: 15 + fold exp(-T)... x = -15 + (fold + 15) exp(-t) = -fold
      const half = Math.log((15 + fold) / (15 - fold))
      const expected = [0, 1, 2, 3].map((k) => first + k * half)
      const model = Schmitt(gain)
      for (const [k, solver] of [...SOLVERS, 'auto' as const].entries()) {
        const instance = instantiate(model, { interpret: k === SOLVERS.length })
        const result = instance.simulate({ stopTime: 4.2, solver, tolerance: 1e-8 })
        const times = changesOf(result, 'isHigh').map(([t]) => t)
        expect(times).toHaveLength(4)
        times.forEach((t, i) => {
          expect(Math.abs(t - expected[i])).toBeLessThan(1e-5)
        })
      }
    }
  })

  it('logs its jumps at any size', () => {
    for (const size of [1e-6, 1e6]) {
      const log: string[] = []
      const result = simulate(Schmitt(100, size), { stopTime: 0.7, log: (line) => log.push(line) })
      expect(result.final('y')).toBeCloseTo(-15 * size, 9)
      expect(changesOf(result, 'isHigh')[0][0]).toBeCloseTo(0.67334, 4)
      expect(log.join('\n')).toMatch(/e > .* at its limit ends; continuing with another one/)
    }
  })

  it('jumps if an event sets the state beyond the fold', () => {
    const model = Schmitt(100).extend({ equations: equations`when time > 0.1 then reinit(x, 7.4) end when` })
    for (const solver of SOLVERS) {
      const result = simulate(model, { stopTime: 0.2, solver })
      expect(result.final('y')).toBe(-15)
      // x = -15 + (7.4 + 15) exp(-(t - 0.1))
      expect(result.final('x')).toBeCloseTo(-15 + 22.4 * Math.exp(-0.1), 4)
    }
  })

  it('skips branches whose equations have no solution', () => {
    // Beyond y = 15.5 this one has none: (y - 16)² = -1, where both conditions would agree.
    const model = Model({
      x: Var({ init: 0 }),
      y: Var({ start: 15 }),
      equations: equations`
        der(x) = y - x
        e = y/2 - x
        high = if y > 15.5 then (y - 16)^2 + 1 else y - 15
        0 = if initial() then y - 15 elseif e > 0.15 then high elseif e < -0.15 then y + 15 else y - 100*e
      `,
    })
    // as with the gain 100: x = 15 (1 - exp(-t)) until 7.35, then x = -15 + 22.35 exp(-t)
    const tFold = -Math.log(1 - 7.35 / 15)
    for (const solver of SOLVERS) {
      const result = simulate(model, { stopTime: 1, solver, tolerance: 1e-8 })
      expect(result.final('y')).toBe(-15)
      expect(result.final('x')).toBeCloseTo(-15 + 22.35 * Math.exp(tFold - 1), 5)
    }
  })

  it('jumps when several of them are coupled', () => {
    const part = (i: number, drive: string): string => `
      der(x${i}) = y${i} - x${i} + ${drive}
      e${i} = y${i}/2 - x${i}
      y${i} = if initial() then 15 elseif e${i} > 0.15 then 15 elseif e${i} < -0.15 then -15 else 100*e${i}
    `
    const model = Model({
      x1: Var({ init: 0 }),
      x2: Var({ init: 1 }),
      equations: equations(part(1, '0') + part(2, '0.1*x1')),
    })
    const reference = simulate(model, { stopTime: 5, tolerance: 1e-10, solver: 'dop853' })
    for (const solver of SOLVERS) {
      const result = simulate(model, { stopTime: 5, solver, tolerance: 1e-7 })
      expect(result.final('y1')).toBe(reference.final('y1'))
      expect(result.final('y2')).toBe(reference.final('y2'))
      expect(result.final('x2')).toBeCloseTo(reference.final('x2'), 3)
      // At every point of the result the branch agrees with its condition
      for (const i of [1, 2]) {
        const [e, y] = [result.values(`e${i}`), result.values(`y${i}`)]
        e.forEach((value, k) => {
          const saturated = Math.max(-15, Math.min(15, 100 * value))
          expect(Math.abs(y[k] - saturated)).toBeLessThan(1e-6)
        })
      }
    }
  })
})

it('equations and conditions without a solution are an error that names the condition', () => {
  const model = Model({
    x: Var({ init: 3 }),
    equations: equations`der(x) = -1; e = x - 2*y; y = if e > 0 then 1 else -1`,
  })
  expect(codeOf(() => simulate(model, { stopTime: 5 }))).toMatch(/^(CHATTERING|EVENT_ITERATION): .*e > 0/)
})

it('an event iteration that does not converge names only the oscillating variables', () => {
  const model = Model({
    x: Var({ init: 0 }),
    b: Var({ start: false }),
    equations: equations`
      der(x) = 1
      a = x > 10
      b = if x > 0.5 then not pre(b) else pre(b)
    `,
  })
  const text = codeOf(() => simulate(model, { stopTime: 1 }))
  expect(text).toMatch(/^EVENT_ITERATION: .*Oscillating: b\./)
  expect(text).not.toMatch(/x > 10/)
})

describe('a lossy gear with conditions in its equations', () => {
  const [ratio, eta, J1, J2] = [2, 0.5, 1, 1.5]
  /** Efficiency by the direction of the power, and the friction of its bearings. */
  const Gear = (load: string, friction: number) =>
    Model({
      phi: Var({ init: 0 }),
      w: Var({ init: 0 }),
      equations: equations(`
        der(phi) = w
        ${J1}*der(w) = 10*sin(2*pi*time) - tau
        ${J2}*der(w)/${ratio} = ${ratio}*(tau - loss) + ${load}
        drives = ${1 - eta}*tau
        driven = ${1 - 1 / eta}*tau
        loss = if w > 0 then (if tau > 0 then drives else driven) + ${friction}
          else (if tau > 0 then driven else drives) - ${friction}
      `),
    })

  /**
   * The same by small steps: the acceleration on each side of w = 0 with the sign of tau that agrees; stuck if neither
   * leads away.
   */
  function integrate(load: (t: number) => number, friction: number, stopTime: number): [number, number] {
    const accelerate = (side: 1 | -1, t: number): number => {
      const drive = 10 * Math.sin(2 * Math.PI * t)
      for (const sign of [1, -1]) {
        const k = side === sign ? 1 - eta : 1 - 1 / eta
        const tau =
          ((J2 / ratio / J1) * drive - load(t) + ratio * side * friction) /
          (J2 / ratio / J1 + ratio * (1 - k))
        if (tau * sign >= 0) return (drive - tau) / J1
      }
      throw new Error('no sign fits')
    }
    const n = 400_000
    const h = stopTime / n
    let [w, phi] = [0, 0]
    for (let i = 0; i < n; i++) {
      const t = (i + 0.5) * h
      const [up, down] = [accelerate(1, t), accelerate(-1, t)]
      let next = 0
      if (w > 0 || (w === 0 && up > 0)) next = Math.max(0, w + h * up)
      else if (w < 0 || down < 0) next = Math.min(0, w + h * down)
      phi += 0.5 * h * (w + next)
      w = next
    }
    return [w, phi]
  }

  const cases = [
    { name: 'a constant load', text: '-5', load: () => -5 },
    { name: 'an alternating load', text: '-4*sin(5*time)', load: (t: number) => -4 * Math.sin(5 * t) },
  ]
  it.each(cases)('drives, is driven, and locks: $name', ({ text, load }) => {
    for (const friction of [0, 1, 3]) {
      const [w, phi] = integrate(load, friction, 2)
      for (const solver of SOLVERS) {
        const result = simulate(Gear(text, friction), { stopTime: 2, solver })
        // first-order steps of 5e-6 s with accelerations of 10
        expect(Math.abs(result.final('w') - w)).toBeLessThan(1e-4)
        expect(Math.abs(result.final('phi') - phi)).toBeLessThan(1e-4)
      }
    }
  })
})
