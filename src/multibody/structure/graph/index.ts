/** Graph algorithms: connected groups, and the cost of loops of a tree. */
export { Groups } from './groups.ts'
export { type Edge, weighTree } from './weigh-tree.ts'
