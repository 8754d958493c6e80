/** Hints of components with memory for the solver: coupling of states, stiffness, longest steps, typical sizes. */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import type {
  ComponentEvent,
  ComponentMemory,
  EventIndicators,
  SegmentContext,
  VariantState,
} from 'vario/components'
import { describe, expect, test } from 'vitest'

const STATISTICS = ['steps', 'f', 'fJacobian', 'jacobians', 'lu'] as const
type Counters = Record<(typeof STATISTICS)[number], number>

const countersOf = (result: { attributes: object }): Counters =>
  (result.attributes as { statistics: Counters }).statistics

/** Masses in separate stiff, damped potentials; from t = 1 on the first two are linked. */
class Masses implements ComponentMemory {
  private states: VariantState[] = []
  private isLinked = false
  private readonly n: number
  private readonly declares: boolean

  constructor(n: number, declares: boolean) {
    this.n = n
    this.declares = declares
  }

  initSegment(segment: SegmentContext): void {
    this.isLinked = false
    this.states = Array.from({ length: this.n }, (_, i) => segment.state(`m${i + 1}`, { start: [1, 0] }))
    if (this.declares) segment.coupling(this.groups())
  }

  private groups(): VariantState[][] {
    const groups = this.states.map((state) => [state])
    return this.isLinked ? [...groups, this.states.slice(0, 2)] : groups
  }

  evaluate(): void {
    const [first, second] = this.states
    const link = this.isLinked ? 100 * (first.values[0] - second.values[0] - 0.5) : 0
    this.states.forEach(({ values, derivatives }, i) => {
      derivatives[0] = values[1]
      derivatives[1] = -1000 * (i + 1) * (values[1] + values[0])
      if (i === 0) derivatives[1] -= link
      if (i === 1) derivatives[1] += link
    })
  }

  nextEvent(t: number): number {
    return t < 1 ? 1 : Infinity
  }

  onEvent(event: ComponentEvent): void {
    if (event.time < 1 || this.isLinked) return
    this.isLinked = true
    if (this.declares) event.coupling(this.groups())
    event.repeat()
  }
}

describe('coupling', () => {
  const run = (declares: boolean, solver: 'bdf' | 'radau5' | 'auto') => {
    const Body = Model({ build: () => ({ memory: () => new Masses(60, declares) }) })
    return simulate(Model({ world: Body() }), { stopTime: 2, solver, tolerance: 1e-8 })
  }

  test.each(['bdf', 'radau5', 'auto'] as const)(
    'states that do not couple are shifted together in difference Jacobians (%s)',
    (solver) => {
      const dense = run(false, solver)
      const colored = run(true, solver)
      const cost = countersOf(colored).fJacobian / countersOf(colored).jacobians
      expect(countersOf(dense).fJacobian / countersOf(dense).jacobians).toBe(120)
      // two states per mass: 2 colors, and 4 when two masses are linked
      expect(cost).toBeGreaterThanOrEqual(2)
      expect(cost).toBeLessThanOrEqual(4)
      for (const t of [0.9, 1.1, 2]) {
        for (const i of [1, 2, 3, 60]) {
          const [a, b] = [dense, colored].map((result) => result.vectorAt(`world.m${i}`, t))
          // both satisfy the tolerance, with different rounding errors in their Jacobians
          expect(b[0]).toBeCloseTo(a[0], 6)
        }
      }
    },
  )

  test('the Jacobian contains a new coupling: linked masses feel the link', () => {
    const result = run(true, 'radau5')
    const [x1, x2] = [1, 2].map((i) => result.vectorAt(`world.m${i}`, 2)[0])
    // quasi-static: x' = -x ∓ link/(1000 i): without the link both would be exp(-2), apart from the fast motion
    expect(x1 - x2).toBeGreaterThan(0.01)
  })

  test('variables of the equations represent the states on which they depend', () => {
    const memory = (declared: boolean): ComponentMemory => {
      let states: VariantState[] = []
      return {
        initSegment(segment) {
          states = Array.from({ length: 40 }, (_, i) => segment.state(`x${i}`, { start: 1 }))
          const own = states.map((state) => [state])
          segment.coupling(declared ? [...own, [states[0], 'phi']] : own)
        },
        evaluate() {
          for (const { values, derivatives } of states) derivatives[0] = -1000 * values[0]
        },
        nextEvent: () => Infinity,
      }
    }
    const build = (declared: boolean) => {
      const own = memory(declared)
      let x0 = () => 0
      const Component = Model({
        phi: Var({ init: 0 }),
        build: () => ({
          memory: () => ({
            ...own,
            initSegment(segment: SegmentContext) {
              own.initSegment!({
                ...segment,
                coupling: (groups) => segment.coupling(groups),
                state: (name, declaration) => {
                  const state = segment.state(name, declaration)
                  if (name === 'x0') x0 = () => state.values[0]
                  return state
                },
              } as SegmentContext)
            },
          }),
          model: { equations: equations`der(phi) = ${() => x0()}() - phi` },
        }),
      })
      return simulate(Model({ c: Component() }), { stopTime: 1, solver: 'radau5' })
    }
    // phi reads the memory: not declared, it may depend on every variant state, and no two can be shifted together
    const [free, declared] = [false, true].map(build)
    expect(countersOf(free).fJacobian / countersOf(free).jacobians).toBe(41)
    expect(countersOf(declared).fJacobian / countersOf(declared).jacobians).toBe(2)
    // phi' = exp(-1000 t) - phi
    const exact = (Math.exp(-1) - Math.exp(-1000)) / 999
    expect(declared.final('c.phi')).toBeCloseTo(exact, 7)
  })

  test('members must be states of the segment or names', () => {
    const memory: ComponentMemory = {
      initSegment: (segment) => segment.coupling([['nothing']]),
    }
    const Body = Model({ build: () => ({ memory: () => memory }) })
    expect(() => simulate(Model({ world: Body() }), { stopTime: 1 })).toThrow(/world.*coupling\[0\]/)
  })
})

/** A ball on a stiff ground on which it can rest: Hertz' law with damping, F = c·δ^1.5·(1 - d·v). */
class HertzBall implements ComponentMemory {
  private h: VariantState = { values: new Float64Array(1), derivatives: new Float64Array(1) }
  private v = this.h
  private contact: EventIndicators = { values: new Float64Array(1), crossing: new Int8Array(1) }
  readonly events: number[] = []
  private readonly hints: boolean

  constructor(hints: boolean) {
    this.hints = hints
  }

  initSegment(segment: SegmentContext): void {
    this.events.length = 0
    this.h = segment.state('h', { start: 0.1 })
    this.v = segment.state('v', { start: 0 })
    this.contact = segment.indicators(1)
  }

  evaluate(): void {
    const depth = Math.max(0, -this.h.values[0])
    const [v] = this.v.values
    this.h.derivatives[0] = v
    this.v.derivatives[0] = -9.81 + 1e9 * depth ** 1.5 * Math.max(0, 1 - 300 * v)
    this.contact.values[0] = this.h.values[0]
  }

  onEvent(event: ComponentEvent): void {
    this.events.push(event.time)
    if (this.hints) event.stiff(this.contact.crossing[0] < 0)
  }
}

describe('stiff', () => {
  const create = (hints: boolean) => {
    const ball = new HertzBall(hints)
    const model = instantiate(Model({ b: Model({ build: () => ({ memory: () => ball }) })() }))
    const run = (stopTime: number) => model.simulate({ stopTime, solver: 'auto' })
    return { ball, run }
  }
  const landing = Math.sqrt((2 * 0.1) / 9.81)

  test('auto is explicit in flight and implicit from the first contact on', () => {
    const { ball, run } = create(true)
    const result = run(1)
    expect(ball.events).toHaveLength(2)
    expect(ball.events[1]).toBeCloseTo(landing, 6)
    // it rests where the ground supports it
    expect(result.final('b.h')).toBeCloseTo(-((9.81 / 1e9) ** (2 / 3)), 8)
    expect(countersOf(run(landing - 1e-6)).lu).toBe(0)
    expect(countersOf(run(landing + 1e-6)).lu).toBeGreaterThan(0)
  })

  test('auto detects stiffness without the hint, with more evaluations', () => {
    const [hinted, alone] = [true, false].map(create)
    expect(countersOf(alone.run(landing + 1e-6)).lu).toBe(0)
    expect(countersOf(alone.run(1)).f).toBeGreaterThan(countersOf(hinted.run(1)).f)
  })
})

test('a component limits the steps', () => {
  let limit = Infinity
  const seen: number[] = []
  let x: VariantState
  const memory: ComponentMemory = {
    initSegment(segment) {
      x = segment.state('x', { start: 1 })
    },
    evaluate() {
      x.derivatives[0] = -x.values[0]
    },
    nextMaxStep(t) {
      seen.push(Math.abs(x.values[0] - Math.exp(-t)))
      return t < 0.5 ? limit : Infinity
    },
  }
  const Body = Model({ build: () => ({ memory: () => memory }) })
  const stepsWith = (longest: number): number => {
    limit = longest
    return countersOf(simulate(Model({ b: Body() }), { stopTime: 1, solver: 'tsit5' })).steps
  }
  const free = stepsWith(Infinity)
  expect(free).toBeLessThan(30)
  expect(stepsWith(0.001)).toBeGreaterThanOrEqual(500)
  // the states are those at the requested time
  expect(Math.max(...seen)).toBeLessThan(1e-5)
  expect(() => stepsWith(0)).toThrow(/b: nextMaxStep/)
})

test('a component without step limits costs no evaluation before each step', () => {
  let [evaluations, asked, limits] = [0, 0, true]
  let x: VariantState
  const memory: ComponentMemory = {
    initSegment(segment) {
      x = segment.state('x', { start: 1 })
    },
    evaluate() {
      evaluations++
      x.derivatives[0] = -x.values[0]
    },
    limitsSteps: () => limits,
    nextMaxStep() {
      asked++
      return Infinity
    },
  }
  const Body = Model({ build: () => ({ memory: () => memory }) })
  const M = Model({ b: Body(), y: Var({ init: 1 }), equations: equations`der(y) = -y` })
  const run = (isLimiting: boolean): { steps: number; evaluations: number; asked: number } => {
    ;[evaluations, asked, limits] = [0, 0, isLimiting]
    const { steps } = countersOf(simulate(M, { stopTime: 1, solver: 'bdf', interval: 1 }))
    return { steps, evaluations, asked }
  }
  const [limiting, free] = [run(true), run(false)]
  expect(limiting.asked).toBeGreaterThanOrEqual(limiting.steps)
  expect(free.asked).toBe(0)
  expect(free.steps).toBe(limiting.steps)
  // at most steps, the last evaluation of the corrector was not at the solution
  expect(limiting.evaluations - free.evaluations).toBeGreaterThan(0)
  expect(limiting.evaluations - free.evaluations).toBeLessThanOrEqual(limiting.asked)
})

test('every element of a vector has a separate typical size', () => {
  const create = (nominal: number | number[]) => {
    let x: VariantState
    const memory: ComponentMemory = {
      initSegment(segment) {
        x = segment.state('x', { start: [1, 0], nominal })
      },
      evaluate() {
        x.derivatives[0] = 0
        // an oscillation of 1e-6
        x.derivatives[1] = 1e-6 * Math.cos(50 * (x.values[0] - 1) + 30 * timeOf())
      },
    }
    let time = 0
    const timeOf = () => time
    const setTime = (t: number): number => {
      time = t
      return 0
    }
    const Body = Model({
      done: Var({ hideResult: true }),
      build: () => ({ memory: () => memory, model: { equations: equations`done = ${setTime}(time)` } }),
    })
    const result = simulate(Model({ b: Body() }), { stopTime: 1, tolerance: 1e-5, solver: 'tsit5' })
    return Math.abs(result.finalVector('b.x')[1] - (1e-6 * Math.sin(30)) / 30)
  }
  // sin(30)/30·1e-6 = -3e-8: with nominal 1 the tolerance is 1e-6 and nothing resolves it; with 1e-8 it is
  expect(create([1, 1e-8])).toBeLessThan(1e-11)
  expect(create(1)).toBeGreaterThan(1e-10)
  expect(() => create([1])).toThrow(/b\.x\.nominal/)
  expect(() => create([1, 0])).toThrow(/b\.x\.nominal\[2\]/)
})
