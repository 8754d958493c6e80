/**
 * A digital controller and a continuous plant: a PI controller that runs every 20 ms drives a vehicle to its set speed.
 * `sample` takes the measurement, `previous` is the memory of the controller, `hold` keeps the force until the next tick.
 *
 *   npx tsx examples/sampled-controller.ts
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
import { isMain } from './support/is-main.ts'

export const CruiseControl = Model({
  // the vehicle
  m: Par(1000, 'kg'),
  d: Par(50, 'N.s/m', { info: 'resistance of rolling and air' }),
  v: Var({ init: 20, unit: 'm/s', info: 'speed' }),
  force: Var({ unit: 'N' }),

  // the controller
  Ts: Par(20, 'ms', { info: 'sampling period' }),
  k: Par(2000, 'N.s/m', { info: 'gain' }),
  Ti: Par(5, 's', { info: 'reset time' }),
  vSet: Par(quantity(100, 'km/h'), 'm/s'),
  vSampled: Var({ unit: 'm/s' }),
  error: Var({ unit: 'm/s' }),
  integral: Var({ start: 0, unit: 'm/s' }),
  u: Var({ start: 0, unit: 'N' }),

  equations: equations`
    m*der(v) = force - d*v

    vSampled = sample(v, Clock(Ts))
    error = vSet - vSampled
    integral = previous(integral, Clock(Ts)) + Ts/Ti*error
    u = k*(error + integral)
    force = hold(u, Clock(Ts))
  `,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 10, tolerance: 1e-8, plot: [['v', 'vSet']] }

export function simulateCruise(): SignalTable {
  return simulate(CruiseControl, { stopTime: 10, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  const result = simulateCruise()
  console.log(
    result.summary({ names: ['v', 'vSampled', 'error', 'integral', 'force', 'Ts', 'k', 'Ti', 'vSet'] }),
  )
  console.log(plotText(result, ['v', 'vSet'], { heading: 'Speed and set speed' }))
}
