/** The tree of instances: scopes, names, declared values. */

export { declareImplicit, expressionsOf } from './declare-implicit.ts'
export { DeclaredValues, declarationOf } from './declared-values.ts'
export { FunctionTable } from './function-table.ts'
export {
  blocksOf,
  childrenOf,
  createInstance,
  createRoot,
  fullName,
  type Instance,
  isInstanceArray,
  joinPath,
} from './instance.ts'
export { firstName, lookup } from './lookup.ts'
export { modelError } from './model-error.ts'
export { checkRecordOwners, registerRecordOwner } from './record-owners.ts'
export { resolveOwn } from './resolve.ts'
