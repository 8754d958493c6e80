/** Modification: a tree of values merged into a model. */
export { Model, merge } from './component.ts'
export { extendModel } from './merge.ts'
