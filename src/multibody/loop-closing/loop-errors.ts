/** Errors and warnings about closed loops that are open. */
import { VarioError } from '../../base/index.ts'
import type { Warn } from '../../simulation/index.ts'
import type { JointGap, LoopGroup } from '../loops/index.ts'

/** Relative gap below which recorded loops are closed. */
const CLOSED = 1e-9

/** Maximum number of joints that a message names. */
const MOST_NAMED = 5

/** Words of messages, and units of gaps. */
const KINDS = {
  open: ['positions that close them', 'Positions', 'm', 'rad'],
  fast: ['velocities that keep them closed', 'Velocities', 'm/s', 'rad/s'],
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
  const [what] = KINDS[kind]
  const reasons = [
    'Check the lengths of the bodies',
    ...(given.length > 0
      ? [`the given start values of ${nameSome(given)} (a guess is written { start: … })`]
      : []),
    ...(prescribed.length > 0 ? [`the prescribed motion of ${nameSome(prescribed)}`] : []),
  ]
  return new VarioError(
    'LOOPS',
    `closed loops: expected ${what} at t = ${time} s, got gaps at the cut joints: ${listWorst(kind, gaps)}. ` +
      `${reasons.join('; ')}.`,
    { time, gaps, prescribed, given },
  )
}

/** Loops in motion that new parameters open, or whose velocities they change. */
export function createJumpError(
  kind: keyof typeof KINDS,
  time: number,
  gaps: readonly JointGap[],
): VarioError {
  const [, jumping] = KINDS[kind]
  return new VarioError(
    'IMPULSE',
    `New parameters at t = ${time} s: expected values with which the closed loops continue as they are, got gaps at ` +
      `the cut joints: ${listWorst(kind, gaps)}. ${jumping} of joints would have to jump: begin a new run, or change ` +
      'lengths by joints that move.',
    { time, gaps },
  )
}

/** Loops that an event has opened, by `gap` of their size: a joint with flange was set to another position. */
export function createMovedError(joints: readonly string[], gap: number, time: number): VarioError {
  return new VarioError(
    'IMPULSE',
    `closed loops with ${nameSome(joints)}: expected an event at t = ${time} s that keeps them closed, got positions of ` +
      `joints that open them by ${gap.toPrecision(2)} of their size: positions of other joints would have to jump. Set ` +
      'positions at which the loops are closed, or let forces move the joint.',
    { time, joints, gap },
  )
}

/** The largest gaps, in words. */
function listWorst(kind: keyof typeof KINDS, gaps: readonly JointGap[]): string {
  const [, , lengthUnit, angleUnit] = KINDS[kind]
  const worst = [...gaps].sort((a, b) => b.length + b.angle - a.length - a.angle).slice(0, MOST_NAMED)
  const list = worst.map(
    ({ joint, length, angle }) =>
      `${joint} ${length.toPrecision(3)} ${lengthUnit}, ${angle.toPrecision(3)} ${angleUnit}`,
  )
  if (gaps.length > worst.length) list.push(`${gaps.length - worst.length} more with less`)
  return list.join('; ')
}

/** Loops at rest on a line, for example. */
export function createSingularError(joints: readonly string[], time: number): VarioError {
  return new VarioError(
    'LOOPS',
    `closed loops with ${nameSome(joints)}: expected a motion or a pose with one way to go on at t = ${time} s, got rest ` +
      'in a pose with several: links on a line, for example. Give a start velocity, or start a little beside this pose.',
    { time, joints },
  )
}

/**
 * Loops whose velocities no motion continues: stretched links that move across their line, for example.
 *
 * @param command change that has led there; undefined: none
 */
export function createStuckError(joints: readonly string[], time: number, command?: string): VarioError {
  return new VarioError(
    command === undefined ? 'LOOPS' : 'ACTION',
    `${command ?? 'The start'} at t = ${time} s: expected velocities with which the closed loops with ` +
      `${nameSome(joints)} can go on, got some that would open them at once, as of stretched links that move across ` +
      `their line. ${command === undefined ? 'Start a little beside this pose' : 'Bend the links before'}.`,
    { time, joints },
  )
}

/** Loops that close only with the axis of this joint reversed. */
export function createReversedError(joint: string): VarioError {
  return new VarioError(
    'LOOPS',
    `${joint}: expected the same directions of the axes of both objects, got opposite ones, or some turned by 180°, as the ` +
      'loop closes. Check their directions, or give a guess nearer to how it closes: { start: … }.',
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
