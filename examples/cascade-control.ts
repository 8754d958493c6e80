/**
 * Cascade control of a drive with two rates: the current is controlled at 1 kHz, the speed at 250 Hz. One clock is
 * named; those of all other equations follow. The filter of the measured speed is a differential equation that is
 * solved at the ticks, as it would run on the controller.
 *
 *   npx tsx examples/cascade-control.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { isMain } from './support/is-main.ts'

/** A DC motor with a load. */
const Motor = Model({
  R: Par(0.5, 'Ohm'),
  L: Par(2, 'mH'),
  km: Par(0.1, 'N.m/A', { info: 'torque per current' }),
  J: Par(2e-4, 'kg.m2'),
  v: Var({ input: true, unit: 'V' }),
  load: Var({ input: true, unit: 'N.m' }),
  i: Var({ init: 0, unit: 'A', info: 'current' }),
  w: Var({ init: 0, unit: 'rad/s', info: 'speed' }),
  equations: equations`
    L*der(i) = v - R*i - km*w
    J*der(w) = km*i - load
  `,
})

/** A PI controller for any clock. */
const SampledPI = Model({
  k: Par(1),
  T: Par(1, 's'),
  e: Var({ input: true, info: 'control error' }),
  x: Var({ start: 0, info: 'integral' }),
  y: Var({ start: 0, info: 'output' }),
  equations: equations`
    x = previous(x) + interval(e)/T*e
    y = k*(e + x)
  `,
})

export const Drive = Model({
  motor: Motor(),
  current: SampledPI({ k: 0.6, T: Par(4, 'ms') }),
  speed: SampledPI({ k: 0.08, T: Par(100, 'ms') }),
  wSet: Par(100, 'rad/s'),
  Tf: Par(2, 'ms', { info: 'time constant of the filter of the speed' }),
  w: Var({ init: 0, unit: 'rad/s', info: 'filtered speed' }),

  equations: equations`
    fast = Clock(Clock(1, 1000), "ImplicitEuler")

    // the filter, and the speed controller at every fourth tick
    Tf*der(w) = sample(motor.w, fast) - w
    speed.e = wSet - subSample(w, 4)

    // the current controller, with the last set current
    current.e = superSample(speed.y, 4) - sample(motor.i)

    motor.v = hold(current.y)
    motor.load = if time < 0.2 then 0 else 0.3
  `,
})

export default Drive({})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 0.4,
  tolerance: 1e-9,
  plot: [['motor.w', 'wSet'], ['motor.i']],
}

export function simulateDrive(): SignalTable {
  return simulate(Drive, { stopTime: 0.4, tolerance: 1e-9 })
}

if (isMain(import.meta.url)) {
  const result = simulateDrive()
  console.log(result.summary({ names: ['motor.w', 'w', 'motor.i', 'motor.v', 'speed.y', 'wSet'] }))
  console.log(plotText(result, ['motor.w', 'wSet'], { heading: 'Speed and set speed' }))
}
