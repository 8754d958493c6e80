/** Variables and parameters that accept no further modification. */
import type { ParNode, VarNode } from './nodes.ts'

export function isFinal({ final }: VarNode | ParNode): boolean {
  return final !== undefined && final !== false
}

/** The place where the member at `path` was made final: its declaration, or the modification of a component around it. */
export function placeOfFinal(path: string, { final }: VarNode | ParNode): string {
  if (typeof final !== 'number' || final === 0) return 'in its declaration'
  const component = path.split('.').slice(0, -final).join('.')
  return component === '' ? 'in a modification of this model' : `in the modification of '${component}'`
}
