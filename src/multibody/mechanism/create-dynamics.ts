/**
 * Kinematics and dynamics of a 3D model as functions of its state, for the design of controllers and for optimization:
 *
 *   M(q) a + h(q, v) = tau,   h(q, v) = biasForces,   h(q, 0) = gravityForces = ∂V/∂q                              (1)
 *
 * All are computed by the algorithms over trees of `mechanics`, and converted to the coordinates of results.
 */
import {
  assertKnownKeys,
  assertPositive,
  InputError,
  listNames,
  suggestName,
  VarioError,
} from '../../base/index.ts'
import { cardan123FromRotation, quatFromRotation } from '../../math/index.ts'
import {
  clearForces,
  computeAccelerations,
  computeCenterOfMass,
  computeForwardDynamics,
  computeFrameJacobian,
  computeInverseDynamics,
  computeKineticEnergy,
  computeMassMatrix,
  computeMomentum,
  computeMomentumMatrix,
  computePositions,
  computeVelocities,
  SingularInertiaError,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'
import { describeFunction, type MergeTree, type ModelNode } from '../../model/index.ts'
import type { ParameterMatrix } from '../../simulation/index.ts'
import type { CartesianPath, TimedPath } from '../paths/index.ts'
import type { Frame } from '../records/index.ts'
import { describeSingularInertia, type WorldMotion } from '../world/index.ts'
import { type AssembleOptions, closeAndReach } from './assemble.ts'
import type { ObjectPose } from './configuration.ts'
import { Coordinates, enterNamed } from './coordinates.ts'
import { assertAxes, createJointPath } from './joint-path.ts'
import { MechanismState } from './mechanism-state.ts'
import { type Mechanism, readMechanism } from './read-mechanism.ts'
import { Target, type TargetPose } from './target.ts'

/** Values of coordinates by their names: `'rev.phi': 0.3`, `'uni.phi[2]': 1`, or `'uni.phi': [0, 1]`. */
export type NamedValues = Readonly<Record<string, number | ArrayLike<number>>>

/** Options of `inverseKinematics`: `limits`, `fixed` and `nearest` are those of `assemble`. */
export interface ReachOptions extends Pick<AssembleOptions, 'limits' | 'fixed' | 'nearest'> {
  /** Positions at which the search starts (nq; default: the start values of the model). */
  readonly start?: ArrayLike<number>
}

/**
 * Functions of the state of the 3D model in `model`: mass matrix, bias forces, Jacobians, momentum, poses. They include
 * masses and gravity of the bodies; forces of elements, drives, contacts and 1D components are part of `tau`. Closed
 * loops and constraints are an error. `merge` has new values of parameters and start values, as for `simulate`.
 */
export function createDynamics(model: ModelNode, options: { readonly merge?: MergeTree } = {}): Dynamics {
  assertKnownKeys('createDynamics: options', options, ['merge'])
  const mechanism = readMechanism(model, options.merge ?? {}, {
    caller: 'createDynamics',
    staysInTree: () => false,
    hasMasses: true,
  })
  const { cuts } = mechanism.grouping
  const loops = [...cuts.map(({ fullPath }) => fullPath), ...mechanism.constraints.map(({ path }) => path)]
  if (loops.length > 0)
    throw new VarioError(
      'MULTIBODY',
      `createDynamics: expected a tree of joints, got closed loops or constraints by ${loops.join(', ')}. Remove ` +
        "them from the model, or use simulate with analysis: 'inverse', and linearize, which include loops.",
      { loops },
    )
  return new Dynamics(mechanism)
}

/** Functions of the state of a 3D model, by `createDynamics`. Equations call them as `${robot.massMatrix}(q)`. */
export class Dynamics {
  /**
   * Names of the positions q, as in results: `rev.phi` [rad], `slider.s` [m], `uni.phi[2]`, of spherical and free joints
   * `ball.rotation[1]` [rad] (Cardan angles x-y-z), or `ball.quaternion[1]` with `orientation: 'quaternion'`, and
   * `ball.translation[1]` [m] (nq). Joints follow each other from the world outwards, branches in the order of their objects.
   */
  readonly positions: readonly string[]
  /**
   * Names of the velocities v, as in results: `rev.w` [rad/s], `slider.v` [m/s], of spherical and free joints
   * `ball.angularVelocity[1]` [rad/s] and `ball.velocity[1]` [m/s], in the frame of obj1 (nv). Forces tau [N.m, N]
   * belong to them: their power is the sum of tau_k v_k.
   */
  readonly velocities: readonly string[]
  /** Mass of all moved bodies [kg]. */
  readonly mass: number
  private readonly tree: Tree
  private readonly data: TreeData
  private readonly motion: WorldMotion
  private readonly coordinates: Coordinates
  /** Frames of objects by their full paths. */
  private readonly frames: ReadonlyMap<string, Frame>
  private readonly start: Float64Array

  /** @internal */
  constructor(private readonly mechanism: Mechanism) {
    const { grouping, structure } = mechanism
    const state = new MechanismState(mechanism, [], () => NO_CHOICE, 'guesses')
    this.tree = state.tree
    this.data = state.data
    this.motion = state.motion
    this.coordinates = new Coordinates(this.tree, grouping)
    this.positions = this.coordinates.positions
    this.velocities = this.coordinates.velocities
    this.frames = new Map(
      Array.from(structure.objects.values(), ({ fullPath, path }) => [fullPath, grouping.frames.get(path)!]),
    )
    this.mass = this.tree.mass.reduce((sum, mass) => sum + mass, 0)
    const near = this.positions.map((name) => (name.endsWith('.quaternion[4]') ? 1 : 0))
    this.start = this.coordinates.positionsFromTree(state.q, Float64Array.from(near))
  }

  /** Positions (nq): the start values of the model, replaced by given ones: `{ 'rev.phi': 0.3 }`. */
  readonly createPositions = (values: NamedValues = {}): Float64Array => {
    const q = this.start.slice()
    enterNamed('createPositions', this.positions, values, q)
    return q
  }

  /** Velocities (nv): given ones, `{ 'rev.w': 2 }`; the others are zero. */
  readonly createVelocities = (values: NamedValues = {}): Float64Array => {
    const v = new Float64Array(this.velocities.length)
    enterNamed('createVelocities', this.velocities, values, v)
    return v
  }

  /** Derivatives of the positions (nq). They equal the velocities, except for orientations. */
  readonly positionRates = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>): Float64Array =>
      this.coordinates.rates(this.read('q', q), this.read('v', v)),
  )

  /** Mass matrix M [kg.m2, kg.m, kg] (nv × nv). */
  readonly massMatrix = matrixFunction((q: ArrayLike<number>): ParameterMatrix => {
    const { tree, data, coordinates } = this
    const { nv } = tree
    const at = this.enterPositions(q)
    const M = new Float64Array(nv * nv)
    computeMassMatrix(tree, data, M)
    return { rows: nv, cols: nv, data: coordinates.matrixFromTree(at, M) }
  })

  /** Forces that balance gravity at rest, ∂V/∂q [N.m, N] (nv): `tau = gravityForces(q)` holds the bodies. */
  readonly gravityForces = vectorFunction(
    (q: ArrayLike<number>): Float64Array => this.biasForces(q, new Float64Array(this.velocities.length)),
  )

  /** Forces without acceleration: Coriolis and centrifugal forces, and those that balance gravity [N.m, N] (nv). */
  readonly biasForces = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>): Float64Array =>
      this.inverseDynamics(q, v, new Float64Array(this.velocities.length)),
  )

  /** Forces tau [N.m, N] (nv) that cause accelerations a [rad/s2, m/s2] (nv), the derivatives of v. */
  readonly inverseDynamics = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): Float64Array => {
      const { tree, data, coordinates } = this
      const [at, speed] = this.enterMotion(q, v)
      this.enterGravity()
      const tau = new Float64Array(tree.nv)
      computeInverseDynamics(tree, data, coordinates.accelerationsToTree(at, speed, this.read('a', a)), tau)
      return coordinates.rowsFromTree(at, tau)
    },
  )

  /** Accelerations a [rad/s2, m/s2] (nv), the derivatives of v, caused by forces tau [N.m, N] (nv) and gravity. */
  readonly forwardDynamics = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>): Float64Array => {
      const { tree, data, coordinates, mechanism } = this
      const [at, speed] = this.enterMotion(q, v)
      this.enterGravity()
      const vdot = new Float64Array(tree.nv)
      try {
        computeForwardDynamics(tree, data, coordinates.forcesToTree(at, this.read('tau', tau)), vdot)
      } catch (error) {
        if (!(error instanceof SingularInertiaError)) throw error
        throw describeSingularInertia(tree, mechanism.grouping, error.body)
      }
      return coordinates.accelerationsFromTree(at, speed, vdot)
    },
  )

  /** Kinetic energy [J]. */
  readonly kineticEnergy = (q: ArrayLike<number>, v: ArrayLike<number>): number => {
    this.enterMotion(q, v)
    return computeKineticEnergy(this.tree, this.data)
  }

  /** Potential energy in the gravity of the scene [J]. */
  readonly potentialEnergy = (q: ArrayLike<number>): number => {
    this.enterPositions(q)
    return this.gravity.potentialEnergy(this.tree, this.data)
  }

  /** Center of mass of all moved bodies in the world [m] (3). */
  readonly centerOfMass = vectorFunction((q: ArrayLike<number>): Float64Array => {
    this.enterPositions(q)
    return this.computeCenter()
  })

  /** Angular momentum about the center of mass [kg.m2/s] and momentum [kg.m/s], in the world (6). */
  readonly centroidalMomentum = vectorFunction((q: ArrayLike<number>, v: ArrayLike<number>): Float64Array => {
    this.enterMotion(q, v)
    const L = new Float64Array(6)
    computeMomentum(this.tree, this.data, L)
    const c = this.computeCenter()
    // L_C = L_O - c × p
    L[0] -= c[1] * L[5] - c[2] * L[4]
    L[1] -= c[2] * L[3] - c[0] * L[5]
    L[2] -= c[0] * L[4] - c[1] * L[3]
    return L
  })

  /** Matrix A of the centroidal momentum A v (6 × nv). */
  readonly centroidalMatrix = matrixFunction((q: ArrayLike<number>): ParameterMatrix => {
    const { tree, data, coordinates } = this
    const at = this.enterPositions(q)
    const A = new Float64Array(6 * tree.nv)
    computeMomentumMatrix(tree, data, this.computeCenter(), A)
    return { rows: 6, cols: tree.nv, data: coordinates.rowsFromTree(at, A) }
  })

  /** Pose of an object in the world. */
  readonly pose = (object: string, q: ArrayLike<number>): ObjectPose => {
    const { data: R } = this.rotation(object, q)
    const [rotation, quaternion] = [new Float64Array(3), new Float64Array(4)]
    cardan123FromRotation(rotation, 0, R, 0)
    quatFromRotation(quaternion, 0, R, 0)
    return { translation: this.position(object, q), rotation, quaternion }
  }

  /** Position of the origin of an object in the world [m] (3). */
  readonly position = vectorFunction((object: string, q: ArrayLike<number>): Float64Array => {
    this.enterPositions(q)
    const p = new Float64Array(3)
    this.motion.position(this.findFrame(object), p)
    return p
  })

  /** Orientation of an object in the world, R_WO (3 × 3). */
  readonly rotation = matrixFunction((object: string, q: ArrayLike<number>): ParameterMatrix => {
    this.enterPositions(q)
    const R = new Float64Array(9)
    this.motion.rotation(this.findFrame(object), R)
    return { rows: 3, cols: 3, data: R }
  })

  /** Angular velocity [rad/s] and velocity of the origin [m/s] of an object in the world (6). */
  readonly velocity = vectorFunction(
    (object: string, q: ArrayLike<number>, v: ArrayLike<number>): Float64Array => {
      this.enterMotion(q, v)
      const frame = this.findFrame(object)
      const V = new Float64Array(6)
      this.motion.angularVelocity(frame, V)
      this.motion.velocity(frame, V, 3)
      return V
    },
  )

  /** Angular acceleration [rad/s2] and acceleration of the origin [m/s2] of an object in the world (6): J a + J' v. */
  readonly acceleration = vectorFunction(
    (object: string, q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): Float64Array => {
      const { tree, data, coordinates } = this
      const [at, speed] = this.enterMotion(q, v)
      computeAccelerations(tree, data, coordinates.accelerationsToTree(at, speed, this.read('a', a)))
      const frame = this.findFrame(object)
      const A = new Float64Array(6)
      this.motion.angularAcceleration(frame, A)
      this.motion.acceleration(frame, A, 3)
      return A
    },
  )

  /**
   * Jacobian of an object: its `velocity` is J v (6 × nv). A torque and a force at its origin, in the world, act as
   * tau = Jᵀ [torque; force].
   */
  readonly jacobian = matrixFunction((object: string, q: ArrayLike<number>): ParameterMatrix => {
    const { tree, data, coordinates, motion } = this
    const at = this.enterPositions(q)
    const frame = this.findFrame(object)
    const p = new Float64Array(3)
    motion.position(frame, p)
    const J = new Float64Array(6 * tree.nv)
    computeFrameJacobian(tree, data, frame.body, p, J)
    return { rows: 6, cols: tree.nv, data: coordinates.rowsFromTree(at, J) }
  })

  /** Positions (nq) with objects at their targets, `{ tool: { translation: [0.5, 0.2, 0] } }`, as by `assemble`. */
  readonly inverseKinematics = (
    targets: Readonly<Record<string, TargetPose>>,
    options: ReachOptions = {},
  ): Float64Array => {
    const { start = this.start, ...others } = options
    assertKnownKeys('inverseKinematics: options', options, ['start', 'limits', 'fixed', 'nearest'])
    const from = this.read('start', start)
    const [{ q }] = closeAndReach(this.mechanism, targets, others, this.coordinates.positionsToTree(from))
    return this.coordinates.positionsFromTree(q, from)
  }

  /**
   * Motion of the joints that leads an object along a path, from inverse kinematics; its axes are those of `positions`.
   * `tolerance`: largest deviation between the samples [m, rad] (default 1e-6). Its laws of time and limits are those of
   * the path.
   */
  readonly createJointPath = (
    object: string,
    path: CartesianPath,
    options: ReachOptions & { readonly tolerance?: number } = {},
  ): TimedPath => {
    const { start = this.start, tolerance = 1e-6, ...others } = options
    assertPositive('createJointPath: tolerance', tolerance)
    assertAxes(this.positions, this.velocities)
    const reach = (pose: TargetPose, from: ArrayLike<number>): Float64Array =>
      this.inverseKinematics({ [object]: pose }, { ...others, start: from })
    const miss = (pose: TargetPose, q: Float64Array): number => {
      const target = new Target(object, this.findFrame(object), pose)
      this.enterPositions(q)
      const { distance, angle } = target.measure(this.motion)
      return Math.max(distance, angle)
    }
    return createJointPath({ reach, miss }, path, start, tolerance)
  }

  private get gravity(): Mechanism['structure']['scene']['gravity'] {
    const { gravity } = this.mechanism.structure.scene
    if (gravity.isVariable !== true) return gravity
    throw new VarioError(
      'MULTIBODY',
      'createDynamics: expected constant gravity, got an expression of variables. Give the field of the scene numbers.',
    )
  }

  /** A vector of the user. */
  private read(name: 'q' | 'v' | 'a' | 'tau' | 'start', values: ArrayLike<number>): Float64Array {
    const names = name === 'q' || name === 'start' ? this.positions : this.velocities
    if (!isList(values) || values.length !== names.length)
      throw new InputError(name, `${names.length} numbers, for ${listNames(names)}`, values)
    return Float64Array.from(values)
  }

  /** Computes poses. Returns the positions. */
  private enterPositions(q: ArrayLike<number>): Float64Array {
    const at = this.read('q', q)
    computePositions(this.tree, this.data, this.coordinates.positionsToTree(at))
    return at
  }

  /** Computes poses and velocities of bodies. Returns positions and velocities. */
  private enterMotion(q: ArrayLike<number>, v: ArrayLike<number>): readonly [Float64Array, Float64Array] {
    const at = this.enterPositions(q)
    const speed = this.read('v', v)
    computeVelocities(this.tree, this.data, this.coordinates.velocitiesToTree(at, speed))
    return [at, speed]
  }

  private enterGravity(): void {
    clearForces(this.data)
    this.gravity.addForces(this.tree, this.data)
  }

  private computeCenter(): Float64Array {
    const center = new Float64Array(3)
    computeCenterOfMass(this.tree, this.data, center)
    return center
  }

  private findFrame(path: string): Frame {
    const frame = this.frames.get(path)
    if (frame !== undefined) return frame
    const paths = [...this.frames.keys()]
    throw new InputError(
      'object',
      `the path of an Object3D: ${paths.join(', ')}${suggestName(path, paths)}`,
      path,
    )
  }
}

const NO_CHOICE = {
  guess: undefined,
  isHeld: false,
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
} as const

function isList(values: unknown): boolean {
  return Array.isArray(values) || ArrayBuffer.isView(values)
}

/** Arguments of functions of the state. */
type StateFunction<R> = (...args: never[]) => R

function vectorFunction<F extends StateFunction<Float64Array>>(evaluate: F): F {
  return describeFunction(evaluate, { shape: 'vector' })
}

function matrixFunction<F extends StateFunction<ParameterMatrix>>(evaluate: F): F {
  return describeFunction(evaluate, { shape: 'matrix' })
}
