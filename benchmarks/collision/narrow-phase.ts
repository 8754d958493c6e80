/**
 * Narrow phase on the poses of poses.ts: time per call and error of the exact signed distance and of the improved MPR
 * algorithm, beside the
 * figures of native libraries. Every pair of shapes runs in a separate process.
 */
import { computeSignedDistance, createDistanceQuery, RESULT_DISTANCE, RESULT_LENGTH } from 'vario/collision'
import { computeMprDistance, createMprQuery } from '../../src/collision/mpr/compute-mpr-distance.ts'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'
import { computeMprIntersection } from './mpr-intersection.ts'
import { type PosePair, placeShapes, readPosePairs } from './poses.ts'

/** Shapes per side of the contact: penetrating, separated. */
const SIDES = ['penetrating', 'separated'] as const
type Side = (typeof SIDES)[number]

/** Tolerance of MPR in the measurement of libccd, and the limit of double precision [m]. */
const MPR_TOLERANCES = [1e-4, 1e-13] as const

/** MPR that tests only for intersection. */
const INTERSECTS = 'MPR intersects'

/**
 * Native figures on the same poses, gcc -O2, 2 virtual cores AMD EPYC, node 20 beside them: time per call [ns]. libccd's MPR at 1e-4
 * (separated: an intersection test only), FCL with libccd at 1e-9 (depth by EPA, distance by GJK).
 */
const NATIVE: Record<string, Record<Side, { mpr: number; exact: number }>> = {
  'sphere-box': { penetrating: { mpr: 896, exact: 39921 }, separated: { mpr: 216, exact: 3442 } },
  'box-box': { penetrating: { mpr: 350, exact: 3128 }, separated: { mpr: 181, exact: 1186 } },
  'ellipsoid-box': { penetrating: { mpr: 907, exact: 42942 }, separated: { mpr: 239, exact: 3768 } },
  'capsule-box': { penetrating: { mpr: 769, exact: 28480 }, separated: { mpr: 240, exact: 2901 } },
  'cylinder-box': { penetrating: { mpr: 724, exact: 27135 }, separated: { mpr: 234, exact: 3139 } },
  'hull-hull': { penetrating: { mpr: 2809, exact: 10995 }, separated: { mpr: 441, exact: 3850 } },
}

export interface NarrowPhaseTask {
  readonly part: 'narrow-phase'
  readonly pair: string
  readonly side: Side
  readonly effort: Effort
}

interface Figure {
  readonly method: string
  /** Shortest and median time per call [ns]. */
  readonly min: number
  readonly median: number
  /** Largest error and its 99th percentile [m]. */
  readonly maxError: number
  readonly p99Error: number
  readonly nWrongSign: number
  /** Most iterations of phases 2 and 3 of MPR, and calls that ended with the best result so far. */
  readonly phase2: number
  readonly phase3: number
  readonly nNotConverged: number
}

interface Row {
  readonly pair: string
  readonly side: Side
  readonly figures: readonly Figure[]
}

export function runNarrowPhase(effort: Effort): readonly Row[] {
  const rows = Object.keys(NATIVE).flatMap((pair) =>
    SIDES.flatMap((side) => {
      const task: NarrowPhaseTask = { part: 'narrow-phase', pair, side, effort }
      return runIsolated<Row>(task) ?? []
    }),
  )
  for (const side of SIDES) printSide(side, rows)
  printIterations(rows)
  return rows
}

export function runNarrowPhaseTask({ pair: name, side, effort }: NarrowPhaseTask): Row {
  const pair = readPosePairs().find((candidate) => candidate.name === name)
  if (!pair) throw new Error(`expected a pair of the poses, got '${name}'`)
  const chosen = Array.from(pair.distances.keys()).filter(
    (i) => pair.distances[i] < 0 === (side === 'penetrating'),
  )
  const contestants = [
    createExact(pair, chosen),
    ...MPR_TOLERANCES.map((tol) => createMpr(pair, chosen, tol)),
    createIntersection(pair, chosen),
  ]
  const measured = measure(
    contestants.map(({ method, run }) => ({ name: method, run })),
    effort,
  )
  const figures = contestants.map((contestant, k) => {
    const { method, distances, run, counts, groupTimes } = contestant
    run()
    const errors = chosen.map((i, j) => Math.abs(distances[j] - pair.distances[i])).sort((a, b) => a - b)
    return {
      method,
      min: (1e6 * groupTimes.reduce((sum, time) => sum + time, 0)) / chosen.length,
      median: (1000 * measured[k].median) / chosen.length,
      maxError: errors[errors.length - 1],
      p99Error: errors[Math.floor(0.99 * errors.length)],
      nWrongSign: chosen.filter((i, j) => distances[j] * pair.distances[i] < 0).length,
      ...counts(),
    }
  })
  return { pair: name, side, figures }
}

interface Contestant {
  readonly method: string
  /** Computes all chosen poses. */
  readonly run: () => number
  /** Shortest times of groups of GROUP poses so far [ms]: interruptions by other programs are excluded. */
  readonly groupTimes: Float64Array
  /** Distances of the last run [m]. */
  readonly distances: Float64Array
  readonly counts: () => { phase2: number; phase3: number; nNotConverged: number }
}

/** Number of poses that are timed together: some tens of microseconds. */
const GROUP = 20

function createContestant(
  method: string,
  nPose: number,
  compute: (j: number) => number,
  count: () => { phase2: number; phase3: number; isConverged: boolean },
): Contestant {
  const distances = new Float64Array(nPose)
  const groupTimes = new Float64Array(Math.ceil(nPose / GROUP)).fill(Infinity)
  const run = (): number => {
    for (let group = 0; group < groupTimes.length; group++) {
      const end = Math.min(nPose, GROUP * (group + 1))
      const start = performance.now()
      for (let j = GROUP * group; j < end; j++) distances[j] = compute(j)
      groupTimes[group] = Math.min(groupTimes[group], performance.now() - start)
    }
    return distances[0]
  }
  const counts = () => {
    let [phase2, phase3, nNotConverged] = [0, 0, 0]
    for (let j = 0; j < nPose; j++) {
      compute(j)
      const last = count()
      phase2 = Math.max(phase2, last.phase2)
      phase3 = Math.max(phase3, last.phase3)
      if (!last.isConverged) nNotConverged++
    }
    return { phase2, phase3, nNotConverged }
  }
  return { method, run, groupTimes, distances, counts }
}

function createExact(pair: PosePair, chosen: readonly number[]): Contestant {
  const shapes = placeShapes(pair)
  const query = createDistanceQuery()
  const out = new Float64Array(RESULT_LENGTH)
  const compute = (j: number): number => {
    computeSignedDistance(query, shapes, 0, 1 + chosen[j], out, 0)
    return out[RESULT_DISTANCE]
  }
  return createContestant('exact', chosen.length, compute, () => ({
    phase2: 0,
    phase3: 0,
    isConverged: true,
  }))
}

function createMpr(pair: PosePair, chosen: readonly number[], tolerance: number): Contestant {
  const shapes = placeShapes(pair)
  const query = createMprQuery()
  const out = new Float64Array(RESULT_LENGTH)
  const compute = (j: number): number => {
    computeMprDistance(query, shapes, 0, 1 + chosen[j], tolerance, out, 0)
    return out[RESULT_DISTANCE]
  }
  return createContestant(`MPR ${tolerance}`, chosen.length, compute, () => query.mpr)
}

/** Intersection test only: signs represent distances. */
function createIntersection(pair: PosePair, chosen: readonly number[]): Contestant {
  const shapes = placeShapes(pair)
  const query = createMprQuery()
  const compute = (j: number): number => (computeMprIntersection(query, shapes, 0, 1 + chosen[j]) ? -1 : 1)
  return createContestant(INTERSECTS, chosen.length, compute, () => ({
    phase2: 0,
    phase3: 0,
    isConverged: true,
  }))
}

/** The native figure for the same question: libccd's MPR has a depth, but no distance. */
function findPeer(method: string, pair: string, side: Side): { name: string; time: number } | undefined {
  const native = NATIVE[pair][side]
  if (method === 'exact') return { name: 'FCL 1e-9', time: native.exact }
  if ((method === INTERSECTS) !== (side === 'separated')) return undefined
  return { name: 'libccd MPR 1e-4', time: native.mpr }
}

function printSide(side: Side, rows: readonly Row[]): void {
  const table = rows
    .filter((row) => row.side === side)
    .flatMap((row) =>
      row.figures.map((figure) => {
        const peer = findPeer(figure.method, row.pair, side)
        const hasDistance = figure.method !== INTERSECTS
        return [
          row.pair,
          figure.method,
          figure.min.toFixed(0),
          figure.median.toFixed(0),
          hasDistance ? figure.p99Error.toExponential(1) : '-',
          hasDistance ? figure.maxError.toExponential(1) : '-',
          `${figure.nWrongSign}`,
          peer?.name ?? '-',
          peer ? `${peer.time}` : '-',
          peer ? (figure.min / peer.time).toFixed(2) : '-',
        ]
      }),
    )
  printTable(
    `Narrow phase, ${side}: time per call [ns], error [m]`,
    ['pair', 'method', 'min', 'median', 'p99 error', 'max error', 'wrong sign', 'native', 'ns', 'ratio'],
    table,
  )
}

/** As table 6.1 of the thesis, which has at most 7 in phase 2, and 14 to 107 in phase 3 at a tolerance of 1e-20 in quadruple precision. */
function printIterations(rows: readonly Row[]): void {
  printTable(
    'Most iterations of MPR (thesis, table 6.1)',
    ['pair', 'side', 'method', 'phase 2', 'phase 3', 'best so far'],
    rows.flatMap((row) =>
      row.figures
        .filter((figure) => figure.method !== 'exact' && figure.method !== INTERSECTS)
        .map((figure) => [
          row.pair,
          row.side,
          figure.method,
          `${figure.phase2}`,
          `${figure.phase3}`,
          `${figure.nNotConverged}`,
        ]),
    ),
  )
}
