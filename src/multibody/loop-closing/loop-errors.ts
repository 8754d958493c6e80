/** Errors and warnings about closed loops that are open. */
import { VarioError } from '../../base/index.ts'
import type { Warn } from '../../simulation/index.ts'
import type { JointGap, LoopGroup } from '../loops/index.ts'

/** Relative gap below which recorded loops are closed. */
const CLOSED = 1e-9

/** Maximum number of joints that a message names. */
const MOST_NAMED = 5

/** Messages, and units of gaps. */
const KINDS = {
  open: ['cannot be closed', 'm', 'rad'],
  fast: ['contradict the velocities', 'm/s', 'rad/s'],
} as const

/** Joints that must not move. */
interface HeldJoints {
  /** Joints whose motion equations prescribe. */
  readonly prescribed: readonly string[]
  /** Joints with given start values. */
  readonly given: readonly string[]
}

/** Loops that are open, or open up, by `gaps` at their joints. */
export function createGapError(
  kind: keyof typeof KINDS,
  time: number,
  gaps: readonly JointGap[],
  { prescribed, given }: HeldJoints,
): VarioError {
  const [what, lengthUnit, angleUnit] = KINDS[kind]
  const worst = [...gaps].sort((a, b) => b.length + b.angle - a.length - a.angle).slice(0, MOST_NAMED)
  const list = worst.map(
    ({ joint, length, angle }) =>
      `${joint} ${length.toPrecision(3)} ${lengthUnit}, ${angle.toPrecision(3)} ${angleUnit}`,
  )
  if (gaps.length > worst.length) list.push(`${gaps.length - worst.length} more with less`)
  const reasons = [
    'Check the lengths of the bodies',
    ...(given.length > 0
      ? [`the given start values of ${nameSome(given)} (a guess is written { start: … })`]
      : []),
    ...(prescribed.length > 0 ? [`the prescribed motion of ${nameSome(prescribed)}`] : []),
  ]
  return new VarioError(
    'LOOPS',
    `The objects form closed loops that ${what} at t = ${time} s. Gaps at the cut joints: ` +
      `${list.join('; ')}. ${reasons.join('; ')}.`,
    { time, gaps, prescribed, given },
  )
}

/** Loops at rest on a line, for example. */
export function createSingularError(joints: readonly string[], time: number): VarioError {
  return new VarioError(
    'LOOPS',
    `The closed loops with ${nameSome(joints)} are at rest at t = ${time} s, in a pose from which they can go on in more ` +
      'than one way: links on a line, for example. Give a start velocity, or start a little beside this pose.',
    { time, joints },
  )
}

/** Loops that close only with the axis of this joint reversed. */
export function createReversedError(joint: string): VarioError {
  return new VarioError(
    'LOOPS',
    `${joint}: the loop closes with the axes of both objects opposite to each other, or turned by 180°, which the joint ` +
      'does not allow. Check their directions, or give a guess nearer to how it closes: { start: … }.',
    { joint },
  )
}

function nameSome(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Warns of loops that are open where they are recorded, beside a pose with two branches. */
export function warnOfOpenLoops(groups: readonly LoopGroup[], time: number, warn: Warn): void {
  for (const { gap, solver, paths } of groups) {
    if (gap <= CLOSED || !solver.hasLeft) continue
    const message =
      `The closed loops with ${nameSome(paths)} are beside a pose from which they can go on in two ways at ` +
      `t = ${time} s, and open by ${gap.toPrecision(2)} of their size: their recorded values there are not ` +
      'accurate. Use a smaller tolerance.'
    warn({ code: 'LOOP_OPEN', key: paths[0], time, message })
  }
}
