/**
 * Tolerance analysis of a wiper: how much the tolerances of four lengths spread the angle that the blade sweeps. A study makes
 * 64 runs of the mechanism, one turn of the crank each; every run can be compared with a closed form.
 *
 *   npx tsx examples/four-bar-tolerances.ts
 *   npx vario study examples/four-bar-tolerances.ts --output wiper.parquet
 */
import { expr, type SignalTable, simulate } from 'vario'
import { MassProperties, Model3D, Object3D, Revolute, Rod, Scene, Solid } from 'vario/multibody'
import { maximum, minimum, normal, plotStudy, Study, type StudyResult, study } from 'vario/studies'
import { isMain } from './support/is-main.ts'

/** Lengths [m], and the deviation of each of them: a tenth of a millimeter. */
export const LENGTHS = { crank: 0.045, rod: 0.2, rocker: 0.07, base: 0.2 }
const SIGMA = 1e-4

const { crank, rod, rocker, base } = LENGTHS
// kinematics do not depend on it, dynamics need some
const disc = Solid({ massProperties: MassProperties({ mass: 0.1, Izz: 1e-4 }) })
export const Wiper = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  axle: Object3D({ parent: 'world', translation: [base, 0, 0] }),
  crank: Object3D({ feature: disc }),
  pin: Object3D({ parent: 'crank', translation: [crank, 0, 0] }),
  rocker: Object3D({ feature: disc }),
  tip: Object3D({ parent: 'rocker', translation: [rocker, 0, 0] }),
  motor: Revolute({ obj1: 'world', obj2: 'crank', axis: 'z', motion: expr`2*pi*time` }),
  // a guess: the mechanism can be assembled in two ways, and every run shall take the same one
  hinge: Revolute({ obj1: 'axle', obj2: 'rocker', axis: 'z', phi: { start: 1 } }),
  rod: Rod({ obj1: 'pin', obj2: 'tip', length: rod }),
})

const question = {
  vary: {
    'pin.translation[1]': normal(crank, SIGMA, 'm'),
    'rod.length': normal(rod, SIGMA, 'm'),
    'tip.translation[1]': normal(rocker, SIGMA, 'm'),
    'axle.translation[1]': normal(base, SIGMA, 'm'),
  },
  runs: 64,
  sampling: 'sobol',
  simulate: { stopTime: 1, interval: 0.02, analysis: 'kinematic' },
  measure: { high: maximum('hinge.phi'), low: minimum('hinge.phi') },
} as const

/** The study for the command line. */
export default Study({ model: Wiper, ...question })

/** One turn with nominal lengths. */
export function simulateWiper(): SignalTable {
  return simulate(Wiper, question.simulate)
}

/** Makes the first `runs` points of the sequence. */
export function studyWiper(runs = 64): Promise<StudyResult> {
  return study(Wiper, { ...question, runs })
}

/** The angle between the two poses of the rocker in which crank and rod are in one line [rad], by the law of cosines. */
export function computeSweep(lengths: typeof LENGTHS): number {
  const { rocker, base } = lengths
  const angle = (distance: number): number =>
    Math.acos((base ** 2 + rocker ** 2 - distance ** 2) / (2 * base * rocker))
  return angle(lengths.rod + lengths.crank) - angle(lengths.rod - lengths.crank)
}

if (isMain(import.meta.url)) {
  const degrees = (angle: number): string => `${((180 * angle) / Math.PI).toFixed(3)}°`
  console.log(`nominal sweep: ${degrees(computeSweep(LENGTHS))}`)
  const result = await studyWiper()
  const low = result.values('low')
  const sweeps = result.values('high').map((high, run) => high - low[run])
  const mean = sweeps.reduce((sum, sweep) => sum + sweep / sweeps.length, 0)
  const variance = sweeps.reduce((sum, sweep) => sum + (sweep - mean) ** 2, 0) / (sweeps.length - 1)
  console.log(`${result.nDone} runs, ${result.failed.length} failed`)
  console.log(`sweep: ${degrees(mean)} ± ${degrees(Math.sqrt(variance))}`)
  plotStudy(result, 'tornado', {
    measures: ['high'],
    heading: 'Upper end of the wiper',
    file: 'out/wiper.svg',
  })
  console.log('out/wiper.svg shows the influence of each length')
}
