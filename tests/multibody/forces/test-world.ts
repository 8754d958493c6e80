/** A tree with frames, force elements and sensors, without the modeling language. */

import {
  addUniformGravity,
  type BodyDeclaration,
  clearForces,
  computeForwardDynamics,
  computeJointForces,
  computePositions,
  computeVelocities,
  createTree,
  createTreeData,
  FREE,
  SPHERICAL,
  type Tree,
  type TreeData,
} from 'vario/mechanics'
import { integrate } from 'vario/ode'
import { cardan123FromRotation } from '../../../src/math/index.ts'
import { JOINT_NQ } from '../../../src/mechanics/index.ts'
import { createElement, ELEMENTS, isElementRecord } from '../../../src/multibody/elements/index.ts'
import { uniformGravityField } from '../../../src/multibody/parts/gravity-fields.ts'
import type { Frame } from '../../../src/multibody/records/frames.ts'
import { isTagged } from '../../../src/multibody/records/index.ts'
import type { ElementContext, WorldElement } from '../../../src/multibody/world/element.ts'
import { JointWrench } from '../../../src/multibody/world/joint-wrench.ts'
import { WorldMotion } from '../../../src/multibody/world/world-motion.ts'

export const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]

interface FrameDeclaration {
  readonly body: number
  readonly R_BO?: ArrayLike<number>
  readonly p_BO?: ArrayLike<number>
}

interface Part {
  /** Evaluated record. */
  readonly value: object
}

interface JointEnds {
  readonly obj1: Frame
  readonly obj2: Frame
}

interface Declarations {
  readonly bodies: readonly BodyDeclaration[]
  readonly frames: Readonly<Record<string, FrameDeclaration>>
  readonly joints?: Readonly<Record<string, JointEnds>>
  readonly gravity?: readonly [number, number, number]
}

export class TestWorld {
  readonly tree: Tree
  readonly data: TreeData
  readonly motion: WorldMotion
  readonly q: Float64Array
  readonly v: Float64Array
  readonly vdot: Float64Array
  readonly frames = new Map<string, Frame>()
  readonly results = new Map<string, Float64Array>()
  readonly units = new Map<string, string>()
  readonly elements: WorldElement[] = []
  private readonly gravity: readonly [number, number, number]
  private readonly joints: Readonly<Record<string, JointEnds>>

  constructor({ bodies, frames, joints = {}, gravity = [0, 0, 0] }: Declarations) {
    this.tree = createTree(bodies)
    this.data = createTreeData(this.tree)
    this.motion = new WorldMotion(this.tree, this.data)
    this.q = new Float64Array(this.tree.nq)
    this.v = new Float64Array(this.tree.nv)
    this.vdot = new Float64Array(this.tree.nv)
    this.gravity = gravity
    this.joints = joints
    for (let i = 0; i < this.tree.nBody; i++)
      if (this.tree.kind[i] === FREE || this.tree.kind[i] === SPHERICAL) this.setPose(i, IDENTITY)
    this.addFrame('world', { body: -1 })
    for (const [name, frame] of Object.entries(frames)) this.addFrame(name, frame)
  }

  private addFrame(path: string, { body, R_BO = IDENTITY, p_BO = [0, 0, 0] }: FrameDeclaration): void {
    this.frames.set(path, { path, body, R_BO: Float64Array.from(R_BO), p_BO: Float64Array.from(p_BO) })
  }

  /** Pose of a free or spherical body in its joint frame. */
  setPose(body: number, R: ArrayLike<number>, p: ArrayLike<number> = [0, 0, 0]): void {
    const o = this.tree.qStart[body]
    this.q.set(Array.from(R), o)
    if (this.tree.kind[body] === FREE) this.q.set(Array.from(p), o + 9)
  }

  /** Velocities of a joint. */
  setVelocity(body: number, v: ArrayLike<number>): void {
    this.v.set(Array.from(v), this.tree.vStart[body])
  }

  /** Adds the declared element. */
  add(path: string, part: Part): WorldElement {
    const { value } = part
    if (!isTagged(value) || !isElementRecord(value)) throw new Error(`${path}: no element`)
    const element = createElement(value, this.context(path, value.kind))
    this.elements.push(element)
    return element
  }

  private context(path: string, kind: string): ElementContext {
    return {
      path,
      world: this.frames.get('world')!,
      solidsBeside: () => [],
      areApart: ([frame1, frame2]) => frame1.body !== frame2.body,
      frame: (key, name) => {
        const frame = this.frames.get(name ?? '')
        if (frame === undefined) throw new Error(`${path}.${key}: no frame '${name}'`)
        return frame
      },
      joint: (_key, name) => {
        const { obj1, obj2 } = this.joints[name ?? '']
        return { obj1, obj2, wrench: new JointWrench(obj1, obj2, null, -1) }
      },
      warn: (_code, _time, message) => {
        throw new Error(message)
      },
      multipliers: new Float64Array(0),
      gravity: uniformGravityField.read(path, { kind: 'UniformGravityField', g: 0 }),
      contacts: null,
      impulsesOf: () => ({ n: 0, normal: 0, tangential: 0, vector: new Float64Array(3) }),
      shapesOf: () => [],
      signal: () => null,
      result: (name) => {
        const { unit, size = [] } = ELEMENTS.get(kind)!.results[name]
        const values = new Float64Array(size.reduce((n, length) => n * length, 1))
        this.results.set(`${path}.${name}`, values)
        this.units.set(`${path}.${name}`, unit)
        return { values }
      },
    }
  }

  /** Positions, velocities, forces and accelerations of the current q and v. */
  evaluate(t = 0): void {
    const { tree, data, motion, q, v, vdot, gravity } = this
    motion.time = t
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    clearForces(data)
    addUniformGravity(tree, data, ...gravity)
    for (const element of this.elements) element.addForces?.(motion)
    computeForwardDynamics(tree, data, new Float64Array(tree.nv), vdot)
  }

  /** The result variables of the current q and v. */
  result(name: string, t = 0): number[] {
    this.evaluate(t)
    computeJointForces(this.tree, this.data)
    for (const element of this.elements) element.writeResults?.(this.motion)
    return Array.from(this.results.get(name)!)
  }

  /** Translation, velocity, Cardan angles and angular velocity of a frame, in the world. */
  stateOf(path: string): number[] {
    const frame = this.frames.get(path)!
    const state = new Float64Array(12)
    const R = new Float64Array(9)
    this.motion.position(frame, state, 0)
    this.motion.velocity(frame, state, 3)
    this.motion.rotation(frame, R)
    cardan123FromRotation(state, 6, R, 0)
    this.motion.angularVelocity(frame, state, 9)
    return Array.from(state)
  }

  potentialEnergy(): number {
    this.evaluate()
    return this.elements.reduce((sum, element) => sum + (element.potentialEnergy?.(this.motion) ?? 0), 0)
  }

  /** Power of all forces of elements on all bodies [W]. */
  power(): number {
    this.evaluate()
    return this.data.F_ext.reduce((sum, force, i) => sum + force * this.data.V_WB_B[i], 0)
  }

  /** Derivatives of q: those of rotation matrices are R·[w]. */
  qdot(out: Float64Array, o: number): void {
    const { tree, q, v } = this
    for (let i = 0; i < tree.nBody; i++) {
      const iq = tree.qStart[i]
      const iv = tree.vStart[i]
      if (JOINT_NQ[tree.kind[i]] === 1) {
        out[o + iq] = v[iv]
        continue
      }
      const [x, y, z] = [v[iv], v[iv + 1], v[iv + 2]]
      for (let row = 0; row < 9; row += 3) {
        const [a, b, c] = [q[iq + row], q[iq + row + 1], q[iq + row + 2]]
        out[o + iq + row] = b * z - c * y
        out[o + iq + row + 1] = c * x - a * z
        out[o + iq + row + 2] = a * y - b * x
      }
      if (tree.kind[i] !== FREE) continue
      // v_JBo is given in B
      for (let k = 0; k < 3; k++) {
        const row = iq + 3 * k
        out[o + iq + 9 + k] = q[row] * v[iv + 3] + q[row + 1] * v[iv + 4] + q[row + 2] * v[iv + 5]
      }
    }
  }

  /** Moves q and v to `tEnd`. */
  integrate(tEnd: number, tolerance: number, t0 = 0): void {
    const { nq, nv } = this.tree
    const x0 = new Float64Array(nq + nv)
    x0.set(this.q)
    x0.set(this.v, nq)
    const load = (x: ArrayLike<number>): void => {
      for (let i = 0; i < nq; i++) this.q[i] = x[i]
      for (let i = 0; i < nv; i++) this.v[i] = x[nq + i]
    }
    const f = (t: number, x: Float64Array, dx: Float64Array): void => {
      load(x)
      this.evaluate(t)
      this.qdot(dx, 0)
      dx.set(this.vdot, nq)
    }
    const run = integrate(
      { n: nq + nv, f },
      { method: 'dop853', t0, x0, tEnd, rtol: tolerance, atol: tolerance },
    )
    load(run.x)
    this.evaluate(tEnd)
  }
}

/** |a - b|, as in the comparison of the reference cases. */
export function distanceOf(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]))
}
