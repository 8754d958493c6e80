/**
 * A ball falls on the floor and bounces: every impact is an event that the solver locates, and the handler reverses the
 * speed. In theory infinitely many impacts occur before 2.56 s. The model ends them: a ball that leaves the floor
 * slower than REST_SPEED stays there.
 *
 *   npx tsx examples/bouncing-ball.ts
 */
import { integrate, type OdeRun } from 'vario/ode'
import { isMain } from './support/is-main.ts'
import { formatTable } from './support/table.ts'

const GRAVITY = 9.81 // [m/s²]
const DROP_HEIGHT = 1 // [m]
const RESTITUTION = 0.7 // rebound speed / impact speed
const REST_SPEED = 0.01 // [m/s]

export interface BouncingBall {
  /** Times of the impacts [s], and the speeds just after them [m/s]. */
  readonly impacts: readonly number[]
  readonly rebounds: readonly number[]
  /** Time at which the ball has come to rest [s]. */
  readonly restTime: number
  readonly run: OdeRun
}

export function simulateBouncingBall(): BouncingBall {
  const impacts: number[] = []
  const rebounds: number[] = []
  let isResting = false

  const run = integrate(
    {
      n: 2,
      // x = [height, speed]
      f: (_t, x, dx) => {
        dx[0] = isResting ? 0 : x[1]
        dx[1] = isResting ? 0 : -GRAVITY
      },
      // The height crosses zero from above.
      roots: {
        n: 1,
        g: (_t, x, z) => {
          z[0] = x[0]
        },
        direction: [-1],
      },
    },
    {
      method: 'tsit5',
      t0: 0,
      x0: [DROP_HEIGHT, 0],
      tEnd: 3,
      rtol: 1e-8,
      atol: 1e-8,
      onEvent: ({ t, x }) => {
        x[0] = 0
        x[1] *= -RESTITUTION
        impacts.push(t)
        rebounds.push(x[1])
        isResting = x[1] < REST_SPEED
        if (isResting) x[1] = 0
      },
    },
  )
  return { impacts, rebounds, restTime: impacts[impacts.length - 1], run }
}

if (isMain(import.meta.url)) {
  const { impacts, rebounds, restTime, run } = simulateBouncingBall()
  const rows = impacts.map((t, i) => [String(i + 1), t.toFixed(9), rebounds[i].toFixed(6)])
  console.log(formatTable(['impact', 't [s]', 'rebound [m/s]'], rows))
  console.log(`\nAt rest since t = ${restTime.toFixed(6)} s, after ${run.stats.steps} steps.`)
}
