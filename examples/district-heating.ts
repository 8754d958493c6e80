/**
 * A pipe of a district heating network between two plants. At night the second plant supplies the district, and the water in
 * the pipe flows back. `spatialDistribution` carries temperatures and instants of entry through the pipe without numerical
 * diffusion: fronts stay sharp for any length. The water cools according to the time that it has spent in the pipe.
 *
 *   npx tsx examples/district-heating.ts
 */
import {
  type Experiment,
  equations,
  Model,
  Par,
  plotText,
  quantity,
  type SignalTable,
  simulate,
  Var,
} from 'vario'
import { spatialDistribution } from 'vario/library/blocks'
import { isMain } from './support/is-main.ts'

export const HeatingPipe = Model({
  L: Par(quantity(3, 'km'), 'm', { info: 'length' }),
  area: Par(0.03, 'm2', { info: 'cross section' }),
  tau: Par(quantity(40, 'h'), 's', { info: 'time constant of the heat loss' }),
  rho: Par(970, 'kg/m3'),
  c: Par(4190, 'J/(kg.K)'),
  Tground: Par(283, 'K'),
  Tstart: Par([283, 283], 'K', { info: 'initial temperatures at both ends' }),

  x: Var({ init: 0, info: 'displacement of the water, in lengths of the pipe' }),
  v: Var({ unit: 'm/s', info: 'speed of the water' }),
  out: Var({ unit: 'K', info: 'temperature at the end from which the water leaves' }),
  stored: Var({ init: 0, unit: 'J', info: 'heat that has entered minus heat that has left, without losses' }),
  equations: equations`
    // by day from the first plant, from 22:00 to 6:00 from the second one
    hour = mod(time/3600, 24)
    day = hour >= 6 and hour < 22
    v = if day then 0.9 + 0.3*sin(pi*(hour - 6)/8) else -0.5
    der(x) = v/L

    // the first plant raises its temperature in the morning
    T1 = if hour >= 6 and hour < 9 then 368 else 353
    T2 = 343
    (a, b) = ${spatialDistribution}(T1, T2, x, v >= 0, {0, 1}, Tstart)
    (entered1, entered2) = ${spatialDistribution}(time, time, x, v >= 0)
    spent = time - (if v >= 0 then entered2 else entered1)
    out = Tground + ((if v >= 0 then b else a) - Tground)*exp(-spent/tau)
    der(stored) = rho*c*area*v*(a - b)
  `,
})

export const experiment: Experiment = { stopTime: 48 * 3600, interval: 600, tolerance: 1e-7, plot: ['out'] }

export function simulateHeatingPipe(): SignalTable {
  return simulate(HeatingPipe, { stopTime: 48 * 3600, interval: 600, tolerance: 1e-7 })
}

if (isMain(import.meta.url)) {
  const result = simulateHeatingPipe()
  console.log(plotText(result, ['out'], { heading: 'Temperature at the outlet' }))
  console.log(`${Math.max(...result.values('spent')).toFixed(0)} s in the pipe at most`)
  console.log(`${(result.final('stored') / 3.6e9).toFixed(4)} MWh more in the pipe than at the start`)
}
