/**
 * A hundred balls in a box without gravity, which collide by impulses without loss; compared with an engine with fixed
 * steps.
 */
import { instantiate } from 'vario'
import { Box, Model3D, NoGravityField, Object3D, Scene, Solid, Sphere } from 'vario/multibody'
import { printTable, runIsolated } from '../harness.ts'

/** null: the package is not installed. */
const rapier = await loadRapier()

async function loadRapier(): Promise<typeof import('@dimforge/rapier3d-compat').default | null> {
  try {
    const { default: engine } = await import('@dimforge/rapier3d-compat')
    await engine.init()
    return engine
  } catch {
    return null
  }
}

const N_SIDE = 5
const N_BALL = 100
const SIDE = 1
const RADIUS = 0.05
const STOP_TIME = 2
/** Steps per second of the engine with fixed steps. */
const RATES = [60, 1000, 10_000] as const
/** Maximum drift of the energy: only errors of the flights [1]. */
const ENERGY_DRIFT = 1e-9

export interface GasTask {
  readonly kind: 'impulseGas'
  /** Steps per second of Rapier; null: our solver. */
  readonly rate: number | null
  readonly repetitions: number
}

interface GasRow {
  /** Shortest processor time [s]. */
  readonly processor: number
  readonly impacts: number | null
  readonly steps: number
  /** Change of the kinetic energy [1]. */
  readonly drift: number
}

/** Measures each engine in a separate process. */
export function measureImpulseGas(quick: boolean): unknown {
  const repetitions = quick ? 1 : 3
  const rows = [null, ...RATES].map((rate) => {
    const task: GasTask = { kind: 'impulseGas', rate, repetitions }
    return { rate, row: runIsolated<GasRow | null>(task) }
  })
  printTable(
    `${N_BALL} balls in a box, impulses without loss, ${STOP_TIME} s`,
    ['engine', 'on processors [s]', 'steps', 'impacts', 'energy'],
    rows.map(({ rate, row }) => [
      rate === null ? 'vario' : `Rapier, ${rate} Hz`,
      row?.processor.toFixed(3) ?? '–',
      String(row?.steps ?? '–'),
      String(row?.impacts ?? '–'),
      row?.drift.toExponential(1) ?? '–',
    ]),
  )
  return rows
}

export function runGasTask({ rate, repetitions }: GasTask): GasRow | null {
  const run = rate === null ? createOwn() : createRapier(rate)
  if (run === null) return null
  let processor = Infinity
  let row: Omit<GasRow, 'processor'> | null = null
  for (let k = 0; k < repetitions; k++) {
    const before = process.cpuUsage()
    row = run()
    const { user, system } = process.cpuUsage(before)
    processor = Math.min(processor, (user + system) / 1e6)
    if (rate === null && !(Math.abs(row.drift) < ENERGY_DRIFT))
      throw new Error(`the energy of the gas has changed by ${row.drift}`)
  }
  return { processor, ...row! }
}

/** Place [m] and velocity [m/s] of ball k: a grid, and velocities from a sequence without a pattern. */
function startOf(k: number): { readonly place: number[]; readonly velocity: number[] } {
  const cell = [k % N_SIDE, Math.floor(k / N_SIDE) % N_SIDE, Math.floor(k / N_SIDE ** 2)]
  const fraction = (i: number): number => ((3 * k + i + 1) * 0.618033988749895) % 1
  return {
    place: cell.map((i, c) => (i - 2) * 0.18 + 0.02 * (fraction(c) - 0.5)),
    velocity: [0, 1, 2].map((c) => 4 * (fraction(c + 0.37) - 0.5)),
  }
}

/** Walls: middle and half lengths [m]. */
const WALLS = [0, 1, 2].flatMap((axis) =>
  [-1, 1].map((sign) => ({
    middle: [0, 1, 2].map((i) => (i === axis ? sign * (SIDE / 2 + 0.1) : 0)),
    half: [0, 1, 2].map((i) => (i === axis ? 0.1 : SIDE / 2 + 0.2)),
  })),
)

function createOwn(): () => Omit<GasRow, 'processor'> {
  const pair = {
    ...{ coefficientOfRestitution: 1, slidingFrictionCoefficient: 0 },
    ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 },
  }
  const steel = { contactMaterial: 'Steel', collision: true }
  const walls = WALLS.map(({ middle, half }, i) => {
    const [lengthX, lengthY, lengthZ] = half.map((h) => 2 * h)
    const feature = Solid({ shape: Box({ lengthX, lengthY, lengthZ }), ...steel })
    return [`wall${i}`, Object3D({ parent: 'world', translation: middle, feature })]
  })
  const balls = Array.from({ length: N_BALL }, (_, k) => {
    const { place, velocity } = startOf(k)
    const feature = Solid({ shape: Sphere({ diameter: 2 * RADIUS }), massProperties: 1, ...steel })
    return [
      `ball${k}`,
      Object3D({ parent: 'world', fixedToParent: false, translation: place, velocity, feature }),
    ]
  })
  const feature = Scene({
    ...{ contactResponse: 'impulse', gravityField: NoGravityField() },
    contactPairs: { 'Steel-Steel': pair },
  })
  const model = instantiate(
    Model3D({ world: Object3D({ feature }), ...Object.fromEntries([...walls, ...balls]) }),
  )
  return () => {
    const result = model.simulate({ stopTime: STOP_TIME, interval: STOP_TIME / 10 })
    const statistics = result.attributes['statistics'] as { readonly steps: number }
    return {
      impacts: result.impacts.length,
      steps: statistics.steps,
      drift: result.final('world.kineticEnergy') / result.at('world.kineticEnergy', 0) - 1,
    }
  }
}

function createRapier(rate: number): (() => Omit<GasRow, 'processor'>) | null {
  if (rapier === null) return null
  const engine = rapier
  return () => {
    const world = new engine.World({ x: 0, y: 0, z: 0 })
    world.timestep = 1 / rate
    const bouncy = (collider: InstanceType<typeof engine.ColliderDesc>) =>
      collider.setRestitution(1).setFriction(0)
    for (const { middle, half } of WALLS)
      world.createCollider(
        bouncy(
          engine.ColliderDesc.cuboid(half[0], half[1], half[2]).setTranslation(
            middle[0],
            middle[1],
            middle[2],
          ),
        ),
      )
    const bodies = Array.from({ length: N_BALL }, (_, k) => {
      const { place, velocity } = startOf(k)
      const description = engine.RigidBodyDesc.dynamic()
        .setTranslation(place[0], place[1], place[2])
        .setLinvel(velocity[0], velocity[1], velocity[2])
      const body = world.createRigidBody(description)
      world.createCollider(bouncy(engine.ColliderDesc.ball(RADIUS).setMass(1)), body)
      return body
    })
    const energy = (): number =>
      bodies.reduce((sum, body) => {
        const { x, y, z } = body.linvel()
        return sum + 0.5 * (x * x + y * y + z * z)
      }, 0)
    const start = energy()
    const steps = Math.round(STOP_TIME * rate)
    for (let k = 0; k < steps; k++) world.step()
    const drift = energy() / start - 1
    world.free()
    return { impacts: null, steps, drift }
  }
}
