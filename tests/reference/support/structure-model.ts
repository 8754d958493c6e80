import { Fixed, SpringDamper } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import type { TruthBody, TruthCase, TruthJoint } from './structure-truth.ts'

/** Additional attributes of an Object3D of a case. */
export type MoreOf = Readonly<Record<string, Parameters<typeof Object3D>[0]>>

/** a - b */
export const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, i) => x - b[i])

/** Center of mass of a body of a case at the start. */
export function comOf({ bodies }: TruthCase, name: string): readonly number[] {
  return bodies.find((body) => body.name === name)?.com ?? [0, 0, 0]
}

/** A body that is free at the start, as an assembly. */
export const freely = ({ com, v, w }: TruthBody) => ({
  parent: 'world',
  fixedToParent: false,
  assemblyRoot: true,
  translation: [...com],
  velocity: [...v],
  angularVelocity: [...w],
  orientation: 'quaternion' as const,
})

/** Bodies, joints, springs and a sensor `name_motion` per body; `more` is added to objects, `parts` to the model. */
export function createStructureModel(truth: TruthCase, more: MoreOf, parts: Record<string, unknown>) {
  const g = Math.hypot(...truth.gravity)
  const gravityField =
    g > 0 ? UniformGravityField({ g, n: truth.gravity.map((x) => x / g) }) : NoGravityField()
  const members: Record<string, unknown> = {
    world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField }) }),
  }
  for (const { name, mass, inertia } of truth.bodies) {
    const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = inertia
    const massProperties = MassProperties({ mass, Ixx, Iyy, Izz, Ixy, Ixz, Iyz })
    members[name] = Object3D({ ...more[name], feature: Solid({ massProperties }) })
    members[`${name}_motion`] = SensorResult({ object: name })
  }
  const connect: string[][] = []
  for (const joint of truth.joints) Object.assign(members, createJointMembers(truth, joint, connect))
  return Model3D({ ...members, ...(connect.length > 0 && { connect }), ...parts } as Parameters<
    typeof Model3D
  >[0])
}

function createJointMembers(
  truth: TruthCase,
  { name, body1, body2, point, axis, spring }: TruthJoint,
  connect: string[][],
): Record<string, unknown> {
  const spinOf = (body: string) => truth.bodies.find((entry) => entry.name === body)?.w ?? [0, 0, 0]
  const w = minus(spinOf(body2), spinOf(body1)).reduce((sum, x, i) => sum + x * axis[i], 0)
  const [obj1, obj2] = [`${name}_1`, `${name}_2`]
  const members = {
    [obj1]: Object3D({ parent: body1, translation: minus(point, comOf(truth, body1)) }),
    [obj2]: Object3D({ parent: body2, translation: minus(point, comOf(truth, body2)) }),
  }
  const values = { obj1, obj2, axis: [...axis], phi: { init: 0 }, w: { init: w } }
  if (spring === undefined) return { ...members, [name]: Revolute(values) }
  connect.push(
    [`${name}_base.flange`, `${name}_spring.flange_a`],
    [`${name}_spring.flange_b`, `${name}.flange`],
  )
  return {
    ...members,
    [name]: RevoluteWithFlange(values),
    [`${name}_spring`]: SpringDamper(spring),
    [`${name}_base`]: Fixed(),
  }
}
