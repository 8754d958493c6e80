/**
 * Kinematics and dynamics of a 3D model as functions of its state, for the design of controllers and for optimization:
 *
 *   M(q) a + h(q, v) = tau,   h(q, v) = biasForces,   h(q, 0) = gravityForces = ∂V/∂q                              (1)
 *
 * All are computed by the algorithms over trees of `mechanics`, and converted to the coordinates of results. Closed loops
 * add constraints J(q) v = 0 and their forces Jᵀ λ on the right side.
 */
import {
  assertKnownKeys,
  assertKnownName,
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
import { ConstrainedMotion } from './constrained-motion.ts'
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
 * loops are cut at joints that are not coordinates; joints with flanges or forces, and those of `joints`, are never cut.
 * `merge` has new values of parameters and start values, as for `simulate`.
 */
export function createDynamics(model: ModelNode, options: DynamicsOptions = {}): Dynamics {
  const { merge = {}, joints = [] } = options
  assertKnownKeys('createDynamics: options', options, ['merge', 'joints'])
  if (!Array.isArray(joints))
    throw new InputError('createDynamics: joints', "a list of joints: ['rev']", joints)
  const mechanism = readMechanism(model, merge, {
    caller: 'createDynamics',
    staysInTree: (path) => joints.includes(path),
    hasMasses: true,
  })
  const known = mechanism.structure.joints.map(({ fullPath }) => fullPath)
  for (const name of joints) assertKnownName('createDynamics: joints', name, known)
  const cut = mechanism.grouping.cuts.map(({ fullPath }) => fullPath).filter((path) => joints.includes(path))
  if (cut.length > 0)
    throw new InputError(
      'createDynamics: joints',
      `joints of which at least one of every closed loop is left out to be cut, unlike ${cut.join(', ')}`,
      joints,
    )
  const heavy = mechanism.constraints.filter(({ constraint }) => (constraint.masses?.length ?? 0) > 0)
  if (heavy.length > 0)
    throw new VarioError(
      'MULTIBODY',
      `createDynamics: expected rods without mass, got a mass of ${heavy.map(({ path }) => path).join(', ')}. Make them ` +
        'bodies with joints.',
      { rods: heavy.map(({ path }) => path) },
    )
  return new Dynamics(mechanism)
}

/** Options of `createDynamics`. */
export interface DynamicsOptions {
  /** New values of parameters and start values, as for `simulate`. */
  readonly merge?: MergeTree
  /** Joints of closed loops that must be among the coordinates. */
  readonly joints?: readonly string[]
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
  /** Names of the constraints by closed loops, `joint[1]` of the cut joint or element; [] without loops (nRow). */
  readonly constraints: readonly string[]
  private readonly state: MechanismState
  /** null: no closed loops. */
  private readonly constrained: ConstrainedMotion | null
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
    const hasLoops = grouping.cuts.length > 0 || mechanism.constraints.length > 0
    const state = hasLoops
      ? closeAndReach(mechanism, {}, {})[0]
      : new MechanismState(mechanism, [], () => NO_CHOICE, 'guesses')
    this.state = state
    this.tree = state.tree
    this.data = state.data
    this.motion = state.motion
    this.coordinates = new Coordinates(this.tree, grouping)
    this.positions = this.coordinates.positions
    this.velocities = this.coordinates.velocities
    this.frames = new Map(
      Array.from(structure.objects.values(), ({ fullPath, path }) => [fullPath, grouping.frames.get(path)!]),
    )
    this.constrained = state.loops && new ConstrainedMotion(state, state.loops, this.coordinates)
    this.constraints = this.constrained?.names ?? []
    this.mass = this.tree.mass.reduce((sum, mass) => sum + mass, 0)
    const near = this.positions.map((name) => (name.endsWith('.quaternion[4]') ? 1 : 0))
    this.start = this.coordinates.positionsFromTree(state.q, Float64Array.from(near))
  }

  /**
   * Positions (nq): the start values of the model, replaced by given ones: `{ 'rev.phi': 0.3 }`. Closed loops are closed
   * by the other joints, which start from `near` (nq; default: the start values).
   */
  readonly createPositions = (
    values: NamedValues = {},
    near: ArrayLike<number> = this.start,
  ): Float64Array => {
    const q = this.read('near', near)
    const places = enterNamed('createPositions', this.positions, values, q)
    if (this.constrained === null || places.length === 0) return q
    const fixed = places.filter((i) => this.coordinates.isAxis(i)).map((i) => this.positions[i])
    const closed = this.inverseKinematics({}, { start: q, fixed })
    const moved = places.filter((i) => !(Math.abs(closed[i] - q[i]) <= KEPT * Math.max(1, Math.abs(q[i]))))
    if (moved.length === 0) return closed
    throw new InputError(
      'createPositions',
      `positions with which the loops close, as ${moved.map((i) => `${this.positions[i]} = ${closed[i]}`).join(', ')}`,
      values,
    )
  }

  /** Velocities (nv): given ones, `{ 'rev.w': 2 }`; the others are zero. */
  readonly createVelocities = (values: NamedValues = {}): Float64Array => {
    const v = new Float64Array(this.velocities.length)
    enterNamed('createVelocities', this.velocities, values, v)
    return v
  }

  /**
   * Velocities (nv) of all joints of closed loops from those of some, which determine them: `{ 'crank.w': 2 }`. Without
   * loops all must be given.
   */
  readonly completeVelocities = (q: ArrayLike<number>, values: NamedValues): Float64Array => {
    const v = new Float64Array(this.velocities.length)
    const places = enterNamed('completeVelocities', this.velocities, values, v)
    return multiply(
      this.dependence(q, places),
      Float64Array.from(places, (i) => v[i]),
    )
  }

  /** The same for accelerations (nv), the derivatives of the velocities v, named as these are: `{ 'crank.w': 0.5 }`. */
  readonly completeAccelerations = (
    q: ArrayLike<number>,
    v: ArrayLike<number>,
    values: NamedValues,
  ): Float64Array => {
    const given = new Float64Array(this.velocities.length)
    const places = enterNamed('completeAccelerations', this.velocities, values, given)
    const some = Float64Array.from(places, (i) => given[i])
    if (this.constrained === null) return multiply(this.dependence(q, places), some)
    const [at, speed] = this.enterClosed(q, v)
    return this.constrained.complete(at, speed, places, some, this.velocities)
  }

  /**
   * Matrix T of the velocities of all joints, v = T u, with u those of `independent`, which determine them (nv × n):
   * `velocityMatrix(q, ['crank.w'])`. Forces tau act on u as Tᵀ tau, masses as Tᵀ M T.
   */
  readonly velocityMatrix = matrixFunction(
    (q: ArrayLike<number>, independent: readonly string[]): ParameterMatrix =>
      this.dependence(q, this.placesOf('velocityMatrix', independent)),
  )

  /** Matrix J of the constraints by closed loops, J v = 0 (nRow × nv), rows as `constraints` [m, 1]. */
  readonly constraintJacobian = matrixFunction((q: ArrayLike<number>): ParameterMatrix => {
    const { constrained, constraints } = this
    const at = this.enterPositions(q)
    const data = constrained?.jacobian(at) ?? new Float64Array(0)
    return { rows: constraints.length, cols: this.velocities.length, data }
  })

  /** Part J' v of the accelerations of the constraints, J a + J' v = 0 (nRow). */
  readonly constraintBias = vectorFunction((q: ArrayLike<number>, v: ArrayLike<number>): Float64Array => {
    const [at, speed] = this.enterMotion(q, v)
    return this.constrained?.bias(at, speed) ?? new Float64Array(0)
  })

  /** Derivatives of the positions (nq). They equal the velocities, except for orientations. */
  readonly positionRates = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>): Float64Array =>
      this.coordinates.rates(this.read('q', q), this.read('v', v)),
  )

  /** Mass matrix M [kg.m2, kg.m, kg] (nv × nv). */
  readonly massMatrix = matrixFunction((q: ArrayLike<number>): ParameterMatrix => {
    const { nv } = this.tree
    return { rows: nv, cols: nv, data: this.computeMasses(this.enterPositions(q)) }
  })

  /** Forces that balance gravity at rest, ∂V/∂q [N.m, N] (nv): `tau = gravityForces(q)` holds the bodies. */
  readonly gravityForces = vectorFunction(
    (q: ArrayLike<number>): Float64Array => this.biasForces(q, new Float64Array(this.velocities.length)),
  )

  /** Forces without acceleration: Coriolis and centrifugal forces, and those that balance gravity [N.m, N] (nv). */
  readonly biasForces = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>): Float64Array =>
      this.computeForces(...this.enterMotion(q, v), new Float64Array(this.velocities.length)),
  )

  /**
   * Forces tau [N.m, N] (nv) that cause accelerations a [rad/s2, m/s2] (nv), the derivatives of v. In closed loops they
   * are not unique: the smallest ones, those of translations multiplied by the size of the mechanism, of all joints, or
   * of `actuators` only, which are named as velocities: `['crank.w']`.
   */
  readonly inverseDynamics = vectorFunction(
    (
      q: ArrayLike<number>,
      v: ArrayLike<number>,
      a: ArrayLike<number>,
      actuators: readonly string[] = this.velocities,
    ): Float64Array => {
      const { constrained, velocities } = this
      const places = this.placesOf('inverseDynamics: actuators', actuators)
      if (constrained === null) {
        const tau = this.computeForces(...this.enterMotion(q, v), this.read('a', a))
        const passive = velocities.filter((_, i) => !places.includes(i))
        if (passive.length > 0)
          throw new InputError(
            'inverseDynamics: actuators',
            'those of all joints, without closed loops',
            actuators,
          )
        return tau
      }
      const [at, speed] = this.enterClosed(q, v)
      const wanted = this.read('a', a)
      constrained.assertContinues(at, speed, wanted)
      const tau = this.computeForces(at, speed, wanted)
      return constrained.distribute(at, tau, places, velocities)
    },
  )

  /** Accelerations a [rad/s2, m/s2] (nv), the derivatives of v, caused by forces tau [N.m, N] (nv) and gravity. */
  readonly forwardDynamics = vectorFunction(
    (q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>): Float64Array => {
      const { tree, data, coordinates, mechanism, constrained } = this
      if (constrained !== null) {
        const [at, speed] = this.enterClosed(q, v)
        const h = this.computeForces(at, speed, new Float64Array(tree.nv))
        const M = this.computeMasses(at)
        return constrained.accelerate(at, speed, { M, h, tau: this.read('tau', tau) })
      }
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
    const begin = { q: this.coordinates.positionsToTree(from), offsets: this.state.offsets }
    const [{ q }] = closeAndReach(this.mechanism, targets, others, begin)
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
  private read(name: 'q' | 'v' | 'a' | 'tau' | 'start' | 'near', values: ArrayLike<number>): Float64Array {
    const names = name === 'q' || name === 'start' || name === 'near' ? this.positions : this.velocities
    if (!isList(values) || values.length !== names.length)
      throw new InputError(name, `${names.length} numbers, for ${listNames(names)}`, values)
    return Float64Array.from(values)
  }

  /** Computes poses. Returns the positions. */
  private enterPositions(q: ArrayLike<number>): Float64Array {
    const at = this.read('q', q)
    // relations between joints need their positions
    this.state.q.set(this.coordinates.positionsToTree(at))
    computePositions(this.tree, this.data, this.state.q)
    return at
  }

  /** Computes poses and velocities of bodies. Returns positions and velocities. */
  private enterMotion(q: ArrayLike<number>, v: ArrayLike<number>): readonly [Float64Array, Float64Array] {
    const at = this.enterPositions(q)
    const speed = this.read('v', v)
    computeVelocities(this.tree, this.data, this.coordinates.velocitiesToTree(at, speed))
    return [at, speed]
  }

  /** The same with loops that must be closed, and velocities that keep them so. */
  private enterClosed(q: ArrayLike<number>, v: ArrayLike<number>): readonly [Float64Array, Float64Array] {
    const [at, speed] = this.enterMotion(q, v)
    this.constrained?.assertClosed()
    this.constrained?.assertContinues(at, speed, null)
    return [at, speed]
  }

  /** Forces of all joints for accelerations `a`, without constraints, at the motion that has been entered. */
  private computeForces(q: Float64Array, v: Float64Array, a: Float64Array): Float64Array {
    const { tree, data, coordinates } = this
    this.enterGravity()
    const tau = new Float64Array(tree.nv)
    computeInverseDynamics(tree, data, coordinates.accelerationsToTree(q, v, a), tau)
    return coordinates.rowsFromTree(q, tau)
  }

  /** Mass matrix (nv × nv) at the positions that have been entered. */
  private computeMasses(q: Float64Array): Float64Array {
    const { tree, data, coordinates } = this
    const M = new Float64Array(tree.nv * tree.nv)
    computeMassMatrix(tree, data, M)
    return coordinates.matrixFromTree(q, M)
  }

  /** Velocities as functions of some. */
  private dependence(q: ArrayLike<number>, places: readonly number[]): ParameterMatrix {
    const { constrained, velocities } = this
    const at = this.enterPositions(q)
    constrained?.assertClosed()
    const n = places.length
    if (constrained !== null)
      return { rows: velocities.length, cols: n, data: constrained.dependence(at, places, velocities) }
    if (n < velocities.length)
      throw new InputError(
        'velocities',
        `${velocities.length}, for ${listNames(velocities)}`,
        places.map((i) => velocities[i]),
      )
    const data = new Float64Array(n * n)
    places.forEach((place, k) => {
      data[n * place + k] = 1
    })
    return { rows: n, cols: n, data }
  }

  /** Numbers of named velocities. */
  private placesOf(where: string, names: readonly string[]): number[] {
    const places = names.map((name) => {
      assertKnownName(where, name, this.velocities)
      return this.velocities.indexOf(name)
    })
    if (new Set(places).size < places.length) throw new InputError(where, 'every velocity once', names)
    return places
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

/** T x. */
function multiply({ rows, cols, data }: ParameterMatrix, x: Float64Array): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) =>
    x.reduce((sum, value, k) => sum + data[cols * i + k] * value, 0),
  )
}

/** Relative difference below which orientations are as given. */
const KEPT = 1e-9

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
