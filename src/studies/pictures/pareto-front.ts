/** Two measures over each other, with the runs that no other one beats in both. */
import { COLORS, type Panel } from '../../results/index.ts'
import { type Column, rangeOf } from './columns.ts'

/** The better direction of a measure. */
export type Goal = 'min' | 'max'

/** Runs (from 0) that no other run beats in one measure without being worse in the other, in the order of the first measure. */
export function findParetoFront(
  x: Float64Array,
  y: Float64Array,
  goals: readonly [Goal, Goal] = ['min', 'min'],
): number[] {
  const [a, b] = goals.map((goal) => (goal === 'min' ? 1 : -1))
  const runs = [...x.keys()].filter((run) => !Number.isNaN(x[run]) && !Number.isNaN(y[run]))
  runs.sort((i, k) => a * (x[i] - x[k]) || b * (y[i] - y[k]) || i - k)
  const front: number[] = []
  let best = Number.POSITIVE_INFINITY
  for (const run of runs) {
    if (b * y[run] >= best) continue
    best = b * y[run]
    front.push(run)
  }
  return front
}

export function createParetoFront(x: Column, y: Column, goals: readonly [Goal, Goal]): Panel {
  const front = findParetoFront(x.values, y.values, goals)
  const line = {
    x: front.map((run) => x.values[run]),
    y: front.map((run) => y.values[run]),
    color: COLORS[1],
  }
  return {
    ...{ xLabel: `${x.label}, ${goals[0]}`, yLabel: `${y.label}, ${goals[1]}` },
    ...{ xRange: rangeOf(x), yRange: rangeOf(y) },
    marks: [
      { kind: 'dots', x: x.values, y: y.values, color: COLORS[5], radius: 2 },
      { kind: 'line', ...line },
      { kind: 'dots', ...line, radius: 3.4, title: 'front' },
    ],
  }
}
