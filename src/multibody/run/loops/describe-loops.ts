import type { LoopGroup, World } from '../../world/index.ts'

const AXES = ['x', 'y', 'z']
/** Joints that a message names at most. */
const MOST = 12

/** What users are told of the closed loops of a segment, after they have been closed. */
export function describeLoops({ loops, tree, flanges }: World): string[] {
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
  const open = listOpen(loops.groups)
  if (open.length > 0)
    lines.push(
      'what joints transmit follows from no equation in these components, because constraints are redundant (axes of ' +
        `obj1): ${open.join('; ')}`,
    )
  return lines
}

/** Joints with components that are not determined, those with the same ones together. */
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
