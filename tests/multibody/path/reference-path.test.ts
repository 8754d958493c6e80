/** Reference paths as components, moved by a component in place of a program of actions. */
import { equations, Model, simulate, Var } from 'vario'
import type { ComponentEvent, ComponentMemory, SegmentContext } from 'vario/components'
import { PtpPath, ReferencePath } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { ReferencePathMemory } from '../../../src/multibody/elements/index.ts'

const LIMITS = { v_max: [1, 1], a_max: [2, 2] }
const START = [0.2, -1]
const POINTS = [
  [1, 2],
  [1, 2],
  [0.5, -0.4],
]

type Command = readonly [time: number, command: (path: ReferencePathMemory, t: number) => unknown]

/** A component that commands its path `p` at given times, and may request a new segment afterwards. */
class Commander implements ComponentMemory {
  private path!: ReferencePathMemory
  private next = 0
  constructor(
    private readonly commands: readonly Command[],
    private readonly name = 'p',
    private readonly hasSegments = false,
  ) {}
  initSegment(segment: SegmentContext): void {
    if (segment.isFirst) this.next = 0
    this.path = segment.component(this.name) as ReferencePathMemory
  }
  nextEvent(): number {
    return this.commands[this.next]?.[0] ?? Number.POSITIVE_INFINITY
  }
  onEvent(event: ComponentEvent): void {
    if (event.time < this.nextEvent()) return
    this.commands[this.next++][1](this.path, event.time)
    if (this.hasSegments) event.requestSegment()
    else event.repeat()
  }
}

const commanded = (commands: readonly Command[], more: object = {}, hasSegments = false, name = 'p') =>
  Model({
    p: ReferencePath({ n: 2, start: START, ...LIMITS }),
    build: () => ({ memory: () => new Commander(commands, name, hasSegments), model: {} }),
    ...more,
  })

const integrals = {
  v: Var({ init: [0, 0] }),
  s: Var({ init: START }),
  equations: equations`
    der(v) = p.acceleration
    der(s) = p.velocity
  `,
}

describe.each([
  ['events', false],
  ['new segments', true],
])('a motion commanded at 0.5 s, with %s', (_, hasSegments) => {
  const exact = new PtpPath({ points: [START, ...POINTS], ...LIMITS, startTime: 0.5 })
  const model = commanded([[0.5, (path, t) => path.move(POINTS, t)]], integrals, hasSegments)
  const result = simulate(model, { stopTime: 9, interval: 0.03 })

  it('is the path from the position at that time', () => {
    const out = new Float64Array(2)
    let compared = 0
    for (const [i, t] of result.time.entries()) {
      if (exact.switchingTimes.some((switching) => Math.abs(t - switching) < 1e-9)) continue
      for (const signal of ['position', 'velocity', 'acceleration'] as const) {
        exact[signal](t, out)
        for (const axis of [0, 1])
          expect(result.values(`p.${signal}[${axis + 1}]`)[i]).toBeCloseTo(out[axis], 13)
      }
      compared++
    }
    expect(compared).toBeGreaterThan(250)
  })

  it('causes events where accelerations jump, so that integrals are exact', () => {
    // parabolas between events: only rounding errors remain
    for (const axis of [0, 1]) {
      expect(result.final(`s[${axis + 1}]`)).toBeCloseTo(POINTS[2][axis], 12)
      expect(result.final(`v[${axis + 1}]`)).toBeCloseTo(0, 12)
    }
  })
})

it('a second motion begins at the end of the first one, with other limits', () => {
  let end = 0
  const slow = { v_max: [0.5, 0.5], a_max: [1, 1] }
  const first = new PtpPath({ points: [START, POINTS[0]], ...LIMITS })
  const model = commanded(
    [
      [0, (path, t) => path.move([POINTS[0]], t)],
      [first.endTime, (path, t) => path.set(slow, t)],
      [first.endTime + 1, (path, t) => (end = path.move([START], t))],
    ],
    integrals,
  )
  const result = simulate(model, { stopTime: 20 })
  const back = new PtpPath({ points: [POINTS[0], START], ...slow, startTime: first.endTime + 1 })
  expect(end).toBeCloseTo(back.endTime, 12)
  expect(result.at('p.position[2]', first.endTime + 0.5)).toBeCloseTo(2, 14)
  expect(result.final('s[2]')).toBeCloseTo(-1, 12)
})

it('runs of one translation are independent', () => {
  const model = commanded([[0.5, (path, t) => path.move(POINTS, t)]])
  const [first, second] = [3, 3].map((stopTime) => simulate(model, { stopTime }))
  expect([...second.values('p.position[1]')]).toEqual([...first.values('p.position[1]')])
})

it('a run may have another start', () => {
  const result = simulate(commanded([]), { stopTime: 1, merge: { p: { start: [3, 4] } } })
  expect([...result.finalVector('p.position')]).toEqual([3, 4])
})

describe('a prescribed motion', () => {
  const prescribed = {
    equations: equations`
      y = p.position[2]
      yd = der(y)
      ydd = der(yd)
      a = der(p.velocity[1])
    `,
  }

  it('has its derivatives', () => {
    const run = simulate(commanded([[0.5, (path, t) => path.move([[0.2, 2]], t)]], prescribed), {
      stopTime: 0.8,
    })
    // a trapezoid with 0.5 s of acceleration
    expect(run.final('y')).toBeCloseTo(-1 + 0.3 ** 2, 13)
    expect(run.final('yd')).toBeCloseTo(2 * 0.3, 13)
    expect(run.final('ydd')).toBeCloseTo(2, 13)
    expect(run.final('a')).toBe(0)
  })

  it('must not jump', () => {
    const jumping = commanded([[0.5, (path, t) => path.set({ position: [0, 0] }, t)]], prescribed)
    expect(() => simulate(jumping, { stopTime: 1 })).toThrow(
      'addReferencePath at 0.5 s: expected the present position of p, which prescribes a motion in equations, got another one. ' +
        'Set its initial position by the parameter start.',
    )
    const same = commanded([[0.5, (path, t) => path.set({ position: START }, t)]], prescribed)
    expect(simulate(same, { stopTime: 1 }).final('y')).toBe(-1)
  })
})

it('a reference without a prescribed motion may jump', () => {
  const result = simulate(commanded([[0.5, (path, t) => path.set({ position: [7, 8] }, t)]]), { stopTime: 1 })
  expect([...result.finalVector('p.position')]).toEqual([7, 8])
  expect(result.at('p.position[1]', 0.25)).toBe(0.2)
})

describe('errors', () => {
  const failing = (command: Command[1], before: readonly Command[] = []) =>
    expect(() => simulate(commanded([...before, [1, command]]), { stopTime: 2 }))

  it('name a motion during another one', () => {
    const moving: Command = [0.5, (path, t) => path.move([[1.2, -1]], t)]
    const message = /at 1 s: expected p at rest, but it moves until 2 s\. Wait for the end of this motion/
    failing((path, t) => path.move(POINTS, t), [moving]).toThrow(message)
    failing((path, t) => path.set({ v_max: [1, 1] }, t), [moving]).toThrow(message)
  })

  it('name wrong sizes and limits', () => {
    failing((path, t) => path.move([[1, 2, 3]], t)).toThrow('p.points[1]: expected an array of 2 elements')
    failing((path, t) => path.set({ v_max: [1, 0] }, t)).toThrow('p.v_max[2]: expected a positive number')
    failing((path, t) => path.set({ position: [1] }, t)).toThrow('p.position: expected an array of 2')
    const wrong = commanded([])
    expect(() => simulate(wrong, { stopTime: 1, merge: { p: { a_max: [1, -1] } } })).toThrow(
      'p.a_max[2]: expected a positive number, got -1',
    )
  })

  it('name a component that does not exist', () => {
    expect(() => simulate(commanded([], {}, false, 'q'), { stopTime: 1 })).toThrow(
      /q: expected one of the components with memory p/,
    )
  })
})
