import { assertKnownKeys, assertKnownName, InputError, VarioError } from '../../base/index.ts'
import { minimizeSquares } from '../../math/index.ts'
import { approachGuess, searchConfiguration } from '../../mechanics/index.ts'
import type { MergeTree, ModelNode } from '../../model/index.ts'
import { createReversedError } from '../loop-closing/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import { Configuration, findFrame } from './configuration.ts'
import {
  type AxisChoice,
  type MechanismBegin,
  MechanismState,
  type Moving,
  nameAxis,
} from './mechanism-state.ts'
import { type Mechanism, readMechanism } from './read-mechanism.ts'
import { Target, type TargetMiss, type TargetPose } from './target.ts'

/** Options of `assemble`. Joints are named as in results: `rev.phi`, `slider.s`, `universal.phi[2]`. */
export interface AssembleOptions {
  /** Positions at which the search starts [rad, m] (default: the start values of the model). */
  readonly start?: Readonly<Record<string, number>>
  /**
   * Minimum and maximum positions [rad, m]; for joints with flanges `min` and `max` of their variables are an
   * alternative.
   */
  readonly limits?: Readonly<Record<string, readonly [number, number]>>
  /** Joints that stay at their start positions. */
  readonly fixed?: readonly string[]
  /** New values of parameters and start values, as for `simulate`. */
  readonly merge?: MergeTree
  /** True: if targets are out of reach, the result is the nearest configuration; false (default): an error. */
  readonly nearest?: boolean
}

/** Gaps at which loops count as closed, and targets as reached, relative to the size of the scene. */
const CLOSED = 1e-13
const REACHED = 1e-9
/** Weight of targets that are out of reach: loops are not opened for them. */
const WEAK = 1e-3

/**
 * Finds the configuration of a 3D model with closed loops and objects at their targets: positions of all joints.
 * Without targets, it is the start of a run: given start values are kept, guesses and the rest move. With targets, all
 * joints except `fixed` ones may move, from their start positions: inverse kinematics. It returns a solution near
 * them, and the nearest one if joints can still move.
 *
 * @param targets poses in the world by the paths of objects: `{ tool: { translation: [0.5, 0.2, 0] } }`
 */
export function assemble(
  model: ModelNode,
  targets: Readonly<Record<string, TargetPose>> = {},
  options: AssembleOptions = {},
): Configuration {
  const { start = {}, limits = {}, fixed = [], merge = {} } = options
  assertKnownKeys('assemble: options', options, ['start', 'limits', 'fixed', 'merge', 'nearest'])
  const named = new Set([...Object.keys(start), ...Object.keys(limits), ...fixed])
  const mechanism = readMechanism(model, merge, {
    caller: 'assemble',
    staysInTree: (path) => [...named].some((name) => jointOf(name) === path),
    hasMasses: false,
  })
  return new Configuration(...closeAndReach(mechanism, targets, options))
}

/**
 * Closes the loops of a mechanism, and moves its objects to their targets. Returns the state with the remaining
 * distances.
 *
 * @param begin positions at which the search starts, from where all joints move; null: the start values
 */
export function closeAndReach(
  mechanism: Mechanism,
  targets: Readonly<Record<string, TargetPose>>,
  options: AssembleOptions,
  begin: MechanismBegin | null = null,
): readonly [MechanismState, Readonly<Record<string, TargetMiss>>] {
  if (typeof targets !== 'object' || targets === null || Array.isArray(targets))
    throw new InputError('assemble: targets', 'a map { object: { translation, rotation }, … }', targets)
  const read = new Choices(mechanism, options)
  const wanted = Object.entries(targets).map(
    ([path, pose]) => new Target(path, findFrame({ mechanism }, 'assemble: targets', path), pose),
  )
  const create = (moving: Moving): MechanismState =>
    new MechanismState(mechanism, wanted, (name) => read.choiceOf(name), moving, begin)
  let state = create(wanted.length > 0 || begin !== null ? 'all' : 'guesses')
  let gap = searchConfiguration(state, CLOSED)
  if (gap > REACHED && wanted.length === 0 && structureHasFlanges(mechanism)) {
    // often start values of flanges are only defaults of their components
    state = create('flanges')
    gap = searchConfiguration(state, CLOSED)
  }
  if (gap <= REACHED) approachGuess(state, CLOSED)
  else if (wanted.length > 0) relax(state)
  assertClosed(state)
  const misses = Object.fromEntries(wanted.map((target) => [target.path, target.measure(state.motion)]))
  if (gap > REACHED && options.nearest !== true) throw outOfReach(misses, gap)
  return [state, misses]
}

function structureHasFlanges({ structure }: Mechanism): boolean {
  return structure.joints.some(({ motion }) => motion?.hasFlange)
}

/** Targets are out of reach: closes the loops, and minimizes the gaps of the targets under this condition. */
function relax(state: MechanismState): void {
  state.targetWeight = WEAK
  minimizeSquares(state, CLOSED)
  state.targetWeight = 0
  minimizeSquares(state, CLOSED)
}

function assertClosed(state: MechanismState): void {
  const { loops, nLoopGap, nMove } = state
  if (loops === null) return
  const g = new Float64Array(nLoopGap)
  state.targetWeight = 0
  state.evaluate(g, new Float64Array(nLoopGap * nMove))
  const reversed = loops.findReversed()
  if (Math.hypot(...g) <= REACHED) {
    if (reversed === undefined) return
    throw createReversedError(reversed)
  }
  const gaps = loops.groups.flatMap((group) => group.listGaps(group.data.g))
  const list = gaps.map(
    (gap) => `${gap.joint} ${gap.length.toPrecision(3)} m, ${gap.angle.toPrecision(3)} rad`,
  )
  throw new VarioError(
    'LOOPS',
    `assemble: expected loops that close, got gaps at the cut joints: ${list.join('; ')}. ` +
      'Check lengths, given start values, and limits.',
    { gaps },
  )
}

function outOfReach(misses: Readonly<Record<string, TargetMiss>>, gap: number): VarioError {
  const list = Object.entries(misses).map(
    ([path, { distance, angle }]) =>
      `${path} by ${distance.toPrecision(4)} m and ${angle.toPrecision(4)} rad`,
  )
  return new VarioError(
    'OUT_OF_REACH',
    `assemble: expected targets within reach, got misses in the nearest configuration: ` +
      `${list.join(', ')}. Move the target, widen the limits, change the start positions, or accept that ` +
      'configuration with nearest: true.',
    { targets: misses, gap },
  )
}

/** `arm.uni.phi[2]` belongs to the joint `arm.uni`. */
function jointOf(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

/** Options for axes, checked. */
class Choices {
  constructor(
    { grouping }: Mechanism,
    private readonly options: AssembleOptions,
  ) {
    const names = grouping.treeJoints.flatMap(({ joint, element }) =>
      isAxisElement(element) ? [nameAxis(joint.fullPath, element)] : [],
    )
    const { start = {}, limits = {}, fixed = [] } = options
    for (const [name, value] of Object.entries(start)) {
      assertKnownName('assemble: start', name, names)
      if (!Number.isFinite(value)) throw new InputError(`start.${name}`, 'a finite number [rad, m]', value)
    }
    for (const [name, range] of Object.entries(limits)) {
      assertKnownName('assemble: limits', name, names)
      const isRange = Array.isArray(range) && range.length === 2 && range[0] <= range[1]
      if (!isRange) throw new InputError(`limits.${name}`, '[minimum, maximum] position [rad, m]', range)
    }
    if (!Array.isArray(fixed))
      throw new InputError('assemble: fixed', "a list of names of joints: ['rev.phi']", fixed)
    for (const name of fixed) assertKnownName('assemble: fixed', name, names)
  }

  choiceOf(name: string): AxisChoice {
    const { start = {}, limits = {}, fixed = [] } = this.options
    const [min, max] = limits[name] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    return { guess: start[name], isHeld: fixed.includes(name), min, max }
  }
}
