/**
 * Sampled blocks: they compute at the ticks of a clock with the period samplePeriod [s], the first one at the start.
 */
import { equationsOnDemand as equations, Par, Var } from '../../model/index.ts'
import { SISO } from './interfaces.ts'

const Sampled = SISO.extend({ samplePeriod: Par(0.1, 's', { min: 0 }) })

/** y is the value of u at the last tick. Period samplePeriod [s]. */
export const ZeroOrderHold = Sampled.extend({
  ud: Var({ start: 0 }),
  equations: equations`
    ud = sample(u, Clock(samplePeriod))
    y = hold(ud, Clock(samplePeriod))
  `,
})

/**
 * y is the value of u at the tick before the last one. Period samplePeriod [s]; `ud` starts with the first value of y.
 */
export const UnitDelay = Sampled.extend({
  ud: Var({ start: 0 }),
  yd: Var({ start: 0 }),
  equations: equations`
    ud = sample(u, Clock(samplePeriod))
    yd = previous(ud, Clock(samplePeriod))
    y = hold(yd, Clock(samplePeriod))
  `,
})

/** Sum of u over the ticks: x = previous(x) + k*samplePeriod*u. Gain k, period samplePeriod [s]; start value of x. */
export const SampledIntegrator = Sampled.extend({
  k: Par(1),
  x: Var({ start: 0 }),
  equations: equations`
    ud = sample(u, Clock(samplePeriod))
    x = previous(x, Clock(samplePeriod)) + k*samplePeriod*ud
    y = hold(x, Clock(samplePeriod))
  `,
})

/**
 * Sampled PI controller with limited output: x = previous(x) + samplePeriod/T*u, y = k*(x + u); the integral stays
 * where the output is beyond its limits. Gain k, reset time T [s], limits yMin, yMax, period samplePeriod [s]; start
 * value of x.
 */
export const SampledPI = Sampled.extend({
  k: Par(1),
  T: Par(1, 's'),
  yMax: Par(Infinity),
  yMin: Par(-Infinity),
  x: Var({ start: 0 }),
  yd: Var({ start: 0 }),
  equations: equations`
    ud = sample(u, Clock(samplePeriod))
    x_previous = previous(x, Clock(samplePeriod))
    x_next = x_previous + samplePeriod/T*ud
    y_next = k*(x_next + ud)
    x = if noEvent(y_next > yMax or y_next < yMin) then x_previous else x_next
    yd = noEvent(max(yMin, min(yMax, y_next)))
    y = hold(yd, Clock(samplePeriod))
  `,
})
