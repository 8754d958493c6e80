import { REVOLUTE } from '../../mechanics/index.ts'
import type { LoopGroup } from '../loops/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { World } from '../world/index.ts'

const AXES = ['x', 'y', 'z']
/** Maximum number of joints that a message names. */
const MOST = 12
/** Joints that turn further while loops are closed may have reached another branch than intended [rad]. */
const FAR = Math.PI / 2

/** Lines of the log about the closed loops of a segment, after they have been closed. */
export function describeLoops({ loops, tree, flanges }: World, farMoves: readonly string[]): string[] {
  if (loops === null) return []
  const { cuts, nRow, nRedundant, nIndependent, elementPaths: others } = loops
  const where = [
    cuts.length > 0 && `cut at ${shorten(cuts.map(({ fullPath }) => fullPath))}`,
    others.length > 0 && `closed by ${shorten(others)}`,
  ]
  const lines = [
    `closed loops: ${where.filter(Boolean).join(', ')}; ${nRow} constraints` +
      `${nRedundant > 0 ? `, ${nRedundant} of them redundant` : ''}; degrees of freedom: ` +
      `${tree.nv - flanges.nBraked - nIndependent}`,
  ]
  if (farMoves.length > 0)
    lines.push(
      `the loops were closed by turning ${shorten(farMoves)}; of several ways to close them, start values choose one: ` +
        'give these joints guesses, { start: … }, if another one is meant',
    )
  const open = listOpen(loops.groups)
  if (open.length > 0)
    lines.push(
      'these components of joint wrenches are undetermined, because constraints are redundant (axes of ' +
        `obj1): ${open.join('; ')}`,
    )
  return lines
}

/** Axes that have turned far from the positions `begin` of the tree. */
export function listFarMoves({ tree, q, grouping }: World, begin: Float64Array): string[] {
  return grouping.treeJoints.flatMap(({ body, joint, element }) => {
    if (!isAxisElement(element) || element.kind !== REVOLUTE) return []
    const i = tree.qStart[body]
    const turn = Math.abs(Math.atan2(Math.sin(q[i] - begin[i]), Math.cos(q[i] - begin[i])))
    return turn > FAR ? [`${joint.fullPath} by ${turn.toFixed(1)} rad`] : []
  })
}

/** Joints with undetermined components, those with the same ones together. */
function listOpen(groups: readonly LoopGroup[]): string[] {
  const determined = new Float64Array(6)
  const jointsOf = new Map<string, string[]>()
  for (const { reactions } of groups) {
    reactions.joints.forEach(({ fullPath }, k) => {
      reactions.readDeterminedInObject1(k, determined)
      const list = (first: number): string => AXES.filter((_, i) => determined[first + i] === 0).join(', ')
      const [force, torque] = [list(0), list(3)]
      if (force === '' && torque === '') return
      const what = [force && `force along ${force}`, torque && `torque about ${torque}`]
        .filter(Boolean)
        .join(', ')
      const joints = jointsOf.get(what)
      if (joints === undefined) jointsOf.set(what, [fullPath])
      else joints.push(fullPath)
    })
  }
  return Array.from(jointsOf, ([what, joints]) => `${shorten(joints)}: ${what}`)
}

function shorten(names: readonly string[]): string {
  const more = names.length - MOST
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ')
}
