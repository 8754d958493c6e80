/** Models of mechanisms with closed loops from their specifications. */

import { ConstantTorque, Fixed, SpringDamper } from 'vario/library/rotational'
import { Fixed as FixedRail, SpringDamper as LinearSpringDamper } from 'vario/library/translational'
import {
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  SpringDamperPtP,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import type { LoopTruth, TruthJoint } from './loops-truth.ts'

type Vector = readonly number[]
type Members = Record<string, unknown>

const ZERO: Vector = [0, 0, 0]
const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i], 0)
const minus = (a: Vector, b: Vector): number[] => a.map((x, i) => x - b[i])
const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

interface LoopModelOptions {
  /** The joint to cut: all others that can have start values get them. */
  readonly cut?: string
  /** True if all joints have a force sensor, named `f_` and the joint, in the axes of the world. */
  readonly hasSensors?: boolean
  /** Joints and objects in addition to those of the mechanism. */
  readonly more?: Members
  readonly connect?: readonly (readonly [string, string])[]
  /** Joints with flanges, and revolute ones whose motion is prescribed. */
  readonly driven?: readonly string[]
  readonly prescribed?: readonly string[]
  /** True if joints are declared in reverse order. */
  readonly isReversed?: boolean
}

/** The mechanism as a user models it: one object for each body, two for each joint. */
export function createLoopModel(truth: LoopTruth, options: LoopModelOptions = {}) {
  const g = Math.hypot(...truth.gravity)
  const gravityField =
    g > 0 ? UniformGravityField({ g, n: truth.gravity.map((x) => x / g) }) : NoGravityField()
  const members: Members = {
    world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField }) }),
  }
  for (const { name, mass, inertia } of truth.bodies) {
    const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = inertia
    const massProperties = MassProperties({ mass, Ixx, Iyy, Izz, Ixy, Ixz, Iyz })
    members[name] = Object3D({ feature: Solid({ massProperties }) })
  }
  const connect: (readonly [string, string])[] = [...(options.connect ?? [])]
  const joints = options.isReversed ? truth.joints.toReversed() : truth.joints
  for (const joint of joints) Object.assign(members, createJoint(truth, joint, options, connect))
  for (const force of truth.forces) if (force.type === 'springDamperPtP') addSpring(truth, force, members)
  for (const [name, { body, point }] of Object.entries(truth.points ?? {}))
    members[name] = Object3D({ parent: body, translation: minus(point, comOf(truth, body)) })
  if (options.hasSensors)
    for (const { name } of truth.joints)
      members[`f_${name}`] = JointForce({ joint: name, objectCoordinateRef: 'world' })
  Object.assign(members, options.more)
  return Model3D({ ...members, ...(connect.length > 0 && { connect }) } as Parameters<typeof Model3D>[0])
}

function comOf(truth: LoopTruth, name: string): Vector {
  return truth.bodies.find((body) => body.name === name)?.com ?? ZERO
}

function addSpring(truth: LoopTruth, force: LoopTruth['forces'][number], members: Members): void {
  const [name, body1, body2] = [String(force.name), String(force.body1), String(force.body2)]
  const place = (point: unknown, body: string): number[] => minus(point as Vector, comOf(truth, body))
  members[`${name}_1`] = Object3D({ parent: body1, translation: place(force.point10, body1) })
  members[`${name}_2`] = Object3D({ parent: body2, translation: place(force.point20, body2) })
  members[name] = SpringDamperPtP({
    ...{ obj1: `${name}_1`, obj2: `${name}_2`, nominalLength: Number(force.L0) },
    ...{ springForceLaw: Number(force.c), damperForceLaw: Number(force.d) },
  })
}

function createJoint(
  truth: LoopTruth,
  joint: TruthJoint,
  { cut, driven = [], prescribed = [] }: LoopModelOptions,
  connect: (readonly [string, string])[],
): Members {
  const { name, type, body1, body2, point, axis = ZERO, axis2 = ZERO } = joint
  const ends = { obj1: `${name}_1`, obj2: `${name}_2` }
  const members: Members = {
    [ends.obj1]: Object3D({ parent: body1, translation: minus(point, comOf(truth, body1)) }),
    [ends.obj2]: Object3D({ parent: body2, translation: minus(point, comOf(truth, body2)) }),
  }
  const bodyOf = (body: string) => truth.bodies.find((entry) => entry.name === body)
  const spinOf = (body: string): Vector => bodyOf(body)?.w ?? ZERO
  const velocityOf = (body: string): number[] =>
    cross(spinOf(body), minus(point, comOf(truth, body))).map((x, i) => x + (bodyOf(body)?.v ?? ZERO)[i])
  const spin = minus(spinOf(body2), spinOf(body1))
  const isKept = cut !== undefined && cut !== name
  const force = truth.forces.find((entry) => entry.joint === name)
  const hasFlange = force !== undefined || driven.includes(name)
  const start = (position: string, velocity: string, rate: number) =>
    cut === name ? {} : startOf(position, velocity, rate, isKept)
  if (prescribed.includes(name)) {
    const free = { phi: { init: null }, w: { init: null } }
    members[name] = RevoluteWithFlange({ ...ends, axis: [...axis], ...free })
  } else if (type === 'revolute') {
    members[name] = hasFlange
      ? RevoluteWithFlange({ ...ends, axis: [...axis], phi: { init: 0 }, w: { init: dot(spin, axis) } })
      : Revolute({ ...ends, axis: [...axis], ...start('phi', 'w', dot(spin, axis)) })
  } else if (type === 'prismatic') {
    const v = dot(minus(velocityOf(body2), velocityOf(body1)), axis)
    members[name] = hasFlange
      ? PrismaticWithFlange({ ...ends, axis: [...axis], s: { init: 0 }, v: { init: v } })
      : Prismatic({ ...ends, axis: [...axis], ...start('s', 'v', v) })
  } else if (type === 'spherical')
    members[name] = Spherical({ ...ends, ...(isKept && { rotation: [0, 0, 0] }), angularVelocity: spin })
  else if (type === 'universal') {
    const cosine = dot(axis, axis2)
    const [a, b] = [dot(spin, axis), dot(spin, axis2)]
    const w = [(a - cosine * b) / (1 - cosine ** 2), (b - cosine * a) / (1 - cosine ** 2)]
    const axes = { axis1: [...axis], axis2: [...axis2] }
    members[name] = Universal({
      ...ends,
      ...axes,
      ...(isKept && { phi: [0, 0] }),
      ...(cut !== name && { w }),
    })
  } else throw new Error(type)
  if (force !== undefined) Object.assign(members, createDrive(name, force, connect))
  return members
}

/** Start values on request; a velocity other than zero always. */
function startOf(position: string, velocity: string, rate: number, isWanted: boolean): Members {
  return {
    ...(isWanted && { [position]: { init: 0 } }),
    ...((isWanted || rate !== 0) && { [velocity]: { init: rate } }),
  }
}

/** Drive in the flange of a joint. */
function createDrive(
  joint: string,
  { name, type, tau, c, d }: LoopTruth['forces'][number],
  connect: (readonly [string, string])[],
): Members {
  if (type === 'jointTorque') {
    connect.push([`${name}.flange`, `${joint}.flange`])
    return { [String(name)]: ConstantTorque({ tau_constant: Number(tau) }) }
  }
  connect.push([`${name}F.flange`, `${name}.flange_a`], [`${name}.flange_b`, `${joint}.flange`])
  const law = { c: Number(c), d: Number(d) }
  return type === 'prismaticSpringDamper'
    ? { [String(name)]: LinearSpringDamper(law), [`${name}F`]: FixedRail() }
    : { [String(name)]: SpringDamper(law), [`${name}F`]: Fixed() }
}
