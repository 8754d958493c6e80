/** New segments, of components and by changes of parameters, while the solution slides along limits of conditions. */
import {
  equations,
  instantiate,
  Model,
  Par,
  type SimulateOptions,
  type SimulationRun,
  simulate,
  Var,
} from 'vario'
import type { ComponentMemory, SegmentContext, VariantState } from 'vario/components'
import { Model3D, Object3D, Revolute, Scene, Solid, Sphere } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { codeOf } from './event-runs.ts'
import { type Relays, solveRelays } from './relays.ts'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const

/** Requests a segment at each of its times, with another number of variant states in every one. */
class Restless implements ComponentMemory {
  private states: VariantState | null = null
  private nSegment = 0
  private nAsked = 0

  constructor(private readonly times: readonly number[]) {}

  /** 0 in the first segment, 1 in the second one, … */
  level(): number {
    return this.nSegment - 1
  }

  isOdd(): boolean {
    return this.nSegment % 2 === 0
  }

  initSegment(segment: SegmentContext): void {
    this.nSegment = segment.isFirst ? 1 : this.nSegment + 1
    if (segment.isFirst) this.nAsked = 0
    const n = (this.nSegment * 2) % 3
    this.states = n === 0 ? null : segment.state('z', { start: new Array<number>(n).fill(1) })
  }

  evaluate(): void {
    const { states } = this
    states?.derivatives.forEach((_, i) => {
      states.derivatives[i] = -states.values[i]
    })
  }

  nextEvent(t: number): number {
    return this.times.find((time) => time > t) ?? Infinity
  }

  onEvent(event: Parameters<NonNullable<ComponentMemory['onEvent']>>[0]): void {
    if (event.time !== this.times[this.nAsked]) return
    this.nAsked++
    event.requestSegment()
  }
}

const { level, isOdd } = Restless.prototype
/** A component that begins segments at `times`. */
const createRestless = (times: readonly number[]) =>
  Model({
    level: Var({}),
    isOdd: Var({}),
    build: () => ({
      memory: () => new Restless(times),
      model: {
        equations: equations`
          level = ${{ name: 'level', evaluate: level, shape: 'scalar' as const }}()
          isOdd = ${{ name: 'isOdd', evaluate: isOdd, shape: 'boolean' as const }}()
        `,
      },
    }),
  })

type Random = ReturnType<typeof createRandom>

const between = (random: Random, low: number, high: number): number => low + (high - low) * random()

function createRelays(random: Random, n: number, scale: number): Relays {
  const vector = (size: number): number[] =>
    Array.from({ length: n }, () => scale * between(random, -size, size))
  const A = Array.from({ length: n }, (_, i) => {
    const others = Array.from({ length: n }, () => between(random, -0.3, 0.3))
    return others.map((value, j) => scale * (j === i ? between(random, 1, 2) : value))
  })
  return { A, b: vector(0.9), c: vector(0.2) }
}

/** Relays as equations, with the constants of `relays` as parameters. */
function createModel({ b, c, A }: Relays, x0: readonly number[], isTorn: boolean, times: readonly number[]) {
  const n = b.length
  const range = Array.from({ length: n }, (_, i) => i + 1)
  // torn: the value of the relay is the unknown of a nonlinear system, s = 1 or -1
  const relay = (i: number): string =>
    isTorn
      ? `s${i}^3 + s${i} = if x${i} > c[${i}] then 2 else -2`
      : `s${i} = if x${i} > c[${i}] then 1 else -1`
  const text = range.flatMap((i) => [
    relay(i),
    `der(x${i}) = b[${i}]${range.map((j) => ` - (${A[i - 1][j - 1]})*s${j}`).join('')}`,
  ])
  return Model({
    ...{ b: Par([...b]), c: Par([...c]), unused: Par(1) },
    ...Object.fromEntries(range.map((i) => [`x${i}`, Var({ init: x0[i - 1] })])),
    ...(times.length > 0 && { restless: createRestless(times)() }),
    equations: equations(text.join('\n')),
  })
}

describe('sliding in a new segment', () => {
  test.each(SOLVERS)('continues after a change of parameters, by %s', (solver) => {
    const Relay = Model({
      ...{ p: Par(1), x: Var({ init: 1 }), y: Var({ init: 0 }) },
      equations: equations`
        der(x) = if x > 0 then -5 else 5
        der(y) = p
      `,
    })
    const run = instantiate(Relay).start({ stopTime: 1, maxStep: 0.1, solver })
    run.advance(Infinity, 0.5)
    const { time } = run
    run.change({ p: 2 })
    run.advance()
    const result = run.finish()
    // to the band of conditions, 1e-10 of the compared values
    expect(Math.abs(result.final('x'))).toBeLessThan(1e-9)
    expect(result.final('y')).toBeCloseTo(time + 2 * (1 - time), 12)
  })

  test.each(SOLVERS)('continues after a new segment of a component, by %s', (solver) => {
    const model = createModel({ A: [[5]], b: [0], c: [0] }, [1], false, [0.5, 0.75])
    const result = simulate(model, { stopTime: 1, solver })
    expect(result.segments).toHaveLength(3)
    expect(Math.abs(result.final('x1'))).toBeLessThan(1e-9)
  })

  test.each(['enableContactDetection', 'lock'] as const)(
    'continues after an unrelated change of the structure: %s',
    (command) => {
      const world = Model3D({
        world: Object3D({ feature: Scene() }),
        arm: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel' }) }),
        pivot: Object3D({ parent: 'arm', translation: [-0.5, 0, 0] }),
        hinge: Revolute({ obj1: 'world', obj2: 'pivot', axis: 'z', phi: { init: 0 }, w: { init: 1 } }),
        actions: function* (act) {
          yield act.eventAfterPeriod(0.5)
          if (command === 'lock') yield act.lock('hinge', { impulse: true })
          else yield act.enableContactDetection(false)
        },
      })
      const relay = equations`der(x) = if x > 0 then -5 else 5`
      const result = simulate(Model({ world, x: Var({ init: 1 }), equations: relay }), { stopTime: 1 })
      expect(result.segments).toHaveLength(2)
      expect(Math.abs(result.final('x'))).toBeLessThan(1e-9)
    },
  )

  test('ends when a changed parameter moves the limit away, or ends the attraction', () => {
    const Relay = Model({
      ...{ c: Par(0), u: Par(0), x: Var({ init: 0.1 }) },
      equations: equations`der(x) = u - (if 2*x > c then 1 else 3*(if x > 0.5*c then 1 else -1))`,
    })
    const finalOf = (merge: Record<string, number>): [number, number] => {
      const run = instantiate(Relay).start({ stopTime: 2, maxStep: 0.1 })
      run.advance(Infinity, 1)
      const { time } = run
      run.change(merge)
      run.advance()
      return [run.finish().final('x'), 2 - time]
    }
    expect(finalOf({ c: 0.2 })[0]).toBeCloseTo(0.1, 9)
    expect(finalOf({ c: -0.2 })[0]).toBeCloseTo(-0.1, 9)
    expect(finalOf({ u: 0.9 })[0]).toBeCloseTo(0, 9)
    const [up, rest] = finalOf({ u: 1.5 })
    expect(up).toBeCloseTo(0.5 * rest, 9)
    // both at once: away from the limit, and back
    expect(finalOf({ c: 1e-3, u: 0.5 })[0]).toBeCloseTo(0.5e-3, 9)
  })

  test('is an error when the jumps of two limits no longer add up', () => {
    const Relays2 = Model({
      ...{ k: Par(0), x: Var({ init: 0.1 }), y: Var({ init: 0.2 }) },
      equations: equations`
        s = if x > 0 then 1 else -1
        r = if y > 0 then 1 else -1
        der(x) = 0.3 - s + k*s*r
        der(y) = 0.2 - r
      `,
    })
    const run = instantiate(Relays2).start({ stopTime: 1, maxStep: 0.1 })
    run.advance(Infinity, 0.5)
    run.change({ k: 0.5 })
    expect(codeOf(() => run.advance())).toMatch(/^CHATTERING: .*the limits of x > 0 and y > 0 meet/)
  })

  test.each(campaignSeeds(600, 25))('follows the closed form of coupled relays, variant %i', (seed) => {
    const random = createRandom(seed)
    const n = 1 + Math.floor(3 * random())
    const scale = [1e-6, 1, 1, 1e6][Math.floor(4 * random())]
    let relays = createRelays(random, n, scale)
    const x0 = relays.c.map((c) => c + scale * between(random, -0.7, 0.7))
    const span = 3
    const nChange = 1 + Math.floor(3 * random())
    const times = random() < 0.6 ? Array.from({ length: 3 }, () => between(random, 0.2, 2.8)).sort() : []
    const options: SimulateOptions = {
      stopTime: span,
      maxStep: 0.1,
      tolerance: 10 ** -Math.floor(between(random, 3, 11)),
      solver: SOLVERS[Math.floor(5 * random())],
    }
    const run = instantiate(createModel(relays, x0, random() < 0.3, times)).start(options)
    let x = x0
    let t = 0
    for (let k = 0; k <= nChange; k++) {
      run.advance(Infinity, k === nChange ? Infinity : ((k + 1) / (nChange + 1)) * span)
      x = solveRelays(relays, x, run.time - t)
      t = run.time
      if (k === nChange) break
      // of another input, of moving limits, or of data that the relays do not use
      const changed = createRelays(random, n, scale)
      const kind = Math.floor(3 * random())
      if (kind === 0) relays = { ...relays, b: changed.b }
      else if (kind === 1) relays = { ...relays, c: changed.c }
      run.change({ b: [...relays.b], c: [...relays.c], unused: k + 2 })
    }
    const result = run.finish()
    // The solution is a polygon, which all methods follow within rounding errors; bands of limits are 1e-10 of the
    // compared values.
    for (let i = 0; i < n; i++) expect(Math.abs(result.final(`x${i + 1}`) - x[i]) / scale).toBeLessThan(1e-8)
  })
})

describe('a new segment, like an event,', () => {
  test('keeps left limits: `when` detects changes by a component or a parameter', () => {
    // isOdd becomes true at 0.25 and 0.75 s
    const Counting = Model({
      ...{ restless: createRestless([0.25, 0.5, 0.75])(), n: Var({ start: 0 }), x: Var({ init: 0 }) },
      equations: equations`
        der(x) = 1
        when restless.isOdd then
          n = pre(n) + 1
        end
        when restless.isOdd then
          reinit(x, 10*restless.level)
        end
      `,
    })
    const counted = simulate(Counting, { stopTime: 1 })
    expect(counted.final('n')).toBe(2)
    expect(counted.final('x')).toBeCloseTo(30.25, 9)

    const Changing = Model({
      ...{ p: Par(0), q: Par(0), x: Var({ init: 0 }) },
      equations: equations`
        der(x) = 1
        isHigh = p > 0.5
        when change(isHigh) then
          reinit(x, -5)
        end
      `,
    })
    const run = instantiate(Changing).start({ stopTime: 1, maxStep: 0.1 })
    run.advance(Infinity, 0.5)
    const { time } = run
    // two changes at one instant are one
    run.change({ p: 1 })
    run.change({ q: 1 })
    run.advance()
    expect(run.finish().final('x')).toBeCloseTo(-5 + 1 - time, 9)
  })

  test('keeps clocks, samples and hysteresis: a run with segments agrees with one without', () => {
    const createClocked = (more: Parameters<typeof Model>[0]) =>
      Model({
        ...{ x: Var({ init: 0 }), b: Var({ start: false }), d: Var({ start: 0 }), k: Var({ start: 0 }) },
        s: Var({ start: 0 }),
        equations: equations`
          der(x) = cos(3*time)
          b = not pre(b) and x > 0.2 or pre(b) and x >= -0.2
          s = sample(x, Clock(0.1))
          h = hold(s, Clock(0.1))
          k = previous(k, Clock(0.1)) + 1
          der(d) = if b then h else -1
        `,
        ...more,
      })
    const options = { stopTime: 2, tolerance: 1e-9 }
    const plain = simulate(createClocked({}), options)
    const cut = simulate(createClocked({ restless: createRestless([0.25, 0.3, 0.5, 0.77])() }), options)
    expect(cut.segments).toHaveLength(5)
    for (const name of ['x', 'b', 'd', 'h', 'k']) expect(cut.final(name)).toBeCloseTo(plain.final(name), 7)
    expect(cut.final('k')).toBe(21)
  })

  test('a clock whose interval changes ticks one new interval after its last tick', () => {
    const Ticking = Model({
      ...{ period: Par(0.1), x: Var({ init: 0 }), n: Var({ start: 0 }), last: Var({ start: 0 }) },
      equations: equations`
        der(x) = 1
        n = previous(n, Clock(period)) + 1
        last = sample(time, Clock(period))
      `,
    })
    for (const [period, count, last] of [
      // ticks at 0, 0.1, … 0.4, and then at 0.46, 0.5 + …
      [0.06, 15, 1],
      [0.25, 7, 0.9],
      [0.7, 5, 0.4],
    ]) {
      const run = instantiate(Ticking).start({ stopTime: 1, maxStep: 0.03 })
      run.advance(Infinity, 0.43)
      expect(run.time).toBeLessThan(0.46)
      run.change({ period })
      run.advance()
      const result = run.finish()
      expect([period, result.final('n')]).toEqual([period, count])
      expect(result.final('last')).toBeCloseTo(last, 9)
    }
  })

  test('constraints between states hold with the new parameters, and positions do not jump to fulfill them', () => {
    const Pendulum = Model({
      ...{ L: Par(1), g: Par(9.81) },
      ...{ x: Var({ init: 1 }), y: Var({ init: 0 }), vx: Var({ init: 0 }), vy: Var({ init: 0 }), F: Var({}) },
      equations: equations`
        der(x) = vx
        der(y) = vy
        der(vx) = -F*x
        der(vy) = -F*y - g
        x^2 + y^2 = L^2
      `,
    })
    const start = (): SimulationRun => {
      const run = instantiate(Pendulum).start({ stopTime: 1, maxStep: 0.1, tolerance: 1e-8 })
      run.advance(Infinity, 0.5)
      return run
    }
    const run = start()
    const { time } = run
    run.change({ g: 4 })
    run.advance()
    const result = run.finish()
    const [x, y, vx, vy] = ['x', 'y', 'vx', 'vy'].map((name) => result.values(name))
    const energy = (i: number, g: number): number => 0.5 * (vx[i] ** 2 + vy[i] ** 2) + g * y[i]
    const after = result.time.lastIndexOf(time)
    result.time.forEach((_, i) => {
      // 100 tolerances of 1e-8
      expect(Math.abs(Math.hypot(x[i], y[i]) - 1)).toBeLessThan(1e-6)
      const [g, expected] = i < after ? [9.81, 0] : [4, energy(after, 4)]
      expect(Math.abs(energy(i, g) - expected)).toBeLessThan(1e-5)
    })
    const longer = start()
    longer.change({ L: 1.1 })
    expect(() => longer.advance()).toThrow("states would have to jump, according to 'x^2 + y^2 = L^2'")
  })

  test('a segment that a component requests at the start is kept while `init` values are fulfilled', () => {
    const model = Model({
      ...{ restless: createRestless([0])(), x: Var({ start: 1 }), y: Var({ init: 8 }) },
      equations: equations`
        der(x) = -x
        y = x^3
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.values('y')[0]).toBeCloseTo(8, 6)
    expect(result.final('restless.level')).toBe(1)
  })
})
