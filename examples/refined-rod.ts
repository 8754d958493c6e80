/**
 * A heat-conducting rod whose number of elements changes during the run (thesis 10.1.5): finer while the heat front
 * passes through it, coarser afterwards, also by non-integer ratios. New elements get the averages of the old ones that
 * they cover, so that the heat in the rod is conserved.
 *
 *   npx tsx examples/refined-rod.ts
 */
import { type Experiment, expr, type SignalTable, simulate } from 'vario'
import { HeatedRod } from './insulated-rod.ts'
import { isMain } from './support/is-main.ts'

/** Times at which the rod is divided again [s], and numbers of elements. */
export const CHANGES = [
  { time: 20000, elements: 16 },
  { time: 30000, elements: 10 },
  { time: 40000, elements: 7 },
  { time: 50000, elements: 24 },
  { time: 60000, elements: 5 },
]

export const RefinedRod = HeatedRod({
  rod: {
    T0: 273.15,
    nT: 8,
    elements: expr`if after(60000) then 5 elseif after(50000) then 24 elseif after(40000) then 7 elseif after(30000) then 10
      elseif after(20000) then 16 else 8`,
  },
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  ...{ stopTime: 1e5, tolerance: 1e-10, interval: 1000 },
  plot: ['tip.port.T'],
}

/** Heat in the rod above its initial temperature [J], for temperatures [K] of equal elements of 1 m, 4 cm2. */
export function heatOf(T: ArrayLike<number>): number {
  const total = Array.from(T).reduce((sum, value) => sum + (value - 273.15), 0)
  return (7500 * 450 * 0.0004 * total) / T.length
}

export function simulateRefinedRod(tolerance = 1e-10): SignalTable {
  return simulate(RefinedRod, { stopTime: 1e5, tolerance, interval: 1000 })
}

/** Temperatures of all existing elements at point `i` of a result [K]. */
export function temperaturesAt(result: SignalTable, i: number): number[] {
  const { values, nElement } = result.signal('rod.T')
  return Array.from(values.slice(i * nElement, (i + 1) * nElement)).filter((value) => !Number.isNaN(value))
}

if (isMain(import.meta.url)) {
  const result = simulateRefinedRod()
  for (const { time, elements } of CHANGES) {
    const i = result.time.indexOf(time)
    const [before, after] = [i, i + 1].map((k) => heatOf(temperaturesAt(result, k)))
    const change = Math.abs(after / before - 1).toExponential(1)
    console.log(`${time} s: ${elements} elements, ${after.toFixed(3)} J in the rod, changed by ${change}`)
  }
}
