/** Mechanisms with a point that meets a plane, from their data. */
import type { SignalTable, simulate } from 'vario'
import { Fixed, SpringDamper } from 'vario/library/rotational'
import {
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  type SceneArguments,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import type { ImpactTruth } from './impact-truth.ts'

/** An impact as listed in the result. */
export interface Impact {
  readonly time: number
  readonly obj1: string
  readonly obj2: string
  readonly velocity: number
  readonly impulse: readonly number[]
  readonly normalImpulse: number
  readonly position: readonly number[]
  readonly lostEnergy: number
}

export type AnyModel = Parameters<typeof simulate>[0]

export function impactsOf(result: SignalTable): readonly Impact[] {
  return (result.attributes['impacts'] ?? []) as unknown as readonly Impact[]
}

/** A scene with impulses between everything of steel. */
export function createScene(
  {
    e,
    mu = 0,
    gravity,
    threshold = 1e-6,
  }: {
    readonly e: number
    readonly mu?: number
    readonly gravity: readonly number[]
    readonly threshold?: number
  },
  more: SceneArguments = {},
): ReturnType<typeof Object3D> {
  const g = Math.hypot(...gravity)
  return Object3D({
    feature: Scene({
      contactResponse: 'impulse',
      gravityField: g > 0 ? UniformGravityField({ g, n: gravity.map((x) => x / g) }) : NoGravityField(),
      contactPairs: {
        'Steel-Steel': {
          coefficientOfRestitution: e,
          slidingFrictionCoefficient: mu,
          rotationalResistanceCoefficient: 0,
          impactThreshold: threshold,
        },
      },
      ...more,
    }),
  })
}

/** Radius of the ball that represents a point [m]: a plane is moved by it. */
export const TIP_RADIUS = 0.02

/** A massless ball whose center is a point. */
export function createTip(parent: string, translation: readonly number[]): ReturnType<typeof Object3D> {
  return Object3D({
    parent,
    translation: [...translation],
    feature: Solid({
      shape: Sphere({ diameter: 2 * TIP_RADIUS }),
      contactMaterial: 'Steel',
      collision: true,
    }),
  })
}

/** A wall that keeps the center of a tip where n·r >= d; n is an axis of the world, or opposite to one. */
export function createWall(n: readonly number[], d: number): ReturnType<typeof Object3D> {
  const [lengthX, lengthY, lengthZ] = n.map((x) => (x === 0 ? 20 : 1))
  return Object3D({
    parent: 'world',
    translation: n.map((x) => x * (d - TIP_RADIUS - 0.5)),
    feature: Solid({
      shape: Box({ lengthX, lengthY, lengthZ }),
      contactMaterial: 'Steel',
      collision: true,
    }),
  })
}

/** Bodies, joints, tip and wall of a case; bodies without a joint to the world are free. */
export function createMechanism(truth: ImpactTruth, free: readonly string[] = []): AnyModel {
  const comOf = (name: string) => truth.bodies.find((body) => body.name === name)?.com ?? [0, 0, 0]
  const minus = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x - b[i])
  const members: Record<string, unknown> = {
    world: createScene({ e: truth.contact.restitution, gravity: truth.gravity }),
    wall: createWall(truth.contact.n, truth.contact.d),
    tip: createTip(truth.contact.body, minus(truth.contact.point, comOf(truth.contact.body))),
  }
  for (const { name, mass, com, inertia, v, w } of truth.bodies) {
    const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = inertia
    members[name] = Object3D({
      feature: Solid({ massProperties: MassProperties({ mass, Ixx, Iyy, Izz, Ixy, Ixz, Iyz }) }),
      ...(free.includes(name) && {
        ...{ parent: 'world', fixedToParent: false, translation: [...com] },
        ...{ velocity: [...v], angularVelocity: [...w] },
      }),
    })
  }
  const spinOf = (body: string) => truth.bodies.find((entry) => entry.name === body)?.w ?? [0, 0, 0]
  const connect: string[][] = []
  for (const { name, body1, body2, point, axis, spring } of truth.joints) {
    const w = minus(spinOf(body2), spinOf(body1)).reduce((sum, x, i) => sum + x * axis[i], 0)
    const [obj1, obj2] = [`${name}_1`, `${name}_2`]
    members[obj1] = Object3D({ parent: body1, translation: minus(point, comOf(body1)) })
    members[obj2] = Object3D({ parent: body2, translation: minus(point, comOf(body2)) })
    const values = { obj1, obj2, axis: [...axis], canCollide: true }
    if (spring === undefined) {
      members[name] = Revolute({ ...values, phi: 0, w })
      continue
    }
    members[name] = RevoluteWithFlange({ ...values, phi: { init: 0 }, w: { init: w } })
    members[`${name}_spring`] = SpringDamper(spring)
    members[`${name}_base`] = Fixed()
    connect.push(
      [`${name}_base.flange`, `${name}_spring.flange_a`],
      [`${name}_spring.flange_b`, `${name}.flange`],
    )
  }
  return Model3D({ ...members, ...(connect.length > 0 && { connect }) } as Parameters<typeof Model3D>[0])
}
