/**
 * Given start values as equations for the motion of the tree. A row is a given number: its gap g to the present value,
 * and the directions a, b with g' = a·w_12 + b·v_12, for the motion of obj2 as seen from obj1.
 */
import {
  cardan123FromRotation,
  cardan123ToRotation,
  mat3MulTransposeA,
  mat3MulVec,
  mat3TransposeMulVec,
  rotationLog,
  rotationLogRates,
  vec3Dot,
} from '../../math/index.ts'
import { computeFrameJacobian, FREE, PRISMATIC } from '../../mechanics/index.ts'
import type { WorldLoops } from '../loops/index.ts'
import { type AxisElement, isAxisElement, type RotationElement } from '../parts/joints/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import type { RelativeMotion, WorldMotion } from '../world/index.ts'
import { CutAxes } from './cut-axes.ts'
import { createCutMotion } from './cut-joint.ts'
import type { StartingJoints } from './given-starts.ts'

/** Residual velocities that a run may leave at rest, and with which a user may start the next one [rad/s]. */
const NOISE = 1e-10

/** Start values of positions, or of velocities. */
export type StartsOf = 'positions' | 'velocities'

interface GivenRow {
  /** [rad, m] or [rad/s, m/s] */
  readonly gap: number
  /** Directions of w_12 and v_12, in the axes of obj1 (3). */
  readonly turning: ArrayLike<number>
  readonly moving: ArrayLike<number>
}

/** A given start value: a number, or a vector. */
export interface GivenStart {
  readonly joint: JointNode
  /** Its name, `velocity`, or a component, `phi[2]`. */
  readonly name: string
  readonly unit: 'rad' | 'm' | 'rad/s' | 'm/s'
  readonly given: ArrayLike<number>
  /** The present value. */
  readonly found: ArrayLike<number>
  readonly rows: readonly GivenRow[]
}

/** A mechanism in motion. */
export interface PlacedWorld {
  readonly grouping: Grouping
  readonly motion: WorldMotion
}

const NONE = [0, 0, 0]
const UNITS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Joints without flange that start with the segment, and can move. */
export function listStarting({ structure }: Grouping, isStarting: StartingJoints): JointNode[] {
  return structure.joints.filter(
    (joint) => joint.motion !== null && !joint.motion.hasFlange && isStarting?.(joint) === true,
  )
}

/** Those of them that no held joint represents: cut ones, spherical ones and free motions. */
export function listSought(grouping: Grouping, isStarting: StartingJoints): JointNode[] {
  const cuts = new Set(grouping.cuts)
  return listStarting(grouping, isStarting).filter(
    (joint) => cuts.has(joint) || !isAxisElement(joint.motion!.elements[0]),
  )
}

/** Size of all mechanisms with loops [m], and of the moves of all joints [m, rad] (nv). */
export function measureLoops({ groups }: WorldLoops): {
  readonly length: number
  readonly moves: Float64Array
} {
  const length = groups.reduce((max, { sizes }) => Math.max(max, sizes.length), 0)
  const moves = groups[0].sizes.moves.slice()
  for (const { sizes, velocities } of groups) for (const i of velocities) moves[i] = sizes.moves[i]
  return { length, moves }
}

/** Given start values of a joint, cut or not, for the motion of the last evaluation. */
export function readGivenStarts(
  { grouping, motion }: PlacedWorld,
  joint: JointNode,
  of: StartsOf,
): GivenStart[] {
  const { elements } = joint.motion!
  if (!elements.some((element) => isAnyGiven(element, of))) return []
  const relative = createCutMotion(joint, grouping.frames)
  relative.update(motion)
  const axes = elements.filter(isAxisElement)
  if (axes.length > 0) return readAxes(joint, axes, relative, of)
  const [element] = elements as readonly RotationElement[]
  return of === 'positions' ? readPose(joint, element, relative) : readVelocity(joint, element, relative)
}

function isAnyGiven(element: AxisElement | RotationElement, of: StartsOf): boolean {
  if (isAxisElement(element))
    return of === 'positions' ? element.positionStart.isGiven : element.velocityStart.isGiven
  return of === 'positions'
    ? element.isRotationGiven || element.isTranslationGiven
    : element.isAngularVelocityGiven || element.isVelocityGiven
}

function readAxes(
  joint: JointNode,
  elements: readonly AxisElement[],
  relative: RelativeMotion,
  of: StartsOf,
): GivenStart[] {
  // angles next to the start values
  const axes = new CutAxes(elements)
  axes.follow(relative, 0)
  const turning = listTurning(elements, relative)
  return elements.flatMap((element, k): GivenStart[] => {
    const isPosition = of === 'positions'
    const { isGiven, value } = isPosition ? element.positionStart : element.velocityStart
    if (!isGiven) return []
    const found = (isPosition ? axes.positions : axes.velocities)[k]
    const isTranslation = element.kind === PRISMATIC
    const row = {
      gap: found - value,
      turning: isTranslation ? NONE : turning[k],
      moving: isTranslation ? element.axis : NONE,
    }
    const name = isPosition ? element.position : element.velocity
    return [
      {
        ...{ joint, name: element.index < 0 ? name : `${name}[${element.index + 1}]` },
        ...{
          unit: isPosition ? element.unit : `${element.unit}/s`,
          given: [value],
          found: [found],
          rows: [row],
        },
      },
    ]
  })
}

/** Directions of w_12 that change angles: eq. (2) and (4) of `CutAxes`. */
function listTurning(elements: readonly AxisElement[], { R_12 }: RelativeMotion): Float64Array[] {
  const directions = elements.map(({ axis }) => axis)
  const rotations = elements.flatMap(({ kind }, k) => (kind === PRISMATIC ? [] : [k]))
  if (rotations.length < 2) return directions
  const [first, second] = rotations
  const n = directions[first]
  const m = new Float64Array(3)
  mat3MulVec(m, 0, R_12, 0, directions[second], 0)
  const cosine = vec3Dot(n, 0, m, 0)
  const factor = 1 / (1 - cosine * cosine)
  directions[first] = n.map((x, i) => factor * (x - cosine * m[i]))
  directions[second] = m.map((x, i) => factor * (x - cosine * n[i]))
  return directions
}

function readPose(
  joint: JointNode,
  { kind, rotation, translation, isRotationGiven, isTranslationGiven }: RotationElement,
  { R_12, p_12 }: RelativeMotion,
): GivenStart[] {
  const starts: GivenStart[] = []
  if (isRotationGiven) {
    // R_12 = R_g exp(θ), θ' = J⁻¹(θ) R_gᵀ w_12
    const [R_g, R, rates] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)]
    const [theta, found] = [new Float64Array(3), new Float64Array(3)]
    cardan123ToRotation(R_g, 0, rotation, 0)
    mat3MulTransposeA(R, 0, R_g, 0, R_12, 0)
    rotationLog(theta, 0, R, 0)
    rotationLogRates(rates, 0, theta, 0)
    cardan123FromRotation(found, 0, R_12, 0)
    const rows = UNITS.map((_, i) => {
      const turning = new Float64Array(3)
      mat3MulVec(turning, 0, R_g, 0, rates, 3 * i)
      return { gap: theta[i], turning, moving: NONE }
    })
    starts.push({ joint, name: 'rotation', unit: 'rad', given: rotation, found, rows })
  }
  if (kind === FREE && isTranslationGiven)
    starts.push(createVector(joint, ['translation', 'm'], translation, p_12, (i) => [NONE, UNITS[i]]))
  return starts
}

function readVelocity(
  joint: JointNode,
  element: RotationElement,
  { R_12, w_12, v_12 }: RelativeMotion,
): GivenStart[] {
  const { kind, angularVelocity, velocity, isResolvedInParent } = element
  const starts: GivenStart[] = []
  if (element.isAngularVelocityGiven) {
    const found = w_12.slice()
    if (!isResolvedInParent) mat3TransposeMulVec(found, 0, R_12, 0, w_12, 0)
    const directionOf = (i: number): readonly number[] =>
      isResolvedInParent ? UNITS[i] : [R_12[i], R_12[3 + i], R_12[6 + i]]
    starts.push(
      createVector(joint, ['angularVelocity', 'rad/s'], angularVelocity, found, (i) => [
        directionOf(i),
        NONE,
      ]),
    )
  }
  if (kind === FREE && element.isVelocityGiven)
    starts.push(createVector(joint, ['velocity', 'm/s'], velocity, v_12, (i) => [NONE, UNITS[i]]))
  return starts
}

function createVector(
  joint: JointNode,
  [name, unit]: readonly [string, GivenStart['unit']],
  given: Float64Array,
  now: Float64Array,
  directionsOf: (i: number) => readonly [readonly number[], readonly number[]],
): GivenStart {
  const found = now.slice()
  const rows = UNITS.map((_, i) => {
    const [turning, moving] = directionsOf(i)
    return { gap: found[i] - given[i], turning, moving }
  })
  return { joint, name, unit, given, found, rows }
}

/** Largest velocities of all bodies, angular [rad/s] and of their origins [m/s]. */
export function measureSpeeds({ motion: { tree, data } }: PlacedWorld): readonly [number, number] {
  const speeds: [number, number] = [0, 0]
  for (let k = 0; k < 6 * tree.nBody; k++) {
    const part = k % 6 < 3 ? 0 : 1
    speeds[part] = Math.max(speeds[part], Math.abs(data.V_WB_B[k]))
  }
  return speeds
}

/** Difference between a start value and the present one: [rad], or relative to lengths and velocities. */
export function measureGap(
  { unit, given, rows }: GivenStart,
  of: StartsOf,
  length: number,
  [turning, moving]: readonly [number, number],
): number {
  const scale = unit.startsWith('m') ? 1 / length : 1
  const gap = scale * Math.hypot(...rows.map((row) => row.gap))
  if (of === 'positions') return gap
  if (gap <= NOISE) return 0
  return gap / Math.max(turning, moving / length, scale * Math.hypot(...Array.from(given)))
}

/**
 * Computes gaps of rows from `row` on, lengths relative to `length` [m], and their derivatives with respect to the
 * velocities of the tree, row-major (n × nv).
 */
export function enterGivenRows(
  { grouping, motion }: PlacedWorld,
  starts: readonly GivenStart[],
  length: number,
  g: Float64Array,
  J: Float64Array,
  row: number,
): void {
  const { tree, data } = motion
  const { nv } = tree
  const [J1, J2] = [new Float64Array(6 * nv), new Float64Array(6 * nv)]
  const [a, b] = [new Float64Array(3), new Float64Array(3)]
  let k = row
  for (const { joint, unit, rows } of starts) {
    const relative = createCutMotion(joint, grouping.frames)
    relative.update(motion)
    const { frame1, frame2, R_W1, p_W2 } = relative
    // v_12 is the velocity of the point of obj2, relative to the coincident point of obj1
    computeFrameJacobian(tree, data, frame1.body, p_W2, J1)
    computeFrameJacobian(tree, data, frame2.body, p_W2, J2)
    const scale = unit.startsWith('m') ? 1 / length : 1
    for (const { gap, turning, moving } of rows) {
      mat3MulVec(a, 0, R_W1, 0, Float64Array.from(turning), 0)
      mat3MulVec(b, 0, R_W1, 0, Float64Array.from(moving), 0)
      g[k] = scale * gap
      for (let c = 0; c < nv; c++) {
        let sum = 0
        for (let i = 0; i < 3; i++) {
          sum += a[i] * (J2[nv * i + c] - J1[nv * i + c])
          sum += b[i] * (J2[nv * (3 + i) + c] - J1[nv * (3 + i) + c])
        }
        J[nv * k + c] = scale * sum
      }
      k++
    }
  }
}

export function countRows(starts: readonly GivenStart[]): number {
  return starts.reduce((n, { rows }) => n + rows.length, 0)
}
