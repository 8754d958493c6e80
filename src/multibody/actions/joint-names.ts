import { isAxisElement } from '../parts/joints/index.ts'
import type { JointNode, Structure } from '../structure/index.ts'

/**
 * Names the states of a joint that has replaced another one. A result keeps its size for a whole run: where `phi` was
 * one angle and becomes two, the names of the states contain the new kind, `hinge.Universal.phi`.
 */
export function nameResults(
  { resultSizes }: Structure,
  old: JointNode,
  joint: JointNode,
): { readonly resultPath: string; readonly resultSizes: Structure['resultSizes'] } {
  const sizes = new Map([...resultSizes, ...listSizes(old.locked ?? old)])
  const own = listSizes({ ...joint, resultPath: joint.path })
  const isTaken = [...own].some(([name, size]) => (sizes.get(name) ?? size) !== size)
  const resultPath = isTaken ? `${joint.path}.${joint.kind}` : joint.path
  return { resultPath, resultSizes: new Map([...sizes, ...listSizes({ ...joint, resultPath })]) }
}

/** Sizes of the states of axes; -1: a scalar. */
function listSizes({ motion, resultPath }: JointNode): Map<string, number> {
  const axes = motion?.elements.filter(isAxisElement) ?? []
  return new Map(
    axes.flatMap(({ position, velocity, index }) => {
      const size = index < 0 ? -1 : axes.filter((axis) => axis.position === position).length
      return [position, velocity].map((name) => [`${resultPath}.${name}`, size] as const)
    }),
  )
}

/**
 * Renames joints of a change whose names are in use: the holder of an assembly is named after its root, as is a joint
 * that has held it before, and is elsewhere now.
 */
export function nameApart(structure: Structure, before: Structure): Structure {
  const old = new Set(before.joints)
  const taken = new Set(structure.joints.flatMap((joint) => (old.has(joint) ? [joint.path] : [])))
  if (taken.size === structure.joints.length) return structure
  const joints = structure.joints.map((joint) => {
    if (old.has(joint)) return joint
    const named = nameAnew(joint, taken)
    taken.add(named.path)
    return named
  })
  return { ...structure, joints }
}

function nameAnew(joint: JointNode, taken: ReadonlySet<string>): JointNode {
  if (!taken.has(joint.path)) return joint
  for (let k = 1; ; k++) {
    const end = `${joint.kind}${k === 1 ? '' : k}`
    const [path, fullPath] = [joint.path, joint.fullPath].map((name) => `${name}.${end}`)
    if (!taken.has(path)) return { ...joint, path, fullPath, resultPath: path }
  }
}
