/** Parameters, discrete variables and `reinit` that move nonlinear constraints: positions do not jump, speeds by impulses. */
import { equations, instantiate, Model, Par, type SimulateOptions, simulate, Var, VarioError } from 'vario'
import { Model3D, Object3D, Scene } from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** A mass of 2 kg on a thread of length L, by its coordinates. */
const TEXT = `
  x^2 + y^2 = L^2
  der(x) = vx
  der(y) = vy
  2*der(vx) = -F*x
  2*der(vy) = -F*y - 2*9.81`
const STARTS = {
  ...{
    x: Var({ init: 0.6 }),
    y: Var({ start: -0.8 }),
    vx: Var({ start: 0 }),
    vy: Var({ start: 0 }),
    F: Var({}),
  },
}
const AT_REST = { x: { init: 0 }, y: { init: -1 }, vx: { init: 0 }, vy: { init: 0 } }

function createPendulum(more: string, members: Readonly<Record<string, unknown>>) {
  return Model({ ...STARTS, ...members, equations: equations(`${TEXT}\n${more}`) })
}

function failure(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof VarioError) return `${error.code} ${error.message}`
    throw error
  }
  return 'none'
}

/** Changes parameters at the first step from t = 0.5 s on. */
function change(
  model: Parameters<typeof instantiate>[0],
  merge: Readonly<Record<string, unknown>>,
  options: Partial<SimulateOptions>,
) {
  const run = instantiate(model).start({ stopTime: 1, maxStep: 0.1, ...options })
  run.advance(Number.POSITIVE_INFINITY, 0.5)
  run.change(merge as Parameters<typeof run.change>[0])
  run.advance()
  return run.finish()
}

describe.each(SOLVERS)('with %s', (solver) => {
  const jumps = /^IMPULSE .*x\^2 \+ y\^2 = L\^2/

  it('another length is an error, in motion and at rest, however small', () => {
    const model = createPendulum('', { L: Par(1) })
    for (const L of [2, 1 + 1e-6]) expect(failure(() => change(model, { L }, { solver }))).toMatch(jumps)
    expect(failure(() => change(model(AT_REST), { L: 2 }, { solver }))).toMatch(jumps)
  })

  it('another length is an error at the scale of the model', () => {
    for (const size of [1e-6, 1e6]) {
      const merge = { L: size, x: { init: 0, nominal: size }, y: { init: -size, nominal: size } }
      const model = createPendulum('', { L: Par(1) })(AT_REST)(merge)
      expect(failure(() => change(model, { L: 2 * size }, { solver }))).toMatch(jumps)
    }
  })

  it('a length that is set at an event, or computed with a jump, is an error', () => {
    const set = createPendulum('when time > 0.5 then\n L = 2\n end when', { L: Var({ start: 1 }) })
    const computed = createPendulum('L = if time < 0.5 then 1 else 2', { L: Var({}) })
    for (const model of [set, computed])
      for (const start of [{}, AT_REST])
        expect(failure(() => simulate(model(start), { stopTime: 1, solver }))).toMatch(jumps)
  })

  it('reinit beside the circle is an error, and on it sets the state', () => {
    const off = createPendulum('when time > 0.5 then\n reinit(x, 0.9)\n end when', { L: 1 })
    expect(failure(() => simulate(off, { stopTime: 1, solver }))).toMatch(jumps)
    const text =
      'when time >= 0.5 then\n reinit(x, 1)\n reinit(y, 0)\n reinit(vx, 0)\n reinit(vy, 0)\n end when'
    const on = createPendulum(text, { L: 1 })
    const result = simulate(on, { stopTime: 0.5, solver })
    expect(['x', 'y', 'vx', 'vy'].map((name) => result.final(name))).toEqual([1, 0, 0, 0])
  })

  it('the same length, and another one before the first step, change nothing that moves', () => {
    const model = createPendulum('', { L: Par(1) })
    const whole = simulate(model, { stopTime: 1, maxStep: 0.1, solver, tolerance: 1e-8 })
    const divided = change(model, { L: 1 }, { solver, tolerance: 1e-8 })
    // a new segment takes other steps: errors of some ten tolerances
    expect(divided.final('x')).toBeCloseTo(whole.final('x'), 5)
    const run = instantiate(model).start({ stopTime: 1, solver })
    run.change({ L: 2 })
    run.advance()
    const longer = run.finish()
    expect(longer.final('x') ** 2 + longer.final('y') ** 2).toBeCloseTo(4, 10)
  })

  it('a length whose rate jumps gives the impulse of the thread: the spin stays', () => {
    for (const size of solver === 'auto' ? [1e-6, 1] : [1e-6, 1, 1e6]) {
      const sized = (value: number) => ({ init: value * size, nominal: size })
      const model = createPendulum(
        `der(L) = r
        spin = x*vy - y*vx
        radial = (x*vx + y*vy)/L`,
        { r: Par(0), L: Var(sized(1)), spin: Var({}), radial: Var({}) },
      )({
        ...{ x: sized(0.6), y: { start: -0.8 * size, nominal: size } },
        ...{ vx: { nominal: size }, vy: { nominal: size } },
      })
      const result = change(model, { r: -0.3 * size }, { solver, tolerance: 1e-8 })
      const times = result.values('time')
      const k = times.findIndex((t, i) => times[i + 1] === t && t > 0.4)
      const [spin, radial] = ['spin', 'radial'].map((name) => result.values(name))
      expect(radial[k + 1] / size).toBeCloseTo(-0.3, 11)
      // the response is computed with impulses of a million times the forces: 1e-16 of them times 1e6
      expect(Math.abs(spin[k + 1] / spin[k] - 1)).toBeLessThan(1e-9)
    }
  })
})

it.each(['tsit5', 'dop853', 'bdf', 'radau5'] as const)(
  'an event that moves nothing, between loose steps, does not count as a jump: %s',
  (solver) => {
    const model = createPendulum('when x < 0.11 then\n k = pre(k) + 1\n end when', {
      L: 1,
      k: Var({ start: 0 }),
    })
    const exact = simulate(model, { stopTime: 3, tolerance: 1e-10, solver: 'radau5' })
    for (const tolerance of [1e-3, 1e-4]) {
      const result = simulate(model, { stopTime: 3, tolerance, solver })
      expect(result.final('k')).toBe(exact.final('k'))
      expect(Math.abs(result.final('x') - exact.final('x'))).toBeLessThan(30 * tolerance)
    }
  },
)

it('a program that sets the length is an error, too', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    ...STARTS,
    ...{ L: Par(1), equations: equations(TEXT) },
    *actions(act) {
      yield act.wait(0.5)
      yield act.set('L', 2)
    },
  })
  for (const solver of SOLVERS)
    expect(failure(() => simulate(model, { stopTime: 1, solver }))).toMatch(/^IMPULSE .*x\^2 \+ y\^2 = L\^2/)
})
