/**
 * Chains of revolute joints with stiff dampers, in which everything is coupled: time and memory of the implicit
 * methods.
 */
import { instantiate } from 'vario'
import { Bushing, MassProperties, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { printTable, runIsolated } from '../harness.ts'

const SIZES = [30, 100, 300, 1000]
const SOLVERS = ['auto', 'radau5', 'bdf'] as const
type ChainSolver = (typeof SOLVERS)[number] | 'tsit5'

/** Length of the whole chain [m], its mass [kg], damping of every joint [N.m.s/rad], and the time that is simulated [s]. */
const LENGTH = 1
const MASS = 1
const DAMPING = 0.01
const STOP_TIME = 0.1
const TOLERANCE = 1e-6

export interface ChainTask {
  readonly kind: 'chain'
  readonly n: number
  readonly solver: ChainSolver
}

interface ChainRow {
  /** Processor time of the run [s], and maximum memory of the process [MB]. */
  readonly time: number
  readonly memory: number
  readonly steps: number
  readonly jacobians: number
  readonly lu: number
  /** Angle of the first joint at the end [rad]. */
  readonly angle: number
}

function createChain(n: number) {
  const l = LENGTH / n
  const m = MASS / n
  const inertia = (m * l * l) / 12
  const massProperties = MassProperties({
    mass: m,
    centerOfMass: [l / 2, 0, 0],
    Ixx: inertia,
    Iyy: inertia,
    Izz: inertia,
  })
  const members: Record<string, unknown> = { world: Object3D({ feature: Scene() }) }
  for (let i = 1; i <= n; i++) {
    const obj1 = i === 1 ? 'world' : `end${i - 1}`
    const obj2 = `link${i}`
    members[obj2] = Object3D({ feature: Solid({ massProperties }) })
    members[`end${i}`] = Object3D({ parent: obj2, translation: [l, 0, 0] })
    members[`rev${i}`] = Revolute({ obj1, obj2, axis: 'z', phi: { init: i === 1 ? 0.5 : 0.5 / n } })
    members[`damper${i}`] = Bushing({ obj1, obj2, rotDamperForceLaw: [0, 0, DAMPING] })
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/**
 * Measures all sizes and solvers, each in a separate process, and compares them with an explicit method where that is
 * quick.
 */
export function measureChains(quick: boolean): unknown {
  const sizes = quick ? SIZES.slice(0, 2) : SIZES
  const run = (n: number, solver: ChainSolver): ChainRow | undefined =>
    runIsolated<ChainRow>({ kind: 'chain', n, solver } satisfies ChainTask)
  const rows = sizes.flatMap((n) => {
    const truth = n <= 100 ? run(n, 'tsit5') : undefined
    return SOLVERS.map((solver) => {
      const row = run(n, solver)
      if (row && truth && Math.abs(row.angle - truth.angle) > 1e3 * TOLERANCE)
        throw new Error(`chain of ${n} with ${solver}: ${row.angle} rad instead of ${truth.angle}`)
      return { n, solver, row }
    })
  })
  printTable(
    `Chains of n revolute joints with stiff dampers, ${STOP_TIME} s`,
    ['n', 'solver', 'processor time [s]', 'memory [MB]', 'steps', 'Jacobians', 'LU'],
    rows.map(({ n, solver, row }) => [
      String(n),
      solver,
      ...(row
        ? [row.time.toFixed(2), row.memory.toFixed(0), row.steps, row.jacobians, row.lu].map(String)
        : ['–', '–', '–', '–', '–']),
    ]),
  )
  return rows
}

export function runChainTask({ n, solver }: ChainTask): ChainRow {
  const model = instantiate(createChain(n))
  const before = process.cpuUsage()
  const result = model.simulate({ stopTime: STOP_TIME, interval: STOP_TIME, tolerance: TOLERANCE, solver })
  const time = process.cpuUsage(before).user / 1e6
  const { steps, jacobians, lu } = result.attributes['statistics'] as Record<string, number>
  const memory = process.resourceUsage().maxRSS / 1024
  return { time, memory, steps, jacobians, lu, angle: result.final('rev1.phi') }
}
