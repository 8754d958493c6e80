/**
 * Bouncing sphere: error of the time of the fifth impact over CPU time, beside engines with fixed steps. Each engine is
 * compared with the exact solution of its own model: engines with a coefficient of restitution, and our model with
 * `reinit`, with instantaneous impacts; our contact with forces with an independent solution of the same force law.
 * Both exact times are below the table.
 */
import { writeFileSync } from 'node:fs'
import { equations, instantiate, Model, Par, type simulate, Var } from 'vario'
import { Box, Model3D, Object3D, Scene, Solid, Sphere, UniformGravityField } from 'vario/multibody'
import { contactsOf } from '../../tests/multibody/contact/measures.ts'
import { printTable, runIsolated } from '../harness.ts'
import { CASE, computeHertzImpact, computeIdealImpact, IMPACT, STEEL } from './bouncing-case.ts'
import { PEERS, simulatePeer } from './bouncing-peers.ts'
import { type Curve, plotErrors } from './error-plot.ts'

const TOLERANCES = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10]
/** [s] */
const STEPS = [1 / 60, 1 / 240, 1e-3, 1e-4, 1e-5]
const PICTURE = 'docs/images/bouncing-comparison.svg'

/** Variants of Vario: 3D with contact forces, and an equation with instantaneous impacts. */
const OURS = { 'Vario, contact forces': 'forces', 'Vario, instantaneous': 'reinit' } as const

/** CVODE with root finding (Adams, instantaneous impacts) on the same case in an earlier run on another machine: tolerance, CPU, error. */
const CVODE: readonly (readonly [number, number, number])[] = [
  [1e-6, 8.2e-5, 4.6e-6],
  [1e-8, 9.2e-5, 4.6e-8],
  [1e-10, 1.0e-4, 4.6e-10],
]

export interface BouncingTask {
  readonly part: 'bouncing'
  readonly who: string
  readonly settings: readonly number[]
  readonly repetitions: number
}

interface BouncingRow {
  readonly who: string
  /** Tolerance, or step size [s]. */
  readonly setting: number
  /** CPU time per simulated second, shortest run [1]. */
  readonly cpu: number
  /** Error of the time of the fifth impact [s]; null: it did not occur. */
  readonly error: number | null
}

export function measureBouncing(isQuick: boolean): BouncingRow[] {
  const repetitions = isQuick ? 2 : 7
  const measureAll = (who: string, settings: readonly number[]): BouncingRow[] =>
    runIsolated<BouncingRow[]>({ part: 'bouncing', who, settings, repetitions }) ?? []
  const rows = [
    ...Object.keys(OURS).flatMap((who) => measureAll(who, isQuick ? [1e-6, 1e-8] : TOLERANCES)),
    ...Object.keys(PEERS).flatMap((who) => measureAll(who, isQuick ? STEPS.slice(0, 3) : STEPS)),
    ...CVODE.map(([setting, cpu, error]) => ({ who: '(CVODE, root finding)', setting, cpu, error })),
  ]
  printTable(
    `Bouncing sphere, ${CASE.stopTime} s: error of the time of impact ${IMPACT}, CPU seconds per simulated second`,
    ['engine', 'tolerance or step', 'CPU', 'error s'],
    rows.map(({ who, setting, cpu, error }) => [
      who,
      setting.toExponential(1),
      cpu.toExponential(1),
      error === null ? 'none' : error.toExponential(1),
    ]),
  )
  console.log(
    `Exact: ${computeIdealImpact().toFixed(9)} s instantaneous, ${computeHertzImpact().toFixed(9)} s with forces.`,
  )
  if (!isQuick) {
    writeFileSync(PICTURE, plotErrors(`Error of the time of impact ${IMPACT}`, toCurves(rows)))
    console.log(`Drawn in ${PICTURE}.`)
  }
  return rows
}

export function runBouncingTask({ who, settings, repetitions }: BouncingTask): BouncingRow[] {
  return settings.map((setting) => {
    const { run, truth } = createContestant(who, setting)
    const impact = run()
    let cpu = Number.POSITIVE_INFINITY
    for (let k = 0; k < repetitions; k++) {
      const start = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(start)
      cpu = Math.min(cpu, (user + system) / 1e6 / CASE.stopTime)
    }
    return { who, setting, cpu, error: Number.isFinite(impact) ? Math.abs(impact - truth) : null }
  })
}

/** `run` returns the time of the fifth impact [s], NaN if there is none. */
function createContestant(who: string, setting: number): { run: () => number; truth: number } {
  if (Object.hasOwn(PEERS, who))
    return { run: () => simulatePeer(PEERS[who], setting), truth: computeIdealImpact() }
  const { stopTime } = CASE
  const options = { stopTime, tolerance: setting, interval: stopTime / 10 }
  if (OURS[who as keyof typeof OURS] === 'forces') {
    const model = instantiate(createSphere())
    const run = (): number => contactsOf(model.simulate(options))[IMPACT - 1]?.start ?? Number.NaN
    return { run, truth: computeHertzImpact() }
  }
  const model = instantiate(BOUNCING_POINT)
  const run = (): number => {
    const result = model.simulate(options)
    const time = result.values('time')
    const v = result.values('v')
    const turns = [...time.keys()].filter((k) => k > 0 && v[k] > 0 && v[k - 1] < 0)
    return time[turns[IMPACT - 1]] ?? Number.NaN
  }
  return { run, truth: computeIdealImpact() }
}

/** A free steel sphere above a steel plate. */
function createSphere(): Parameters<typeof simulate>[0] {
  const { g, radius, height, restitution } = CASE
  const steel = { solidMaterial: 'Steel', collision: true } as const
  return Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ g, n: [0, 0, -1] }),
        contactPairs: {
          'Steel-Steel': {
            coefficientOfRestitution: restitution,
            slidingFrictionCoefficient: 0,
            rotationalResistanceCoefficient: 0,
            vsmall: STEEL.vsmall,
          },
        },
      }),
    }),
    plate: Object3D({
      parent: 'world',
      translation: [0, 0, -0.5],
      feature: Solid({ shape: Box({ lengthX: 10, lengthY: 10, lengthZ: 1 }), ...steel }),
    }),
    sphere: Object3D({
      parent: 'world',
      fixedToParent: false,
      translation: [0, 0, height + radius],
      feature: Solid({ shape: Sphere({ diameter: 2 * radius }), ...steel }),
    }),
  })
}

const BOUNCING_POINT = Model({
  g: Par(CASE.g, 'm/s2'),
  e: Par(CASE.restitution),
  h: Var({ init: CASE.height, unit: 'm' }),
  v: Var({ init: 0, unit: 'm/s' }),
  equations: equations`
    der(h) = v
    der(v) = -g
    when h < 0 then
      reinit(v, -e*v)
    end when
  `,
})

function toCurves(rows: readonly BouncingRow[]): Curve[] {
  return [...new Set(rows.map(({ who }) => who))].map((who) => ({
    name: who,
    points: rows.flatMap(({ who: other, cpu, error }) =>
      other === who && error !== null ? [[cpu, error] as const] : [],
    ),
  }))
}
