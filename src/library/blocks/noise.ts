/** Noise that depends on its seed and on the time alone: not on the steps of the solver, nor on other components. */
import { equationsOnDemand as equations, expr, Par, registerFunction, Var } from '../../model/index.ts'
import { SO } from './interfaces.ts'
import { NEVER } from './table.ts'

/** A number between 0 and 1, exclusively, for a seed and a count: mixed bits [Steele, Lea, Flood 2014, MurmurHash3]. */
function mix(seed: number, n: number, stream: number): number {
  let h = 0x9e3779b9
  for (const word of [seed, seed / 2 ** 32, n, n / 2 ** 32, stream]) {
    h = (h ^ (Math.floor(word) >>> 0)) >>> 0
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h = ((h ^ (h >>> 16)) + 0x9e3779b9) >>> 0
  }
  return (h + 0.5) / 2 ** 32
}

const uniform = registerFunction('vario_uniformNoise', (seed: number, n: number): number => mix(seed, n, 0))

/** Standard normal distribution [Box, Muller 1958]. */
const normal = registerFunction('vario_normalNoise', (seed: number, n: number): number => {
  return Math.sqrt(-2 * Math.log(mix(seed, n, 0))) * Math.cos(2 * Math.PI * mix(seed, n, 1))
})

/** A number n that counts the samples from startTime [s] on; -1 before. */
const Sampled = SO.extend({
  samplePeriod: Par(0.01, 's', { min: 0 }),
  startTime: Par(0, 's'),
  seed: Par(1),
  n: Var({ start: NEVER }),
  equations: equations`
    when initial() or time >= startTime + (pre(n) + 1)*samplePeriod then
      n = if initial() then max(-1, floor((time - startTime)/samplePeriod + 1e-9)) else pre(n) + 1
    end when
  `,
})

/**
 * Uniform noise between yMin and yMax, a new value every samplePeriod [s] from startTime [s] on, before 0. The same seed gives
 * the same values.
 */
export const UniformNoise = Sampled.extend({
  yMin: Par(-1),
  yMax: Par(1),
  equations: equations`y = if n < 0 then 0 else yMin + (yMax - yMin)*${uniform}(seed, n)`,
})

/**
 * Normal noise with the mean mu and the standard deviation sigma, a new value every samplePeriod [s] from startTime [s] on,
 * before 0. The same seed gives the same values.
 */
export const NormalNoise = Sampled.extend({
  mu: Par(0),
  sigma: Par(1, { min: 0 }),
  equations: equations`y = if n < 0 then 0 else mu + sigma*${normal}(seed, n)`,
})

/** White noise of the power density noisePower [s] up to half of the rate of the samples: normal with noisePower/samplePeriod. */
export const BandLimitedWhiteNoise = NormalNoise.extend({
  noisePower: Par(1, 's', { min: 0 }),
  sigma: Par(expr`sqrt(noisePower/samplePeriod)`),
})
