/** Nominal values of the states of joints: the absolute tolerance of a state is 0.1·tolerance·nominal. */
import { PRISMATIC } from '../../mechanics/index.ts'
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import type { JointNode } from './structure.ts'

/**
 * Nominal values of the states of a joint. Positions of bodies that may collide are absolute: penetrations are small
 * differences of them at any distance from the origin (thesis 7.1.5).
 */
export interface MotionScales {
  /** [m] */
  readonly position: number
  /** [m/s] */
  readonly velocity: number
  /** [rad] */
  readonly angle: number
  /** [rad/s] */
  readonly angularVelocity: number
  readonly isAbsolute: boolean
}

export function areSameScales(a: MotionScales, b: MotionScales): boolean {
  return (
    a.position === b.position &&
    a.velocity === b.velocity &&
    a.angle === b.angle &&
    a.angularVelocity === b.angularVelocity &&
    a.isAbsolute === b.isAbsolute
  )
}

/**
 * Range of small start values, relative to the nominal length and to 1 rad, to which tolerances adapt: values in it are
 * small on purpose, those below are rounding errors.
 */
const LARGEST_SMALL_START = 1e-3
const LEAST_SMALL_START = 1e-12

/** The size of start values, relative to the default, if they are small on purpose, and 1 otherwise. */
export function smallStartFactor(size: number): number {
  return size > LEAST_SMALL_START && size < LARGEST_SMALL_START ? size : 1
}

/** Size of start values: translations in nominal lengths, angles in rad. */
interface StartSize {
  readonly linear: number
  readonly angular: number
}

/**
 * Nominal values of joints without contacts. They are `length` [m, m/s] and 1 [rad, rad/s], or those of small start
 * values: with an amplitude of 1e-7 m, an error of 1e-7 m is too large. A joint that starts at zero takes the largest
 * of the others, which will move it.
 */
export function createFreeScales(
  joints: Iterable<JointNode>,
  length: number,
): (joint: JointNode) => MotionScales {
  const sizes = new Map(Array.from(joints, (joint) => [joint, sizeOfStart(joint, length)]))
  let largest = 0
  for (const { linear, angular } of sizes.values()) largest = Math.max(largest, linear, angular)
  const factor = (size: number): number => smallStartFactor(size > LEAST_SMALL_START ? size : largest)
  return (joint) => {
    const { linear, angular } = sizes.get(joint)!
    const [position, angle] = [length * factor(linear), factor(angular)]
    return { position, velocity: position, angle, angularVelocity: angle, isAbsolute: false }
  }
}

function sizeOfStart({ motion, startsInMotion }: JointNode, length: number): StartSize {
  let [linear, angular] = [0, 0]
  if (startsInMotion) return { linear, angular }
  for (const element of motion?.elements ?? []) {
    const { positions, velocities, rotations, rates } = startsOf(element)
    linear = Math.max(linear, ...[...positions, ...velocities].map((x) => Math.abs(x) / length))
    angular = Math.max(angular, ...[...rotations, ...rates].map(Math.abs))
  }
  return { linear, angular }
}

function startsOf(
  element: JointElement,
): Record<'positions' | 'velocities' | 'rotations' | 'rates', Iterable<number>> {
  if (!isAxisElement(element)) {
    const { translation, velocity, rotation, angularVelocity } = element
    return { positions: translation, velocities: velocity, rotations: rotation, rates: angularVelocity }
  }
  const [position, velocity] = [[element.positionStart.value], [element.velocityStart.value]]
  return element.kind === PRISMATIC
    ? { positions: position, velocities: velocity, rotations: [], rates: [] }
    : { positions: [], velocities: [], rotations: position, rates: velocity }
}

/**
 * Nominal values of the components of a state: the given ones, or `fallback`. For velocities, `givenPosition` are those
 * of the positions, which change by about their size within a second.
 */
export function chooseNominals(
  n: number,
  fallback: number,
  given: readonly (number | undefined)[],
  givenPosition: readonly (number | undefined)[] = [],
): number[] {
  return Array.from({ length: n }, (_, k) => given[k] ?? givenPosition[k] ?? fallback)
}
