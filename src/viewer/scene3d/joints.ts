import { Group, MeshLambertMaterial, Quaternion, Vector3 } from 'three'
import type { SceneJoint } from '../../animation/index.ts'
import { createJointGlyph } from './glyphs.ts'
import { Instances } from './instances.ts'
import type { SceneMotion } from './motion/index.ts'
import type { Overlay } from './overlay.ts'

/** Kinds whose sign has an axis. If the axis is unknown, the sign without an axis is drawn. */
const AXIS_KINDS = ['Revolute', 'Prismatic', 'Cylindrical', 'Planar']

interface PlacedJoint {
  readonly obj1: number
  readonly obj2: number
  /** Rotation from the z axis of the sign to the axis of the joint. */
  readonly turn: Quaternion
}

/** Joints as signs by kind, on their first objects; shown while both objects exist. */
export function createJoints(joints: readonly SceneJoint[], motion: SceneMotion): Overlay {
  const kinds = new Map<string, PlacedJoint[]>()
  for (const { kind, obj1, obj2, axis } of joints) {
    const placed = { obj1: motion.indexOf(obj1), obj2: motion.indexOf(obj2), turn: turnTo(axis) }
    if (placed.obj1 < 0 || placed.obj2 < 0) continue
    const sign = AXIS_KINDS.includes(kind) && axis === undefined ? '' : kind
    if (!kinds.has(sign)) kinds.set(sign, [])
    kinds.get(sign)!.push(placed)
  }
  const signs = [...kinds].map(([kind, list]) => {
    const material = new MeshLambertMaterial({ color: 0xf08c00 })
    return { list, instances: new Instances(createJointGlyph(kind), material, list.length) }
  })
  const object = new Group()
  for (const { instances } of signs) object.add(instances.mesh)
  const turn = new Quaternion()
  return {
    object,
    isOnTop: true,
    update({ motion: { positions: p, quaternions: q, exists }, origin, glyphLength }) {
      for (const { list, instances } of signs) {
        instances.begin()
        for (const { obj1: k, obj2, turn: own } of list) {
          if (exists[k] === 0 || exists[obj2] === 0) continue
          turn.set(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3]).multiply(own)
          const i = 3 * k
          instances.add(p[i] - origin[0], p[i + 1] - origin[1], p[i + 2] - origin[2], turn, glyphLength)
        }
        instances.end()
      }
    },
    dispose() {
      for (const { instances } of signs) instances.dispose()
    },
  }
}

function turnTo(axis: readonly [number, number, number] = [0, 0, 1]): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...axis).normalize())
}
