/**
 * The bouncing ball as a model: `when` detects the impact, `reinit` reverses the speed. A ball that leaves the floor
 * slower than `vRest` stays there, so that the infinitely many bounces before 2.56 s end. The same physics, written by
 * hand for the solver, is in bouncing-ball.ts.
 *
 *   npx tsx examples/bouncing-ball-model.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { isMain } from './support/is-main.ts'

export const BouncingBall = Model({
  g: Par(9.81, 'm/s2'),
  e: Par(0.7, { min: 0, max: 1, info: 'rebound speed / impact speed' }),
  vRest: Par(0.01, 'm/s', { info: 'slower rebounds end the bouncing' }),
  h: Var({ init: 1, unit: 'm', info: 'height above the floor' }),
  v: Var({ init: 0, unit: 'm/s' }),
  impacts: Var({ start: 0, info: 'number of impacts' }),
  flying: Var({ start: true }),
  equations: equations`
    der(h) = v
    der(v) = if flying then -g else 0
    when h < 0 then
      impacts = pre(impacts) + 1
      flying = -e*v > vRest
      reinit(h, 0)
      reinit(v, if -e*v > vRest then -e*v else 0)
    end when
  `,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 3, tolerance: 1e-8, plot: ['h'] }

export function simulateBall(): SignalTable {
  return simulate(BouncingBall, { stopTime: 3, tolerance: 1e-8 })
}

/** Times of the impacts [s], at which the number of impacts jumps. */
export function impactTimes(result: SignalTable): number[] {
  const impacts = result.values('impacts')
  return [...result.time].filter((_, k) => k > 0 && impacts[k] > impacts[k - 1])
}

if (isMain(import.meta.url)) {
  const result = simulateBall()
  console.log(result.summary())
  console.log(plotText(result, 'h', { heading: 'Height above the floor' }))
  const times = impactTimes(result)
  console.log(`${times.length} impacts, the last one at ${times[times.length - 1].toFixed(6)} s:`)
  console.log(`  ${times.map((t) => t.toFixed(4)).join(' ')}`)
}
