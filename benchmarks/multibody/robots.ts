/** Translation time of many robots in one model (paper of 2018, table 1): from the model to its first output point. */
import { type Component, instantiate, Model } from 'vario'
import { Beam, Fix, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { type Effort, printTable, runIsolated } from '../harness.ts'

const COUNTS = [1, 10, 50, 100]
/** Modia3D, OpenModelica and a commercial tool for the same numbers of robots, from the paper [s]. */
const PUBLISHED = [
  ['Modia3D', 0.3, 0.4, 0.5, 0.6],
  ['commercial Modelica tool', 5, 20, 80, 170],
  ['OpenModelica', 17, 194, 3600, Number.NaN],
] as const

const AXES = ['y', 'x', 'x', 'z', 'x', 'z'] as const

/** An arm of six links with the axes of a common industrial robot. */
function createRobot(x: number): Component {
  const members: Record<string, unknown> = {
    base: Object3D(),
    stand: Fix({ obj1: 'world', obj2: 'base', translation: [x, 0, 0] }),
  }
  AXES.forEach((axis, k) => {
    const i = k + 1
    members[`link${i}`] = Object3D({
      feature: Solid({
        shape: Beam({ axis: 'y', length: 0.4, width: 0.1, thickness: 0.1 }),
        solidMaterial: 'Aluminium',
      }),
    })
    members[`lower${i}`] = Object3D({ parent: `link${i}`, translation: [0, -0.2, 0] })
    members[`upper${i}`] = Object3D({ parent: `link${i}`, translation: [0, 0.2, 0] })
    const obj1 = k === 0 ? 'base' : `upper${k}`
    members[`rev${i}`] = Revolute({ obj1, obj2: `lower${i}`, axis, phi: { init: 0.1 * i } })
  })
  return Model(members)
}

/** A hall with `n` robots. */
export function createHall(n: number) {
  const robots = Array.from({ length: n }, (_, i) => createRobot(2 * i))
  return Model3D({ world: Object3D({ feature: Scene() }), robots })
}

export interface RobotTask {
  readonly kind: 'robots'
  readonly n: number
  readonly effort: Effort
}

/** Times from a model to the start of its simulation [s]. */
interface RobotTimes {
  readonly first: number
  readonly best: number
}

const FAILED: RobotTimes = { first: Number.NaN, best: Number.NaN }

/** Measures all numbers of robots, each in a separate process, and prints them beside the published times. */
export function measureRobots(effort: Effort): RobotTimes[] {
  const times = COUNTS.map(
    (n) => runIsolated<RobotTimes>({ kind: 'robots', n, effort } satisfies RobotTask) ?? FAILED,
  )
  const show = (time: number): string => (Number.isNaN(time) ? '–' : time.toPrecision(2))
  printTable(
    'Time until the simulation of n six-axis robots starts [s]',
    ['', ...COUNTS.map((n) => `n = ${n}`)],
    [
      ['vario, first in a process', ...times.map(({ first }) => show(first))],
      ['vario, best of several', ...times.map(({ best }) => show(best))],
      ...PUBLISHED.map(([name, ...values]) => [`${name} (published)`, ...values.map(show)]),
    ],
  )
  return times
}

export function runRobotTask({ n, effort }: RobotTask): RobotTimes {
  const times: number[] = []
  for (let k = 0; k < effort.minRepetitions; k++) {
    const begin = performance.now()
    let start = Number.NaN
    instantiate(createHall(n)).simulate({
      stopTime: 1e-9,
      interval: 1e-9,
      onProgress: () => {
        if (Number.isNaN(start)) start = performance.now()
      },
    })
    times.push((start - begin) / 1000)
  }
  return { first: times[0], best: Math.min(...times) }
}
