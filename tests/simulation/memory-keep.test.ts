/** States and results that a component keeps from one segment to the next. */
import { Model, simulate } from 'vario'
import type { ComponentMemory, SegmentContext, VariantResult, VariantState } from 'vario/components'
import { describe, expect, test } from 'vitest'
import { hooksOf } from './memory-components.ts'

/** der(x) = -x, der(y) = -2 y, for 1 s; after that y is another state. x is kept, or declared again. */
class Decay implements ComponentMemory {
  private x: VariantState | null = null
  private y: VariantState | null = null
  private w: VariantResult | null = null
  private nSegment = 0

  constructor(
    private readonly isKeeping: boolean,
    private readonly more: (segment: SegmentContext, x: VariantState | null) => void = () => {},
  ) {}

  initSegment(segment: SegmentContext): void {
    this.nSegment++
    const [before, result] = [this.x, this.w]
    // y comes first in the second segment, so that x has another number
    if (this.nSegment === 2) this.y = segment.state('z', { start: [3, 4] })
    if (before && this.isKeeping) segment.keep(before)
    else this.x = segment.state('x', { start: before ? [...before.values] : [1, 2, 3] })
    if (this.nSegment !== 2) this.y = segment.state('y', { start: 1 })
    if (result && this.isKeeping) segment.keep(result)
    else this.w = segment.result('w', { size: [3] })
    this.more(segment, before)
  }

  evaluate(): void {
    for (const [state, rate] of [
      [this.x!, -1],
      [this.y!, -2],
    ] as const)
      state.values.forEach((value, i) => {
        state.derivatives[i] = rate * value
      })
  }

  nextEvent(): number {
    return this.nSegment === 1 ? 1 : Number.POSITIVE_INFINITY
  }

  onEvent({ time, requestSegment }: Parameters<NonNullable<ComponentMemory['onEvent']>>[0]): void {
    if (time >= 1 && this.nSegment === 1) requestSegment()
  }

  writeResults(): void {
    this.w!.values.set(this.x!.values)
  }
}

const run = (memory: Decay) => simulate(Model({ a: hooksOf(memory) }), { stopTime: 2, tolerance: 1e-9 })

test('a kept state continues with its values, with the same numbers as one that is declared again', () => {
  const [kept, again] = [run(new Decay(true)), run(new Decay(false))]
  for (const name of ['time', 'a.x', 'a.w', 'a.z']) expect(kept.values(name)).toEqual(again.values(name))
  // exp(-2) times the start values, and exp(-2) times those of z, to some tolerances
  for (const [k, value] of [1, 2, 3].entries()) {
    expect(kept.final(`a.x[${k + 1}]`)).toBeCloseTo(value * Math.exp(-2), 8)
    expect(kept.final(`a.w[${k + 1}]`)).toBe(kept.final(`a.x[${k + 1}]`))
  }
  expect(kept.final('a.z[2]')).toBeCloseTo(4 * Math.exp(-2), 8)
})

describe('rejects', () => {
  test.each<[string, (segment: SegmentContext, x: VariantState | null) => void]>([
    ['a state that it has already', (segment, x) => x && segment.keep(x)],
    ['an object that is not a state', (segment) => segment.keep({ values: new Float64Array(1) })],
    ['a state twice in a list', (segment, x) => x && segment.keep([x, x])],
    ['a list with a state that it has already', (segment, x) => x && segment.keep([x])],
    ['a state of this segment', (segment) => segment.keep(segment.state('other', { start: 0 }))],
  ])('%s', (_what, more) => {
    expect(() => run(new Decay(true, more))).toThrow(
      /a: keep: expected a state or result of the segment before, once/,
    )
  })

  test('another state with the name of a kept one', () => {
    expect(() => run(new Decay(true, (segment, x) => x && segment.state('x', { start: 0 })))).toThrow(
      /a\.x: expected a name that neither the model nor another hidden variable has/,
    )
  })
})
