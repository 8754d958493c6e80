/**
 * Spheres that fall on a plate, layer upon layer: growth of the work with the number of bodies. With `auto`,
 * unconnected bodies have independent steps; `radau5` takes common steps for all. Every run is in a separate process,
 * translation included.
 */
import { simulate } from 'vario'
import { Model3D } from 'vario/multibody'
import { createRandom } from '../../tests/collision/distance/poses.ts'
import { energyRise } from '../../tests/multibody/contact/measures.ts'
import { fixedBox, freeSphere, uprightWorld } from '../../tests/multibody/contact/scenes.ts'
import { printTable, runIsolated } from '../harness.ts'

const STOP_TIME = 1
const DIAMETER = 0.1
/** Distance of the spheres at the start, and maximum offset of each from the grid [m]. */
const PITCH = 0.2
const OFFSET = 0.01

export interface ShowerTask {
  readonly part: 'shower'
  readonly solver: 'auto' | 'radau5'
  readonly nBody: number
}

interface ShowerRow {
  readonly solver: string
  readonly nBody: number
  /** CPU seconds per simulated second, the only run [1]. */
  readonly cpu: number
  readonly steps: number
  readonly f: number
  readonly events: number
  /** Largest increase of the energy, relative to that at the start [1]. */
  readonly rise: number
}

export function measureShower(isQuick: boolean): ShowerRow[] {
  const tasks: readonly (readonly [ShowerTask['solver'], number])[] = isQuick
    ? [['auto', 25]]
    : [
        ['auto', 25],
        ['auto', 50],
        ['auto', 100],
        ['auto', 200],
        ['radau5', 25],
        ['radau5', 50],
      ]
  const rows = tasks.flatMap(
    ([solver, nBody]) => runIsolated<ShowerRow>({ part: 'shower', solver, nBody }) ?? [],
  )
  printTable(
    `Spheres that fall on a plate, ${STOP_TIME} s, default tolerance: CPU seconds per simulated second`,
    ['solver', 'bodies', 'CPU', 'steps', 'f', 'events', 'energy rise'],
    rows.map((row) => [
      row.solver,
      String(row.nBody),
      row.cpu.toFixed(2),
      ...[row.steps, row.f, row.events].map(String),
      row.rise.toExponential(1),
    ]),
  )
  return rows
}

export function runShowerTask({ solver, nBody }: ShowerTask): ShowerRow {
  const start = process.cpuUsage()
  const result = simulate(createShower(nBody), { stopTime: STOP_TIME, solver })
  const { user, system } = process.cpuUsage(start)
  const { steps, f, events } = result.attributes['statistics'] as Readonly<Record<string, number>>
  return {
    ...{ solver, nBody, steps, f, events },
    cpu: (user + system) / 1e6 / STOP_TIME,
    rise: energyRise(result) / result.values('world.totalEnergy')[0],
  }
}

/** A cube of spheres over a plate. */
export function createShower(nBody: number): Parameters<typeof simulate>[0] {
  const random = createRandom(7)
  const edge = Math.ceil(Math.cbrt(nBody))
  const place = (k: number): number => PITCH * (k - edge / 2) + OFFSET * random()
  const spheres = Array.from({ length: nBody }, (_, i) => {
    const [x, y, z] = [i % edge, Math.floor(i / edge) % edge, Math.floor(i / edge ** 2)]
    return [
      `ball${i}`,
      freeSphere(DIAMETER, 'Steel', { translation: [place(x), place(y), PITCH * (z + 1)] }),
    ] as const
  })
  const width = PITCH * edge + 2
  return Model3D({
    world: uprightWorld(),
    plate: fixedBox([width, width, 0.2], [0, 0, -0.1], 'DryWood'),
    ...Object.fromEntries(spheres),
  })
}
