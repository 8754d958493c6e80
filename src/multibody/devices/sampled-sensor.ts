/** Errors of sensors: sampling, bias, noise, resolution. */
import { blocks } from '../../library/index.ts'
import { equationsOnDemand as equations, expr, Model, Par, registerFunction, Var } from '../../model/index.ts'

/** A number in (0, 1) from two whole numbers, by the mixing of murmur3. */
function hashToUnit(seed: number, k: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(k, 0xc2b2ae35)
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    h = Math.imul(h ^ (h >>> 16), factor)
    h ^= h >>> 13
  }
  return (((h ^ (h >>> 16)) >>> 0) + 0.5) / 2 ** 32
}

/**
 * Normally distributed number with the mean 0 and the variance 1 of a tick (Box, Muller). It depends on the seed and the
 * number of the tick only, so that solvers and steps do not matter.
 */
registerFunction('vario_noise', (seed: number, tick: number): number => {
  const radius = Math.sqrt(-2 * Math.log(hashToUnit(seed, 2 * tick)))
  return radius * Math.cos(2 * Math.PI * hashToUnit(seed, 2 * tick + 1))
})

/** The nearest multiple of the resolution; 0: unchanged. */
registerFunction('vario_quantize', (value: number, resolution: number): number =>
  resolution > 0 ? resolution * Math.round(value / resolution) : value,
)

/**
 * A sensor with errors: y is the value of u at the last tick, plus `bias`, plus normally distributed noise with the
 * standard deviation `deviation`, rounded to multiples of `resolution` (0: not). Period samplePeriod [s]. Each value comes
 * out `delay` [s] after its tick, exactly; before the first one, y is 0. The noise depends on `seed` and the number of
 * the tick, and not on the steps of the solver: blocks with different seeds are independent.
 */
export const SampledSensor = Model({
  u: Var({ input: true }),
  y: Var({ output: true }),
  samplePeriod: Par(0.01, 's'),
  bias: Par(0),
  deviation: Par(0),
  resolution: Par(0),
  seed: Par(1),
  delay: Par(0, 's', { min: 0 }),
  late: blocks.FixedDelay({ delayTime: expr`delay`, if: expr`delay > 0` }),
  ud: Var({ start: 0 }),
  tick: Var({ start: -1 }),
  yd: Var({ start: 0 }),
  held: Var({ hideResult: true }),
  equations: equations`
    ud = sample(u, Clock(samplePeriod))
    tick = previous(tick, Clock(samplePeriod)) + 1
    yd = vario_quantize(ud + bias + deviation*vario_noise(seed, tick), resolution)
    held = hold(yd, Clock(samplePeriod))
    if delay > 0 then
      late.u = held
      y = late.y
    else
      y = held
    end if
  `,
})
