/** Graphs of any things: which are connected, and what loops of a tree cost. */
export { Groups } from './groups.ts'
export { type Edge, weighTree } from './weigh-tree.ts'
