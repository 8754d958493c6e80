/**
 * Loops all of whose joints have forces, rotors, friction or stops. None of them can be cut, as constraints have no
 * axes on which these could act. So one of them ends at a frame without mass, which a rigid connection holds at its
 * second object: the connection is cut, and all joints are in the tree.
 */
import type { Object3DRecord } from '../parts/index.ts'
import { identityPose } from '../records/index.ts'
import { findDrivenCut } from './choose-cuts.ts'
import type { JointNode, ObjectNode, Structure } from './structure.ts'

/** Name of the frame without mass, behind that of the joint. */
const END = 'end'

export function splitDrivenLoops(structure: Structure): Structure {
  let split = structure
  for (let joint = findDrivenCut(split); joint !== null; joint = findDrivenCut(split))
    split = endAtFrame(split, joint)
  return split
}

function endAtFrame(structure: Structure, joint: JointNode): Structure {
  const record: Object3DRecord = { kind: 'Object3D' }
  const [path, fullPath] = [joint.path, joint.fullPath].map((name) => `${name}.${END}`)
  const end: ObjectNode = { path, fullPath, record, parent: null, X_PO: identityPose() }
  const connection: JointNode = {
    ...{ path, fullPath, kind: 'Fix', role: 'joint', object1: end, object2: joint.object2 },
    ...{ fixed: identityPose(), motion: null, canCollide: false, resultPath: path, locked: null },
  }
  return {
    ...structure,
    objects: new Map([...structure.objects, [path, end]]),
    joints: [
      ...structure.joints.map((other) => (other === joint ? { ...joint, object2: end } : other)),
      connection,
    ],
  }
}
