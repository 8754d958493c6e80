/**
 * A component with memory (thesis 10.1.5): a heat-conducting rod that hides its temperatures from the translation. The
 * number of its elements is a parameter, and may also change during a run; the heat in the rod is conserved.
 *
 *   npx tsx examples/insulated-rod.ts
 */

import { type Experiment, equations, expr, instantiate, Model, Par, type SignalTable, Var } from 'vario'
import type { ComponentEvent, ComponentMemory, SegmentContext, VariantState } from 'vario/components'
import { FixedHeatFlow, FixedTemperature, HeatPort, InsulatedRod } from 'vario/library/heat-transfer'
import { isMain } from './support/is-main.ts'

/** Rod with insulated sides: the equations at its ends are translated with the model, the interior is in its memory. */
export const InsulatedRod2 = Model({
  port_a: HeatPort(),
  port_b: HeatPort(),
  L: Par(1, 'm', { info: 'length' }),
  A: Par(0.0004, 'm2', { info: 'cross-section' }),
  rho: Par(7500, 'kg/m3', { info: 'density' }),
  lambda: Par(74, 'W/(m.K)', { info: 'thermal conductivity' }),
  c: Par(450, 'J/(kg.K)', { info: 'specific heat capacity' }),
  T0: Par(293.15, 'K', { info: 'initial temperature' }),
  nT: Par(1, { min: 1, info: 'number of elements at the start' }),
  elements: Var(expr`nT`, { info: 'number of elements; the rod is divided again when it changes' }),
  build: () => {
    const { conductance, first, last, setInputs } = RodMemory.prototype
    const model = {
      done: Var({ hideResult: true }),
      equations: equations`
        port_a.Q_flow = ${conductance}()*(port_a.T - ${first}())
        port_b.Q_flow = ${conductance}()*(port_b.T - ${last}())
        done = ${setInputs}(port_a.T, port_b.T, elements)
      `,
    }
    return { model, memory: () => new RodMemory() }
  },
})

class RodMemory implements ComponentMemory {
  private T: VariantState = { values: new Float64Array(0), derivatives: new Float64Array(0) }
  /** Conductance from a port to the next element [W/K], and λ/(c ρ Δx²) [1/s] (thesis eq. 10.10, 10.9). */
  private G = 0.1
  private k = 0.1
  /** Inputs from the equations: temperatures of the ports [K], and the requested number of elements. */
  private inputs = [0.1, 0.1, 0.1]

  conductance(): number {
    return this.G
  }

  first(): number {
    return this.T.values[0]
  }

  last(): number {
    return this.T.values[this.T.values.length - 1]
  }

  setInputs(...inputs: [Ta: number, Tb: number, elements: number]): number {
    this.inputs = inputs
    return 0
  }

  initSegment(segment: SegmentContext): void {
    const n = segment.isFirst ? segment.number('nT') : this.inputs[2]
    const dx = segment.number('L') / n
    const start = segment.isFirst ? new Float64Array(n).fill(segment.number('T0')) : average(this.T.values, n)
    this.T = segment.state('T', { start, unit: 'K', info: 'temperatures of the elements' })
    this.G = (2 * segment.number('lambda') * segment.number('A')) / dx
    this.k = segment.number('lambda') / (segment.number('c') * segment.number('rho') * dx ** 2)
  }

  /** Heat flows into every element from its neighbors (thesis eq. 10.12). */
  evaluate(): void {
    const { values: T, derivatives: derT } = this.T
    const [Ta, Tb] = this.inputs
    const n = T.length
    for (let i = 0; i < n; i++) {
      const left = i === 0 ? 2 * (Ta - T[0]) : T[i - 1] - T[i]
      const right = i === n - 1 ? 2 * (T[i] - Tb) : T[i] - T[i + 1]
      derT[i] = this.k * (left - right)
    }
  }

  onEvent(event: ComponentEvent): void {
    if (this.inputs[2] !== this.T.values.length) event.requestSegment()
  }
}

/** Averages of a profile of equal elements over n others: the sum of T·Δx, which is the heat, is the same. */
function average(T: Float64Array, n: number): Float64Array {
  const ratio = T.length / n
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0
    for (let j = Math.floor(i * ratio); j < Math.min((i + 1) * ratio, T.length); j++) {
      sum += T[j] * (Math.min(j + 1, (i + 1) * ratio) - Math.max(j, i * ratio))
    }
    return sum / ratio
  })
}

/** A rod that is heated at one end and insulated at the other. */
export const HeatedRod = Model({
  source: FixedTemperature({ T: 493.15 }),
  rod: InsulatedRod2({ nT: 5 }),
  tip: FixedHeatFlow(),
  connect: [
    ['source.port', 'rod.port_a'],
    ['rod.port_b', 'tip.port'],
  ],
})

export default HeatedRod({})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 1e5, tolerance: 1e-8, plot: ['rod.T'] }

export interface HeatedRodRuns {
  /** 8 elements: equations with a vector of temperatures, and the component with memory. */
  readonly asEquations: SignalTable
  readonly withMemory: SignalTable
  /** From 8 to 16 elements at 3e4 s. */
  readonly refined: SignalTable
}

export function simulateHeatedRods(): HeatedRodRuns {
  const options = { stopTime: 1e5, tolerance: 1e-8 }
  const vector = HeatedRod.extend({ rod: null }).extend({
    rod: InsulatedRod({ T: { init: new Array(8).fill(293.15) } }),
  })
  const refined = HeatedRod({ rod: { nT: 8, elements: expr`if after(3e4) then 16 else 8` } })
  return {
    asEquations: instantiate(vector).simulate(options),
    // Translated with 5 elements, simulated with 8.
    withMemory: instantiate(HeatedRod).simulate({ ...options, merge: { rod: { nT: 8 } } }),
    refined: instantiate(refined).simulate(options),
  }
}

if (isMain(import.meta.url)) {
  const { asEquations, withMemory, refined } = simulateHeatedRods()
  const print = (what: string, T: Float64Array): void => {
    console.log(`${what}: T(1e5 s) = ${Array.from(T, (value) => value.toFixed(4)).join(' ')} K`)
  }
  print(' 8 elements, equations  ', asEquations.finalVector('rod.T'))
  print(' 8 elements, with memory', withMemory.finalVector('rod.T'))
  print('16 elements from 3e4 s  ', refined.finalVector('rod.T'))
}
