/**
 * Heat conduction in a rod as a model with a vector state: one equation for all elements. The number of elements is the
 * length of the initial vector, and may differ between runs of the same translated model.
 *
 *   npx tsx examples/heat-rod-model.ts
 */
import {
  type Experiment,
  equations,
  expr,
  instantiate,
  Model,
  Par,
  plotText,
  type SignalTable,
  Var,
} from 'vario'
import { isMain } from './support/is-main.ts'

/** Steel, insulated along its length, with both ends held at given temperatures. */
export const HeatRod = Model({
  L: Par(1, 'm', { info: 'length' }),
  lambda: Par(50, 'W/(m.K)', { info: 'conductivity' }),
  rho: Par(7800, 'kg/m3'),
  c: Par(480, 'J/(kg.K)'),
  TLeft: Par(100, 'degC'),
  TRight: Par(20, 'degC'),
  T: Var({ init: Array(20).fill(20), unit: 'degC', info: 'temperatures of the elements' }),
  n: Par(expr`length(T)`),
  a: Par(expr`lambda/(rho*c)`, 'm2/s', { info: 'diffusivity' }),
  equations: equations`
    der(T) = a*(n/L)^2*(
      [if i == 1 then 2*(TLeft - T[1]) else T[i-1] - T[i] for i in 1:n] +
      [if i == n then 2*(TRight - T[n]) else T[i+1] - T[i] for i in 1:n])
  `,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 10800, plot: ['T'] }

const model = instantiate(HeatRod)

/** A day, with a given number of elements. */
export function simulateRod(nElement = 20, stopTime = 86400): SignalTable {
  return model.simulate({ stopTime, merge: { T: { init: Array(nElement).fill(20) } } })
}

if (isMain(import.meta.url)) {
  for (const n of [10, 20, 40]) {
    const result = simulateRod(n)
    const middle = (result.finalVector('T')[n / 2 - 1] + result.finalVector('T')[n / 2]) / 2
    console.log(`${String(n).padStart(3)} elements: ${middle.toFixed(3)} °C in the middle after a day`)
  }
  const result = simulateRod(8, 10800)
  console.log(`\n${plotText(result, 'T', { heading: 'Three hours, 8 elements' })}`)
}
