/**
 * Broad phase for growing numbers of moving bodies: unit balls at constant density above a plate. Three tasks per size:
 * an update after a motion as small as that of a solver stage, one after a long step, and the longest safe step.
 */
import { BroadPhase, SafeStep } from '../../src/collision/index.ts'
import { type Effort, measure, printTable } from '../harness.ts'

const SIZES = [100, 1000, 10_000]
/** Maximum number of bodies for which a test of all pairs runs for comparison. */
const ALL_PAIRS_LIMIT = 1000
/** Motions per update, in radii of the balls. */
const STAGE_MOTION = 0.001
const STEP_MOTION = 0.1
/** Length of the cube per body, in radii: about two neighbors within reach. */
const SPACING = 3
const MARGIN = 0.01
/** Updates per measurement: the same number of motions forwards and back. */
const MOVES = 40

export interface BroadPhaseRow {
  readonly n: number
  readonly task: string
  /** Time of one call [µs]. */
  readonly us: number
  /** Time of one call per body [ns]. */
  readonly nsPerBody: number
  readonly candidates: number
}

export function measureBroadPhase(effort: Effort): BroadPhaseRow[] {
  const rows = SIZES.flatMap((n) => measureSize(n, effort))
  printTable(
    'Broad phase: moving balls at constant density above a plate',
    ['bodies', 'task', 'µs', 'ns/body', 'candidates'],
    rows.map((row) => [
      String(row.n),
      row.task,
      row.us.toFixed(1),
      row.nsPerBody.toFixed(1),
      String(row.candidates),
    ]),
  )
  return rows
}

function measureSize(n: number, effort: Effort): BroadPhaseRow[] {
  const stage = new MovingBalls(n)
  const step = new MovingBalls(n)
  const still = new MovingBalls(n)
  const safeStep = createSafeStep(still)
  const update = (balls: MovingBalls, motion: number) => (): number => {
    for (let k = 0; k < MOVES; k++) {
      balls.move(2 * k < MOVES ? motion : -motion)
      balls.broadPhase.update()
    }
    return balls.broadPhase.nCandidate
  }
  const variants = [
    { name: 'update, motion of a stage', run: update(stage, STAGE_MOTION) },
    { name: 'update, motion of a step', run: update(step, STEP_MOTION) },
    {
      name: 'longest safe step',
      run: () => (safeStep.compute(Infinity, () => true) > 0 ? still.broadPhase.nCandidate : NaN),
    },
  ]
  if (n <= ALL_PAIRS_LIMIT) variants.push({ name: '(all pairs)', run: () => still.countAllPairs() })
  const measurements = measure(variants, effort, () => {
    if (still.countAllPairs() !== still.broadPhase.nCandidate)
      throw new Error('Candidates: expected those of all pairs, got others.')
  })
  return measurements.map(({ name, min, result }) => {
    const us = name.startsWith('update') ? min / MOVES : min
    return { n, task: name, us, nsPerBody: (1000 * us) / n, candidates: result }
  })
}

/** n balls of radius 1 that move back and forth in a cube, and a plate below them. */
class MovingBalls {
  readonly broadPhase: BroadPhase
  readonly directions: Float64Array

  constructor(readonly n: number) {
    const size = SPACING * Math.cbrt(n)
    let state = 1
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    const isMoving = Array.from({ length: n + 1 }, (_, i) => i < n)
    this.broadPhase = new BroadPhase(new Float64Array(n + 1).fill(MARGIN), isMoving, () => true)
    this.directions = Float64Array.from({ length: 3 * n }, () => 2 * random() - 1)
    const { boxes } = this.broadPhase
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        boxes[6 * i + k] = size * random()
        boxes[6 * i + k + 3] = boxes[6 * i + k] + 2
      }
    }
    boxes.set([-size, -size, -1, 2 * size, 2 * size, 0], 6 * n)
    this.broadPhase.update()
  }

  move(distance: number): void {
    const { boxes } = this.broadPhase
    for (let i = 0; i < this.n; i++) {
      for (let k = 0; k < 3; k++) {
        const d = distance * this.directions[3 * i + k]
        boxes[6 * i + k] += d
        boxes[6 * i + k + 3] += d
      }
    }
  }

  countAllPairs(): number {
    const { boxes } = this.broadPhase
    let count = 0
    for (let i = 0; i < this.n; i++) {
      for (let j = i + 1; j <= this.n; j++) {
        let gap = -Infinity
        for (let k = 0; k < 3; k++) {
          gap = Math.max(
            gap,
            boxes[6 * i + k] - boxes[6 * j + k + 3],
            boxes[6 * j + k] - boxes[6 * i + k + 3],
          )
        }
        if (gap <= 2 * MARGIN) count++
      }
    }
    return count
  }
}

function createSafeStep({ n, broadPhase, directions }: MovingBalls): SafeStep {
  const velocities = new Float64Array(3 * (n + 1))
  velocities.set(directions)
  return new SafeStep(broadPhase, {
    velocities,
    accelerations: new Float64Array(3 * (n + 1)),
    turningSpeeds: new Float64Array(n + 1),
    turningAccelerations: new Float64Array(n + 1),
    thicknesses: new Float64Array(n + 1).fill(2),
  })
}
