/**
 * Chance: how often a break of the billiard sends a ball into a pocket, if the player aims within half a degree and hits with
 * 3 m/s ± 5 %. A collision of sixteen balls multiplies differences of 1e-6 to everything, so that only many breaks say
 * something; the interval of their share is that of Wilson.
 *
 *   npx tsx examples/potting-chance.ts 100
 *   npx vario study examples/potting-chance.ts --directory breaks       # ten thousand
 */
import type { SignalTable } from 'vario'
import { normal, Study, type StudyResult, study } from 'vario/studies'
import { Billiard } from './billiard.ts'
import { isMain } from './support/is-main.ts'

/** Corners of the field between the cushions, half of its length and width [m]. */
const FIELD = [1.12 - 0.075, 0.56 - 0.075]
/** A ball whose center comes closer to a corner has fallen into its pocket [m]. */
const POCKET = 0.065
const N_BALL = 16
const SPEED = 3
/** Deviations of speed [m/s] and of its direction [rad]. */
const [SPREAD, AIM] = [0.05 * SPEED, 0.5 * (Math.PI / 180)]

/** Number of balls that come to one of the four corners, the cue ball too. */
export function countPotted(result: SignalTable): number {
  let count = 0
  for (let ball = 0; ball < N_BALL; ball++) {
    const r = result.values(`ball${ball}.r_abs`)
    for (let k = 0; k < r.length; k += 3) {
      const [x, y] = [FIELD[0] - Math.abs(r[k]), FIELD[1] - Math.abs(r[k + 1])]
      if (Math.hypot(x, y) > POCKET) continue
      count++
      break
    }
  }
  return count
}

const question = {
  vary: {
    'ball0.velocity[1]': normal(SPEED, SPREAD, 'm/s'),
    'ball0.velocity[2]': normal(0.1, SPEED * AIM, 'm/s'),
  },
  runs: 10_000,
  // 3 m/s are 30 mm in 10 ms: a fast ball has some points within a pocket
  simulate: { stopTime: 2, interval: 0.01 },
  measure: { potted: countPotted },
} as const

/** The study for the command line, which runs it on all cores. */
export default Study({ model: Billiard, ...question })

/** Makes the first breaks. */
export function studyBreaks(runs: number): Promise<StudyResult> {
  return study(Billiard, { ...question, runs })
}

/** Interval of 95 % for a probability, from `k` successes in `n` trials [Wilson 1927]. */
export function computeInterval(k: number, n: number): readonly [number, number] {
  const z = 1.959964
  const middle = (k + z ** 2 / 2) / (n + z ** 2)
  const half = (z / (n + z ** 2)) * Math.sqrt((k * (n - k)) / n + z ** 2 / 4)
  return [middle - half, middle + half]
}

if (isMain(import.meta.url)) {
  const result = await studyBreaks(Number(process.argv[2] ?? 2))
  const potted = result.values('potted').filter((count) => count > 0).length
  const [low, high] = computeInterval(potted, result.nDone).map((part) => (100 * part).toFixed(0))
  console.log(
    `${potted} of ${result.nDone} breaks pot a ball: ${low} to ${high} % of all, with 95 % confidence`,
  )
}
