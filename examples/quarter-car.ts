/**
 * A quarter of a car on a flat road with one smooth bump. The road is an ordinary function of time: no event marks the
 * bump, and on the flat road before it steps grow longer than the bump. The solver detects it nevertheless, because it
 * compares its steps with the equations at every output point.
 *
 *   npx tsx examples/quarter-car.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { isMain } from './support/is-main.ts'

export const QuarterCar = Model({
  body: Par(300, 'kg'),
  wheel: Par(40, 'kg'),
  spring: Par(20_000, 'N/m'),
  damper: Par(1500, 'N.s/m'),
  tyre: Par(200_000, 'N/m'),
  height: Par(0.064, 'm'),
  place: Par(73, 's', { info: 'time at which the bump is reached' }),
  duration: Par(0.5, 's'),
  road: Var({ unit: 'm' }),
  force: Var({ unit: 'N', info: 'of spring and damper on the body' }),
  zBody: Var({ init: 0, unit: 'm' }),
  vBody: Var({ init: 0, unit: 'm/s' }),
  zWheel: Var({ init: 0, unit: 'm' }),
  vWheel: Var({ init: 0, unit: 'm/s' }),
  equations: equations`
    road = height*exp(-((time - place)/duration)^2)
    force = spring*(zWheel - zBody) + damper*(vWheel - vBody)
    der(zBody) = vBody
    body*der(vBody) = force
    der(zWheel) = vWheel
    wheel*der(vWheel) = tyre*(road - zWheel) - force
  `,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 100, plot: [['road', 'zBody']] }

/** A hundred seconds of driving. */
export function simulateQuarterCar(): SignalTable {
  return simulate(QuarterCar, { stopTime: 100 })
}

if (isMain(import.meta.url)) {
  const result = simulateQuarterCar()
  console.log(plotText(result, ['road', 'zBody'], { heading: 'Road and body [m]' }))
  const highest = Math.max(...result.values('zBody'))
  const { steps, rejected } = result.attributes['statistics'] as { steps: number; rejected: number }
  console.log(`The body rises by ${(1000 * highest).toFixed(1)} mm; ${steps} steps, ${rejected} rejected.`)
}
