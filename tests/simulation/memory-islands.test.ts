/**
 * A component whose memory consists of islands: each is integrated with separate steps, and results are as without
 * islands.
 */
import { Model, simulate } from 'vario'
import type { ComponentMemory, MemoryIsland, SegmentContext, VariantState } from 'vario/components'
import { describe, expect, it } from 'vitest'

const RATES = [200, 1]

/**
 * Independent oscillators, the energy that all of them have lost by damping, and an event when the first passes zero.
 */
class Oscillators implements ComponentMemory {
  private states: VariantState[] = []
  private lost: VariantState | null = null
  private indicator: { values: Float64Array } | null = null
  nList = 0

  constructor(private readonly isDivided: boolean) {}

  initSegment(segment: SegmentContext): void {
    this.states = RATES.map((_, k) => segment.state(`x${k}`, { start: [1, 0] }))
    this.lost = segment.state('lost', { start: 5, isIntegral: true })
    segment.coupling(this.states.map((state) => [state]))
    this.indicator = segment.indicators(1)
  }

  evaluate(): void {
    this.lost!.derivatives[0] = RATES.reduce((sum, _, k) => sum + this.evaluateOne(k), 0)
  }

  evaluateIndicators(): void {
    this.indicator!.values[0] = this.states[1].values[0]
  }

  independentIslands(): readonly MemoryIsland[] | null {
    if (!this.isDivided) return null
    this.nList++
    return this.states.map((state, k) => ({
      states: [state],
      groups: [[state]],
      key: `${k}`,
      isStiff: false,
      evaluate: () => {
        this.lost!.derivatives[0] = this.evaluateOne(k)
      },
      nextMaxStep: () => Number.POSITIVE_INFINITY,
      exit: () => -1,
      isAtEvent: () => true,
    }))
  }

  private evaluateOne(k: number): number {
    const { values, derivatives } = this.states[k]
    const w = RATES[k]
    const power = 0.1 * values[1] * values[1]
    derivatives[0] = values[1]
    derivatives[1] = -w * w * values[0] - 0.1 * values[1]
    return power
  }
}

function run(
  isDivided: boolean,
  tolerance: number,
): { result: ReturnType<typeof simulate>; memory: Oscillators } {
  const memory = new Oscillators(isDivided)
  const Component = Model({ build: () => ({ memory: () => memory, model: {} }) })
  return { result: simulate(Component, { stopTime: 2, tolerance }), memory }
}

describe('a memory of independent islands', () => {
  const divided = run(true, 1e-8)
  const whole = run(false, 1e-8)
  /** x = e^{-0.05 t} (cos W t + 0.05/W sin W t), W² = w² - 0.0025; the energy w²/2 at the start is v²/2 + w² x²/2 + what is lost. */
  const exact = (w: number, t: number): [x: number, v: number] => {
    const W = Math.sqrt(w * w - 0.0025)
    const decay = Math.exp(-0.05 * t)
    return [
      decay * (Math.cos(W * t) + (0.05 / W) * Math.sin(W * t)),
      -decay * (W + 0.0025 / W) * Math.sin(W * t),
    ]
  }

  it('agrees with the closed form', () => {
    let lost = 5
    RATES.forEach((w, k) => {
      const [x, v] = exact(w, 2)
      lost += 0.5 * w * w - 0.5 * v * v - 0.5 * w * w * x * x
      // errors of 1e-8 in some hundred steps, velocities 200 times as large
      expect(divided.result.final(`x${k}[1]`)).toBeCloseTo(x, 5)
      expect(Math.abs(divided.result.final(`x${k}[2]`) - v)).toBeLessThan(1e-5 * w)
    })
    // 1e-6 of the energy of 2e4
    expect(Math.abs(divided.result.final('lost') - lost)).toBeLessThan(0.02)
    expect(Math.abs(whole.result.final('lost') - lost)).toBeLessThan(0.02)
  })

  it('takes fewer steps for slow islands', () => {
    const evaluations = (result: ReturnType<typeof simulate>): number =>
      (result.attributes.statistics as { f: number }).f
    // an evaluation of the whole is one of both islands
    expect(evaluations(divided.result)).toBeLessThan(1.2 * evaluations(whole.result))
    expect(divided.memory.nList).toBeGreaterThan(1)
  })

  it('locates the event', () => {
    const { events } = divided.result.attributes.statistics as { events: number }
    expect(events).toBe(1)
  })
})
